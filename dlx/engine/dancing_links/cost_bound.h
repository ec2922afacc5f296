#ifndef DLX_ENGINE_DANCING_LINKS_COST_BOUND_H_
#define DLX_ENGINE_DANCING_LINKS_COST_BOUND_H_

// A lower bound on what it costs to complete a partial cover.
//
// Let the primary items of an option pay for it in equal shares: an option of
// cost 12 with three primary items costs each of them 4. An item that is still
// to be covered will pay at least the smallest share among the options left in
// its list, and these minima add up to a bound that no completion can beat.
//
// The lists are sorted by share at the start, so that the smallest share stands
// at the head of each list at any time, and cheap options are tried first.
// Shares are fixed-point numbers, rounded down, which keeps the bound true.

#include <cstdint>
#include <vector>

#include "absl/numeric/int128.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::dancing_links {

class CostBound {
 public:
  explicit CostBound(const Problem& problem);

  int64_t cost(OptionId option) const { return problem_.cost(option); }

  // Sorts options by their items' shares, keeping the order of equals.
  void Sort(std::vector<OptionId>& options) const;

  // cost_so_far, plus what the items that are still to be covered must cost.
  // That may be far below what any cover costs, and not fit into 64 bits.
  template <typename M>
  absl::int128 LowerBound(int64_t cost_so_far, const M& moves) const;

 private:
  static constexpr int kFractionBits = 20;

  Problem problem_;
  std::vector<int64_t> shares_;  // By option; kFractionBits after the point.
};

template <typename M>
absl::int128 CostBound::LowerBound(int64_t cost_so_far, const M& moves) const {
  const Links& links = moves.links();
  absl::int128 bound = 0;
  for (int32_t item = 1; item <= links.primary_count(); ++item) {
    if (links.covered(item)) continue;
    const int32_t cheapest = links.node(item).down;
    if (cheapest == item) continue;  // No options; ChooseItem() will see.
    const int64_t share = shares_[links.OptionOf(cheapest).value()];
    // A share below zero is worth having as often as possible.
    const Multiplicity missing = moves.missing(item);
    bound += absl::int128(share) * (share >= 0 ? missing.low : missing.high);
  }
  // Round up: the true cost is a whole number.
  constexpr absl::int128 kOne = absl::int128(1) << kFractionBits;
  return cost_so_far + ((bound + kOne - 1) >> kFractionBits);
}

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_COST_BOUND_H_
