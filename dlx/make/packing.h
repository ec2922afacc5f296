#ifndef DLX_MAKE_PACKING_H_
#define DLX_MAKE_PACKING_H_

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/make/piece.h"
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

}  // namespace dlx::make

#endif  // DLX_MAKE_PACKING_H_
