#include "dlx/engine/bit_planes/families.h"

#include <cstddef>

namespace dlx::internal {
namespace {

size_t WordsFor(const std::vector<ItemId>& family) {
  return (family.size() + 63) / 64;
}

}  // namespace

std::vector<std::vector<ItemId>> FindFamilies(const Problem& problem,
                                              absl::Span<const ItemId> order) {
  std::vector<std::vector<OptionId>> options_of(problem.item_count());
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    for (const ItemUse& use : problem.option(OptionId(i))) {
      options_of[use.item.value()].emplace_back(i);
    }
  }

  std::vector<std::vector<ItemId>> families;
  // has_neighbour[f][i]: family f has a neighbour of item i.
  std::vector<std::vector<bool>> has_neighbour;
  for (const ItemId item : order) {
    size_t f = 0;
    while (f < families.size() && has_neighbour[f][item.value()]) ++f;
    if (f == families.size()) {
      families.emplace_back();
      has_neighbour.emplace_back(problem.item_count());
    }
    families[f].push_back(item);
    for (const OptionId option : options_of[item.value()]) {
      for (const ItemUse& use : problem.option(option)) {
        has_neighbour[f][use.item.value()] = true;
      }
    }
  }
  return families;
}

std::vector<uint16_t> AssignLanes(
    const std::vector<std::vector<ItemId>>& families, size_t words) {
  size_t item_count = 0;
  size_t words_wanted = 0;
  for (const std::vector<ItemId>& family : families) {
    item_count += family.size();
    words_wanted += WordsFor(family);
  }
  const bool spread = words_wanted <= words;

  std::vector<uint16_t> lanes(item_count);
  size_t word = 0;
  size_t next_lane = 0;
  for (const std::vector<ItemId>& family : families) {
    const size_t parts = WordsFor(family);
    for (size_t i = 0; i < family.size(); ++i) {
      if (spread) {
        // Item i is in part i * parts / size, which begins with item `first`.
        const size_t part = i * parts / family.size();
        const size_t first = (part * family.size() + parts - 1) / parts;
        next_lane = 64 * (word + part) + (i - first);
      }
      lanes[family[i].value()] = static_cast<uint16_t>(next_lane++);
    }
    word += parts;
  }
  return lanes;
}

}  // namespace dlx::internal
