#ifndef SUDOKU_LAB_MISTAKES_H_
#define SUDOKU_LAB_MISTAKES_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "sudoku/lab/event.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct Mistakes {
  // The digits too many in all houses, after each event from which the grid
  // comes out full. Nothing for methods that never fill it.
  std::vector<int> in_time;
  // For each restart, how many of these came before it.
  std::vector<size_t> restarts;
};

// How wrong the grid of a method that throws dice is, as it goes on.
Mistakes MistakesInTime(const Puzzle& puzzle, absl::Span<const Event> events);

}  // namespace sudoku

#endif  // SUDOKU_LAB_MISTAKES_H_
