#ifndef DLX_MAKE_MACMAHON_H_
#define DLX_MAKE_MACMAHON_H_

#include <optional>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct MacMahonParams {
  int rows = 4;
  int columns = 6;
  int colors = 3;
  // If set, the edge of the board has this colour ('a' for the first) all
  // around.
  std::optional<char> border = std::nullopt;
};

// MacMahon's squares: all the squares whose four edges have one of a number of
// colours (24 squares with three colours), where rotations are the same square
// but mirror images are not. They are to fill a rectangle so that edges that
// touch have the same colour.
//
// The items are the places, such as "p03", and the squares, such as "Taabc"
// (the colours clockwise, from the edge that makes the name the least). The
// edges are secondary items that have a colour: "h12" above place 12, "v12" to
// its left. An option is a square at a place, in one of its four orientations.
// Edges of the board are left out: they touch nothing.
absl::StatusOr<Problem> MakeMacMahon(const MacMahonParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_MACMAHON_H_
