#include "sudoku/format/row.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "sudoku/format/drawn_row.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

struct Token {
  absl::string_view text;
  int column;  // Of its first character, from 1.
};

// What stands between the cells of a row and means nothing.
bool IsTokenSeparator(char c) {
  return c == ' ' || c == '\t' || c == '|' || c == ',' || c == ';';
}

// The pieces of a line between separators.
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

// True if the text consists of 0-9.
bool IsDecimal(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_isdigit(c); });
}

// The set of the digits of a token such as "1679"; nothing if a character is no
// digit or stands there twice. "u5" is a 5 that a user of SudoCue has filled in
// (.sdx); as a set, U and 5 would stand the other way round.
std::optional<DigitSet> CandidateSet(absl::string_view text) {
  if (text.size() == 2 && text[0] == 'u' &&
      absl::ascii_isdigit(static_cast<unsigned char>(text[1]))) {
    text.remove_prefix(1);
  }
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

bool IsOpeningBracket(char c) { return c == '{' || c == '[' || c == '('; }

char ClosingBracket(char open) {
  return open == '{' ? '}' : open == '[' ? ']' : ')';
}

// The candidates that stand in a pair of brackets, of which the first character
// is at `column`: digits, or in a list of several also numbers such as 12.
std::optional<ReadError> ReadCandidates(absl::string_view inside,
                                        TextPlace place, DigitSet* set) {
  const int column = place.column;
  const std::vector<Token> tokens = Tokens(inside);
  *set = 0;
  for (const Token& token : tokens) {
    place.column = column + token.column - 1;
    std::optional<DigitSet> digits = CandidateSet(token.text);
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
      return ReadError{place, absl::StrCat(QuotedText(token.text),
                                           " is not a set of digits")};
    }
    if ((*set & *digits) != 0) {
      return ReadError{place, "a candidate stands twice in the same cell"};
    }
    *set |= *digits;
  }
  return std::nullopt;
}

// Appends the cells of a line in which each cell is a set of candidates in
// brackets: {12}[3](4, 15).
std::optional<ReadError> AddBracketedCells(absl::string_view line,
                                           int64_t line_number,
                                           WrittenCells* cells) {
  size_t i = 0;
  while (i < line.size()) {
    const char open = line[i];
    if (IsTokenSeparator(open)) {
      ++i;
      continue;
    }
    TextPlace place{line_number, static_cast<int>(i) + 1};
    if (!IsOpeningBracket(open)) {
      return ReadError{place,
                       absl::StrCat(Quoted(open),
                                    " stands outside the brackets that hold "
                                    "the candidates of a cell")};
    }
    const size_t end = line.find(ClosingBracket(open), i);
    if (end == absl::string_view::npos) {
      return ReadError{place, absl::StrCat("the bracket ", Quoted(open),
                                           " is not closed on this line")};
    }
    DigitSet set = 0;
    if (auto error = ReadCandidates(line.substr(i + 1, end - i - 1),
                                    {line_number, place.column + 1}, &set)) {
      return error;
    }
    cells->AddCandidates(set, place);
    i = end + 1;
  }
  return std::nullopt;
}

// The number of a token that is a cell by itself: a decimal number, or one or
// more empty marks. Nothing for other tokens.
std::optional<int> CellNumber(absl::string_view token) {
  if (std::all_of(token.begin(), token.end(), IsEmptyMark)) return 0;
  int number = 0;
  if (token.size() > 2 || !IsDecimal(token) ||
      !absl::SimpleAtoi(token, &number)) {
    return std::nullopt;
  }
  return number;
}

// How the tokens of a line can be read.
struct Readings {
  explicit Readings(const std::vector<Token>& tokens) {
    count = static_cast<int>(tokens.size());
    for (const Token& token : tokens) {
      const absl::string_view text = token.text;
      characters += static_cast<int>(text.size());
      if (text.size() != tokens[0].text.size()) equally_long = false;
      if (text.size() > 1) all_single = false;
      if (const std::optional<int> number = CellNumber(text)) {
        largest_number = std::max(largest_number, *number);
        if (*number == 0) continue;
      } else {
        ++not_numbers;
      }
      if (const std::optional<DigitSet> set = CandidateSet(text)) {
        largest_candidate =
            std::max(largest_candidate, 64 - __builtin_clzll(*set));
      } else {
        all_candidates = false;
      }
    }
  }

