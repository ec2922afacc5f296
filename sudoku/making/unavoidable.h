#ifndef SUDOKU_MAKING_UNAVOIDABLE_H_
#define SUDOKU_MAKING_UNAVOIDABLE_H_

// The sets of cells of which every puzzle needs a clue.
//
// The digits of a full grid in some cells can sometimes be exchanged so that
// another full grid comes about:
//
//     r1  1 2 . . .          r1  2 1 . . .
//     r2  2 1 . . .    or    r2  1 2 . . .    (r1 and r2 in different boxes)
//
// A puzzle without any clue there would have both as its solutions. Such a set
// of cells is *unavoidable*; here only those matter that contain no smaller
// one.
//
// The digits of the cells stay the same in every row of an unavoidable set, so
// a digit that occurs in it occurs in at least two of its rows, and a set with
// d different digits has at least 2d cells. That is why few digits suffice: all
// sets of up to 2d + 1 cells are found by erasing every d digits of the grid,
// and looking at how else the cells can be filled.

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"

namespace sudoku {

// All minimal unavoidable sets of a full grid in which at most `most_digits`
// different digits stand, the smallest ones first; cells ascending. So all
// those with at most 2 * most_digits + 1 cells are among them.
//
// Fails if the grid has more than 128 cells; with CancelledError if the work
// was interrupted or the time was up. Of the limits, these two matter.
// REQUIRES: the grid is full and right, and 2 <= most_digits <= its size.
[[nodiscard]] absl::StatusOr<std::vector<std::vector<int>>> UnavoidableSets(
    const Geometry& geometry, const Grid& grid, int most_digits,
    const dlx::Limits& limits = {});

}  // namespace sudoku

#endif  // SUDOKU_MAKING_UNAVOIDABLE_H_
