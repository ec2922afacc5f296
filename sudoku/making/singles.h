#ifndef SUDOKU_MAKING_SINGLES_H_
#define SUDOKU_MAKING_SINGLES_H_

// The digits that can be filled in at sight.
//
// A *naked single* is the only candidate of its cell. A *hidden single* is a
// digit that has only one cell left in some house that needs it.

#include <vector>

#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct Single {
  int cell = 0;
  int digit = 0;
  // The house in which it is hidden, an index into Geometry::houses(); -1 for a
  // naked single.
  int house = -1;

  bool is_naked() const { return house < 0; }
  friend bool operator==(const Single&, const Single&) = default;
};

// The singles among the cells that are empty in `digits`: first the naked ones,
// cell by cell, then the hidden ones, house by house; each cell at most once.
// REQUIRES: digits.size() == geometry.size(), and there are candidates for each
// cell. (Checked by assertions, where these are on.)
std::vector<Single> FindSingles(const Geometry& geometry, const Grid& digits,
                                absl::Span<const DigitSet> candidates);

// Fills in a digit: nothing else is a candidate of its cell, and it is none of
// the cells that see it.
void Place(const Geometry& geometry, int cell, int digit, Grid& digits,
           absl::Span<DigitSet> candidates);

// Fills in singles until there are no more. False, as soon as a single is no
// candidate any more because of another one: then there is no solution.
// REQUIRES: as FindSingles().
bool FillSingles(const Geometry& geometry, Grid& digits,
                 absl::Span<DigitSet> candidates);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_SINGLES_H_
