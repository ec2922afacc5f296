#include "sudoku/format/tokens.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "sudoku/names.h"

namespace sudoku {

bool IsTokenSeparator(char c) {
  return c == ' ' || c == '\t' || c == '|' || c == ',' || c == ';';
}

std::vector<Token> Tokens(absl::string_view line) {
  std::vector<Token> tokens;
  size_t i = 0;
  while (i < line.size()) {
    if (IsTokenSeparator(line[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    while (i < line.size() && !IsTokenSeparator(line[i])) ++i;
    tokens.push_back(
        {line.substr(begin, i - begin), static_cast<int>(begin) + 1});
  }
  return tokens;
}

bool IsDecimal(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_isdigit(c); });
}

std::optional<DigitSet> CandidateSet(absl::string_view text) {
  DigitSet set = 0;
  for (const char c : text) {
    const std::optional<int> digit = CharToDigit(c, kMaxSize);
    if (!digit.has_value() || (set & DigitBit(*digit)) != 0) {
      return std::nullopt;
    }
    set |= DigitBit(*digit);
  }
  return set;
}

}  // namespace sudoku
