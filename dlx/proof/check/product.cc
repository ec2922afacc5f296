// A state whose open items fall into parts such that no option that fits has
// items of two, and none clashes with one of another part: a cover of it is a
// cover of each part.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/proof/check/records.h"

namespace dlx::checker {
namespace {

// What connects two parts, if anything does: an option that fits and has items
// of both, or two that clash. Of those that share a secondary item, two of
// different parts clash if there are such and not all agree there.
std::string Connection(const Problem& problem,
                       const std::vector<uint32_t>& fitting,
                       const std::vector<uint32_t>& part_of) {
  // Of those that have some item: the first one's part and colour, and whether
  // all the others have the same.
  struct Users {
    uint32_t part;
    ColorId color;
    bool one_part = true;
    bool one_color = true;
  };
  std::vector<std::optional<Users>> users_of(problem.item_count());
  for (const uint32_t k : fitting) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    std::optional<uint32_t> part;
    for (const ItemUse& use : uses) {
      if (!problem.is_primary(use.item)) continue;
      const uint32_t its_part = part_of[use.item.value()];
      if (part.value_or(its_part) != its_part) {
        return absl::StrCat("option ", k, " (",
                            problem.OptionToString(OptionId(k)), ")");
      }
      part = its_part;
    }
    for (const ItemUse& use : uses) {
      if (problem.is_primary(use.item)) continue;
      std::optional<Users>& users = users_of[use.item.value()];
      if (!users.has_value()) users = Users{*part, use.color};
      users->one_part &= users->part == *part;
      users->one_color &= users->color == use.color && use.color != kNoColor;
      if (!users->one_part && !users->one_color) {
        return absl::StrCat("item \"", problem.item_name(use.item), "\"");
      }
    }
  }
  return "";
}

}  // namespace

std::optional<std::vector<std::vector<ItemId>>> ReadParts(uint64_t parts,
                                                          State& state,
                                                          Reader& reader) {
  const auto refuse = [&reader](const auto&... what) {
    reader.Refuse(what...);
    return std::nullopt;
  };
  const std::vector<ItemId> open = state.OpenItems();
  if (reader.OtherNumber() != open.size()) {
    return refuse("a product must tell the part of each of the ", open.size(),
                  " open items");
  }
  std::vector<uint32_t> part_of(state.problem().item_count());
  std::vector<std::vector<ItemId>> items(
      std::min<uint64_t>(parts, open.size()));
  for (const ItemId item : open) {
    const uint64_t part = reader.OtherNumber();
    if (part >= parts) return refuse("there is no part ", part);
    part_of[item.value()] = static_cast<uint32_t>(part);
    if (part < items.size()) items[part].push_back(item);
  }
  if (!reader.ok()) return refuse("");
  if (parts > open.size()) {
    return refuse("a product of more parts than there are open items");
  }
  const std::string connection =
      Connection(state.problem(), state.Fitting(), part_of);
  if (!connection.empty()) {
    return refuse("parts of a product have to do with each other: ",
                  connection);
  }
  return items;
}

}  // namespace dlx::checker
