#ifndef DLX_MAKE_PIECES_H_
#define DLX_MAKE_PIECES_H_

// The pieces of a packing problem: polyominoes and polycubes, how many copies
// there are of each, and the well-known sets of them.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/make/shape.h"

namespace dlx::make {

// How many copies of a piece are to be used.
struct Copies {
  static constexpr uint32_t kUnlimited = std::numeric_limits<uint32_t>::max();

  uint32_t low = 1;
  uint32_t high = 1;

  friend bool operator==(const Copies&, const Copies&) = default;
};

// "2" is two copies, "0:3" none to three, "2:" two or more, and "*" any number.
absl::StatusOr<Copies> ParseCopies(StringView text);

struct Piece {
  std::string name;
  Shape shape;
  Copies copies = {};
};

// Changes the numbers of copies: "2" for all pieces, or "X=2,I=0:3" for some.
absl::Status SetCopies(StringView text, std::vector<Piece>& pieces);

// Pieces by name, one copy of each if not said otherwise:
//
//   "pentominoes"            the twelve of them: F I L N P T U V W X Y Z
//   "one-sided-pentominoes"  the eighteen that differ if they may not be turned
//                            over: the mirror image of F is F'
//   "pentominoes:FX"         two of them; for names of one letter only
//   "pentominoes+tetrominoes:O"   several sets. A piece whose name is taken
//                            gets its size as a suffix: I, I4
//
// The sets are monomino, domino, trominoes, ..., octominoes, each of them
// one-sided, too, and for boards in space:
//
//   "soma"                   the seven pieces of the cube
//   "conway"                 the blocks of Conway's puzzle, a cube of side 5:
//                            thirteen 1x2x4, three 1x1x3, 2x2x2 and 1x2x2
//   "slothouber-graatsma"    those of a cube of side 3: six 1x2x2 and three
//                            1x1x1
absl::StatusOr<std::vector<Piece>> NamedPieces(StringView names);

// The names of the sets, for a help text.
std::string PieceSetNames();

// The shapes of that many connected cells in the plane, each in one of its
// orientations: 1, 1, 2, 5, 12, 35, 108, 369 for 1 to 8 cells. REQUIRES:
// size > 0. (Checked by an assertion, where these are on.)
std::vector<Shape> FreePolyominoes(int size);

}  // namespace dlx::make

#endif  // DLX_MAKE_PIECES_H_
