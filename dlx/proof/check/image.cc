#include "dlx/proof/check/image.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/id.h"

namespace dlx::checker {
namespace {

// What matters of an item: whether it is primary; the options that have it, in
// ascending order, and for each of them, which is the first one here that gives
// the item the same colour.
using Shape = std::pair<bool, std::vector<std::pair<uint32_t, uint32_t>>>;

// The shapes of items, each with one of these; and how many primary items have
// options.
struct Shapes {
  std::map<Shape, ItemId> items;
  size_t primaries = 0;
};

// Of the items that matter, if options have these names.
Shapes ShapesOf(const Problem& problem, absl::Span<const uint32_t> options,
                absl::Span<const uint32_t> names, Allowance& allowance) {
  std::vector<std::vector<std::pair<uint32_t, ColorId>>> users(
      problem.item_count());
  for (size_t i = 0; i < options.size(); ++i) {
    for (const ItemUse& use : problem.option(OptionId(options[i]))) {
      users[use.item.value()].emplace_back(names[i], use.color);
    }
  }
  Shapes shapes;
  for (uint32_t i = 0; i < users.size(); ++i) {
    if (users[i].empty()) continue;
    allowance.Work(2 * users[i].size());
    std::sort(users[i].begin(), users[i].end());
    Shape shape;
    shape.first = problem.is_primary(ItemId(i));
    shapes.primaries += shape.first;
    bool all_agree = true;
    std::map<ColorId, uint32_t> firsts;
    for (const auto& [option, color] : users[i]) {
      const uint32_t first = color == kNoColor
                                 ? option
                                 : firsts.emplace(color, option).first->second;
      shape.second.emplace_back(option, first);
      all_agree = all_agree && first == users[i].front().first;
    }
    // A secondary item in which all agree does not matter.
    if (shape.first || !all_agree) {
      shapes.items.emplace(std::move(shape), ItemId(i));
    }
  }
  return shapes;
}

}  // namespace

std::string WhyNotImage(const Problem& problem, const Fitting& kept,
                        absl::Span<const uint32_t> images, const Fitting& here,
                        Allowance& allowance) {
  std::vector<uint32_t> sorted(images.begin(), images.end());
  std::sort(sorted.begin(), sorted.end());
  if (absl::MakeConstSpan(sorted) != here.options) {
    return "the images are not the options that fit, each of them once";
  }
  allowance.Work(4 * problem.item_count());
  const Shapes those = ShapesOf(problem, kept.options, images, allowance);
  const Shapes these = ShapesOf(problem, here.options, here.options, allowance);
  if ((those.primaries == kept.open_items) !=
      (these.primaries == here.open_items)) {
    return "an open item without options has no image";
  }
  for (const auto& [shape, item] : those.items) {
    if (these.items.count(shape) == 0) {
      return absl::StrCat("the item \"", problem.item_name(item),
                          "\" of the state that was kept has no image");
    }
  }
  for (const auto& [shape, item] : these.items) {
    if (those.items.count(shape) == 0) {
      return absl::StrCat("the item \"", problem.item_name(item),
                          "\" is the image of none");
    }
  }
  return "";
}

}  // namespace dlx::checker