  bool all_numbers() const { return not_numbers == 0; }
  // Numbers of different lengths, although one may be missing or wrong.
  bool are_meant_as_numbers() const {
    return count > 9 && not_numbers <= 1 && !equally_long;
  }

  int count = 0;       // If a token is a cell.
  int characters = 0;  // If a character is a cell.
  bool all_single = true;
  bool equally_long = true;
  int not_numbers = 0;
  int largest_number = 0;
  bool all_candidates = true;
  int largest_candidate = 0;
};

enum class Reading { kCharacters, kNumbers, kCandidates };

Reading ChooseReading(const Readings& r, const RowExpectations& expectations) {
  const int size = expectations.size;
  if (r.all_single) return Reading::kCharacters;
  if (size > 0) {
    if (expectations.candidates && r.count == size && r.all_candidates) {
      return Reading::kCandidates;
    }
    if (r.count == size && r.all_numbers() &&
        (size > 9 || r.largest_number <= size)) {
      return Reading::kNumbers;
    }
    const bool are_numbers =
        size > 9 && r.are_meant_as_numbers() && 2 * r.count > size;
    if (r.characters == size && !are_numbers) return Reading::kCharacters;
    if (r.count == size && r.all_candidates) return Reading::kCandidates;
    if (are_numbers || (r.count == size && r.all_numbers())) {
      return Reading::kNumbers;
    }
    return Reading::kCharacters;
  }
  const bool box_count = IsBoxSize(r.count);
  if (expectations.candidates && box_count && r.all_candidates &&
      r.largest_candidate <= r.count) {
    return Reading::kCandidates;
  }
  if (r.are_meant_as_numbers() ||
      (r.count > 9 && box_count && r.all_numbers() &&
       r.largest_number <= r.count)) {
    return Reading::kNumbers;
  }
  if (r.equally_long && IsBoxSize(r.characters)) return Reading::kCharacters;
  if (r.count <= 9 && box_count && r.all_candidates &&
      r.largest_candidate <= r.count) {
    return Reading::kCandidates;
  }
  if (IsBoxSize(r.characters)) return Reading::kCharacters;
  // None of these makes a grid; take the one that makes the better message.
  return r.count > 9 && r.all_numbers() ? Reading::kNumbers
                                        : Reading::kCharacters;
}

// The first character that can be no cell.
std::optional<ReadError> NotACell(const Token& token, int64_t line_number) {
  for (size_t i = 0; i < token.text.size(); ++i) {
    if (IsCellCharacter(token.text[i])) continue;
    return ReadError{{line_number, token.column + static_cast<int>(i)},
                     absl::StrCat(Quoted(token.text[i]),
                                  " is neither a digit nor an empty cell")};
  }
  return std::nullopt;
}

ReadError NotANumber(const Token& token, int64_t line_number) {
  if (auto error = NotACell(token, line_number)) return *std::move(error);
  return {{line_number, token.column},
          absl::StrCat(QuotedText(token.text), " is not a number")};
}

std::optional<ReadError> AddTokens(const std::vector<Token>& tokens,
                                   Reading reading, int64_t line_number,
                                   WrittenCells* cells) {
  for (const Token& token : tokens) {
    const TextPlace place{line_number, token.column};
    switch (reading) {
      case Reading::kNumbers:
        if (const std::optional<int> number = CellNumber(token.text)) {
          cells->AddWord(*number, token.text, place);
          break;
        }
        return NotANumber(token, line_number);
      case Reading::kCandidates:
        if (CellNumber(token.text) == 0) {
          cells->AddNumber(0, place);
        } else {
          cells->AddCandidates(*CandidateSet(token.text), place);
        }
        break;
      case Reading::kCharacters:
        if (auto error = NotACell(token, line_number)) return error;
        for (size_t i = 0; i < token.text.size(); ++i) {
          cells->AddCharacter(
              token.text[i], {line_number, token.column + static_cast<int>(i)});
        }
        break;
    }
  }
  return std::nullopt;
}

