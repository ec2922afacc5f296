#include "sudoku/format/bracketed_cells.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "sudoku/format/tokens.h"
#include "sudoku/names.h"

namespace sudoku {

bool IsOpeningBracket(char c) { return c == '{' || c == '[' || c == '('; }

std::optional<ReadError> AddBracketedCells(absl::string_view line,
                                           int64_t line_number,
                                           WrittenCells* cells) {
  const auto place = [line_number](size_t i) {
    return TextPlace{line_number, static_cast<int>(i) + 1};
  };
  size_t i = 0;
  while (i < line.size()) {
    const char open = line[i];
    if (IsTokenSeparator(open)) {
      ++i;
      continue;
    }
    const char close = open == '{'   ? '}'
                       : open == '[' ? ']'
                       : open == '(' ? ')'
                                     : '\0';
    if (close == '\0') {
      return ReadError{place(i),
                       absl::StrCat(Quoted(open),
                                    " stands outside the brackets that hold "
                                    "the candidates of a cell")};
    }
    const size_t end = line.find(close, i);
    if (end == absl::string_view::npos) {
      return ReadError{place(i), absl::StrCat("the bracket ", Quoted(open),
                                              " is not closed on this line")};
    }
    const absl::string_view inside = line.substr(i + 1, end - i - 1);
    const std::vector<Token> tokens = Tokens(inside);
    DigitSet set = 0;
    for (const Token& token : tokens) {
      const size_t at = i + token.column;
      std::optional<DigitSet> digits = CandidateSet(token.text);
      // In a list, "12" is a number; otherwise it is 1 and 2.
      int number = 0;
      if (tokens.size() > 1 && token.text.size() > 1 && IsDecimal(token.text) &&
          absl::SimpleAtoi(token.text, &number) && number >= 1 &&
          number <= kMaxSize) {
        digits = DigitBit(number);
      }
      if (std::all_of(token.text.begin(), token.text.end(), IsEmptyMark)) {
        digits = 0;
      }
      if (!digits.has_value()) {
        return ReadError{place(at), absl::StrCat("\"", token.text,
                                                 "\" is not a set of digits")};
      }
      if ((set & *digits) != 0) {
        return ReadError{place(at),
                         "a candidate stands twice in the same cell"};
      }
      set |= *digits;
    }
    cells->AddCandidates(set, place(i));
    i = end + 1;
  }
  return std::nullopt;
}

}  // namespace sudoku
