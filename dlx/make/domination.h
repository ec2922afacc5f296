#ifndef DLX_MAKE_DOMINATION_H_
#define DLX_MAKE_DOMINATION_H_

#include "absl/status/statusor.h"
#include "dlx/problem.h"
#include "dlx/string_view.h"

namespace dlx::make {

enum class ChessPiece { kKing, kQueen, kRook, kBishop, kKnight };

// "king", "queen", ...; other names are an error.
absl::StatusOr<ChessPiece> ChessPieceFromName(StringView name);

struct DominationParams {
  int size = 8;
  int pieces = 5;
  ChessPiece piece = ChessPiece::kQueen;
};

// Domination: K pieces on an N x N board, so that every cell is occupied or
// attacked (through other pieces, too).
//
// A problem for multiplicities. The item "#" has multiplicity K..K: so many
// pieces there are. Every cell, such as "03", is an item that must be dominated
// by at least one and may be dominated by up to K of them. An option is a place
// for a piece: "#" and all the cells that it dominates.
absl::StatusOr<Problem> MakeDomination(const DominationParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_DOMINATION_H_
