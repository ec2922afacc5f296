#ifndef DLX_MAKE_SYMMETRY_BREAKING_H_
#define DLX_MAKE_SYMMETRY_BREAKING_H_

// Finding each packing once, rather than once for every symmetry of the board.
//
// A motion that maps the board to itself maps packings to packings, provided
// that the set of pieces stays what it is: every placement of a piece becomes a
// placement of the same piece, or, throughout, of another one with as many
// copies, such as its mirror image. These motions are a group G of order g. We
// want one packing out of each orbit, and thus exactly 1/g of all of them.
//
// Take a piece P of which there is exactly one copy, and which G maps to
// itself. If no motion but the identity leaves any placement of P where it is,
// the placements of P fall into orbits of size g. We keep one out of each:
// every orbit of packings has exactly one packing in which P lies as it should.
// (No packing is symmetric then.) On a board of 6 x 10, the pentomino X has 32
// placements, which may be cut down to 8.
//
// If some placements of P are symmetric, a second such piece Q helps. We keep
// one placement p of each orbit as before, and when the motions that fix p are
// a group S other than the identity, we keep only those placements of Q that
// are the least of their orbit under S. That condition depends on where P is;
// so a secondary item is made for S, and put into the options of the p's that
// have the symmetry S, and into the options of the q's that are not the least:
// these then exclude each other. This is right if no motion in S, but the
// identity, fixes any q that fits beside p. (For the Soma cube it does: if L
// lies in the middle layer, its mirror symmetry moves P.)

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/make/board.h"
#include "dlx/make/pieces.h"

namespace dlx::make {

struct BrokenSymmetry {
  // The number of packings has been divided by this.
  int group_order = 1;
  // For each placement, whether to keep it.
  std::vector<bool> keep;
  // For each placement, its additional secondary items: 0, 1, ...,
  // exclusion_count - 1.
  std::vector<std::vector<int>> exclusions;
  int exclusion_count = 0;
};

// A FailedPrecondition error if there are no pieces such as P and Q. (With
// several copies of every piece, some packings may be symmetric themselves, and
// there is no such thing as 1/g of them.) REQUIRES: the placements are those
// that FindPlacements() has found for these pieces on this board.
absl::StatusOr<BrokenSymmetry> BreakSymmetry(
    const NumberedBoard& board, const std::vector<Piece>& pieces,
    const std::vector<Placement>& placements, bool space);

}  // namespace dlx::make

#endif  // DLX_MAKE_SYMMETRY_BREAKING_H_
