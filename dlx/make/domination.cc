#include "dlx/make/domination.h"

#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/names.h"
#include "dlx/make/size_limit.h"

namespace dlx::make {
namespace {

// Whether the piece attacks the cell that is `rows` and `columns` away, or
// stands there.
bool Dominates(ChessPiece piece, int rows, int columns) {
  rows = std::abs(rows);
  columns = std::abs(columns);
  if (rows == 0 && columns == 0) return true;
  const bool straight = rows == 0 || columns == 0;
  const bool diagonal = rows == columns;
  switch (piece) {
    case ChessPiece::kKing:
      return rows <= 1 && columns <= 1;
    case ChessPiece::kQueen:
      return straight || diagonal;
    case ChessPiece::kRook:
      return straight;
    case ChessPiece::kBishop:
      return diagonal;
    case ChessPiece::kKnight:
      return rows * columns == 2;
  }
  return false;
}

}  // namespace

absl::StatusOr<ChessPiece> ChessPieceFromName(StringView name) {
  if (name == "king") return ChessPiece::kKing;
  if (name == "queen") return ChessPiece::kQueen;
  if (name == "rook") return ChessPiece::kRook;
  if (name == "bishop") return ChessPiece::kBishop;
  if (name == "knight") return ChessPiece::kKnight;
  return absl::InvalidArgumentError(
      absl::StrCat("there is no piece '", name,
                   "'; known are king, queen, rook, bishop and knight"));
}

absl::StatusOr<Problem> MakeDomination(const DominationParams& params) {
  const int n = params.size;
  if (n < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a board to be dominated has size 1 or more, not ", n));
  }
  if (params.pieces < 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the number of pieces must be 1 or more, not ", params.pieces));
  }
  // Every pair of cells is looked at, whatever the piece.
  if (absl::Status status = CheckSize(
          absl::StrCat("the problem of dominating a board of size ", n),
          double{1} * n * n * n * n);
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  const auto k = static_cast<uint32_t>(params.pieces);
  const ItemId number = builder.AddPrimary("#", {k, k});
  std::vector<ItemId> cells;
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      cells.push_back(builder.AddPrimary(IndexedName("", {r, c}, n), {1, k}));
    }
  }
  for (int from = 0; from < n * n; ++from) {
    std::vector<ItemUse> uses = {number};
    for (int to = 0; to < n * n; ++to) {
      if (Dominates(params.piece, to / n - from / n, to % n - from % n)) {
        uses.push_back(cells[to]);
      }
    }
    builder.AddOption(uses);
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