absl::string_view WithoutComment(absl::string_view line) {
  return line.substr(0, line.find('#'));
}

}  // namespace

std::optional<ReadError> ReadRow(absl::string_view line, int64_t line_number,
                                 const RowExpectations& expectations,
                                 WrittenCells* cells) {
  line = WithoutComment(line);
  const size_t first = line.find_first_not_of(" \t|");
  if (first != absl::string_view::npos && IsOpeningBracket(line[first])) {
    return AddBracketedCells(line, line_number, cells);
  }
  const int size = expectations.size;
  if (AddDrawnCells(line, line_number, size, cells)) return std::nullopt;
  if (AddSeparatedCells(line, line_number, size, cells)) return std::nullopt;
  const std::vector<Token> tokens = Tokens(line);
  if (tokens.empty()) {
    if (size > 0) AddPositionalCells(line, line_number, size, cells);
    return std::nullopt;
  }
  const Readings readings(tokens);
  const bool readable_without_blanks =
      size > 0 ? readings.characters == size || readings.count == size : false;
  if (!readable_without_blanks && absl::StrContains(line, ' ') &&
      AddPositionalCells(line, line_number, size, cells)) {
    return std::nullopt;
  }
  return AddTokens(tokens, ChooseReading(readings, expectations), line_number,
                   cells);
}

bool LooksLikeRow(absl::string_view line, const GeometrySource& geometries) {
  const auto likely = std::count_if(line.begin(), line.end(), [&](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c)) ||
           IsEmptyMark(c) || geometries.IsSymbol(c) ||
           absl::StrContains("|{[()]},;", c);
  });
  return 2 * static_cast<size_t>(likely) > line.size();
}

PlainLine LookAtPlainLine(absl::string_view line,
                          const GeometrySource& geometries) {
  if (absl::StrContains(line, '|')) return {};
  const std::vector<Token> tokens = Tokens(line);
  PlainLine plain;
  std::array<int, 100> digits = {};  // How many of each there are.
  const auto add = [&](char c) {
    if (IsEmptyMark(c) && !geometries.IsSymbol(c)) return;
    ++digits[geometries.DigitOf(c, kMaxSize).value_or(0)];
  };
  if (tokens.size() > 1) {
    plain.is_spaced = true;
    plain.cells = static_cast<int>(tokens.size());
    for (const Token& token : tokens) {
      if (token.text.size() == 1 && IsCellCharacter(token.text[0])) {
        add(token.text[0]);
      } else if (const std::optional<int> number = CellNumber(token.text)) {
        ++digits[*number];
      } else {
        return {};
      }
    }
  } else if (tokens.size() == 1) {
    for (const char c : tokens[0].text) {
      if (!IsCellCharacter(c)) return {};
      ++plain.cells;
      add(c);
    }
  }
  const int small_size = SizeFromCellCount(plain.cells);
  plain.large_digits =
      std::accumulate(digits.begin() + small_size + 1, digits.end(), 0);
  return plain;
}

int CountSpacedPuzzle(absl::string_view line, int fixed_size,
                      int smallest_size) {
  line = WithoutComment(line);
  const std::vector<Token> tokens = Tokens(line);
  if (tokens.empty()) return 0;
  const auto is_puzzle = [=](int count) {
    const int size = SizeFromCellCount(count);
    return fixed_size > 0 ? size == fixed_size
                          : size >= smallest_size && IsBoxSize(size);
  };
  if (IsOpeningBracket(tokens[0].text[0])) {
    const int count = static_cast<int>(
        std::count_if(line.begin(), line.end(), IsOpeningBracket));
    return is_puzzle(count) ? count : 0;
  }
  const Readings readings(tokens);
  if (is_puzzle(readings.count) && readings.all_numbers()) {
    return readings.count;
  }
  if (is_puzzle(readings.characters) && readings.equally_long) {
    return readings.characters;
  }
  return 0;
}

}  // namespace sudoku
