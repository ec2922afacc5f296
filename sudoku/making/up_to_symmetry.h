#ifndef SUDOKU_MAKING_UP_TO_SYMMETRY_H_
#define SUDOKU_MAKING_UP_TO_SYMMETRY_H_

// How many solutions of a puzzle are essentially different.
//
// Rows and columns can change places, and digits their names, so that the rules
// stay what they are and each clue becomes a clue. If that takes one solution
// to another one, the two are the same up to symmetry:
//
//     the blank 4x4   288 solutions, 2 of them essentially different
//     the blank 6x6   28,200,960 and 49
//
// The symmetries are found, for any geometry (dlx/ask/symmetry.h). Puzzles with
// rules are refused: rules that go from cell to cell become options whose
// symmetries are not those of the rule.

#include "absl/status/statusor.h"
#include "dlx/ask/symmetry.h"
#include "dlx/parallel.h"
#include "dlx/search_options.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// Counts the solutions up to symmetry. Limits are for all of it together. Fails
// as dlx::CountUpToSymmetry() does, if the puzzle has rules, and if `options`
// have givens: the clues are these.
[[nodiscard]] absl::StatusOr<dlx::ClassCount> CountSolutionsUpToSymmetry(
    const Puzzle& puzzle, dlx::SearchOptions options = {},
    dlx::Parallelism parallelism = {.threads = 1});

}  // namespace sudoku

#endif  // SUDOKU_MAKING_UP_TO_SYMMETRY_H_
