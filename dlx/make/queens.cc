#include "dlx/make/queens.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
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

}  // namespace

absl::StatusOr<Problem> MakeQueens(const QueensParams& params) {
  const int n = params.size;
  if (n < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("A board for queens has size 1 or more, not ", n, "."));
  }
  if (absl::Status status =
          CheckSize(absl::StrCat("the problem of ", n, " queens"), 4.0 * n * n);
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  std::vector<ItemId> ranks(n), files(n), rising, falling;
  for (int k : Order(n, params.organ_pipe)) {
    ranks[k] = builder.AddPrimary(absl::StrCat("r", k));
    files[k] = builder.AddPrimary(absl::StrCat("c", k));
  }
  for (int d = 0; d < 2 * n - 1; ++d) {
    rising.push_back(builder.AddSecondary(absl::StrCat("a", d)));
  }
  for (int d = 0; d < 2 * n - 1; ++d) {
    falling.push_back(builder.AddSecondary(absl::StrCat("b", d)));
  }
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      builder.AddOption(
          {ranks[r], files[c], rising[r + c], falling[n - 1 + r - c]});
    }
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
