#include "dlx/verify.h"

// How it is done: the uses of all listed options are gathered item by item
// (a counting sort by item), and then each item's uses are judged by
// themselves. An item without uses is judged too: it may be missing.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace dlx {
namespace {

// One appearance of an item in one of the listed options.
struct Appearance {
  OptionId option;
  ColorId color;
};

// How many of an item's options a sentence lists.
constexpr size_t kMaxListed = 4;

std::string Quoted(absl::string_view name) {
  return absl::StrCat("\"", name, "\"");
}

std::string OptionName(const Problem& problem, OptionId option) {
  return absl::StrCat("option ", option.value(), " (",
                      problem.OptionToString(option), ")");
}

// " 2 times, by option 1 (a b) and option 3 (a c)"
std::string HowOften(const Problem& problem,
                     absl::Span<const Appearance> appearances) {
  if (appearances.empty()) return " 0 times";
  const size_t count = appearances.size();
  std::string text =
      count == 1 ? " once, by " : absl::StrCat(" ", count, " times, by ");
  for (size_t i = 0; i < count; ++i) {
    if (i == kMaxListed && count > kMaxListed + 1) {
      absl::StrAppend(&text, " and ", count - i, " others");
      break;
    }
    if (i > 0) absl::StrAppend(&text, i + 1 == count ? " and " : ", ");
    absl::StrAppend(&text, OptionName(problem, appearances[i].option));
  }
  return text;
}

// "exactly once", "2 to 5 times", ...
std::string HowOftenItMust(Multiplicity multiplicity) {
  const auto [low, high] = multiplicity;
  if (low != high) return absl::StrCat(low, " to ", high, " times");
  return low == 1 ? "exactly once" : absl::StrCat("exactly ", low, " times");
}

absl::Status CheckPrimary(const Problem& problem, ItemId item,
                          absl::Span<const Appearance> appearances) {
  const Multiplicity multiplicity = problem.multiplicity(item);
  if (multiplicity.low <= appearances.size() &&
      appearances.size() <= multiplicity.high) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrCat("item ", Quoted(problem.item_name(item)), " is covered",
                   HowOften(problem, appearances), ", but must be covered ",
                   HowOftenItMust(multiplicity)));
}

std::string ColorPhrase(const Problem& problem, const Appearance& appearance) {
  return absl::StrCat(
      appearance.color == kNoColor
          ? "no colour"
          : absl::StrCat("the colour ",
                         Quoted(problem.color_name(appearance.color))),
      " in ", OptionName(problem, appearance.option));
}

absl::Status CheckSecondary(const Problem& problem, ItemId item,
                            absl::Span<const Appearance> appearances) {
  for (const Appearance& later : appearances.subspan(1)) {
    const Appearance& first = appearances.front();
    if (first.color == later.color && first.color != kNoColor) continue;
    if (first.color == later.color) {
      return absl::FailedPreconditionError(
          absl::StrCat("secondary item ", Quoted(problem.item_name(item)),
                       " is covered", HowOften(problem, appearances),
                       ", but may be covered at most once without a colour"));
    }
    return absl::FailedPreconditionError(absl::StrCat(
        "secondary item ", Quoted(problem.item_name(item)), " has ",
        ColorPhrase(problem, first), " but ", ColorPhrase(problem, later)));
  }
  return absl::OkStatus();
}

absl::Status CheckDistinct(const Problem& problem,
                           absl::Span<const OptionId> options) {
  absl::flat_hash_set<OptionId> seen;
  seen.reserve(options.size());
  for (OptionId option : options) {
    if (option.value() >= problem.option_count()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no option ", option.value(),
                       "; the problem has ", problem.option_count()));
    }
    if (!seen.insert(option).second) {
      return absl::InvalidArgumentError(
          absl::StrCat(OptionName(problem, option), " is listed twice"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status VerifyCover(const Problem& problem,
                         absl::Span<const OptionId> options) {
  if (absl::Status status = CheckDistinct(problem, options); !status.ok()) {
    return status;
  }

  // Item i will own appearances[starts[i]] up to appearances[starts[i + 1]].
  std::vector<size_t> starts(problem.item_count() + 1, 0);
  for (OptionId option : options) {
    for (const ItemUse& use : problem.option(option)) {
      ++starts[use.item.value() + 1];
    }
  }
  for (size_t i = 0; i < problem.item_count(); ++i) starts[i + 1] += starts[i];

  std::vector<Appearance> appearances(starts.back());
  std::vector<size_t> next(starts.begin(), starts.end() - 1);
  for (OptionId option : options) {
    for (const ItemUse& use : problem.option(option)) {
      appearances[next[use.item.value()]++] = {option, use.color};
    }
  }

  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    const auto own = absl::MakeConstSpan(appearances)
                         .subspan(starts[i], starts[i + 1] - starts[i]);
    absl::Status status;
    if (problem.is_primary(item)) {
      status = CheckPrimary(problem, item, own);
    } else if (!own.empty()) {
      status = CheckSecondary(problem, item, own);
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace dlx
