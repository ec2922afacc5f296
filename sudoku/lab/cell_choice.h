#ifndef SUDOKU_LAB_CELL_CHOICE_H_
#define SUDOKU_LAB_CELL_CHOICE_H_

// Which cell a method tries next: mostly one with the fewest digits left.

#include <bit>

#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// Instead of the digits of a cell that is not to be tried: more than any has.
inline constexpr DigitSet kClosed = ~DigitSet{0};

// The first of the cells with the fewest of `digits_of(cell)`; -1 if all are
// kClosed.
template <typename DigitsOf>
int CellWithFewest(const Geometry& geometry, DigitsOf digits_of) {
  int best = -1;
  int fewest = std::popcount(kClosed);
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    const int count = std::popcount(digits_of(cell));
    if (count >= fewest) continue;
    best = cell;
    fewest = count;
  }
  return best;
}

}  // namespace sudoku

#endif  // SUDOKU_LAB_CELL_CHOICE_H_
