#ifndef DLX_MAKE_DOMINOES_H_
#define DLX_MAKE_DOMINOES_H_

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

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
// Boards of other shapes, and other pieces: see packing.h.
absl::StatusOr<Problem> MakeDominoes(const DominoesParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_DOMINOES_H_
