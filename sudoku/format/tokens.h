#ifndef SUDOKU_FORMAT_TOKENS_H_
#define SUDOKU_FORMAT_TOKENS_H_

// The pieces of a line between spaces, commas and bars.

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct Token {
  absl::string_view text;
  int column;  // Of its first character, from 1.
};

// ' ', a tab, '|', ',' and ';'.
bool IsTokenSeparator(char c);

std::vector<Token> Tokens(absl::string_view line);

// True if the text consists of 0-9.
bool IsDecimal(absl::string_view text);

// The set of the digits of a token such as "1679"; nothing if a character is no
// digit or stands there twice.
std::optional<DigitSet> CandidateSet(absl::string_view text);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_TOKENS_H_
