#include "sudoku/format/row.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "sudoku/format/bracketed_cells.h"
#include "sudoku/format/drawn_row.h"
#include "sudoku/format/tokens.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

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
        all_numbers = false;
      }
      if (const std::optional<DigitSet> set = CandidateSet(text)) {
        largest_candidate =
            std::max(largest_candidate, 64 - __builtin_clzll(*set));
      } else {
        all_candidates = false;
      }
    }
  }

  int count = 0;       // If a token is a cell.
  int characters = 0;  // If a character is a cell.
  bool all_single = true;
  bool equally_long = true;
  bool all_numbers = true;
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
    if (r.count == size && r.all_numbers &&
        (size > 9 || r.largest_number <= size)) {
      return Reading::kNumbers;
    }
    if (r.characters == size) return Reading::kCharacters;
    if (r.count == size && r.all_candidates) return Reading::kCandidates;
    if (r.count == size && r.all_numbers) return Reading::kNumbers;
    return Reading::kCharacters;
  }
  const bool box_count = IsBoxSize(r.count);
  if (expectations.candidates && box_count && r.all_candidates &&
      r.largest_candidate <= r.count) {
    return Reading::kCandidates;
  }
  if (r.count > 9 && box_count && r.all_numbers &&
      r.largest_number <= r.count) {
    return Reading::kNumbers;
  }
  if (r.equally_long && IsBoxSize(r.characters)) return Reading::kCharacters;
  if (r.count <= 9 && box_count && r.all_candidates &&
      r.largest_candidate <= r.count) {
    return Reading::kCandidates;
  }
  if (IsBoxSize(r.characters)) return Reading::kCharacters;
  // None of these makes a grid; take the one that makes the better message.
  return r.count > 9 && r.all_numbers ? Reading::kNumbers
                                      : Reading::kCharacters;
}

std::optional<ReadError> AddTokens(const std::vector<Token>& tokens,
                                   Reading reading, int64_t line_number,
                                   WrittenCells* cells) {
  for (const Token& token : tokens) {
    const TextPlace place{line_number, token.column};
    switch (reading) {
      case Reading::kNumbers:
        cells->AddNumber(*CellNumber(token.text), place);
        break;
      case Reading::kCandidates:
        if (CellNumber(token.text) == 0) {
          cells->AddNumber(0, place);
        } else {
          cells->AddCandidates(*CandidateSet(token.text), place);
        }
        break;
      case Reading::kCharacters:
        for (size_t i = 0; i < token.text.size(); ++i) {
          const TextPlace here{line_number, token.column + static_cast<int>(i)};
          const char c = token.text[i];
          if (!IsCellCharacter(c)) {
            return ReadError{
                here, absl::StrCat(Quoted(c),
                                   " is neither a digit nor an empty cell")};
          }
          cells->AddCharacter(c, here);
        }
        break;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<ReadError> ReadRow(absl::string_view line, int64_t line_number,
                                 const RowExpectations& expectations,
                                 WrittenCells* cells) {
  const size_t comment = line.find('#');
  if (comment != absl::string_view::npos) line = line.substr(0, comment);
  const size_t first = line.find_first_not_of(" \t|");
  if (first != absl::string_view::npos && IsOpeningBracket(line[first])) {
    return AddBracketedCells(line, line_number, cells);
  }
  const int size = expectations.size;
  if (AddDrawnCells(line, line_number, size, cells)) return std::nullopt;
  const std::vector<Token> tokens = Tokens(line);
  if (tokens.empty()) return std::nullopt;
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

PlainLine LookAtPlainLine(absl::string_view line) {
  if (absl::StrContains(line, '|')) return {};
  const std::vector<Token> tokens = Tokens(line);
  if (tokens.size() == 1) {
    PlainLine plain;
    for (const char c : tokens[0].text) {
      if (!IsCellCharacter(c)) return {};
      ++plain.cells;
      if (IsEmptyMark(c)) continue;
      plain.largest_digit =
          std::max(plain.largest_digit, CharToDigit(c, kMaxSize).value_or(0));
    }
    return plain;
  }
  const Readings readings(tokens);
  if (!readings.all_numbers) return {};
  return {readings.count, readings.largest_number, /*is_spaced=*/true};
}

int CountSpacedPuzzle(absl::string_view line, int fixed_size,
                      int smallest_size) {
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
  if (is_puzzle(readings.count) && readings.all_numbers) {
    return readings.count;
  }
  if (is_puzzle(readings.characters) && readings.equally_long) {
    return readings.characters;
  }
  return 0;
}

}  // namespace sudoku
