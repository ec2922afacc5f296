#ifndef SUDOKU_FORMAT_GRID_COLLECTOR_H_
#define SUDOKU_FORMAT_GRID_COLLECTOR_H_

// Puts a grid together from the lines that hold its rows, and notices where it
// ends although rows are missing.
//
// The difficulty is to find the next grid after a wrong one. Grids need not be
// separated by blank lines, and blank lines can separate the bands of a grid:
//
//   1. A grid has as many rows as its first row has cells.
//   2. A row with the wrong number of cells, or with something that is no cell,
//      spoils the grid. The rest of it is skipped: as many rows as most of its
//      rows have cells, or up to a blank line that rule 3 does not allow.
//   3. The first blank line inside a grid must come after its first row or
//      after a band of boxes, and then others must follow at the same distance,
//      otherwise the grid has ended there.

#include <array>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/row.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/names.h"

namespace sudoku {

class GridCollector {
 public:
  explicit GridCollector(GeometrySource* geometries)
      : geometries_(geometries) {}

  // True if at least one row of a grid has been seen and not all.
  bool active() const { return rows_ > 0; }
  // The number of cells in a row, as far as it is known; 0 between grids.
  int size() const { return active() ? size_ : 0; }

  // Adds a row. An error may be about the row, or about a grid that turns out
  // to have ended before it.
  std::optional<ReadError> AddRow(absl::string_view line, int64_t line_number,
                                  bool candidates);

  // A blank line has been seen. The grid may have ended there.
  std::optional<ReadError> AddGap();

  // True if all rows are there; the grid is then no longer active, and cells()
  // are its cells until the next row is added.
  bool is_complete() const { return is_complete_; }
  const WrittenCells& cells() const { return cells_; }
  int complete_size() const { return size_; }
  int64_t first_line() const { return first_line_; }

  // No more rows of this grid will come.
  std::optional<ReadError> End();

 private:
  // Counts a row of a spoiled grid.
  void SkipRow(int cells_in_row);
  ReadError Truncated(int rows, int64_t first_line) const;
  int BandHeight() const;
  void Clear();

  GeometrySource* geometries_;
  WrittenCells cells_;
  int size_ = 0;
  int rows_ = 0;
  int64_t first_line_ = 0;
  bool is_complete_ = false;
  bool is_spoiled_ = false;
  // How many rows of each length a spoiled grid has.
  std::array<int, kMaxSize + 1> rows_of_length_ = {};
  // Rule 3: the distance between blank lines, 0 if there was none; and the rows
  // before the last of them and the first line after it.
  int gap_distance_ = 0;
  int rows_before_gap_ = 0;
  int64_t first_line_after_gap_ = 0;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_GRID_COLLECTOR_H_
