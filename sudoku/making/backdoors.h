#ifndef SUDOKU_MAKING_BACKDOORS_H_
#define SUDOKU_MAKING_BACKDOORS_H_

// Cells that are all there is to guess.
//
// A *backdoor* of a puzzle is a set of cells: with their digits, singles solve
// the rest (singles.h). A puzzle that singles solve has the empty set as its
// backdoor; most others have one of a single cell, and the hardest known ones
// need three.

#include <vector>

#include "dlx/limits.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct Backdoors {
  // All backdoors of the smallest size, in ascending order; none if that is
  // larger than was asked for, or if the work was stopped.
  std::vector<std::vector<int>> sets;
  bool was_stopped = false;  // By a limit, before they were found.
};

// Looks for the smallest backdoors first, up to a number of cells. REQUIRES:
// the solution is the only one of the puzzle. Of the limits, the time and the
// interrupter matter.
Backdoors FindBackdoors(const Puzzle& puzzle, const Grid& solution,
                        int most_cells, const dlx::Limits& limits = {});

}  // namespace sudoku

#endif  // SUDOKU_MAKING_BACKDOORS_H_
