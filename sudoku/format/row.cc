#include "sudoku/format/row.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

// A piece of a line between separators.
struct Token {
  absl::string_view text;
  int column;
};

bool IsSeparator(char c) {
  return c == ' ' || c == '\t' || c == '|' || c == ',' || c == ';';
}

std::vector<Token> Tokens(absl::string_view line) {
  std::vector<Token> tokens;
  size_t i = 0;
  while (i < line.size()) {
    if (IsSeparator(line[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    while (i < line.size() && !IsSeparator(line[i])) ++i;
    tokens.push_back(
        {line.substr(begin, i - begin), static_cast<int>(begin) + 1});
  }
  return tokens;
}

bool AllDigits(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_isdigit(c); });
}

// The number of a token that is a cell by itself: a decimal number, or one or
// more empty marks. Nothing for other tokens.
std::optional<int> CellNumber(absl::string_view token) {
  if (std::all_of(token.begin(), token.end(), IsEmptyMark)) return 0;
  int number = 0;
  if (token.size() > 2 || !AllDigits(token) ||
      !absl::SimpleAtoi(token, &number)) {
    return std::nullopt;
  }
  return number;
}

// The set of the digits of a token such as "1679".
std::optional<DigitSet> CandidateSet(absl::string_view token) {
  DigitSet set = 0;
  for (const char c : token) {
    const std::optional<int> digit = CharToDigit(c, kMaxSize);
    if (!digit.has_value() || (set & DigitBit(*digit)) != 0) {
      return std::nullopt;
    }
    set |= DigitBit(*digit);
  }
  return set;
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

// Grids that are drawn with blanks for empty cells: where a character stands
// says which cell it is in.
//
// The bars cut the line into pieces of the same length. In a piece, a cell is
// one character wide, or one character with a blank on either side:
//
//   |53 | 7 |   |             offset 0, stride 1
//   | 53  |  7  |     |       offset 1, stride 1
//   | 5 3   |   7   |       | offset 1, stride 2
struct Layout {
  size_t offset;
  size_t stride;
};
constexpr std::array<Layout, 3> kLayouts = {{{1, 2}, {1, 1}, {0, 1}}};
constexpr std::array<int, 9> kDrawnSizes = {4, 6, 8, 9, 10, 12, 15, 16, 25};

// The number of cells in a piece of that length; 0 if the layout does not fit.
size_t CellsInPiece(Layout layout, size_t length) {
  if (length <= 2 * layout.offset) return 0;
  if ((length - 2 * layout.offset - 1) % layout.stride != 0) return 0;
  return (length - 2 * layout.offset - 1) / layout.stride + 1;
}

bool PieceFits(absl::string_view piece, Layout layout, size_t width) {
  for (size_t i = 0; i < piece.size(); ++i) {
    if (piece[i] == ' ') continue;
    if (!IsCellCharacter(piece[i])) return false;
    if (i < layout.offset || (i - layout.offset) % layout.stride != 0 ||
        (i - layout.offset) / layout.stride >= width) {
      return false;
    }
  }
  return true;
}

struct Piece {
  std::string text;
  int column;  // Of its first character.
};

// The pieces between the bars, brought to the same length; none if there are no
// bars or the lengths differ. If `has_frame`, the first and the last bar are
// part of a frame around the grid.
std::vector<Piece> PiecesBetweenBars(absl::string_view line, bool has_frame) {
  std::vector<Piece> pieces;
  int column = 1;
  for (const absl::string_view text : absl::StrSplit(line, '|')) {
    pieces.push_back({std::string(text), column});
    column += static_cast<int>(text.size()) + 1;
  }
  if (has_frame) {
    pieces.erase(pieces.begin());
    pieces.pop_back();
  }
  if (pieces.size() < 2) return {};
  // Without a frame, the outer pieces may lack their outer blanks.
  const size_t length = pieces.size() > 2 ? pieces[1].text.size()
                                          : std::max(pieces[0].text.size(),
                                                     pieces[1].text.size());
  if (pieces.front().text.size() + 1 == length) {
    pieces.front().text.insert(0, 1, ' ');
    --pieces.front().column;
  }
  std::string& last = pieces.back().text;
  if (last.size() < length) last.append(length - last.size(), ' ');
  for (const Piece& piece : pieces) {
    if (piece.text.size() != length) return {};
  }
  return pieces;
}

// Adds the cells of the pieces if that gives a row of the right size.
bool AddPieces(const std::vector<Piece>& pieces, int64_t line_number, int size,
               WrittenCells* cells) {
  if (pieces.empty()) return false;
  for (const Layout layout : kLayouts) {
    const size_t width = CellsInPiece(layout, pieces[0].text.size());
    const int count = static_cast<int>(width * pieces.size());
    if (size > 0 ? count != size
                 : std::find(kDrawnSizes.begin(), kDrawnSizes.end(), count) ==
                       kDrawnSizes.end()) {
      continue;
    }
    if (!std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
          return PieceFits(piece.text, layout, width);
        })) {
      continue;
    }
    for (const Piece& piece : pieces) {
      for (size_t i = 0; i < width; ++i) {
        const size_t at = layout.offset + i * layout.stride;
        cells->AddCharacter(piece.text[at],
                            {line_number, piece.column + static_cast<int>(at)});
      }
    }
    return true;
  }
  return false;
}

