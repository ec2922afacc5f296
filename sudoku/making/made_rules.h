#ifndef SUDOKU_MAKING_MADE_RULES_H_
#define SUDOKU_MAKING_MADE_RULES_H_

// Puzzles whose rules are made, as well as clues.
//
// Example: killer cages and white dots that leave one solution, with clues only
// if these do not do it; r1c1 and r1c2 have a sum that is yet to be told.
//
//   RuleWishes wishes(Puzzle(Geometry::Standard()));
//   auto error = AddWishes("AntiKnight.Cage~?~R1C1~R1C2", &wishes);
//   wishes.kinds = {FindRuleKind("Cage"), FindRuleKind("WhiteDot")};
//   Random random(/*seed=*/7);
//   absl::StatusOr<Puzzle> puzzle = WithMadeRules(wishes, random, limits);

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/limits.h"
#include "sudoku/making/random.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {

struct RuleWishes {
  explicit RuleWishes(Puzzle given) : puzzle(std::move(given)) {}

  Puzzle puzzle;  // With the rules that are given.
  // Rules with a question mark in the place of a number: the greatest one for
  // which the rule holds in a grid that is drawn.
  std::vector<std::string> open = {};
  // Rules of these kinds that hold in that grid are added, and those without
  // which there is still one solution are taken away again.
  // REQUIRES: CanBeMade().
  std::vector<const RuleKind*> kinds = {};
};

// Whether cells and a number are all that there is to such a rule.
[[nodiscard]] bool CanBeMade(const RuleKind& kind);

// Adds rules and givens as AddRules() does, but that rules outside of blocks
// may have question marks.
[[nodiscard]] std::optional<RuleTextError> AddWishes(dlx::StringView text,
                                                     RuleWishes* wishes);

// Fails if there is no such puzzle, and with kDeadlineExceeded or kCancelled if
// a limit comes first.
[[nodiscard]] absl::StatusOr<Puzzle> WithMadeRules(const RuleWishes& wishes,
                                                   Random& random,
                                                   const dlx::Limits& limits);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_MADE_RULES_H_
