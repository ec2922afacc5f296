#ifndef DLX_SCHEDULE_BEST_COVERS_H_
#define DLX_SCHEDULE_BEST_COVERS_H_

// The k covers of least cost that were found, by one thread or by several
// together.
//
// Of covers of the same cost the one that one thread would find first counts as
// the better one. So whichever thread finds what in whatever order, the k best
// are in the end those that one thread finds: a unit that comes after the k-th
// best cover need not look for others of the same cost, but one that comes
// before it must.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/schedule/unit.h"

namespace dlx::internal {

// A cost that no cover can be below, if covers that are still to be found
// cannot be below `bound_of_rest`; nothing if that says nothing.
inline std::optional<int64_t> BoundOnCosts(int64_t bound_of_rest,
                                           std::optional<int64_t> best_cost) {
  const int64_t bound =
      std::min(bound_of_rest, best_cost.value_or(Engine::kNothingToFind));
  if (bound == Engine::kNoLowerBound || bound == Engine::kNothingToFind) {
    return std::nullopt;
  }
  return bound;
}

// What is between the cost of the best cover and that bound; nothing if one of
// them is missing.
inline std::optional<uint64_t> GapOf(std::optional<int64_t> best_cost,
                                     std::optional<int64_t> lower_bound) {
  if (!best_cost.has_value() || !lower_bound.has_value()) return std::nullopt;
  return static_cast<uint64_t>(*best_cost) -
         static_cast<uint64_t>(*lower_bound);
}

// Any thread may call any of this at any time.
class BestCovers {
 public:
  explicit BestCovers(size_t k) : k_(k) {}

  // True if it is cheaper than all before it. A cover that is there already is
  // not kept twice.
  bool Add(const Position& position, absl::Span<const OptionId> options,
           int64_t cost) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (Has(options, cost)) return false;
    const bool is_cheapest =
        covers_.empty() || cost < covers_.begin()->cover.cost;
    covers_.insert(
        {{{options.begin(), options.end()}, cost}, position, number_++});
    if (covers_.size() > k_) covers_.erase(std::prev(covers_.end()));
    return is_cheapest;
  }

  // Covers that cost as much as this, or more, need not be found in the unit at
  // this position.
  int64_t CeilingAt(const Position& position) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (covers_.size() < k_) return std::numeric_limits<int64_t>::max();
    const Kept& worst = *covers_.rbegin();
    return worst.cover.cost + (position < worst.position ? 1 : 0);
  }

  // What the cheapest one costs.
  std::optional<int64_t> best_cost() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (covers_.empty()) return std::nullopt;
    return covers_.begin()->cover.cost;
  }

  // The best first.
  std::vector<CostedCover> covers() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<CostedCover> result;
    for (const Kept& kept : covers_) result.push_back(kept.cover);
    return result;
  }

 private:
  struct Kept {
    CostedCover cover;
    Position position;
    uint64_t number;  // Covers of one unit are found in order.

    friend bool operator<(const Kept& a, const Kept& b) {
      return std::tie(a.cover.cost, a.position, a.number) <
             std::tie(b.cover.cost, b.position, b.number);
    }
  };

  bool Has(absl::Span<const OptionId> options, int64_t cost) const {
    return std::any_of(covers_.begin(), covers_.end(), [&](const Kept& kept) {
      return kept.cover.cost == cost &&
             kept.cover.options.size() == options.size() &&
             std::is_permutation(options.begin(), options.end(),
                                 kept.cover.options.begin());
    });
  }

  const size_t k_;
  mutable std::mutex mutex_;
  std::set<Kept> covers_;
  uint64_t number_ = 0;
};

// The answer, if covers that were not found cannot be below `bound_of_rest`.
inline BestResult MakeBestResult(const BestCovers& best, int64_t bound_of_rest,
                                 SearchSummary summary) {
  BestResult result = {
      .covers = best.covers(),
      .lower_bound = BoundOnCosts(bound_of_rest, best.best_cost()),
      .summary = std::move(summary)};
  result.gap = GapOf(best.best_cost(), result.lower_bound);
  return result;
}

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_BEST_COVERS_H_
