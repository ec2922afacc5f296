#include "sudoku/minimal.h"

#include <utility>

namespace sudoku {

Minimality CheckMinimal(const Puzzle& puzzle, Solver& solver) {
  Minimality result;
  result.verdict = solver.Solve(puzzle).verdict;
  if (result.verdict != Verdict::kUnique) return result;
  Puzzle changed = puzzle;
  for (int cell = 0; cell < puzzle.clues.cell_count(); ++cell) {
    if (puzzle.clues[cell] == 0) continue;
    changed.clues[cell] = 0;
    switch (solver.Solve(changed).verdict) {
      case Verdict::kUnique:
        result.redundant.push_back(cell);
        break;
      case Verdict::kUndecided:
        result.undecided.push_back(cell);
        break;
      case Verdict::kNone:  // Cannot be: it has the puzzle's solution.
      case Verdict::kMultiple:
        break;
    }
    changed.clues[cell] = puzzle.clues[cell];
  }
  return result;
}

Grid Reduce(const Puzzle& puzzle, absl::Span<const int> cells, Solver& solver) {
  Puzzle changed = puzzle;
  for (const int cell : cells) {
    const int clue = std::exchange(changed.clues[cell], 0);
    if (clue == 0) continue;
    if (solver.Solve(changed).verdict != Verdict::kUnique) {
      changed.clues[cell] = static_cast<uint8_t>(clue);
    }
  }
  return std::move(changed.clues);
}

}  // namespace sudoku
