#ifndef DLX_MAKE_LATIN_SQUARES_H_
#define DLX_MAKE_LATIN_SQUARES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::make {

// A square with symbols 0..N-1, row by row; kEmpty where there is none yet.
struct PartialSquare {
  static constexpr int kEmpty = -1;

  int size = 0;
  std::vector<int> symbols;
};

// Reads N lines of N symbols: the digits, then the letters (of either case, a
// after 9), or '.' for an empty cell. Blanks between symbols are ignored.
// Errors name line and column.
absl::StatusOr<PartialSquare> ParsePartialSquare(StringView text);

struct LatinSquaresParams {
  int size = 5;
  // The first row and the first column are in order: 0, 1, 2, ...
  bool reduced = false;
  // Both diagonals, too, have every symbol once.
  bool diagonal = false;
  // If not empty, only squares that agree with this one.
  // REQUIRES: size * size symbols, each kEmpty or in 0..size-1. (The number is
  // checked by an assertion, where these are on. A symbol that there is not
  // leaves no square.)
  std::vector<int> givens = {};
};

// Latin squares: N x N squares in which every row and every column has each of
// N symbols once.
//
// The options are "symbol v in row r, column c", which satisfies three items:
// the cell "p<r><c>" is filled, the row has the symbol ("r<r><v>"), and the
// column has it ("c<c><v>"). The picture is the same from three sides, rows,
// columns and symbols: that is why Latin squares come in sixes (conjugates).
// A cell that is given has only one option.
absl::StatusOr<Problem> MakeLatinSquares(const LatinSquaresParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_LATIN_SQUARES_H_
