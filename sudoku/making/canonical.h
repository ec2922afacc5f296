#ifndef SUDOKU_MAKING_CANONICAL_H_
#define SUDOKU_MAKING_CANONICAL_H_

// The smallest of all grids that are the same puzzle in disguise.
//
// A puzzle stays essentially the same when its digits are renamed, when bands
// (rows of boxes) or the rows inside a band change places, likewise stacks and
// columns, and, if boxes are square, when rows and columns are exchanged. For
// 9x9 that makes 9! * 2 * 6^8 = 1,218,998,108,160 disguises. The canonical form
// is the one whose line of cells is the smallest, where an empty cell comes
// before all digits; two puzzles are the same if and only if their canonical
// forms are equal.

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/disguise.h"

namespace sudoku {

// Fails if the geometry is not one of boxes alone (diagonals, irregular and
// extra regions leave few symmetries), or larger than 12x12, or if the grid is
// so symmetrical that its forms do not fit in memory. REQUIRES: grid.size() ==
// geometry.size(). (Checked by an assertion, where these are on.)
[[nodiscard]] absl::StatusOr<Grid> CanonicalForm(const Geometry& geometry,
                                                 const Grid& grid);

// What the search for the canonical form finds out besides it.
//
// An *automorphism* is a disguise that changes nothing: rows, columns and
// digits change places, and the grid looks as before. Where some digits do not
// occur, exchanging them is one, too. So the number of disguises that look
// different is that of all, divided by that of the automorphisms.
struct CanonicalClass {
  Grid form;
  absl::uint128 automorphisms;  // At least 1: to change nothing at all.
  absl::uint128 disguises;      // That look different, the grid among them.
  Disguise disguise;            // One that leads from the grid to the form.
};

// Errors and requirements are those of CanonicalForm().
[[nodiscard]] absl::StatusOr<CanonicalClass> FindCanonicalClass(
    const Geometry& geometry, const Grid& grid);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_CANONICAL_H_
