#include "sudoku/puzzle.h"

#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

namespace sudoku {

Puzzle FromCandidates(Geometry geometry, std::vector<DigitSet> candidates) {
  Puzzle puzzle(std::move(geometry));
  assert(static_cast<int>(candidates.size()) == puzzle.geometry.cell_count());
  for (int cell = 0; cell < puzzle.geometry.cell_count(); ++cell) {
    if (std::has_single_bit(candidates[cell])) {
      puzzle.clues[cell] =
          static_cast<uint8_t>(std::countr_zero(candidates[cell]) + 1);
    }
  }
  puzzle.candidates = std::move(candidates);
  return puzzle;
}

}  // namespace sudoku
