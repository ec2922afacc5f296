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

// An option that has an item, and in which colour.
struct User {
  uint32_t option;
  ColorId color;
};
using UsersOfItems = std::vector<std::vector<User>>;

// By item: those of the options that have it, each of them told by its name.
UsersOfItems ListUsers(const Problem& problem,
                       absl::Span<const uint32_t> options,
                       absl::Span<const uint32_t> names) {
  UsersOfItems users(problem.item_count());
  for (size_t i = 0; i < options.size(); ++i) {
    for (const ItemUse& use : problem.option(OptionId(options[i]))) {
      users[use.item.value()].push_back({names[i], use.color});
    }
  }
  return users;
}

// In the order of their names.
void Sort(std::vector<User>& users) {
  std::sort(users.begin(), users.end(),
            [](const User& a, const User& b) { return a.option < b.option; });
}

// The same options, and those that agree in the colour are the same ones.
bool AreAlike(const std::vector<User>& these, const std::vector<User>& those) {
  if (these.size() != those.size()) return false;
  // By colour, the first one that has it.
  std::map<ColorId, size_t> first_of_these, first_of_those;
  for (size_t i = 0; i < these.size(); ++i) {
    if (these[i].option != those[i].option) return false;
    const auto first = [i](const User& user,
                           std::map<ColorId, size_t>& firsts) {
      return user.color == kNoColor
                 ? i
                 : firsts.emplace(user.color, i).first->second;
    };
    if (first(these[i], first_of_these) != first(those[i], first_of_those)) {
      return false;
    }
  }
  return true;
}

// Two of them clash there.
bool AreDivided(const std::vector<User>& users) {
  return users.size() > 1 &&
         std::any_of(users.begin(), users.end(), [&users](const User& user) {
           return user.color == kNoColor || user.color != users[0].color;
         });
}

// Whether the options that fit have all open items, and so there may be a
// cover.
bool HasUsersOfAll(const Problem& problem, const UsersOfItems& users,
                   size_t open_items) {
  size_t used = 0;
  for (uint32_t i = 0; i < users.size(); ++i) {
    used += problem.is_primary(ItemId(i)) && !users[i].empty();
  }
  return used == open_items;
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
  UsersOfItems those = ListUsers(problem, kept.options, images);
  const UsersOfItems these = ListUsers(problem, here.options, here.options);
  allowance.Work(4 * problem.item_count());
  if (HasUsersOfAll(problem, those, kept.open_items) !=
      HasUsersOfAll(problem, these, here.open_items)) {
    return "an open item without options has no image";
  }
  const auto matters = [&problem](uint32_t item, const UsersOfItems& users) {
    return problem.is_primary(ItemId(item)) ? !users[item].empty()
                                            : AreDivided(users[item]);
  };
  std::vector<bool> is_image(problem.item_count());
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (!matters(i, those)) continue;
    Sort(those[i]);
    // Its images are among the items of any of its options.
    bool has_image = false;
    for (const ItemUse& use : problem.option(OptionId(those[i][0].option))) {
      const uint32_t to = use.item.value();
      if (problem.is_primary(use.item) != problem.is_primary(item)) continue;
      if (!allowance.MayGoOn(those[i].size())) return "that is not known";
      if (!AreAlike(those[i], these[to])) continue;
      has_image = is_image[to] = true;
    }
    if (!has_image) {
      return absl::StrCat("the item \"", problem.item_name(item),
                          "\" of the state that was kept has no image");
    }
  }
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (is_image[i] || !matters(i, these)) continue;
    return absl::StrCat("the item \"", problem.item_name(ItemId(i)),
                        "\" is the image of none");
  }
  return "";
}

}  // namespace dlx::checker