// Reads a row by position, if the line has bars and its cells stand where they
// must.
bool AddDrawnCells(absl::string_view line, int64_t line_number, int size,
                   WrittenCells* cells) {
  if (!absl::StrContains(line, '|') || absl::StrContains(line, '\t')) {
    return false;
  }
  const absl::string_view stripped = absl::StripAsciiWhitespace(line);
  const bool may_have_frame =
      stripped.size() > 1 && stripped.front() == '|' && stripped.back() == '|';
  return (may_have_frame &&
          AddPieces(PiecesBetweenBars(line, true), line_number, size, cells)) ||
         AddPieces(PiecesBetweenBars(line, false), line_number, size, cells);
}

// Nine characters with blanks among them are nine cells, also without bars.
bool AddBlankSeparatedCells(absl::string_view line, int64_t line_number,
                            int size, WrittenCells* cells) {
  const size_t length = size > 0 ? size : 9;
  if (line.size() != length) return false;
  for (const char c : line) {
    if (c != ' ' && !IsCellCharacter(c)) return false;
  }
  for (size_t i = 0; i < line.size(); ++i) {
    cells->AddCharacter(line[i], {line_number, static_cast<int>(i) + 1});
  }
  return true;
}

// {12}[3](45): each pair of brackets is a cell. Inside, digits may be separated
// by commas or blanks, and numbers of two digits too.
std::optional<ReadError> AddBracketedCells(absl::string_view line,
                                           int64_t line_number,
                                           WrittenCells* cells) {
  const auto place = [line_number](size_t i) {
    return TextPlace{line_number, static_cast<int>(i) + 1};
  };
  size_t i = 0;
  while (i < line.size()) {
    const char open = line[i];
    if (IsSeparator(open)) {
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
      if (tokens.size() > 1 && token.text.size() > 1 && AllDigits(token.text) &&
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

}  // namespace

bool IsBorder(absl::string_view line) {
  int strokes = 0;
  for (const char c : line) {
    if (c == '-' || c == '=') {
      ++strokes;
    } else if (!absl::StrContains(" \t+|*.:'", c)) {
      return false;
    }
  }
  return strokes >= 2;
}

std::optional<ReadError> ReadRow(absl::string_view line, int64_t line_number,
                                 const RowExpectations& expectations,
                                 WrittenCells* cells) {
  const size_t comment = line.find('#');
  if (comment != absl::string_view::npos) line = line.substr(0, comment);
  const size_t first = line.find_first_not_of(" \t|");
  if (first != absl::string_view::npos &&
      absl::StrContains("{[(", line[first])) {
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
      AddBlankSeparatedCells(line, line_number, size, cells)) {
    return std::nullopt;
  }
  return AddTokens(tokens, ChooseReading(readings, expectations), line_number,
                   cells);
}

int CountSpacedPuzzle(absl::string_view line, int fixed_size) {
  const std::vector<Token> tokens = Tokens(line);
  if (tokens.empty()) return 0;
  const auto is_puzzle = [fixed_size](int count) {
    const int size = SizeFromCellCount(count);
    return fixed_size > 0 ? size == fixed_size : size >= 8 && IsBoxSize(size);
  };
  if (absl::StrContains("{[(", tokens[0].text[0])) {
    const int count =
        static_cast<int>(std::count_if(line.begin(), line.end(), [](char c) {
          return absl::StrContains("{[(", c);
        }));
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

std::string WithoutUnicodeDecorations(absl::string_view line) {
  std::string result;
  result.reserve(line.size());
  size_t i = 0;
  while (i < line.size()) {
    const absl::string_view rest = line.substr(i);
    if (absl::StartsWith(rest, "\xC2\xB7")) {  // Middle dot.
      result.push_back('.');
      i += 2;
    } else if (absl::StartsWith(rest, "\xC2\xA0")) {  // No-break space.
      result.push_back(' ');
      i += 2;
    } else if (rest.size() >= 3 && rest[0] == '\xE2' &&
               (rest[1] == '\x94' || rest[1] == '\x95')) {
      // U+2500 to U+257F. Horizontal and vertical strokes come thin, thick,
      // dashed and double; all others are corners and crossings.
      const int code = (static_cast<unsigned char>(rest[1]) & 1) * 64 +
                       (static_cast<unsigned char>(rest[2]) & 0x3F);
      const bool dashed = code >= 0x04 && code <= 0x0B;
      const bool horizontal = code <= 0x01 || (dashed && (code & 2) == 0) ||
                              code == 0x50 || code == 0x4C || code == 0x4D;
      const bool vertical = code == 0x02 || code == 0x03 ||
                            (dashed && (code & 2) != 0) || code == 0x51 ||
                            code == 0x4E || code == 0x4F;
      result.push_back(horizontal ? '-' : vertical ? '|' : '+');
      i += 3;
    } else {
      result.push_back(line[i++]);
    }
  }
  return result;
}

}  // namespace sudoku
