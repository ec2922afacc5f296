#ifndef DLX_MAKE_PLACEMENTS_H_
#define DLX_MAKE_PLACEMENTS_H_

// Where pieces fit on a board.

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/make/piece.h"
#include "dlx/make/shape.h"

namespace dlx::make {

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
// ResourceExhausted error if there are too many.
absl::StatusOr<std::vector<Placement>> FindPlacements(
    const NumberedBoard& board, const std::vector<Piece>& pieces,
    const std::vector<Motion>& motions);

}  // namespace dlx::make

#endif  // DLX_MAKE_PLACEMENTS_H_
