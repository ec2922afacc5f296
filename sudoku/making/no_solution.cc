#include "sudoku/making/no_solution.h"

#include <cassert>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

std::string CellOf(const Encoding& encoding, const ItemMeaning& meaning) {
  return encoding.geometry().CellName(meaning.cell);
}

std::string HouseOf(const Encoding& encoding, const ItemMeaning& meaning) {
  return encoding.geometry().houses()[meaning.house].LongName();
}

// "a 7", "an 8".
std::string OneDigit(int digit) {
  const char name = DigitToChar(digit);
  const bool sounds_like_a_vowel =
      name == '8' || name == 'A' || name == 'E' || name == 'F' || name == 'H' ||
      name == 'I' || name == 'L' || name == 'M' || name == 'N' || name == 'O' ||
      name == 'R' || name == 'S' || name == 'X';
  return absl::StrCat(sounds_like_a_vowel ? "an " : "a ", std::string(1, name));
}

bool IsKnownToHaveNone(const Puzzle& puzzle, const dlx::Limits& limits) {
  absl::StatusOr<Solver> solver = Solver::ForRules(puzzle, {.limits = limits});
  return solver.ok() && solver->Solve(puzzle).verdict == Verdict::kNone;
}

}  // namespace

std::string DemandToString(const Encoding& encoding, dlx::ItemId item) {
  const ItemMeaning meaning = encoding.meaning(item);
  switch (meaning.kind) {
    case ItemMeaning::Kind::kCell:
      return absl::StrCat("a digit in ", CellOf(encoding, meaning));
    case ItemMeaning::Kind::kHouse:
      return absl::StrCat(OneDigit(meaning.digit), " in ",
                          HouseOf(encoding, meaning));
    case ItemMeaning::Kind::kRule:
      break;
  }
  return absl::StrCat("\"", encoding.problem().item_name(item), "\"");
}

std::string NoSolutionToString(const Encoding& encoding,
                               absl::Span<const dlx::ItemId> items) {
  assert(!items.empty());
  if (items.size() == 1) {
    const ItemMeaning meaning = encoding.meaning(items[0]);
    switch (meaning.kind) {
      case ItemMeaning::Kind::kCell:
        return absl::StrCat("no digit fits in ", CellOf(encoding, meaning));
      case ItemMeaning::Kind::kHouse:
        return absl::StrCat(HouseOf(encoding, meaning), " has no place for ",
                            OneDigit(meaning.digit));
      case ItemMeaning::Kind::kRule:
        return absl::StrCat(DemandToString(encoding, items[0]),
                            " cannot be had");
    }
  }
  std::string text = "these cannot all be had: ";
  for (size_t i = 0; i < items.size(); ++i) {
    const bool is_last = i + 1 == items.size();
    absl::StrAppend(&text, i == 0 ? "" : (is_last ? " and " : ", "),
                    DemandToString(encoding, items[i]));
  }
  return text;
}

std::vector<Rule> ClashingRules(const Puzzle& puzzle, dlx::Limits limits) {
  const absl::Duration end = dlx::SteadyNow() + limits.time;
  Puzzle needed = puzzle;
  for (const Rule& rule : puzzle.rules) {
    limits.time = end - dlx::SteadyNow();
    if (limits.time <= absl::ZeroDuration()) return {};
    Puzzle without = needed;
    std::erase(without.rules, rule);
    // For good, if there is no solution without it either.
    if (IsKnownToHaveNone(without, limits)) needed = std::move(without);
  }
  return needed.rules;
}

std::string ClashToString(absl::Span<const Rule> rules) {
  assert(!rules.empty());
  const auto text = [](std::string* out, const Rule& rule) {
    absl::StrAppend(out, rule.text);
  };
  return absl::StrCat(rules.size() == 1 ? "this rule cannot hold: "
                                        : "these rules cannot all hold: ",
                      absl::StrJoin(rules, ", ", text));
}

}  // namespace sudoku
