#ifndef WEB_FACE_PUZZLE_QUESTION_H_
#define WEB_FACE_PUZZLE_QUESTION_H_

// What questions about Sudoku have in common. Every question has the rules in
// it:
//
//   size                     how many rows; with boxes as they are customary,
//   or box_rows, box_columns    of that shape, or regions irregular ones: a
//   character for each cell diagonals, windows       further houses
//   rules                       a text, see sudoku/rules/rule_text.h
//
// and most have a puzzle: `cells`, a character for each, '.' where it is empty;
// perhaps `mine`, the digits that were filled in; and perhaps `candidates`, for
// each cell a number whose bit d - 1 stands for digit d. Cells are numbered row
// by row from 0.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"
#include "web/face/face.h"

namespace web {

absl::StatusOr<sudoku::Geometry> GeometryOf(const Request& request);
absl::StatusOr<sudoku::Puzzle> PuzzleOf(const Request& request);
// A number for each cell whose bits stand for digits; empty if the field is.
std::vector<sudoku::DigitSet> CandidatesOf(const Request& request,
                                           absl::string_view name,
                                           const sudoku::Geometry& geometry);
dlx::Limits LimitsOf(const Request& request);

// A solver for the puzzle, valid until the next call; if it has no rules, for
// all of its geometry, and the last one if that was for the same.
absl::StatusOr<sudoku::Solver*> SolverFor(const sudoku::Puzzle& puzzle,
                                          const dlx::Limits& limits);
// One of its own for the puzzle, with options.
absl::StatusOr<sudoku::Solver> MakeSolver(const sudoku::Puzzle& puzzle,
                                          sudoku::SolverOptions options);

// The digits that clues and rules leave each cell, each rule by itself.
absl::StatusOr<std::vector<sudoku::DigitSet>> CandidatesLeft(
    const sudoku::Puzzle& puzzle);

// A reason why there is no solution, and the cells that it speaks of. Empty if
// it is too long to help, or not found in time.
struct Reason {
  std::string sentence;
  std::vector<int> cells;
  size_t parts = 0;
};
Reason WhyNoSolution(const sudoku::Puzzle& puzzle, absl::Duration time);

}  // namespace web

#endif  // WEB_FACE_PUZZLE_QUESTION_H_
