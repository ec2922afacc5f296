#include "dlx/engine/nogoods/masks.h"

#include <algorithm>
#include <bit>

#include "dlx/engine/order.h"
#include "dlx/id.h"

namespace dlx::internal::nogoods {
namespace {

// By the numbers of items: whether all options are of the mean length, rounded
// down, or longer.
std::vector<bool> AreDecisive(const Problem& problem) {
  const size_t mean =
      problem.use_count() / std::max<size_t>(problem.option_count(), 1);
  std::vector<bool> are_decisive(problem.item_count(), true);
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    if (uses.size() >= mean) continue;
    for (const ItemUse& use : uses) are_decisive[use.item.value()] = false;
  }
  return are_decisive;
}

// Moves them to the front of `items`, and returns how many there are; none if
// that would be all.
size_t MoveDecisiveToFront(const Problem& problem, absl::Span<ItemId> items) {
  const std::vector<bool> are_decisive = AreDecisive(problem);
  const auto end = std::stable_partition(
      items.begin(), items.end(),
      [&](ItemId item) { return are_decisive[item.value()]; });
  return end == items.end() ? 0 : static_cast<size_t>(end - items.begin());
}

}  // namespace

MaskProblem::MaskProblem(const Problem& problem, const SearchOptions& search)
    : root(problem.item_count()),
      primary_count(problem.primary_count()),
      branching(search.branching),
      places(problem.use_count()),
      place_starts(1),
      option_starts(problem.item_count() + 1) {
  ItemOrder order = OrderItems(
      problem, branching == Branching::kSharpPreference, search.seed);
  preferred_count = order.preferred_count;
  decisive_end = preferred_count;
  if (branching != Branching::kInputOrder) {
    decisive_end += MoveDecisiveToFront(
        problem,
        absl::MakeSpan(order.items)
            .subspan(preferred_count, primary_count - preferred_count));
  }
  std::vector<uint32_t> number(problem.item_count());
  for (uint32_t i = 0; i < order.items.size(); ++i) {
    number[order.items[i].value()] = i;
  }

  place_starts.reserve(problem.option_count() + 1);
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    for (const ItemUse& use : uses) ++option_starts[number[use.item.value()]];
    place_starts.push_back(place_starts.back() +
                           static_cast<uint32_t>(uses.size()));
  }
  uint32_t end = 0;
  for (uint32_t& start : option_starts) {
    const uint32_t count = start;
    start = end;
    end += count;
  }

  options.resize(end);
  for (const OptionId option : OrderOptions(problem, search.seed)) {
    uint32_t place = place_starts[option.value()];
    for (const ItemUse& use : problem.option(option)) {
      const uint32_t item = number[use.item.value()];
      const uint32_t slot = std::popcount(root[item]);
      root[item] |= uint64_t{1} << slot;
      options[option_starts[item] + slot] = option.value();
      places[place++] = {.item = item, .slot = slot};
    }
  }
  for (size_t i = primary_count; i < root.size(); ++i) {
    root[i] |= kCovered;
  }
}

}  // namespace dlx::internal::nogoods
