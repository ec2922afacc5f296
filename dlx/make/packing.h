#ifndef DLX_MAKE_PACKING_H_
#define DLX_MAKE_PACKING_H_

// Packings of a board by pieces, and the simplest of them, by dominoes.

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/make/board.h"
#include "dlx/make/pieces.h"
#include "dlx/make/shape.h"
#include "dlx/problem.h"

namespace dlx::make {

struct PackingParams {
  Board board;
  std::vector<Piece> pieces;
  // Whether pieces and board are solid rather than flat.
  bool space = false;
  Freedom freedom = Freedom::kRotateAndReflect;
  // No cell of the board need be covered.
  bool allow_gaps = false;
  // Find each packing once, rather than once for every symmetry of the board:
  // see symmetry_breaking.h.
  bool break_symmetry = false;
};

// Packings of a board by polyominoes or polycubes.
//
// The items are the cells that must be covered, named by row and column such as
// "0a" (in space, by layer, row and column), and the pieces. A piece that is
// used from `low` to `high` times has that multiplicity; if any number of
// copies may be used, it is no item at all, and if at most one may be, it is a
// secondary item. Cells that need not be covered are secondary, too. An option
// is a placement of a piece: the piece and the cells that it covers.
absl::StatusOr<Problem> MakePacking(const PackingParams& params);

struct DominoesParams {
  int rows = 8;
  int columns = 8;
  // Without the first cell of the first row and the last cell of the last.
  bool mutilated = false;
};

// Coverings of a board by dominoes.
//
// The items are the cells, the options the pairs of neighbours. The dominoes
// themselves are no items, because it does not matter which is which. The
// mutilated chessboard has no cover, for it lacks two cells of one colour; a
// search that does not know about colours takes long to find that out, and a
// counter that remembers subproblems does not.
//
// Boards of other shapes, and other pieces: see MakePacking().
absl::StatusOr<Problem> MakeDominoes(const DominoesParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_PACKING_H_
