#include "dlx/engine/nogoods/masks.h"

#include <bit>

#include "dlx/engine/order.h"
#include "dlx/id.h"

namespace dlx::internal::nogoods {

MaskProblem::MaskProblem(const Problem& problem, const SearchOptions& search)
    : root(problem.item_count()),
      primary_count(problem.primary_count()),
      branching(search.branching),
      places(problem.use_count()),
      place_starts(1),
      option_starts(problem.item_count() + 1) {
  const ItemOrder order = OrderItems(
      problem, branching == Branching::kSharpPreference, search.seed);
  preferred_count = order.preferred_count;
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
