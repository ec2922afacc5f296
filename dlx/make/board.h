#ifndef DLX_MAKE_BOARD_H_
#define DLX_MAKE_BOARD_H_

// The board of a packing problem, and where pieces fit on it.

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/make/pieces.h"
#include "dlx/make/shape.h"

namespace dlx::make {

struct PlaneSize {
  int rows;
  int columns;
};

// Parses "6x10". Callers check whether the numbers are large enough.
absl::StatusOr<PlaneSize> ParsePlaneSize(StringView size);

// The cells to be covered by pieces.
struct Board {
  Shape cells;           // Must be covered.
  Shape optional_cells;  // May be covered, but only once.
};

// A rectangular board with holes.
//
// `size` is like "6x10" (rows and columns) or, in space, "3x4x5" (layers, rows
// and columns). `holes` is empty; or the size of a hole in the centre, "2x2";
// or a size and the place of the hole's first cell, "2x2@0,7"; or several of
// these joined by '+'.
absl::StatusOr<Board> RectangularBoard(StringView size, StringView holes = "");

// A board's cells, numbered in increasing order.
struct NumberedBoard {
  explicit NumberedBoard(const Board& board);

  std::vector<Cell> cells;
  std::vector<bool> is_optional;  // For each cell.
};

struct Placement {
  int piece;               // An index into the pieces.
  std::vector<int> cells;  // Their numbers, in increasing order.
};

// All placements of all pieces, piece by piece, orientation by orientation. A
// ResourceExhausted error if there are too many. REQUIRES: no piece is empty.
// (Checked by an assertion, where these are on.)
absl::StatusOr<std::vector<Placement>> FindPlacements(
    const NumberedBoard& board, const std::vector<Piece>& pieces,
    const std::vector<Motion>& motions);

}  // namespace dlx::make

#endif  // DLX_MAKE_BOARD_H_
