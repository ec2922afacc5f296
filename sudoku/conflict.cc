#include "sudoku/conflict.h"

#include <cassert>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

std::string CountWord(size_t count) {
  static constexpr const char* kWords[] = {"no",    "one",  "two", "three",
                                           "four",  "five", "six", "seven",
                                           "eight", "nine"};
  return count < std::size(kWords) ? kWords[count] : absl::StrCat(count);
}

DigitSet RepeatedDigits(absl::Span<const int> cells, const Grid& grid) {
  DigitSet seen = 0;
  DigitSet repeated = 0;
  for (int cell : cells) {
    if (grid[cell] == 0) continue;
    repeated |= seen & DigitBit(grid[cell]);
    seen |= DigitBit(grid[cell]);
  }
  return repeated;
}

}  // namespace

std::vector<Conflict> FindConflicts(const Geometry& geometry,
                                    const Grid& grid) {
  assert(grid.size() == geometry.size());
  std::vector<Conflict> conflicts;
  for (size_t house = 0; house < geometry.houses().size(); ++house) {
    const std::vector<int>& cells = geometry.houses()[house].cells;
    const DigitSet repeated = RepeatedDigits(cells, grid);
    for (int digit = 1; digit <= geometry.size(); ++digit) {
      if (!(repeated & DigitBit(digit))) continue;
      Conflict conflict = {digit, static_cast<int>(house), {}};
      for (int cell : cells) {
        if (grid[cell] == digit) conflict.cells.push_back(cell);
      }
      conflicts.push_back(std::move(conflict));
    }
  }
  return conflicts;
}

std::string ConflictToString(const Geometry& geometry,
                             const Conflict& conflict) {
  std::string text =
      absl::StrCat(CountWord(conflict.cells.size()), " ",
                   std::string(1, geometry.DigitChar(conflict.digit)), "s in ",
                   geometry.houses()[conflict.house].LongName(), ": ");
  for (size_t i = 0; i < conflict.cells.size(); ++i) {
    const bool is_last = i + 1 == conflict.cells.size();
    absl::StrAppend(&text, i == 0 ? "" : (is_last ? " and " : ", "),
                    geometry.CellName(conflict.cells[i]));
  }
  return text;
}

bool IsSolution(const Geometry& geometry, const Grid& grid) {
  if (grid.size() != geometry.size() || !grid.is_full()) return false;
  for (const House& house : geometry.houses()) {
    if (RepeatedDigits(house.cells, grid) != 0) return false;
  }
  return true;
}

}  // namespace sudoku
