#include "sudoku/making/disguise.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

namespace sudoku {

namespace {

// Numbers from 0 on in a random order that keeps groups of that size together.
std::vector<int> RandomOrder(int count, int group_size, Random& random) {
  std::vector<int> groups(count / group_size);
  std::iota(groups.begin(), groups.end(), 0);
  random.Shuffle(absl::MakeSpan(groups));
  std::vector<int> order;
  for (const int group : groups) {
    std::vector<int> members(group_size);
    std::iota(members.begin(), members.end(), group * group_size);
    random.Shuffle(absl::MakeSpan(members));
    order.insert(order.end(), members.begin(), members.end());
  }
  return order;
}

}  // namespace

absl::Status CheckHasDisguises(const Geometry& geometry) {
  if (geometry.has_boxes() && !geometry.has_diagonals() &&
      !geometry.has_extra_regions()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "there are disguises of grids with boxes and nothing else, not of ",
      geometry.Description()));
}

absl::StatusOr<Disguise> RandomDisguise(const Geometry& geometry,
                                        Random& random) {
  if (absl::Status status = CheckHasDisguises(geometry); !status.ok()) {
    return status;
  }
  const int size = geometry.size();
  Disguise disguise;
  disguise.is_transposed =
      geometry.box_rows() == geometry.box_columns() && random.Below(2) == 1;
  disguise.rows = RandomOrder(size, geometry.box_rows(), random);
  disguise.columns = RandomOrder(size, geometry.box_columns(), random);
  disguise.digits.resize(size + 1);
  std::iota(disguise.digits.begin(), disguise.digits.end(), 0);
  random.Shuffle(absl::MakeSpan(disguise.digits).subspan(1));
  return disguise;
}

Grid Disguised(const Grid& grid, const Disguise& disguise) {
  const int size = grid.size();
  assert(disguise.rows.size() == static_cast<size_t>(size));
  assert(disguise.digits.size() == static_cast<size_t>(size) + 1);
  Grid result = grid;
  for (int cell = 0; cell < grid.cell_count(); ++cell) {
    int row = disguise.rows[cell / size];
    int column = disguise.columns[cell % size];
    if (disguise.is_transposed) std::swap(row, column);
    result[cell] = disguise.digits[grid[row * size + column]];
  }
  return result;
}

}  // namespace sudoku
