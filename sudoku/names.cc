#include "sudoku/names.h"

#include <cassert>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace sudoku {
namespace {

// Removes the longest prefix of characters of one kind and returns it.
template <typename Predicate>
absl::string_view TakeWhile(Predicate predicate, absl::string_view& text) {
  size_t length = 0;
  while (length < text.size() && predicate(text[length])) ++length;
  const absl::string_view taken = text.substr(0, length);
  text.remove_prefix(length);
  return taken;
}

absl::string_view TakeLetters(absl::string_view& text) {
  return TakeWhile([](unsigned char c) { return absl::ascii_isalpha(c); },
                   text);
}

// The number that `digits` writes, or 0, which is no row and no column.
int NumberOrZero(absl::string_view digits) {
  int number = 0;
  return absl::SimpleAtoi(digits, &number) ? number : 0;
}

int TakeNumber(absl::string_view& text) {
  return NumberOrZero(
      TakeWhile([](unsigned char c) { return absl::ascii_isdigit(c); }, text));
}

// A is 1, Z is 26, AA is 27; 0 if there are more than two letters.
int RowOfLetters(absl::string_view letters) {
  if (letters.size() > 2) return 0;
  int row = 0;
  for (char c : letters) row = 26 * row + (absl::ascii_toupper(c) - 'A' + 1);
  return row;
}

// The inverse: "A", ..., "Z", "AA", ...
std::string LettersOfRow(int row) {
  std::string letters(1, static_cast<char>('A' + (row - 1) % 26));
  return row > 26 ? LettersOfRow((row - 1) / 26) + letters : letters;
}

}  // namespace

std::optional<int> CharToDigit(char c, int size, int least) {
  int digit;
  if (c >= '0' + least && c <= '9') {
    digit = c - '0';
  } else if (absl::ascii_isalpha(static_cast<unsigned char>(c))) {
    digit = absl::ascii_toupper(c) - 'A' + 10;
  } else if (c == '@') {
    digit = kMaxSize;
  } else {
    return std::nullopt;
  }
  digit += 1 - least;
  if (digit > size) return std::nullopt;
  return digit;
}

std::optional<int> SymbolToDigit(char c, int size, dlx::StringView symbols) {
  const size_t at = absl::string_view(symbols).find(c);
  if (at >= static_cast<size_t>(size)) return std::nullopt;
  return static_cast<int>(at) + 1;
}

std::string DigitRange(int size, int least) {
  assert(1 <= size && size <= kMaxSize);
  const int greatest = size + least - 1;
  if (greatest <= 9) return absl::StrCat(least, " to ", greatest);
  if (greatest == 10) return absl::StrCat(least, " to 9 and A");
  return absl::StrFormat("%d to 9 and A to %c", least,
                         DigitToChar(static_cast<uint8_t>(greatest)));
}

std::string CellName(int cell, int size, NameStyle style) {
  assert(0 <= cell && cell < size * size);
  if (style == NameStyle::kLetter) {
    return absl::StrCat(LettersOfRow(cell / size + 1), cell % size + 1);
  }
  return absl::StrCat("r", cell / size + 1, "c", cell % size + 1);
}

absl::StatusOr<int> ParseCell(dlx::StringView name, int size) {
  absl::string_view rest = name;
  std::string as_rows_and_columns;  // "r2c1" of "(2,1)".
  if (absl::StartsWith(rest, "(") && absl::EndsWith(rest, ")")) {
    const std::vector<absl::string_view> numbers =
        absl::StrSplit(rest.substr(1, rest.size() - 2), ',');
    if (numbers.size() == 2) {
      as_rows_and_columns =
          absl::StrCat("r", absl::StripAsciiWhitespace(numbers[0]), "c",
                       absl::StripAsciiWhitespace(numbers[1]));
      rest = as_rows_and_columns;
    }
  }
  const absl::string_view letters = TakeLetters(rest);
  int row = 0;
  int column = TakeNumber(rest);
  if (absl::EqualsIgnoreCase(letters, "r") && !rest.empty()) {
    row = column;
    column = 0;
    if (absl::EqualsIgnoreCase(TakeLetters(rest), "c")) {
      column = TakeNumber(rest);
    }
  } else {
    row = RowOfLetters(letters);
  }
  if (!rest.empty() || row == 0 || column == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", name, "\" is not the name of a cell; cells are ",
                     "called r1c1, A1 or (1,1)"));
  }
  if (row > size || column > size) {
    return absl::OutOfRangeError(absl::StrCat("there is no cell ", name,
                                              " in a grid of ", size,
                                              " rows and ", size, " columns"));
  }
  return (row - 1) * size + (column - 1);
}

}  // namespace sudoku
