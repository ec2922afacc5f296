#include "dlx/io/named_sets.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/id.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

std::vector<absl::string_view> ItemsOf(const std::vector<NamedSet>& sets) {
  std::vector<absl::string_view> items;
  absl::flat_hash_set<absl::string_view> seen;
  bool are_numbers = true;
  int64_t number;
  for (const NamedSet& set : sets) {
    for (const absl::string_view item : set.items) {
      if (!seen.insert(item).second) continue;
      items.push_back(item);
      are_numbers = are_numbers && absl::SimpleAtoi(item, &number);
    }
  }
  if (are_numbers) {
    std::sort(items.begin(), items.end(),
              [](absl::string_view a, absl::string_view b) {
                int64_t x = 0, y = 0;
                return absl::SimpleAtoi(a, &x) && absl::SimpleAtoi(b, &y)
                           ? std::make_pair(x, a) < std::make_pair(y, b)
                           : a < b;
              });
  }
  return items;
}

absl::Status CheckName(absl::string_view name, const Scanner& scanner) {
  const absl::string_view obstacle = ObstacleInItemName(name);
  if (obstacle.empty()) return absl::OkStatus();
  return scanner.ErrorAt(
      name, absl::StrCat(Quoted(name), " cannot be a name: ", obstacle));
}

// "#" if some set has the name of an item, and "" otherwise.
absl::string_view PrefixOfNames(const std::vector<NamedSet>& sets,
                                const ProblemBuilder& builder) {
  const bool any_is_item =
      std::any_of(sets.begin(), sets.end(), [&](const NamedSet& set) {
        return !set.name.empty() && builder.FindItem(set.name).has_value();
      });
  return any_is_item ? "#" : "";
}

}  // namespace

std::vector<absl::string_view> NumbersTo(size_t count, std::string& text) {
  text.clear();
  for (size_t i = 1; i <= count; ++i) absl::StrAppend(&text, i, " ");
  return absl::StrSplit(text, ' ', absl::SkipEmpty());
}

std::string WrongRow(size_t count, size_t columns) {
  return absl::StrCat("this row has ", count, " entries, and not ", columns);
}

absl::StatusOr<Problem> ProblemOfSets(const NamedSets& list,
                                      const Scanner& scanner) {
  ProblemBuilder builder;
  const std::vector<absl::string_view> items =
      list.items.empty() ? ItemsOf(list.sets) : list.items;
  for (const absl::string_view item : items) {
    if (absl::Status status = CheckName(item, scanner); !status.ok()) {
      return status;
    }
    builder.AddPrimary(item);
    if (!builder.status().ok()) {
      return scanner.ErrorAt(item, builder.status().message());
    }
  }
  const absl::string_view prefix = PrefixOfNames(list.sets, builder);
  std::vector<std::optional<ItemId>> names;
  for (const NamedSet& set : list.sets) {
    names.emplace_back();
    if (set.name.empty()) continue;
    if (absl::Status status = CheckName(set.name, scanner); !status.ok()) {
      return status;
    }
    names.back() = builder.AddSecondary(absl::StrCat(prefix, set.name));
    if (!builder.status().ok()) {
      return scanner.ErrorAt(
          set.name, absl::StrCat("there are two sets ", Quoted(set.name)));
    }
  }
  for (size_t k = 0; k < list.sets.size(); ++k) {
    const NamedSet& set = list.sets[k];
    std::vector<ItemUse> uses;
    for (const absl::string_view item : set.items) {
      const std::optional<ItemId> id = builder.FindItem(item);
      if (!id.has_value()) {
        return scanner.ErrorAt(item,
                               absl::StrCat("unknown item ", Quoted(item)));
      }
      uses.emplace_back(*id);
    }
    if (names[k].has_value()) uses.emplace_back(*names[k]);
    builder.AddOption(uses);
    if (!builder.status().ok()) {
      return scanner.ErrorAt(set.place, builder.status().message());
    }
  }
  return std::move(builder).Build();
}

}  // namespace dlx::io
