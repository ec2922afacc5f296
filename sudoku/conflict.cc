#include "sudoku/conflict.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sudoku/names.h"

namespace sudoku {
namespace {

std::string CountWord(size_t count) {
  static constexpr const char* kWords[] = {"no",    "one",  "two", "three",
                                           "four",  "five", "six", "seven",
                                           "eight", "nine"};
  return count < std::size(kWords) ? kWords[count] : absl::StrCat(count);
}

}  // namespace

std::vector<Conflict> FindConflicts(const Geometry& geometry,
                                    const Grid& grid) {
  std::vector<Conflict> conflicts;
  for (size_t house = 0; house < geometry.houses().size(); ++house) {
    std::array<std::vector<int>, kMaxSize + 1> cells_of;
    for (int cell : geometry.houses()[house].cells) {
      cells_of[grid[cell]].push_back(cell);
    }
    for (int digit = 1; digit <= geometry.size(); ++digit) {
      if (cells_of[digit].size() < 2) continue;
      conflicts.push_back(
          {digit, static_cast<int>(house), std::move(cells_of[digit])});
    }
  }
  return conflicts;
}

std::string ConflictToString(const Geometry& geometry,
                             const Conflict& conflict) {
  std::string text =
      absl::StrCat(CountWord(conflict.cells.size()), " ",
                   std::string(1, DigitToChar(conflict.digit)), "s in ",
                   geometry.houses()[conflict.house].LongName(), ": ");
  for (size_t i = 0; i < conflict.cells.size(); ++i) {
    const bool is_last = i + 1 == conflict.cells.size();
    absl::StrAppend(&text, i == 0 ? "" : (is_last ? " and " : ", "),
                    CellName(conflict.cells[i], geometry.size()));
  }
  return text;
}

bool IsSolution(const Geometry& geometry, const Grid& grid) {
  return grid.size() == geometry.size() && grid.is_full() &&
         FindConflicts(geometry, grid).empty();
}

}  // namespace sudoku
