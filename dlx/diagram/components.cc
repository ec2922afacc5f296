#include "dlx/diagram/components.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace dlx::internal::diagram {
namespace {

// Sets of items that become one when an option has items of both.
class ItemSets {
 public:
  explicit ItemSets(const Problem& problem) : parents_(problem.item_count()) {
    std::iota(parents_.begin(), parents_.end(), 0);
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
      for (const ItemUse& use : uses) {
        parents_[Of(use.item)] = Of(uses.front().item);
      }
    }
  }

  // One of the items of the set; the same for all of them.
  uint32_t Of(ItemId item) {
    uint32_t i = item.value();
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }

 private:
  std::vector<uint32_t> parents_;
};

constexpr size_t kNone = std::numeric_limits<size_t>::max();

// By item, which component it is in; kNone for secondary items of no option.
std::vector<size_t> ComponentsOfItems(const Problem& problem, size_t& count) {
  ItemSets sets(problem);
  std::vector<size_t> of_set(problem.item_count(), kNone);
  count = 0;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (!problem.is_primary(ItemId(i))) continue;
    size_t& component = of_set[sets.Of(ItemId(i))];
    if (component == kNone) component = count++;
  }
  std::vector<size_t> of_item;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    of_item.push_back(of_set[sets.Of(ItemId(i))]);
  }
  return of_item;
}

}  // namespace

std::vector<Component> FindComponents(const Problem& problem,
                                      const SearchOptions& options) {
  size_t count = 0;
  const std::vector<size_t> of_item = ComponentsOfItems(problem, count);
  if (count <= 1) return {};

  std::vector<ProblemBuilder> builders(count);
  std::vector<uint32_t> new_item(problem.item_count());
  std::vector<std::vector<ItemId>> orders(count);
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (of_item[i] == kNone) continue;
    ProblemBuilder& builder = builders[of_item[i]];
    const ItemId item(i);
    new_item[i] = (problem.is_primary(item)
                       ? builder.AddPrimary(problem.item_name(item),
                                            problem.multiplicity(item))
                       : builder.AddSecondary(problem.item_name(item)))
                      .value();
  }
  for (const ItemId item : options.item_order) {
    orders[of_item[item.value()]].emplace_back(new_item[item.value()]);
  }

  std::vector<std::vector<OptionId>> originals(count);
  std::vector<uint32_t> new_option;
  std::vector<ItemUse> uses;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> old_uses = problem.option(OptionId(k));
    const size_t component = of_item[old_uses.front().item.value()];
    ProblemBuilder& builder = builders[component];
    uses.clear();
    for (const ItemUse& use : old_uses) {
      const ItemId item(new_item[use.item.value()]);
      if (use.color == kNoColor) {
        uses.emplace_back(item);
      } else {
        uses.emplace_back(item,
                          builder.AddColor(problem.color_name(use.color)));
      }
    }
    builder.AddOption(uses, problem.cost(OptionId(k)));
    new_option.push_back(static_cast<uint32_t>(originals[component].size()));
    originals[component].emplace_back(k);
  }

  std::vector<Component> components;
  for (size_t i = 0; i < count; ++i) {
    absl::StatusOr<Problem> part = std::move(builders[i]).Build();
    assert(part.ok());
    SearchOptions part_options = options;
    part_options.item_order = std::move(orders[i]);
    part_options.givens.clear();
    components.push_back(
        {*std::move(part), std::move(part_options), std::move(originals[i])});
  }
  for (const OptionId given : options.givens) {
    const ItemId item = problem.option(given).front().item;
    components[of_item[item.value()]].options.givens.emplace_back(
        new_option[given.value()]);
  }
  return components;
}

}  // namespace dlx::internal::diagram
