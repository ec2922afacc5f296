#include "sudoku/grid.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "sudoku/names.h"

namespace sudoku {

absl::StatusOr<Grid> Grid::FromLine(dlx::StringView line) {
  int size = 0;
  while (size <= kMaxSize && size * size < static_cast<int>(line.size())) {
    ++size;
  }
  if (size == 0 || size > kMaxSize ||
      size * size != static_cast<int>(line.size())) {
    return absl::InvalidArgumentError(
        absl::StrCat("a grid has the square of 1 to ", kMaxSize,
                     " cells, but this line has ", line.size()));
  }
  Grid grid(size);
  if (size <= 9) {
    // Which cells have clues is unpredictable. So there is no branch for each;
    // what is no digit becomes one that is too large.
    uint8_t largest = 0;
    for (int cell = 0; cell < size * size; ++cell) {
      const char c = line[cell];
      const uint8_t digit = c == '.' ? 0 : static_cast<uint8_t>(c - '0');
      grid[cell] = digit;
      largest = std::max(largest, digit);
    }
    if (largest <= size) return grid;
  }
  for (int cell = 0; cell < grid.cell_count(); ++cell) {
    const char c = line[cell];
    if (c == '.' || c == '0') continue;
    const std::optional<int> digit = CharToDigit(c, size);
    if (!digit.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", absl::CHexEscape(absl::string_view(&c, 1)), "' in cell ",
          CellName(cell, size), " is not a digit of a grid of size ", size));
    }
    grid[cell] = static_cast<uint8_t>(*digit);
  }
  return grid;
}

std::string Grid::ToLine() const {
  std::string line;
  AppendLine(&line);
  return line;
}

void Grid::AppendLine(std::string* text) const {
  const size_t length = text->size();
  text->resize(length + digits_.size());
  if (symbols_ != nullptr) {
    std::transform(begin(), end(), text->begin() + length, [&](uint8_t digit) {
      return digit == 0 ? '.' : symbols_[digit - 1];
    });
    return;
  }
  std::transform(begin(), end(), text->begin() + length,
                 [least = least_digit_](uint8_t digit) {
                   return DigitToChar(digit, least);
                 });
}

std::vector<int> DifferingCells(const Grid& a, const Grid& b) {
  assert(a.size() == b.size());
  std::vector<int> cells;
  for (int cell = 0; cell < a.cell_count(); ++cell) {
    if (a[cell] != b[cell]) cells.push_back(cell);
  }
  return cells;
}

}  // namespace sudoku
