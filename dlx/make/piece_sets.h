#ifndef DLX_MAKE_PIECE_SETS_H_
#define DLX_MAKE_PIECE_SETS_H_

// Well-known sets of polyominoes and polycubes.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/make/piece.h"
#include "dlx/string_view.h"

namespace dlx::make {

// Pieces by name, one copy of each:
//
//   "pentominoes"            the twelve of them: F I L N P T U V W X Y Z
//   "one-sided-pentominoes"  the eighteen that differ if they may not be turned
//                            over: the mirror image of F is F'
//   "pentominoes:FX"         two of them; for names of one letter only
//   "pentominoes+tetrominoes:O"   several sets. A piece whose name is taken
//                            gets its size as a suffix: I, I4
//
// The sets are monomino, domino, trominoes, ..., octominoes, each of them
// one-sided, too, and soma: the seven pieces of the cube.
absl::StatusOr<std::vector<Piece>> NamedPieces(StringView names);

// The names of the sets, for a help text.
std::string PieceSetNames();

// The shapes of that many connected cells in the plane, each in one of its
// orientations: 1, 1, 2, 5, 12, 35, 108, 369 for 1 to 8 cells.
std::vector<Shape> FreePolyominoes(int size);

}  // namespace dlx::make

#endif  // DLX_MAKE_PIECE_SETS_H_
