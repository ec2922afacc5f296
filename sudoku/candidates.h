#ifndef SUDOKU_CANDIDATES_H_
#define SUDOKU_CANDIDATES_H_

// The digits that are still possible in each cell, as one would pencil them in.

#include <string>
#include <vector>

#include "sudoku/puzzle.h"

namespace sudoku {

// For each cell the digits that the puzzle leaves it: its own candidates and
// clue, less the clues of its peers. Nothing is concluded beyond that. A cell
// is left without any digit if the clues contradict each other there.
[[nodiscard]] std::vector<DigitSet> Candidates(const Puzzle& puzzle);

// "157" for {1, 5, 7}. REQUIRES: none is above kMaxSize. (Checked by an
// assertion, where these are on.)
[[nodiscard]] std::string DigitSetToString(DigitSet digits, int least = 1);

}  // namespace sudoku

#endif  // SUDOKU_CANDIDATES_H_
