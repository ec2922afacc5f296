#include "dlx/testing/latin_holes.h"

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/testing/random_problem.h"

namespace dlx::testing {
namespace {

std::vector<int> Shuffled(int size, const Dice& dice) {
  std::vector<int> values(size);
  std::iota(values.begin(), values.end(), 0);
  for (int i = size; i > 1; --i) std::swap(values[i - 1], values[dice(i)]);
  return values;
}

}  // namespace

Problem LatinSquareWithHoles(int n, int holes, uint64_t seed) {
  const Dice dice(seed);
  const std::vector<int> rows = Shuffled(n, dice);
  const std::vector<int> columns = Shuffled(n, dice);
  std::vector<int> cells = Shuffled(n * n, dice);
  cells.resize(holes);

  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> in_row(n * n), in_column(n * n);
  std::vector<ItemId> in_cell;
  for (const int cell : cells) {
    const int row = cell / n;
    const int column = cell % n;
    const int digit = (rows[row] + columns[column]) % n;
    in_cell.push_back(builder.AddPrimary(absl::StrCat("cell", cell)));
    in_row[row * n + digit] =
        builder.AddPrimary(absl::StrCat("row", row, "digit", digit));
    in_column[column * n + digit] =
        builder.AddPrimary(absl::StrCat("column", column, "digit", digit));
  }
  for (int i = 0; i < holes; ++i) {
    for (int digit = 0; digit < n; ++digit) {
      const auto& row = in_row[cells[i] / n * n + digit];
      const auto& column = in_column[cells[i] % n * n + digit];
      if (row && column) builder.AddOption({in_cell[i], *row, *column});
    }
  }
  return *std::move(builder).Build();
}

}  // namespace dlx::testing
