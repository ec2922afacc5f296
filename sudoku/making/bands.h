#ifndef SUDOKU_MAKING_BANDS_H_
#define SUDOKU_MAKING_BANDS_H_

// The bands of a full grid: the rows of boxes, and the columns of boxes turned.
//
// Two bands are the same in disguise if digits are renamed, and rows, boxes and
// columns within boxes change places. There are 416 essentially different bands
// of 9x9, which are numbered (sudoku/making/band_table.h); a grid has six of
// them, some of which may be the same.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"

namespace sudoku {

// The smallest lines that are the same bands in disguise, row by row: first the
// bands from top to bottom, then the stacks from left to right. Of 9x9, each
// begins with 123456789.
//
// Fails if the geometry is not one of boxes alone, or is larger than 9x9.
// REQUIRES: the grid is full, and grid.size() == geometry.size().
[[nodiscard]] absl::StatusOr<std::vector<std::string>> BandForms(
    const Geometry& geometry, const Grid& grid);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_BANDS_H_
