// The root solution: a solved board by formula, without any search.
//
// Write 1 2 3 ... into the first row, and move every other row to the left by
// some places, so that what leaves on one side comes in on the other. Within a
// band of boxes, move each row one box's width further than the row above it:
// then the rows of each box hold different digits. From band to band, start one
// place further: then the columns do.
//
//     1 2 | 3 4     moved by 0
//     3 4 | 1 2              2
//     ----+----
//     2 3 | 4 1              1
//     4 1 | 2 3              3
//
// With boxes of R rows and C columns, numbers from 0: row r is moved by
//
//     C * (r mod R) + r / R     (r / R is the number of its band),
//
// which takes every value below R * C exactly once. It is the root of a large
// family: to give the digits other names, to exchange rows within a band, or
// bands, or columns likewise, makes other solutions of it. So the blank board
// has several, which is proved by exchanging 1 and 2.

#include "absl/status/status.h"
#include "sudoku/grid.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

absl::Status CheckForRoot(const Puzzle& puzzle) {
  const Geometry& geometry = puzzle.geometry;
  if (puzzle.clues.filled_count() > 0 || puzzle.has_candidates()) {
    return absl::UnimplementedError(
        "the root solution is one of the blank board, and this puzzle has "
        "clues");
  }
  if (!geometry.has_boxes() || geometry.has_diagonals() ||
      geometry.has_extra_regions()) {
    return absl::UnimplementedError(
        "the root solution is one of rows, columns and boxes, and this puzzle "
        "has other houses");
  }
  return absl::OkStatus();
}

void Write(const Grid& grid, Run& run) {
  for (int cell = 0; cell < grid.cell_count() && run.Step(); ++cell) {
    run.Place(cell, grid[cell]);
  }
  run.Found(grid);
}

MethodResult Solve(const Puzzle& puzzle, const MethodOptions& options) {
  const Geometry& geometry = puzzle.geometry;
  const int size = geometry.size();
  Grid grid(size);
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    const int row = geometry.RowOf(cell);
    const int shift = geometry.box_columns() * (row % geometry.box_rows()) +
                      row / geometry.box_rows();
    const int digit = (geometry.ColumnOf(cell) + shift) % size + 1;
    grid[cell] = static_cast<uint8_t>(digit);
  }
  Run run(puzzle, options);
  Write(grid, run);

  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    if (grid[cell] <= 2) grid[cell] = static_cast<uint8_t>(3 - grid[cell]);
  }
  run.Restart();
  Write(grid, run);
  return run.Finish();
}

}  // namespace

const Method kRoot = {.name = "root",
                      .title = "Root solution of the blank board, by formula",
                      .step = "a cell filled",
                      .check = CheckForRoot,
                      .solve = Solve};

}  // namespace sudoku
