#ifndef SUDOKU_MINIMAL_H_
#define SUDOKU_MINIMAL_H_

// Puzzles without a clue too many.
//
// A puzzle is minimal if it has exactly one solution and each of its clues is
// needed for that: without it there would be more solutions.

#include <vector>

#include "absl/types/span.h"
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

  bool is_minimal() const {
    return verdict == Verdict::kUnique && redundant.empty() &&
           undecided.empty();
  }
};

// REQUIRES, of both functions: the puzzle has the geometry of the solver, and
// is given by clues alone.
Minimality CheckMinimal(const Puzzle& puzzle, Solver& solver);

// Takes clues away, in the order of `cells`, as long as the solution stays
// unique. The result is minimal if `cells` has every cell and no limit of the
// solver was reached.
// REQUIRES: the puzzle has exactly one solution.
Grid Reduce(const Puzzle& puzzle, absl::Span<const int> cells, Solver& solver);

}  // namespace sudoku

#endif  // SUDOKU_MINIMAL_H_
