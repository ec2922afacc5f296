#include "sudoku/candidates.h"

#include <bit>
#include <cassert>
#include <string>
#include <vector>

#include "sudoku/names.h"

namespace sudoku {

std::vector<DigitSet> Candidates(const Puzzle& puzzle) {
  const Geometry& geometry = puzzle.geometry;
  assert(puzzle.clues.size() == geometry.size());
  assert(!puzzle.has_candidates() ||
         static_cast<int>(puzzle.candidates.size()) == geometry.cell_count());
  std::vector<DigitSet> candidates = puzzle.candidates;
  if (!puzzle.has_candidates()) {
    candidates.assign(geometry.cell_count(), AllDigits(geometry.size()));
  }
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    const int clue = puzzle.clues[cell];
    if (clue == 0) continue;
    candidates[cell] &= DigitBit(clue);
    for (int peer : geometry.PeersOf(cell)) {
      candidates[peer] &= ~DigitBit(clue);
    }
  }
  return candidates;
}

std::string DigitSetToString(DigitSet digits, int least) {
  std::string text;
  for (; digits != 0; digits &= digits - 1) {
    text.push_back(DigitToChar(std::countr_zero(digits) + 1, least));
  }
  return text;
}

}  // namespace sudoku
