#ifndef DLX_MAKE_MAGIC_SQUARE_H_
#define DLX_MAKE_MAGIC_SQUARE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::make {

struct MagicSquareParams {
  int size = 3;
  // The sums of the diagonals do not matter.
  bool semi = false;
  // Row by row, 0 for an empty cell; empty for none at all.
  std::vector<int> givens = {};
};

// A line for each row, with a number or '.' for each cell.
absl::StatusOr<std::vector<int>> ParseMagicSquare(StringView text, int size);

// The numbers from 1 to size * size, each once, with the same sum in each row,
// column and diagonal: "r2c3=7".
absl::StatusOr<Problem> MakeMagicSquare(const MagicSquareParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_MAGIC_SQUARE_H_
