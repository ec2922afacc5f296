#ifndef SUDOKU_NAMES_H_
#define SUDOKU_NAMES_H_

// How digits and cells are written.
//
// Digits are 1-9, then letters: A is 10, P is 25, Z is 35. A 36x36 grid needs
// one more, and '0' commonly means an empty cell, so its 36th digit is '@'.
// Small letters are read as capitals.
//
// Of a few puzzles the least digit is 0. Digits are numbered from 1 there, too,
// and are written one less: 0-8 for the digits 1 to 9 of a 9x9 grid. An empty
// cell is '.' then, and never '0'.
//
// Cells are numbered from 0, row by row. They are called r1c1 (row 1, column
// 1); Norvig's names, a letter for the row and a number for the column, are
// read as well: A1 is r1c1, I9 is r9c9. After row Z come rows AA, AB, ... So
// are a matrix's: (2,1) is r2c1.

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"

namespace sudoku {

inline constexpr int kMaxSize = 36;

// REQUIRES below is checked by assertions, where these are on.

// 0, an empty cell, is '.'. `least` is how the first digit is written: 0 or 1.
// REQUIRES: 0 <= digit <= kMaxSize.
[[nodiscard]] constexpr char DigitToChar(uint8_t digit, int least = 1) {
  assert(digit <= kMaxSize);
  // In a byte, so that many can be done at a time.
  const auto number = static_cast<uint8_t>(digit + least - 1);
  return static_cast<char>(digit == 0          ? '.'
                           : number <= 9       ? '0' + number
                           : number < kMaxSize ? 'A' - 10 + number
                                               : '@');
}

// The digit in 1..size that is written `c`, if there is one.
[[nodiscard]] std::optional<int> CharToDigit(char c, int size, int least = 1);

// The same where digits are written as `symbols`, in their order.
[[nodiscard]] std::optional<int> SymbolToDigit(char c, int size,
                                               dlx::StringView symbols);

// All of them, in words: "1 to 6", "1 to 9 and A to G".
// REQUIRES: 1 <= size <= kMaxSize.
[[nodiscard]] std::string DigitRange(int size, int least = 1);

// Which of the two customary names a cell is given.
enum class NameStyle {
  kRowAndColumn,  // "r3c2"
  kLetter,        // "C2", as in Norvig's article.
};

// "r1c2". REQUIRES: 0 <= cell < size * size. Sentences for users have the names
// of Geometry::CellName(), which are of the style that the user wants.
[[nodiscard]] std::string CellName(int cell, int size,
                                   NameStyle style = NameStyle::kRowAndColumn);

// The cell of a grid with `size` rows and columns that is called `name`:
// ParseCell("r2c1", 9) and ParseCell("B1", 9) are cell 9.
[[nodiscard]] absl::StatusOr<int> ParseCell(dlx::StringView name, int size);

}  // namespace sudoku

#endif  // SUDOKU_NAMES_H_
