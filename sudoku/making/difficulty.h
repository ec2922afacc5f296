#ifndef SUDOKU_MAKING_DIFFICULTY_H_
#define SUDOKU_MAKING_DIFFICULTY_H_

// How hard a puzzle is, by what it takes to solve it.
//
// Many puzzles can be solved with nothing but singles (see
// sudoku/making/singles.h): again and again there is a cell with only one
// candidate left, or a digit with only one place left in a house. Beyond that,
// people follow patterns and programs guess. How much has to be guessed is
// measured by an engine that does nothing clever: the nodes that dancing_links
// visits until it has found the solution and proved that there is no other.
//
// Example:
//
//   absl::StatusOr<DifficultyMeter> meter = DifficultyMeter::Create(geometry);
//   meter->Measure(puzzle);  // 0: singles alone solve it.

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {

// True if singles alone lead to a full grid.
bool IsSolvedBySingles(const Puzzle& puzzle);

// One thread at a time may use a DifficultyMeter.
class DifficultyMeter {
 public:
  static absl::StatusOr<DifficultyMeter> Create(
      const Geometry& geometry, const dlx::Interrupter* interrupter = nullptr);

  // 0 if singles alone solve the puzzle, otherwise the number of nodes; nothing
  // if it was interrupted.
  // REQUIRES: the puzzle has the geometry of the meter.
  std::optional<uint64_t> Measure(const Puzzle& puzzle);

 private:
  explicit DifficultyMeter(Solver solver) : solver_(std::move(solver)) {}

  Solver solver_;
};

}  // namespace sudoku

#endif  // SUDOKU_MAKING_DIFFICULTY_H_
