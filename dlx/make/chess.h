#ifndef DLX_MAKE_CHESS_H_
#define DLX_MAKE_CHESS_H_

// Problems on chessboards: queens that leave each other alone, and pieces that
// attack every cell.

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::make {

struct QueensParams {
  int size = 8;
  // List the ranks and files from the middle of the board outwards. A queen
  // near the middle attacks more, so that a search which breaks ties by the
  // order of the items finds a first cover of a large board much sooner.
  bool organ_pipe = false;
  // So many boards at once, which have nothing to do with each other.
  int boards = 1;
};

// N queens on an N x N board, none attacking another.
//
// A queen at rank r and file c is an option of four items. "r<r>" and "c<c>"
// are primary, because there is a queen in every rank and file. Her diagonals
// "a<r+c>" and "b<N-1+r-c>" are secondary: there are more diagonals than
// queens, and no diagonal may have two.
//
// If there are several boards, their items begin with "A", "B", ... A search
// that does not see that they are independent solves the second one anew for
// every solution of the first; an engine that remembers subproblems does not.
absl::StatusOr<Problem> MakeQueens(const QueensParams& params);

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

#endif  // DLX_MAKE_CHESS_H_
