#include "dlx/make/queens.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/make/size_limit.h"

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

}  // namespace dlx::make
