#include "dlx/make/dominoes.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/names.h"
#include "dlx/make/size_limit.h"

namespace dlx::make {

absl::StatusOr<Problem> MakeDominoes(const DominoesParams& params) {
  const int rows = params.rows;
  const int columns = params.columns;
  if (rows < 1 || columns < 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a board for dominoes has 1 or more rows and columns, not ", rows,
        " x ", columns));
  }
  if (absl::Status status =
          CheckSize(absl::StrCat("the problem of dominoes on a ", rows, " x ",
                                 columns, " board"),
                    4.0 * rows * columns);
      !status.ok()) {
    return status;
  }
  const int last = rows * columns - 1;
  if (params.mutilated && last < 2) {
    return absl::InvalidArgumentError(
        "a mutilated board needs more than 2 cells to begin with");
  }

  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> cells(last + 1);
  for (int cell = 0; cell <= last; ++cell) {
    if (params.mutilated && (cell == 0 || cell == last)) continue;
    cells[cell] = builder.AddPrimary(IndexedName(
        "", {cell / columns, cell % columns}, std::max(rows, columns)));
  }
  const auto add_option = [&](int cell1, int cell2) {
    if (cells[cell1].has_value() && cells[cell2].has_value()) {
      builder.AddOption({*cells[cell1], *cells[cell2]});
    }
  };
  for (int cell = 0; cell <= last; ++cell) {
    if ((cell + 1) % columns != 0) add_option(cell, cell + 1);
    if (cell + columns <= last) add_option(cell, cell + columns);
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
