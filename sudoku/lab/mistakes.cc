#include "sudoku/lab/mistakes.h"

#include <cstdint>
#include <vector>

#include "sudoku/geometry.h"
#include "sudoku/grid.h"

namespace sudoku {

namespace {

// A grid that knows its mistakes.
class CountedGrid {
 public:
  explicit CountedGrid(const Puzzle& puzzle)
      : geometry_(puzzle.geometry),
        digits_(geometry_.size()),
        counts_(geometry_.houses().size(),
                std::vector<int>(geometry_.size() + 1)) {
    for (int cell = 0; cell < digits_.cell_count(); ++cell) {
      Set(cell, puzzle.clues[cell]);
    }
  }

  int digit(int cell) const { return digits_[cell]; }
  int mistakes() const { return mistakes_; }
  bool is_full() const { return filled_ == digits_.cell_count(); }

  // 0 empties the cell.
  void Set(int cell, int digit) {
    for (const int house : geometry_.HousesOf(cell)) {
      std::vector<int>& counts = counts_[house];
      if (digits_[cell] != 0 && --counts[digits_[cell]] > 0) --mistakes_;
      if (digit != 0 && ++counts[digit] > 1) ++mistakes_;
    }
    filled_ += (digit != 0 ? 1 : 0) - (digits_[cell] != 0 ? 1 : 0);
    digits_[cell] = static_cast<uint8_t>(digit);
  }

 private:
  const Geometry& geometry_;
  Grid digits_;
  std::vector<std::vector<int>> counts_;  // By house and digit.
  int mistakes_ = 0;
  int filled_ = 0;
};

}  // namespace

Mistakes MistakesInTime(const Puzzle& puzzle, absl::Span<const Event> events) {
  CountedGrid grid(puzzle);
  Mistakes mistakes;
  for (const Event& event : events) {
    switch (event.kind) {
      case Event::Kind::kTry:
        grid.Set(event.cell, event.digit);
        break;
      case Event::Kind::kSwap: {
        const int digit = grid.digit(event.cell);
        grid.Set(event.cell, grid.digit(event.other_cell));
        grid.Set(event.other_cell, digit);
        break;
      }
      case Event::Kind::kRestart:
        mistakes.restarts.push_back(mistakes.in_time.size());
        for (int cell = 0; cell < puzzle.clues.cell_count(); ++cell) {
          if (grid.digit(cell) != puzzle.clues[cell]) {
            grid.Set(cell, puzzle.clues[cell]);
          }
        }
        continue;
      default:
        continue;
    }
    if (grid.is_full()) mistakes.in_time.push_back(grid.mistakes());
  }
  return mistakes;
}

}  // namespace sudoku
