#include "sudoku/rules/rule_places.h"

#include <cstdlib>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "sudoku/names.h"

namespace sudoku::rules {

namespace {

// In grids of these sizes a row or column from 10 on is a letter: "RaCf".
constexpr int kLargestSizeWithLetters = 16;

// 0 for none.
int CoordinateOf(char c) {
  c = absl::ascii_tolower(static_cast<unsigned char>(c));
  if ('1' <= c && c <= '9') return c - '0';
  return 'a' <= c && c <= 'g' ? c - 'a' + 10 : 0;
}

std::string WordOfCoordinate(int number, int size) {
  if (number < 10 || size > kLargestSizeWithLetters) {
    return absl::StrCat(number);
  }
  return std::string(1, static_cast<char>('a' + number - 10));
}

}  // namespace

std::optional<int> CellOf(dlx::StringView word, int size) {
  if (word.empty() || (word[0] != 'R' && word[0] != 'r')) return std::nullopt;
  if (word.size() == 4 && (word[2] == 'C' || word[2] == 'c')) {
    const int row = CoordinateOf(word[1]);
    const int column = CoordinateOf(word[3]);
    if (row == 0 || column == 0 || row > size || column > size) {
      return std::nullopt;
    }
    return (row - 1) * size + column - 1;
  }
  const absl::StatusOr<int> cell = ParseCell(word, size);
  return cell.ok() ? std::optional<int>(*cell) : std::nullopt;
}

std::string WordOf(int cell, int size) {
  return absl::StrCat("R", WordOfCoordinate(cell / size + 1, size), "C",
                      WordOfCoordinate(cell % size + 1, size));
}

std::optional<std::vector<int>> LineOf(dlx::StringView word, int size) {
  if (word.size() < 2) return std::nullopt;
  int number = 0;
  if (word.size() == 2) {
    number = CoordinateOf(word[1]);
  } else if (!absl::SimpleAtoi(word.substr(1), &number)) {
    return std::nullopt;
  }
  if (number < 1 || number > size || (word[0] != 'R' && word[0] != 'C')) {
    return std::nullopt;
  }
  std::vector<int> cells;
  for (int i = 0; i < size; ++i) {
    cells.push_back(word[0] == 'R' ? (number - 1) * size + i
                                   : i * size + number - 1);
  }
  return cells;
}

std::vector<int> DiagonalFrom(int cell, int size) {
  int row = cell / size;
  int column = cell % size;
  const int last = size - 1;
  int down = 0;
  int right = 0;
  if (column == 0 && row < last) {
    down = right = 1;
  } else if (column == last && row > 0 && row < last) {
    down = right = -1;
  } else if (row == 0) {
    down = 1, right = -1;
  } else {
    down = -1, right = 1;
  }
  std::vector<int> cells;
  for (; 0 <= row && row < size && 0 <= column && column < size;
       row += down, column += right) {
    cells.push_back(row * size + column);
  }
  return cells;
}

bool IsAtBorder(int cell, int size) {
  const int row = cell / size;
  const int column = cell % size;
  return row == 0 || column == 0 || row == size - 1 || column == size - 1;
}

bool IsDiagonal(absl::Span<const int> cells, int size) {
  if (cells.size() < 2) return false;
  const int step = cells[1] - cells[0];
  for (size_t i = 1; i < cells.size(); ++i) {
    if (cells[i] - cells[i - 1] != step ||
        std::abs(cells[i] % size - cells[i - 1] % size) != 1) {
      return false;
    }
  }
  return (std::abs(step) == size + 1 || std::abs(step) == size - 1) &&
         IsAtBorder(cells.front(), size) && IsAtBorder(cells.back(), size);
}

void ForEachApart(int size, int rows, int columns,
                  absl::FunctionRef<void(int, int)> visit) {
  for (int one = 0; one < size * size; ++one) {
    for (int other = one + 1; other < size * size; ++other) {
      const int row = std::abs(one / size - other / size);
      const int column = std::abs(one % size - other % size);
      if ((row == rows && column == columns) ||
          (row == columns && column == rows)) {
        visit(one, other);
      }
    }
  }
}

}  // namespace sudoku::rules
