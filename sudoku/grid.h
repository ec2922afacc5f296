#ifndef SUDOKU_GRID_H_
#define SUDOKU_GRID_H_

// The digits in the cells of a grid.
//
// Example:
//
//   absl::StatusOr<Grid> grid = Grid::FromLine("1...2.......3...");
//   (*grid)[1] = 3;              // r1c2; 0 empties a cell.
//   grid->ToLine();              // "13..2.......3..."

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "sudoku/names.h"

namespace sudoku {

// A digit for each cell, 0 where the cell is empty. Grids up to 9x9 hold their
// cells in themselves and never allocate; larger ones reuse their memory when
// they are assigned to.
//
// REQUIRES, of all functions: there is such a cell, and a digit is at most
// size(). (Cells are checked by assertions, where these are on; a digit may be
// anything until its meaning matters.)
class Grid {
 public:
  // A grid without cells.
  Grid() = default;
  // An empty grid of size * size cells, whose first digit is written as the
  // number `least_digit`, or as the first of `symbols`, if they are not null.
  // REQUIRES: 0 <= size <= kMaxSize; 0 or 1; there are `size` symbols or more,
  // which live as long as any copy.
  explicit Grid(int size, int least_digit = 1, const char* symbols = nullptr)
      : size_(static_cast<int16_t>(size)),
        least_digit_(static_cast<int16_t>(least_digit)),
        symbols_(symbols),
        digits_(size * size, 0) {
    assert(0 <= size && size <= kMaxSize);
  }

  // The compact line: one character for each cell of a square grid, row by
  // row, '.' or '0' for an empty cell (see sudoku/names.h for the digits).
  [[nodiscard]] static absl::StatusOr<Grid> FromLine(dlx::StringView line);
  [[nodiscard]] std::string ToLine() const;
  void AppendLine(std::string* text) const;

  int size() const { return size_; }
  int least_digit() const { return least_digit_; }
  const char* symbols() const { return symbols_; }
  int cell_count() const { return static_cast<int>(digits_.size()); }

  uint8_t operator[](int cell) const {
    assert(0 <= cell && cell < cell_count());
    return digits_[cell];
  }
  uint8_t& operator[](int cell) {
    assert(0 <= cell && cell < cell_count());
    return digits_[cell];
  }

  const uint8_t* begin() const { return digits_.data(); }
  const uint8_t* end() const { return digits_.data() + digits_.size(); }
  uint8_t* begin() { return digits_.data(); }
  uint8_t* end() { return digits_.data() + digits_.size(); }

  // The number of cells that are not empty.
  int filled_count() const {
    return cell_count() - static_cast<int>(std::count(begin(), end(), 0));
  }
  bool is_full() const { return filled_count() == cell_count(); }

  // Empties every cell.
  void Clear() { std::fill(begin(), end(), 0); }

  friend bool operator==(const Grid&, const Grid&) = default;

 private:
  int16_t size_ = 0;
  int16_t least_digit_ = 1;
  const char* symbols_ = nullptr;
  absl::InlinedVector<uint8_t, 81> digits_;
};

// The cells in which two grids differ, ascending. REQUIRES: they have the same
// size. (Checked by an assertion, where these are on.)
[[nodiscard]] std::vector<int> DifferingCells(const Grid& a, const Grid& b);

}  // namespace sudoku

#endif  // SUDOKU_GRID_H_
