#include "sudoku/making/no_solution.h"

#include <cassert>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/candidates.h"
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
std::string OneDigit(const Encoding& encoding, int digit) {
  const char name = encoding.geometry().DigitChar(digit);
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

std::vector<int> Givens(const Puzzle& puzzle) {
  std::vector<int> cells;
  for (int cell = 0; cell < puzzle.geometry.cell_count(); ++cell) {
    if (puzzle.DigitsIn(cell) != AllDigits(puzzle.geometry.size())) {
      cells.push_back(cell);
    }
  }
  return cells;
}

// Leaves out one rule or given after the other, for good if there is no
// solution without it either.
class Shrinker {
 public:
  Shrinker(const Puzzle& puzzle, dlx::Limits limits)
      : needed_(puzzle),
        limits_(limits),
        end_(dlx::SteadyNow() + limits.time) {}

  // Both are false if there is no time left.
  bool LeaveOutRules() {
    const std::vector<Rule> rules = needed_.rules;
    return absl::c_all_of(rules, [&](const Rule& rule) {
      return Try([&](Puzzle& without) { std::erase(without.rules, rule); });
    });
  }
  bool LeaveOutGivens() {
    const std::vector<int> givens = Givens(needed_);
    // Most often, none is needed.
    const bool has_time = Try([&](Puzzle& without) {
      for (const int cell : givens) without.SetClue(cell, 0);
    });
    return has_time && absl::c_all_of(Givens(needed_), [&](int cell) {
             return Try([&](Puzzle& without) { without.SetClue(cell, 0); });
           });
  }

  const Puzzle& needed() const { return needed_; }

 private:
  bool Try(absl::FunctionRef<void(Puzzle&)> leave_out) {
    limits_.time = end_ - dlx::SteadyNow();
    if (limits_.time <= absl::ZeroDuration()) return false;
    Puzzle without = needed_;
    leave_out(without);
    if (IsKnownToHaveNone(without, limits_)) needed_ = std::move(without);
    return true;
  }

  Puzzle needed_;
  dlx::Limits limits_;
  const absl::Duration end_;
};

}  // namespace

std::string DemandToString(const Encoding& encoding, dlx::ItemId item) {
  const ItemMeaning meaning = encoding.meaning(item);
  switch (meaning.kind) {
    case ItemMeaning::Kind::kCell:
      return absl::StrCat("a digit in ", CellOf(encoding, meaning));
    case ItemMeaning::Kind::kHouse:
      return absl::StrCat(OneDigit(encoding, meaning.digit), " in ",
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
                            OneDigit(encoding, meaning.digit));
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

std::optional<Clash> FindClash(const Puzzle& puzzle, dlx::Limits limits) {
  Shrinker shrinker(puzzle, limits);
  if (!shrinker.LeaveOutRules()) return std::nullopt;
  Clash clash;
  clash.rules = shrinker.needed().rules;
  if (clash.rules.empty()) return clash;
  clash.knows_givens = shrinker.LeaveOutGivens();
  clash.givens = Givens(shrinker.needed());
  return clash;
}

std::string ClashToString(const Puzzle& puzzle, const Clash& clash) {
  assert(!clash.rules.empty());
  std::string text = clash.rules.size() == 1 ? "this rule cannot hold"
                                             : "these rules cannot all hold";
  if (!clash.knows_givens) {
    text += " with the givens";
  } else if (!clash.givens.empty()) {
    text += " with";
    for (const int cell : clash.givens) {
      absl::StrAppend(&text, " ", puzzle.geometry.CellName(cell), "=",
                      DigitSetToString(puzzle.DigitsIn(cell),
                                       puzzle.geometry.least_digit()));
    }
  }
  const auto append = [](std::string* out, const Rule& rule) {
    absl::StrAppend(out, rule.text);
  };
  return absl::StrCat(text, ": ", absl::StrJoin(clash.rules, ", ", append));
}

}  // namespace sudoku
