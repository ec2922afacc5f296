#ifndef SUDOKU_FORMAT_ROW_H_
#define SUDOKU_FORMAT_ROW_H_

// One line of a grid that is written over several lines.
//
// What people draw around and between the cells is ignored: bars between the
// boxes or around every cell, spaces, commas. These are all the same row:
//
//   53..7....           | 5 3 . | . 7 . | . . . |        |53 | 7 |   |
//   53. .7. ...         5, 3, 0, 0, 7, 0, 0, 0, 0        5 3   |   7   |
//
// A cell can be a character, a number (separated from its neighbours), or a set
// of candidates, in brackets or as digits in a row:
//
//   12 3 4 16 | 5 6 7 8 | 9 10 11 0 | 0 13 14 15         (a row of a 16x16)
//   5 3 124 | 26 7 2468 | 1489 1249 248                  (with candidates)
//   {5}{3}{124} {26}{7}{2468} {1489}{1249}{248}
//
// A line can have several readings: `12 34 12 34` could be eight cells or four
// candidate sets. The size of the grid decides, as soon as it is known; until
// then the reading that people are most likely to mean.

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/written_cells.h"

namespace sudoku {

struct RowExpectations {
  // The number of cells that there must be; 0 if any size will do.
  int size = 0;
  // Whether several digits in a row are candidates rather than cells.
  bool candidates = false;
};

// Appends the cells of a row. The line has no line break.
//
// Whether their number is right is for the caller to see: it is `size` whenever
// there is a reading that gives that many.
std::optional<ReadError> ReadRow(absl::string_view line, int64_t line_number,
                                 const RowExpectations& expectations,
                                 WrittenCells* cells);

// True if a line that cannot be read seems to be meant as a row: more than half
// of it is digits, empty marks, bars, brackets and separators.
bool LooksLikeRow(absl::string_view line, const GeometrySource& geometries);

// A line that holds cells and nothing else: characters one after the other, or
// numbers, single characters and empty marks with separators (but no bars)
// between them.
struct PlainLine {
  int cells = 0;  // 0 if it is no such line.
  // How many of them do not fit into the puzzle that has so many cells.
  int large_digits = 0;
  bool is_spaced = false;
};
PlainLine LookAtPlainLine(absl::string_view line,
                          const GeometrySource& geometries);

// The number of cells in the line if it holds all the cells of a puzzle, with
// spaces or commas between them or between groups of equal length, or each in
// its brackets; otherwise 0.
// `fixed_size` is the size that it must have; if it is 0, any from
// `smallest_size` on will do. (A line of 16 numbers is more likely to be a row
// of a 16x16 puzzle than a 4x4 one, so that needs a second look.)
int CountSpacedPuzzle(absl::string_view line, int fixed_size,
                      int smallest_size = 8);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_ROW_H_
