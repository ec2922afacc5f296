#include "dlx/make/chess.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

// 0, 1, ..., n-1; or, for n = 6, the organ-pipe order 2, 3, 1, 4, 0, 5.
std::vector<int> Order(int n, bool organ_pipe) {
  std::vector<int> order;
  for (int k = 0; k < n; ++k) {
    const int middle = (n - 1) / 2;
    const int organ_pipe_k = k % 2 == 1 ? middle + (k + 1) / 2 : middle - k / 2;
    order.push_back(organ_pipe ? organ_pipe_k : k);
  }
  return order;
}

// The items of one board.
struct BoardItems {
  std::vector<ItemId> ranks;
  std::vector<ItemId> files;
  std::vector<ItemId> rising = {};
  std::vector<ItemId> falling = {};
};

BoardItems AddRanksAndFiles(const QueensParams& params,
                            absl::string_view prefix, ProblemBuilder& builder) {
  const int n = params.size;
  BoardItems board = {.ranks = std::vector<ItemId>(n),
                      .files = std::vector<ItemId>(n)};
  for (int k : Order(n, params.organ_pipe)) {
    board.ranks[k] = builder.AddPrimary(absl::StrCat(prefix, "r", k));
    board.files[k] = builder.AddPrimary(absl::StrCat(prefix, "c", k));
  }
  return board;
}

void AddDiagonals(int n, absl::string_view prefix, BoardItems& board,
                  ProblemBuilder& builder) {
  for (int d = 0; d < 2 * n - 1; ++d) {
    board.rising.push_back(builder.AddSecondary(absl::StrCat(prefix, "a", d)));
  }
  for (int d = 0; d < 2 * n - 1; ++d) {
    board.falling.push_back(builder.AddSecondary(absl::StrCat(prefix, "b", d)));
  }
}

void AddQueens(int n, const BoardItems& board, ProblemBuilder& builder) {
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      builder.AddOption({board.ranks[r], board.files[c], board.rising[r + c],
                         board.falling[n - 1 + r - c]});
    }
  }
}

}  // namespace

absl::StatusOr<Problem> MakeQueens(const QueensParams& params) {
  const int n = params.size;
  if (n < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a board for queens has size 1 or more, not ", n));
  }
  if (params.boards < 1 || params.boards > 26) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there can be 1 to 26 boards for queens, not ", params.boards));
  }
  if (absl::Status status =
          CheckSize(absl::StrCat("the problem of ", n, " queens"),
                    4.0 * n * n * params.boards);
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  std::vector<BoardItems> boards;
  const auto prefix = [&params](int board) {
    return params.boards == 1 ? ""
                              : std::string(1, static_cast<char>('A' + board));
  };
  for (int k = 0; k < params.boards; ++k) {
    boards.push_back(AddRanksAndFiles(params, prefix(k), builder));
  }
  for (int k = 0; k < params.boards; ++k) {
    AddDiagonals(n, prefix(k), boards[k], builder);
  }
  for (const BoardItems& board : boards) AddQueens(n, board, builder);
  return std::move(builder).Build();
}

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

absl::StatusOr<Problem> DominationFrom(const Arguments& arguments) {
  absl::StatusOr<ChessPiece> piece =
      ChessPieceFromName(arguments.Text("piece"));
  if (!piece.ok()) return piece.status();
  return MakeDomination({.size = arguments.Number("n"),
                         .pieces = arguments.Number("k"),
                         .piece = *piece});
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

std::vector<Generator> ChessGenerators() {
  return {
      {.name = "domination",
       .summary = "K chess pieces that attack or occupy every cell of a board",
       .parameters = {Positional("n", "the size of the board"),
                      Positional("k", "the number of pieces"),
                      Text("piece", "king, queen, rook, bishop or knight",
                           "queen")},
       .example = "domination 8 5",
       .make = DominationFrom},
      {.name = "queens",
       .summary = "N queens on an N x N board, none attacking another",
       .parameters = {Positional("n", "the size of the board"),
                      Flag("organ-pipe",
                           "order the items from the middle outwards"),
                      Number("boards", "independent of each other", "1")},
       .example = "queens 8 --organ-pipe",
       .make =
           [](const Arguments& arguments) {
             return MakeQueens({.size = arguments.Number("n"),
                                .organ_pipe = arguments.Flag("organ-pipe"),
                                .boards = arguments.Number("boards")});
           }},
  };
}

}  // namespace dlx::make
