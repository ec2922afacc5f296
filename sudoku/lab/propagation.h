#ifndef SUDOKU_LAB_PROPAGATION_H_
#define SUDOKU_LAB_PROPAGATION_H_

// How far the two rules of Norvig's article (see norvig.cc) lead by themselves,
// before anything is guessed.
//
// Example:
//
//   const Propagation propagation = Propagate(puzzle);
//   if (propagation.contradiction.empty()) {
//     Print(propagation.candidates[CellB3]);  // Of an empty cell.
//   }

#include <string>
#include <vector>

#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct Propagation {
  Grid digits;                       // The clues, and what follows from them.
  std::vector<DigitSet> candidates;  // Of all cells; of filled ones, the digit.
  // "r1c2 has no candidate" if the rules lead to that; then the others are as
  // they were at that moment.
  std::string contradiction;
};

Propagation Propagate(const Puzzle& puzzle);

}  // namespace sudoku

#endif  // SUDOKU_LAB_PROPAGATION_H_
