#ifndef DLX_MAKE_PICTURE_H_
#define DLX_MAKE_PICTURE_H_

// Boards and pieces drawn with characters.
//
// A board is a picture: '#' is a cell that must be covered, '?' one that may be
// covered, '.' or a blank is none. The layers of a board in space are drawn one
// below the other, with a line of '-' in between:
//
//   | The cube of side 2, without one corner.
//   ##
//   ##
//   --
//   ##
//   #.
//
// Pieces are pictures, too, each after a line with its name and, perhaps, the
// number of its copies:
//
//   piece L 0:3
//   ###
//   #..
//
// In both, a line that begins with '|' is a comment, and empty lines before and
// after a picture do not matter. Errors name line and column.

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/make/board.h"
#include "dlx/make/pieces.h"

namespace dlx::make {

// A board of one cell or more.
absl::StatusOr<Board> ParseBoard(StringView text);

// One piece or more, each of one cell or more, without '?'.
absl::StatusOr<std::vector<Piece>> ParsePieces(StringView text);

}  // namespace dlx::make

#endif  // DLX_MAKE_PICTURE_H_
