#ifndef DLX_ENGINE_BIT_SETS_SET_PROBLEM_H_
#define DLX_ENGINE_BIT_SETS_SET_PROBLEM_H_

// A problem as engine bit_sets wants it: items and options in the order in
// which the engine looks at them, and for each option what it is in conflict
// with. See bit_sets.h for the idea.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/dancing_links/prices.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::bit_sets {

using ::dlx::internal::dancing_links::RootPrices;

// The order of options, if it is not that of their reduced costs.
enum class OptionOrder { kBySeed, kAsAdded };

// Immutable.
//
// Primary items have the numbers 0, 1, ..., the preferred ones first. Two
// options are in conflict if they share a primary item, or if they disagree
// about a secondary item. For the latter there are numbers, too: one for each
// secondary item, and one for each secondary item with a colour. Secondary
// items about which no options can disagree are left out.
class SetProblem {
 public:
  // A secondary item with a colour. Options of `item` that are not options of
  // `item_with_color` are in conflict.
  struct Colored {
    uint32_t item;
    uint32_t item_with_color;
  };

  // For covers of least cost, options are in the order of their reduced costs,
  // the smallest first, so that those that cost too much are the last ones
  // everywhere.
  SetProblem(const Problem& problem, const SearchOptions& options,
             Task task = Task::kCount,
             OptionOrder order = OptionOrder::kBySeed);

  // The prices, for covers of least cost; null otherwise.
  const RootPrices* prices() const {
    return prices_.has_value() ? &*prices_ : nullptr;
  }
  // So small that they can be added up. REQUIRES: prices().
  int64_t reduced_cost(uint32_t option) const { return reduced_[option]; }

  uint32_t option_count() const {
    return static_cast<uint32_t>(option_ids_.size());
  }
  uint32_t primary_count() const { return primary_count_; }
  // The number of secondary items and of secondary items with colours.
  uint32_t secondary_count() const { return secondary_count_; }
  // The first preferred_count() primary items are preferred.
  uint32_t preferred_count() const { return preferred_count_; }
  Branching branching() const { return branching_; }
  // The number of primary items in each option; 0 if they differ.
  uint32_t primaries_per_option() const { return primaries_per_option_; }
  // The smallest of these numbers; 1 if there are no options.
  uint32_t min_primaries_per_option() const {
    return min_primaries_per_option_;
  }

  // On average; without those that are left out.
  double uses_per_option() const { return uses_per_option_; }

  ItemId primary_id(uint32_t primary) const { return primary_ids_[primary]; }
  OptionId option_id(uint32_t option) const { return option_ids_[option]; }
  // The number of the option with this id.
  uint32_t NumberOf(OptionId id) const { return numbers_[id.value()]; }

  absl::Span<const uint32_t> Primaries(uint32_t option) const {
    return Part(primaries_, option);
  }
  // Without a colour.
  absl::Span<const uint32_t> Secondaries(uint32_t option) const {
    return Part(secondaries_, option);
  }
  absl::Span<const Colored> ColoredSecondaries(uint32_t option) const {
    return Part(colored_, option);
  }

 private:
  // For each option a list; that of option k is values[starts[k]] up to
  // values[starts[k + 1]].
  template <typename T>
  struct Lists {
    std::vector<T> values;
    std::vector<uint32_t> starts = {0};

    void EndList() { starts.push_back(static_cast<uint32_t>(values.size())); }
  };

  void SortByReducedCost(const Problem& problem);

  template <typename T>
  static absl::Span<const T> Part(const Lists<T>& lists, uint32_t option) {
    return absl::MakeConstSpan(lists.values.data() + lists.starts[option],
                               lists.starts[option + 1] - lists.starts[option]);
  }

  std::optional<RootPrices> prices_;
  std::vector<int64_t> reduced_;  // Of options; none if there are no prices.
  uint32_t primary_count_;
  uint32_t secondary_count_ = 0;
  uint32_t preferred_count_;
  Branching branching_;
  uint32_t primaries_per_option_ = 0;
  uint32_t min_primaries_per_option_ = 1;
  double uses_per_option_ = 0;
  std::vector<ItemId> primary_ids_;
  std::vector<OptionId> option_ids_;
  std::vector<uint32_t> numbers_;
  Lists<uint32_t> primaries_;
  Lists<uint32_t> secondaries_;
  Lists<Colored> colored_;
};

}  // namespace dlx::internal::bit_sets

#endif  // DLX_ENGINE_BIT_SETS_SET_PROBLEM_H_
