#ifndef SUDOKU_CONFLICT_H_
#define SUDOKU_CONFLICT_H_

// Digits that break the rules: the same digit twice in a house.

#include <string>
#include <vector>

#include "sudoku/geometry.h"
#include "sudoku/grid.h"

namespace sudoku {

// A digit that a house holds more than once.
struct Conflict {
  int digit = 0;
  int house = 0;           // An index into Geometry::houses().
  std::vector<int> cells;  // The cells that hold it: two or more, ascending.

  friend bool operator==(const Conflict&, const Conflict&) = default;
};

// Every conflict in a grid, house by house. REQUIRES: grid.size() ==
// geometry.size(). (Checked by an assertion, where these are on.)
[[nodiscard]] std::vector<Conflict> FindConflicts(const Geometry& geometry,
                                                  const Grid& grid);

// "two 5s in row 1: r1c2 and r1c7". REQUIRES: it is one of a grid of this
// geometry.
[[nodiscard]] std::string ConflictToString(const Geometry& geometry,
                                           const Conflict& conflict);

// Whether a grid is a solution of the geometry: full, without any conflict.
[[nodiscard]] bool IsSolution(const Geometry& geometry, const Grid& grid);

}  // namespace sudoku

#endif  // SUDOKU_CONFLICT_H_
