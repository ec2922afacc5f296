#ifndef SUDOKU_MAKING_DISGUISE_H_
#define SUDOKU_MAKING_DISGUISE_H_

// A way to make another puzzle of a puzzle that is essentially the same: rows
// and columns may be exchanged with each other if boxes are square, bands and
// the rows inside a band change places, stacks and columns likewise, and digits
// get other names.

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/random.h"

namespace sudoku {

struct Disguise {
  // Rows and columns are exchanged first.
  bool is_transposed = false;
  // Row r of the result was row rows[r], column c was column columns[c].
  std::vector<int> rows = {};
  std::vector<int> columns = {};
  // What digit d is called afterwards is digits[d]; digits[0] is 0.
  std::vector<uint8_t> digits = {};

  friend bool operator==(const Disguise&, const Disguise&) = default;
};

// An error unless the geometry is one of boxes and nothing else: diagonals,
// irregular and extra regions leave few disguises.
absl::Status CheckHasDisguises(const Geometry& geometry);

// Each with the same probability. Errors are those of CheckHasDisguises().
absl::StatusOr<Disguise> RandomDisguise(const Geometry& geometry,
                                        Random& random);

// REQUIRES: the disguise is one of the grid's size.
[[nodiscard]] Grid Disguised(const Grid& grid, const Disguise& disguise);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_DISGUISE_H_
