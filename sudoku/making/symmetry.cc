// The eight ways to turn and reflect a square are numbered by three bits: first
// exchange rows and columns (4), then top and bottom (2), then left and right
// (1). A symmetry is the set of those that it consists of, which is a group.

#include "sudoku/making/symmetry.h"

#include <cstdint>
#include <string>
#include <utility>

namespace sudoku {
namespace {

constexpr int kWays = 8;

struct Row {
  Symmetry symmetry;
  absl::string_view name;
  uint8_t ways;  // Bit w: way w belongs to the group.
};

constexpr uint8_t Ways(std::initializer_list<int> ways) {
  uint8_t set = 1;  // The identity.
  for (const int way : ways) set |= static_cast<uint8_t>(1 << way);
  return set;
}

// Larger groups come after those that they contain.
constexpr Row kRows[] = {
    {Symmetry::kNone, "none", Ways({})},
    {Symmetry::kHalfTurn, "half-turn", Ways({3})},
    {Symmetry::kLeftRight, "left-right", Ways({1})},
    {Symmetry::kUpDown, "up-down", Ways({2})},
    {Symmetry::kDiagonal, "diagonal", Ways({4})},
    {Symmetry::kAntidiagonal, "antidiagonal", Ways({7})},
    {Symmetry::kQuarterTurn, "quarter-turn", Ways({3, 5, 6})},
    {Symmetry::kBothMirrors, "both-mirrors", Ways({1, 2, 3})},
    {Symmetry::kBothDiagonals, "both-diagonals", Ways({3, 4, 7})},
    {Symmetry::kFull, "full", Ways({1, 2, 3, 4, 5, 6, 7})},
};

const Row& RowOf(Symmetry symmetry) {
  for (const Row& row : kRows) {
    if (row.symmetry == symmetry) return row;
  }
  return kRows[0];
}

int Image(int way, int cell, int size) {
  int row = cell / size;
  int column = cell % size;
  if ((way & 4) != 0) std::swap(row, column);
  if ((way & 2) != 0) row = size - 1 - row;
  if ((way & 1) != 0) column = size - 1 - column;
  return row * size + column;
}

bool Keeps(int way, const Grid& clues) {
  for (int cell = 0; cell < clues.cell_count(); ++cell) {
    const int image = Image(way, cell, clues.size());
    if ((clues[cell] == 0) != (clues[image] == 0)) return false;
  }
  return true;
}

}  // namespace

dlx::StringView SymmetryName(Symmetry symmetry) { return RowOf(symmetry).name; }

std::optional<Symmetry> SymmetryFromName(dlx::StringView name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.symmetry;
  }
  return std::nullopt;
}

std::vector<std::vector<int>> CellOrbits(Symmetry symmetry, int size) {
  const uint8_t ways = RowOf(symmetry).ways;
  std::vector<std::vector<int>> orbits;
  std::vector<bool> is_known(size * size, false);
  for (int cell = 0; cell < size * size; ++cell) {
    if (is_known[cell]) continue;
    orbits.emplace_back();
    for (int way = 0; way < kWays; ++way) {
      const int image = Image(way, cell, size);
      if ((ways >> way & 1) == 0 || is_known[image]) continue;
      is_known[image] = true;
      orbits.back().push_back(image);
    }
  }
  return orbits;
}

Symmetry SymmetryOfClues(const Grid& clues) {
  uint8_t ways = 0;
  for (int way = 0; way < kWays; ++way) {
    if (Keeps(way, clues)) ways |= static_cast<uint8_t>(1 << way);
  }
  // What keeps a set of cells is a group, and all groups are in the table.
  for (const Row& row : kRows) {
    if (row.ways == ways) return row.symmetry;
  }
  return Symmetry::kNone;
}

Grid Transposed(const Grid& grid) {
  Grid result(grid.size(), grid.least_digit());
  for (int cell = 0; cell < grid.cell_count(); ++cell) {
    result[Image(4, cell, grid.size())] = grid[cell];
  }
  return result;
}

}  // namespace sudoku
