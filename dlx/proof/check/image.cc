// States that are the same but for the names of options and items.
//
// A certificate says which option stands for which. Items follow: one is the
// image of another if the options that have it are the images of those that
// have the other, and (of secondary items) two of them agree in its colour if
// and only if those do of which they are the images. So options clash if those
// do for which they stand, and covers become covers. (A secondary item does not
// matter if all that have it agree there.)

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dlx/proof/check/records.h"
#include "dlx/proof/format.h"

namespace dlx::checker {
namespace {

// What matters of an item: whether it is primary; the options that have it, in
// ascending order, and for each of them, which is the first one here that gives
// the item the same colour.
using Shape = std::pair<bool, std::vector<std::pair<uint32_t, uint32_t>>>;

// The shapes of the items that matter in the state with that key, each with one
// of these, if the options that fit there have these names.
std::map<Shape, ItemId> ShapesOf(const State& state,
                                 absl::Span<const uint64_t> key,
                                 const std::vector<uint32_t>& options,
                                 const std::vector<uint32_t>& names,
                                 Allowance& allowance) {
  const Problem& problem = state.problem();
  std::vector<std::vector<std::pair<uint32_t, ColorId>>> users(
      problem.item_count());
  for (size_t i = 0; i < options.size(); ++i) {
    for (const ItemUse& use : problem.option(OptionId(options[i]))) {
      users[use.item.value()].emplace_back(names[i], use.color);
    }
  }
  allowance.Work(2 * users.size());
  std::map<Shape, ItemId> shapes;
  for (uint32_t i = 0; i < users.size(); ++i) {
    if (users[i].empty() && !state.IsOpenIn(key, ItemId(i))) continue;
    allowance.Work(2 * users[i].size());
    std::sort(users[i].begin(), users[i].end());
    Shape shape = {problem.is_primary(ItemId(i)), {}};
    bool matters = shape.first;
    std::map<ColorId, uint32_t> firsts;
    for (const auto& [option, color] : users[i]) {
      const uint32_t first = color == kNoColor
                                 ? option
                                 : firsts.emplace(color, option).first->second;
      shape.second.emplace_back(option, first);
      matters = matters || first != users[i].front().first;
    }
    if (matters) shapes.emplace(std::move(shape), ItemId(i));
  }
  return shapes;
}

// Empty if images[i] is an option here that stands for option i of those kept,
// and this state is the other one's image; otherwise why it is not.
std::string WhyNotImage(absl::Span<const uint64_t> key,
                        const std::vector<uint32_t>& kept,
                        const std::vector<uint32_t>& images, State& state,
                        Allowance& allowance) {
  const Problem& problem = state.problem();
  const std::vector<uint32_t> here = state.Fitting();
  std::vector<uint32_t> sorted = images;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != here) {
    return "the images are not the options that fit, each of them once";
  }
  const std::map<Shape, ItemId> those =
      ShapesOf(state, key, kept, images, allowance);
  const std::map<Shape, ItemId> these =
      ShapesOf(state, state.key(), here, here, allowance);
  for (const auto& [shape, item] : those) {
    if (these.count(shape) > 0) continue;
    return absl::StrCat("the item \"", problem.item_name(item),
                        "\" of the state that was kept has no image");
  }
  for (const auto& [shape, item] : these) {
    if (those.count(shape) > 0) continue;
    return absl::StrCat("the item \"", problem.item_name(item),
                        "\" is the image of none");
  }
  return "";
}

}  // namespace

bool IsImage(size_t slot, absl::Span<const uint64_t> key, State& state,
             Reader& reader, Allowance& allowance) {
  const auto options = static_cast<int64_t>(state.problem().option_count());
  const std::vector<uint32_t> kept = state.FittingIn(key);
  std::vector<uint32_t> images;
  for (int64_t image = -1; images.size() < kept.size();) {
    image += 1 + internal::UnZigZag(reader.Number());
    if (!reader.ok()) return reader.Refuse("");
    if (image < 0 || image >= options) {
      return reader.Refuse("there is no option ", image);
    }
    reader.Tell(RecordPart::kImageOption, image);
    images.push_back(static_cast<uint32_t>(image));
  }
  const std::string why = WhyNotImage(key, kept, images, state, allowance);
  return why.empty() || reader.Refuse("this is no image of the state in slot ",
                                      slot, ": ", why);
}

}  // namespace dlx::checker
