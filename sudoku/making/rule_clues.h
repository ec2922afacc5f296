#ifndef SUDOKU_MAKING_RULE_CLUES_H_
#define SUDOKU_MAKING_RULE_CLUES_H_

// Clues that leave a puzzle with rules one solution.

#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "sudoku/making/random.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// The puzzle with clues that are added at random until there is one solution,
// and of which none is needless then; that is its stated solution. Fails if
// there is no solution, and with kDeadlineExceeded or kCancelled if a limit
// comes first.
[[nodiscard]] absl::StatusOr<Puzzle> WithCluesForRules(
    Puzzle puzzle, Random& random, const dlx::Limits& limits);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_RULE_CLUES_H_
