#ifndef DLX_MAKE_PIECE_H_
#define DLX_MAKE_PIECE_H_

// What a packing problem is about: pieces, copies of them, and a board.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/make/shape.h"
#include "dlx/string_view.h"

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

struct Board {
  Shape cells;           // Must be covered.
  Shape optional_cells;  // May be covered, but only once.
};

}  // namespace dlx::make

#endif  // DLX_MAKE_PIECE_H_
