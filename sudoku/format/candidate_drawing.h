#ifndef SUDOKU_FORMAT_CANDIDATE_DRAWING_H_
#define SUDOKU_FORMAT_CANDIDATE_DRAWING_H_

// Grids as `sudoku show` draws them with candidates: a block of lines for each
// row, a digit that is filled in in brackets, candidates at their places.
//
//   +-------------+-------------+
//   |  [1]        |   2    [4]  |     r1c1 is 1, r1c2 may be 3, r1c3 may be 2
//   |        3    |  3          |     or 3, r1c4 is 4
//   |             |             |
//   |   2         |  [1]        |
//   ...
//
// Where each character must stand follows from the size alone, so a text that
// is anything else is not taken for a drawing.

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

class CandidateDrawing {
 public:
  // The size of the grid that begins with such a line; 0 if there is none.
  static int SizeFromBorder(absl::string_view line);

  // A drawing of a grid with boxes. REQUIRES: geometry.has_boxes().
  explicit CandidateDrawing(const Geometry& geometry);

  int line_count() const;

  // The puzzle that the lines show; nothing if they are no such drawing. If the
  // candidates are those that the digits leave, the puzzle is given by the
  // digits alone. REQUIRES: lines.size() == line_count().
  std::optional<Puzzle> Read(absl::Span<const absl::string_view> lines) const;

  // True if these are the first lines of such a drawing, with something in
  // them, whether the rest of it is there or not.
  bool BeginsWith(absl::Span<const absl::string_view> lines) const;

  // The line above the grid, and between boxes.
  bool IsBorder(absl::string_view line) const;

 private:
  std::optional<int> DigitOf(char c) const;
  // The line of that number, from 1 on: a border, or a line of cells.
  bool ReadLine(absl::string_view line, int number, Grid& digits,
                std::vector<DigitSet>& candidates) const;
  bool ReadBlock(absl::string_view block, int line, int cell, Grid& digits,
                 std::vector<DigitSet>& candidates) const;

  const Geometry& geometry_;
  const int size_;
  // Of the array of small digits in a cell.
  const int columns_;
  const int rows_;
  const int width_;  // Of a cell's block.
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_CANDIDATE_DRAWING_H_
