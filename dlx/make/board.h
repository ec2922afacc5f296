#ifndef DLX_MAKE_BOARD_H_
#define DLX_MAKE_BOARD_H_

#include "absl/status/statusor.h"
#include "dlx/make/piece.h"
#include "dlx/string_view.h"

namespace dlx::make {

struct PlaneSize {
  int rows;
  int columns;
};

// Of "6x10". That the numbers are large enough is for others to say.
absl::StatusOr<PlaneSize> ParsePlaneSize(StringView size);

// A rectangular board with holes.
//
// `size` is like "6x10" (rows and columns) or, in space, "3x4x5" (layers, rows
// and columns). `holes` is empty; or the size of a hole in the centre, "2x2";
// or a size and the place of the hole's first cell, "2x2@0,7"; or several of
// these joined by '+'.
absl::StatusOr<Board> RectangularBoard(StringView size, StringView holes = "");

}  // namespace dlx::make

#endif  // DLX_MAKE_BOARD_H_
