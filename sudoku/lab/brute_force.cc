// Brute force: the search that is written first, and that animations of Sudoku
// solvers show.
//
// Go through the empty cells row by row. In each, try the digits from 1 up, and
// go on with the next cell as soon as one fits: no cell in the same row, column
// or box has it. When no digit fits, go back to the cell before and try its
// next digit there.
//
//     . 2 | . .        1 fits r1c1        1 2 | . .
//     . . | . 1   -->  r1c3: 3 fits  -->  . . | . 1   and so on
//
// Nothing is ever concluded, and the order of the cells has nothing to do with
// the puzzle. So the time depends on luck. A puzzle that is known for it has no
// clue in its first row, where the solution has 987654321:
//
//     ..............3.85..1.2.......5.7.....4..
//     .1...9.......5......73..2.1........4...9
//
// takes 622,577,597 steps to its solution, ten seconds on a computer of 2026.
// Written backwards, with the last cell first, it takes 4,664,219.

#include "sudoku/grid.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

class BruteForce {
 public:
  BruteForce(const Puzzle& puzzle, const MethodOptions& options)
      : geometry_(puzzle.geometry),
        run_(puzzle, options),
        grid_(puzzle.clues) {}

  MethodResult Solve() {
    Search(0);
    return run_.Finish();
  }

 private:
  // Fills the cells from `cell` on, in all possible ways.
  void Search(int cell) {
    while (cell < geometry_.cell_count() && grid_[cell] != 0) ++cell;
    if (cell == geometry_.cell_count()) return run_.Found(grid_);
    bool is_dead_end = true;
    for (int digit = 1; digit <= geometry_.size() && run_.Step(); ++digit) {
      if (!Fits(cell, digit)) continue;
      is_dead_end = false;
      grid_[cell] = static_cast<uint8_t>(digit);
      run_.Try(cell, digit);
      Search(cell + 1);
      run_.Undo();
      grid_[cell] = 0;
    }
    if (is_dead_end) run_.DeadEnd(cell);
  }

  bool Fits(int cell, int digit) const {
    if ((run_.AllowedDigits(cell) & DigitBit(digit)) == 0) return false;
    for (const int peer : geometry_.PeersOf(cell)) {
      if (grid_[peer] == digit) return false;
    }
    return true;
  }

  const Geometry& geometry_;
  Run run_;
  Grid grid_;
};

}  // namespace

const Method kBruteForce = {.name = "brute_force",
                            .title = "Brute force, cell by cell",
                            .step = "a digit tried in a cell",
                            .check = AcceptAny,
                            .solve = SolveOnce<BruteForce>};

}  // namespace sudoku
