#ifndef SUDOKU_MAKING_MINIMAL_H_
#define SUDOKU_MAKING_MINIMAL_H_

// Puzzles without a clue too many.
//
// A puzzle is minimal if it has exactly one solution and each of its clues and
// rules is needed for that: without it there would be more solutions.

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/limits.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {

struct Minimality {
  // Of the puzzle itself. If it is not kUnique, the rest does not mean
  // anything.
  Verdict verdict = Verdict::kUndecided;
  // Cells whose clue could go (each alone, not necessarily all together).
  std::vector<int> redundant = {};
  // Cells whose clue may or may not be needed: a limit of the solver was
  // reached.
  std::vector<int> undecided = {};
  // The same for rules: places in Puzzle::rules.
  std::vector<int> redundant_rules = {};
  std::vector<int> undecided_rules = {};
  // Of the search trees of all questions to the solver.
  uint64_t nodes = 0;

  bool is_minimal() const {
    return verdict == Verdict::kUnique && redundant.empty() &&
           undecided.empty() && redundant_rules.empty() &&
           undecided_rules.empty();
  }
};

// Each clue and rule is a question to the solver, whose own limits bound that
// question. All questions together are bounded by `limits`: a question has what
// those before it have left, and what is not asked any more is undecided.
//
// With rules, some questions at a time have a solver of their own.
//
// REQUIRES, of both functions: the puzzle has the geometry of the solver, and
// is given by clues alone, or has rules. (Checked by assertions, where these
// are on.)
[[nodiscard]] Minimality CheckMinimal(const Puzzle& puzzle, Solver& solver,
                                      const dlx::Limits& limits = {});

struct Reduction {
  Grid grid;
  // No limit was reached, so no clue can be taken away any more.
  bool is_complete = true;
  uint64_t nodes = 0;
};

// Takes clues away, and no rules, in the order of `cells`, as long as the
// solution stays unique. The result is minimal if `cells` has every cell and no
// limit was reached. REQUIRES: the puzzle has exactly one solution, and there
// are such cells.
[[nodiscard]] Reduction Reduce(const Puzzle& puzzle,
                               absl::Span<const int> cells, Solver& solver,
                               const dlx::Limits& limits = {});

}  // namespace sudoku

#endif  // SUDOKU_MAKING_MINIMAL_H_
