#include "dlx/farm/unit.h"

#include <cstddef>
#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace dlx::units {
namespace {

using Kind = Decision::Kind;
using internal::PartialCover;

bool Contains(const Problem& problem, OptionId option, ItemId item) {
  for (const ItemUse& use : problem.option(option)) {
    if (use.item == item) return true;
  }
  return false;
}

// Digits only: SimpleAtoi() would take a sign and blanks, too.
bool ParseNumber(absl::string_view text, uint32_t& number) {
  return !text.empty() && absl::ascii_isdigit(text.front()) &&
         absl::SimpleAtoi(text, &number);
}

absl::StatusOr<Decision> ParseDecision(absl::string_view word,
                                       const Problem& problem) {
  const size_t colon = word.find(':');
  const bool has_item = colon != word.npos;
  const bool has_sign = word.front() == '+' || word.front() == '-';
  uint32_t item = 0;
  uint32_t option = 0;
  if (has_item == has_sign ||
      (has_item && !ParseNumber(word.substr(0, colon), item)) ||
      !ParseNumber(word.substr(has_item ? colon + 1 : 1), option)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", word, "\" is not a decision such as 7:12, +5 or -5"));
  }
  if (option >= problem.option_count()) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no option ", option));
  }
  if (has_sign) {
    return word.front() == '+' ? Decision::Take(OptionId(option))
                               : Decision::Exclude(OptionId(option));
  }
  if (item >= problem.item_count() ||
      !Contains(problem, OptionId(option), ItemId(item))) {
    return absl::InvalidArgumentError(
        absl::StrCat("option ", option, " does not contain an item ", item));
  }
  if (!problem.is_primary(ItemId(item)) ||
      problem.multiplicity(ItemId(item)) != Multiplicity{}) {
    return absl::InvalidArgumentError(
        absl::StrCat("item ", item, " need not be covered exactly once"));
  }
  return Decision::Cover(ItemId(item), OptionId(option));
}

}  // namespace

std::string UnitToString(absl::Span<const Decision> unit) {
  std::string text;
  for (const Decision& decision : unit) {
    if (!text.empty()) text.push_back(' ');
    switch (decision.kind) {
      case Kind::kCover:
        absl::StrAppend(&text, decision.item.value(), ":");
        break;
      case Kind::kTake:
        text.push_back('+');
        break;
      case Kind::kExclude:
        text.push_back('-');
        break;
    }
    absl::StrAppend(&text, decision.option.value());
  }
  return text;
}

absl::StatusOr<Unit> ParseUnit(absl::string_view text, const Problem& problem) {
  Unit unit;
  for (const absl::string_view word :
       absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    const absl::StatusOr<Decision> decision = ParseDecision(word, problem);
    if (!decision.ok()) return decision.status();
    unit.push_back(*decision);
  }
  return unit;
}

bool Decide(absl::Span<const Decision> unit, PartialCover& cover) {
  for (const Decision& decision : unit) {
    if (cover.is_left(decision.option)) {
      if (decision.takes_option()) {
        cover.Choose(decision.option);
      } else {
        cover.Exclude(decision.option);
      }
      if (cover.is_dead()) return false;
      continue;
    }
    // To decide the same once more is nothing new.
    const bool is_chosen =
        absl::c_linear_search(cover.chosen(), decision.option);
    if (decision.takes_option() != is_chosen) return false;
  }
  return true;
}

internal::Reduction RestrictToUnit(const Problem& problem,
                                   absl::Span<const Decision> unit,
                                   internal::OptionalItems optional) {
  internal::Reducer reducer(problem);
  if (!Decide(unit, reducer.cover())) reducer.GiveUp();
  return reducer.Rest(optional);
}

}  // namespace dlx::units
