#include "sudoku/format/documents.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "sudoku/format/line.h"
#include "sudoku/format/records.h"
#include "sudoku/format/rule_line.h"
#include "sudoku/format/web_puzzle.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/names.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {

namespace {

using Lines = absl::Span<const absl::string_view>;

bool IsLetter(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c));
}
bool IsDigit(char c) {
  return absl::ascii_isdigit(static_cast<unsigned char>(c));
}

bool ContainsIgnoringCase(absl::string_view text, absl::string_view word) {
  return absl::StrContains(absl::AsciiStrToLower(text), word);
}

// Reads what stands in one piece of a document, such as an attribute, as a line
// of cells.
std::optional<ReadError> ReadCellsAt(absl::string_view cells, TextPlace place,
                                     GeometrySource* geometries,
                                     Puzzle* puzzle) {
  return ReadLine(cells, CountLeadingCells(cells), place, geometries, puzzle);
}

// --- Rules in one line ---

bool IsRuleLine(absl::string_view line) { return IsRuleText(line); }

std::optional<ReadError> ReadRules(const DocumentText& document,
                                   GeometrySource* geometries, Puzzle* puzzle) {
  return ReadRuleLine(document.text, document.PlaceOf(document.text),
                      geometries, puzzle);
}

// --- HoDoKu ---

// ":0000:x:..4+5..:124 125:r1c1:", a line of its library: technique, candidate,
// cells, candidates that are gone (the 1 of r2c4 and that of r2c5), those that
// the technique removes, and a remark. A '+' stands before a digit that has
// been filled in. The technique may have a variant: 03111, 0607-1, 0606-x.
bool IsHodokuLine(absl::string_view line) {
  const std::vector<absl::string_view> fields = absl::StrSplit(line, ':');
  if (line.front() != ':' || fields.size() < 5) return false;
  const absl::string_view code = fields[1].substr(0, fields[1].find('-'));
  const size_t variant = fields[1].size() - code.size();
  return (code.size() == 4 || code.size() == 5) &&
         (variant == 0 || variant == 2) &&
         CountLeadingCells(absl::StrReplaceAll(fields[3], {{"+", ""}})) >= 2;
}

// Removes the candidates that are gone from the puzzle. Those of clues say
// nothing, for HoDoKu.
std::optional<ReadError> RemoveCandidates(const DocumentText& document,
                                          absl::string_view gone,
                                          Puzzle* puzzle) {
  const int size = puzzle->geometry.size();
  for (const absl::string_view word :
       absl::StrSplit(gone, ' ', absl::SkipEmpty())) {
    const TextPlace place = document.PlaceOf(word);
    int numbers[3] = {};
    for (size_t i = 0; i < word.size() && i < 3; ++i) {
      numbers[i] = IsDigit(word[i]) ? word[i] - '0' : 0;
    }
    const auto [digit, row, column] = numbers;
    if (word.size() != 3 || std::min({digit, row, column}) < 1 ||
        std::max({digit, row, column}) > size) {
      return ReadError{place, absl::StrCat(QuotedText(word),
                                           " is not a digit, a row and a "
                                           "column")};
    }
    const int cell = puzzle->geometry.CellAt(row - 1, column - 1);
    if (puzzle->clues[cell] != 0) continue;
    if (!puzzle->has_candidates()) {
      for (const uint8_t clue : puzzle->clues) {
        puzzle->candidates.push_back(clue == 0 ? AllDigits(size)
                                               : DigitBit(clue));
      }
    }
    puzzle->candidates[cell] &= ~DigitBit(digit);
    if (puzzle->candidates[cell] == 0) {
      return ReadError{
          place, absl::StrCat(CellName(cell, size), " has no candidate left")};
    }
  }
  if (puzzle->has_candidates()) {
    Puzzle restricted = FromCandidates(puzzle->geometry, puzzle->candidates);
    puzzle->clues = std::move(restricted.clues);
  }
  return std::nullopt;
}

std::optional<ReadError> ReadHodokuLine(const DocumentText& document,
                                        GeometrySource* geometries,
                                        Puzzle* puzzle) {
  const absl::string_view line = absl::StripAsciiWhitespace(document.text);
  const std::vector<absl::string_view> fields = absl::StrSplit(line, ':');
  const absl::string_view written = fields[3];
  WrittenCells cells;
  std::vector<uint8_t> filled_in;
  for (size_t i = 0; i < written.size(); ++i) {
    const TextPlace place = document.PlaceOf(written.substr(i));
    filled_in.push_back(0);
    if (written[i] == '+' && i + 1 < written.size() &&
        IsDigit(written[i + 1])) {
      cells.AddNumber(0, place);
      filled_in.back() = static_cast<uint8_t>(written[++i] - '0');
    } else if (IsCellCharacter(written[i])) {
      cells.AddCharacter(written[i], place);
    } else {
      return ReadError{place, absl::StrCat(Quoted(written[i]),
                                           " is neither a digit nor an empty "
                                           "cell")};
    }
  }
  auto error =
      BuildPuzzle(cells, document.PlaceOf(written), geometries, puzzle);
  if (error.has_value()) return error;
  if (fields[1] != "0000") puzzle->note = std::string(fields[1]);
  if (absl::StrContains(written, '+')) {
    puzzle->filled_in = puzzle->geometry.EmptyGrid();
    absl::c_copy(filled_in, puzzle->filled_in->begin());
  }
  return RemoveCandidates(document, fields[4], puzzle);
}

// --- What Norvig's programs return ---

// {'A1': '4', 'A2': '1679', ...}, as Python prints it, on a line or on several.
bool IsNorvigValues(absl::string_view line) {
  return absl::StartsWith(line, "{'A1'") || absl::StartsWith(line, "{\"A1\"");
}

size_t CountLinesOfNorvigValues(Lines lines, bool is_all) {
  for (size_t i = 0; i < lines.size(); ++i) {
    if (absl::StrContains(lines[i], "}")) return i + 1;
  }
  return is_all ? lines.size() : 0;
}

// The texts between quotation marks: names of cells and digits, in turns.
std::vector<absl::string_view> QuotedTexts(absl::string_view text) {
  std::vector<absl::string_view> texts;
  for (size_t i = text.find_first_of("'\""); i != text.npos;
       i = text.find_first_of("'\"", i + 1)) {
    const size_t end = text.find(text[i], i + 1);
    if (end == text.npos) break;
    texts.push_back(text.substr(i + 1, end - i - 1));
    i = end;
  }
  return texts;
}

std::optional<ReadError> ReadNorvigValues(const DocumentText& document,
                                          GeometrySource* geometries,
                                          Puzzle* puzzle) {
  constexpr int kSize = 9;
  constexpr size_t kCells = size_t{kSize} * kSize;
  const std::vector<absl::string_view> texts = QuotedTexts(document.text);
  std::vector<DigitSet> sets(kCells);
  bool has_candidates = false;
  for (size_t i = 0; i + 1 < texts.size(); i += 2) {
    const absl::string_view name = texts[i];
    const bool is_cell = name.size() == 2 && 'A' <= name[0] && name[0] <= 'I' &&
                         '1' <= name[1] && name[1] <= '9';
    DigitSet set = 0;
    for (const char c : texts[i + 1]) {
      if (!IsDigit(c) || c == '0') {
        set = 0;
        break;
      }
      set |= DigitBit(c - '0');
    }
    if (!is_cell || set == 0) {
      return ReadError{document.PlaceOf(name),
                       "a cell and its digits are expected, such as "
                       "'A1': '123'"};
    }
    sets[(name[0] - 'A') * kSize + (name[1] - '1')] = set;
    has_candidates |= set != AllDigits(kSize) && (set & (set - 1)) != 0;
  }
  const TextPlace place = document.PlaceOf(document.text);
  WrittenCells cells;
  for (size_t cell = 0; cell < kCells; ++cell) {
    if (sets[cell] == 0) {
      return ReadError{place, absl::StrCat(CellName(static_cast<int>(cell),
                                                    kSize, NameStyle::kLetter),
                                           " is missing")};
    }
    const bool is_known = (sets[cell] & (sets[cell] - 1)) == 0;
    if (has_candidates) {
      cells.AddCandidates(sets[cell], place);
    } else {
      cells.AddNumber(is_known ? __builtin_ctzll(sets[cell]) + 1 : 0, place);
    }
  }
  return BuildPuzzle(cells, place, geometries, puzzle);
}

// --- Addresses ---

bool IsAddress(absl::string_view line) {
  return absl::StartsWithIgnoreCase(line, "http://") ||
         absl::StartsWithIgnoreCase(line, "https://") ||
         absl::StartsWithIgnoreCase(line, "www.");
}

template <const char* host>
bool IsAddressOf(absl::string_view line) {
  return IsAddress(line) && ContainsIgnoringCase(line.substr(0, 60), host);
}

constexpr char kSudokuWiki[] = "sudokuwiki.org/";
constexpr char kFpuzzles[] = "f-puzzles.com/";
constexpr char kSudokuPad[] = "sudokupad.app/";
constexpr char kSudokuPadBefore[] = "crackingthecryptic.com/";

// Without what an address escapes: "%2B" is a plus sign. A blank was one, too.
std::string Unescaped(absl::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    int code = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        absl::SimpleHexAtoi(text.substr(i + 1, 2), &code)) {
      result.push_back(static_cast<char>(code));
      i += 2;
    } else {
      result.push_back(text[i] == ' ' ? '+' : text[i]);
    }
  }
  return result;
}

// What stands behind "name=" in an address; nothing if it has no such
// parameter.
std::optional<absl::string_view> Parameter(absl::string_view address,
                                           absl::string_view name) {
  for (const absl::string_view mark : {"?", "&"}) {
    const std::string begin = absl::StrCat(mark, name, "=");
    const size_t at = address.find(begin);
    if (at == absl::string_view::npos) continue;
    const absl::string_view value = address.substr(at + begin.size());
    return value.substr(0, value.find_first_of("&# \t"));
  }
  return std::nullopt;
}

std::optional<ReadError> ReadSudokuWiki(const DocumentText& document,
                                        GeometrySource* geometries,
                                        Puzzle* puzzle) {
  const auto board = Parameter(document.text, "bd");
  if (!board.has_value()) {
    return ReadError{document.PlaceOf(document.text),
                     "this address has no \"bd=\""};
  }
  const TextPlace place = document.PlaceOf(*board);
  if (absl::StartsWith(*board, "S9B")) {
    return ReadError{place,
                     "the packed form of candidates cannot be read, only 81 "
                     "cells"};
  }
  return ReadCellsAt(*board, place, geometries, puzzle);
}

std::optional<ReadError> ReadFpuzzlesLink(const DocumentText& document,
                                          GeometrySource* geometries,
                                          Puzzle* puzzle) {
  const auto load = Parameter(document.text, "load");
  if (!load.has_value()) {
    return ReadError{document.PlaceOf(document.text),
                     "this address has no \"load=\""};
  }
  return ReadFpuzzlesAddress(Unescaped(*load), document.PlaceOf(*load),
                             geometries, puzzle);
}

std::optional<ReadError> ReadSudokuPadLink(const DocumentText& document,
                                           GeometrySource* geometries,
                                           Puzzle* puzzle) {
  absl::string_view id = absl::StripAsciiWhitespace(document.text);
  if (const auto parameter = Parameter(id, "puzzleid")) {
    id = *parameter;
  } else {
    id.remove_prefix(id.find(".") + 1);
    id.remove_prefix(id.find("/") + 1);
    absl::ConsumePrefix(&id, "sudoku/");
    id = id.substr(0, id.find_first_of("?# \t"));
  }
  return ReadSudokuPadAddress(Unescaped(id), document.PlaceOf(id), geometries,
                              puzzle);
}

std::optional<ReadError> ReadOtherAddress(const DocumentText& document,
                                          GeometrySource*, Puzzle*) {
  return ReadError{document.PlaceOf(document.text),
                   "nothing is known about the addresses of this page"};
}

// --- XML and HTML ---

bool IsTag(absl::string_view line) {
  return line.size() >= 2 && line[0] == '<' &&
         (IsLetter(line[1]) || absl::StrContains("/!?", line[1]));
}

// The value of an attribute; nothing if a tag has none of that name.
std::optional<absl::string_view> Attribute(absl::string_view text,
                                           absl::string_view name) {
  for (const char quote : {'"', '\''}) {
    const std::string begin =
        absl::StrCat(" ", name, "=", absl::string_view(&quote, 1));
    const size_t at = text.find(begin);
    if (at == absl::string_view::npos) continue;
    const absl::string_view value = text.substr(at + begin.size());
    const size_t end = value.find(quote);
    if (end != absl::string_view::npos) return value.substr(0, end);
  }
  return std::nullopt;
}

// <game data="..."/>, as OpenSudoku has it; others have <puzzle data="...">.
bool IsGameTag(absl::string_view line) {
  return IsTag(line) &&
         (absl::StrContains(line, "<game ") ||
          absl::StrContains(line, "<puzzle ")) &&
         Attribute(line, "data").has_value();
}

// OpenSudoku's cells in the middle of a game: "version: N" and, behind a line
// feed, for each cell its digit, its notes (in two fields from version 4 on),
// and whether it is empty in the puzzle, all with '|' behind them.
std::optional<ReadError> ReadGameState(absl::string_view data, TextPlace place,
                                       GeometrySource* geometries,
                                       Puzzle* puzzle) {
  absl::ConsumePrefix(&data, "version: ");
  int version = 0;
  const size_t end = data.find_first_not_of("0123456789");
  if (end == absl::string_view::npos ||
      !absl::SimpleAtoi(data.substr(0, end), &version)) {
    return ReadError{place, "this is not a number of a version"};
  }
  data.remove_prefix(end);
  absl::ConsumePrefix(&data, "&#10;") || absl::ConsumePrefix(&data, "\n");
  const size_t width = version >= 4 ? 4 : 3;
  std::vector<absl::string_view> fields = absl::StrSplit(data, '|');
  if (!fields.empty()) fields.pop_back();  // Behind the last '|'.
  WrittenCells cells;
  for (size_t i = 0; i + width <= fields.size(); i += width) {
    int digit = 0;
    if (!absl::SimpleAtoi(fields[i], &digit) || digit < 0) {
      return ReadError{place, absl::StrCat(QuotedText(fields[i]),
                                           " is not the digit of a cell")};
    }
    const bool is_clue = fields[i + width - 1] == "0";
    cells.AddNumber(is_clue ? digit : 0, place);
  }
  return BuildPuzzle(cells, place, geometries, puzzle);
}

std::optional<ReadError> ReadGameTag(const DocumentText& document,
                                     GeometrySource* geometries,
                                     Puzzle* puzzle) {
  const absl::string_view data = *Attribute(document.text, "data");
  const TextPlace place = document.PlaceOf(data);
  auto error = absl::StartsWith(data, "version")
                   ? ReadGameState(data, place, geometries, puzzle)
                   : ReadCellsAt(data, place, geometries, puzzle);
  if (!error.has_value()) {
    if (const auto name = Attribute(document.text, "name")) {
      puzzle->note = std::string(*name);
    }
  }
  return error;
}

bool IsTable(absl::string_view line) {
  return IsTag(line) && ContainsIgnoringCase(line, "<table");
}

size_t CountLinesOfTable(Lines lines, bool is_all) {
  for (size_t i = 0; i < lines.size(); ++i) {
    if (ContainsIgnoringCase(lines[i], "</table")) return i + 1;
  }
  // One that is not closed must not take the rest of the file with it.
  return is_all ? 1 : 0;
}

// The text of a cell: without tags, but with the value of an input field.
std::string CellText(absl::string_view html) {
  std::string text;
  while (!html.empty()) {
    const size_t end = html[0] == '<' ? html.find('>') : html.find('<');
    const absl::string_view piece = html.substr(0, end);
    if (html[0] == '<') {
      absl::StrAppend(&text, Attribute(piece, "value").value_or(""));
      html.remove_prefix(std::min(html.size(), piece.size() + 1));
    } else {
      text.append(piece.data(), piece.size());
      html.remove_prefix(piece.size());
    }
  }
  text = absl::StrReplaceAll(
      text, {{"&nbsp;", " "}, {"&#160;", " "}, {"\xC2\xA0", " "}});
  return std::string(absl::StripAsciiWhitespace(text));
}

// "<p>53..7....</p>"
bool IsTaggedCells(absl::string_view line) {
  return IsTag(line) && CountLeadingCells(CellText(line)) >= 16;
}

std::optional<ReadError> ReadTaggedCells(const DocumentText& document,
                                         GeometrySource* geometries,
                                         Puzzle* puzzle) {
  const std::string cells = CellText(document.text);
  // (They are not found if there are tags among them.)
  const size_t at =
      std::min(document.text.find(cells.substr(0, 16)), document.text.size());
  return ReadCellsAt(cells, document.PlaceOf(document.text.substr(at)),
                     geometries, puzzle);
}

// Where the next "<td" or "<th" begins, but not "<thead" or "<tbody".
size_t FindCell(absl::string_view text, size_t from) {
  for (size_t at = text.find('<', from); at != absl::string_view::npos;
       at = text.find('<', at + 1)) {
    const absl::string_view tag = text.substr(at, 3);
    if ((absl::EqualsIgnoreCase(tag, "<td") ||
         absl::EqualsIgnoreCase(tag, "<th")) &&
        at + 3 < text.size() && absl::StrContains("> \t\n/", text[at + 3])) {
      return at;
    }
  }
  return absl::string_view::npos;
}

std::optional<ReadError> ReadTable(const DocumentText& document,
                                   GeometrySource* geometries, Puzzle* puzzle) {
  const absl::string_view text = document.text;
  if (!ContainsIgnoringCase(text, "</table")) {
    return ReadError{document.PlaceOf(text), "there is no \"</table>\""};
  }
  WrittenCells cells;
  for (size_t at = FindCell(text, 0); at != absl::string_view::npos;) {
    const size_t begin = std::min(text.find('>', at), text.size() - 1) + 1;
    const size_t next = FindCell(text, begin);
    const std::string cell = CellText(text.substr(begin, next - begin));
    const TextPlace place = document.PlaceOf(text.substr(begin));
    int number = 0;
    if (cell.empty()) {
      cells.AddNumber(0, place);
    } else if (cell.size() > 1 && absl::SimpleAtoi(cell, &number) &&
               number >= 0) {
      cells.AddNumber(number, place);
    } else if (cell.size() == 1 && (cell[0] == '-' || cell[0] == '?')) {
      cells.AddNumber(0, place);
    } else if (cell.size() == 1 && IsCellCharacter(cell[0])) {
      cells.AddCharacter(cell[0], place);
    } else {
      return ReadError{place, absl::StrCat(QuotedText(cell.substr(0, 20)),
                                           " is neither a digit nor an empty "
                                           "cell")};
    }
    at = next;
  }
  return BuildPuzzle(cells, document.PlaceOf(text), geometries, puzzle);
}

// XML with an element for each cell: all of them in their order, or those with
// a digit, which say where they are.
//
//     <cell>5</cell><cell/>       <cell row="1" column="1" value="5"/>

// Where the next "<cell" begins, but not "<cells".
size_t FindXmlCell(absl::string_view text, size_t from) {
  constexpr absl::string_view kBegin = "<cell";
  for (size_t at = text.find(kBegin, from); at != absl::string_view::npos;
       at = text.find(kBegin, at + 1)) {
    const size_t end = at + kBegin.size();
    if (end < text.size() && absl::StrContains("> \t\n/", text[end])) return at;
  }
  return absl::string_view::npos;
}

bool HasXmlCell(absl::string_view line) {
  return IsTag(line) && FindXmlCell(line, 0) != absl::string_view::npos;
}

// Elements of rows may stand between the cells.
size_t CountLinesOfXmlCells(Lines lines, bool is_all) {
  for (size_t i = 1; i < lines.size(); ++i) {
    const absl::string_view line = absl::StripAsciiWhitespace(lines[i]);
    if (!line.empty() && !HasXmlCell(line) && !absl::StartsWith(line, "<row") &&
        !absl::StartsWith(line, "</row") &&
        !absl::StartsWith(line, "</cell>")) {
      return i;
    }
  }
  return is_all ? lines.size() : 0;
}

// The number that the first of these attributes has.
std::optional<int> NumberOfAttribute(
    absl::string_view tag, absl::Span<const absl::string_view> names) {
  for (const absl::string_view name : names) {
    int number = 0;
    if (const auto value = Attribute(tag, name);
        value.has_value() && absl::SimpleAtoi(*value, &number)) {
      return number;
    }
  }
  return std::nullopt;
}

struct XmlCell {
  std::optional<int> row;
  std::optional<int> column;
  int digit = 0;
  TextPlace place;
};

std::optional<ReadError> ReadXmlCell(absl::string_view element, TextPlace place,
                                     XmlCell* cell) {
  const absl::string_view tag = element.substr(0, element.find('>'));
  cell->place = place;
  cell->row = NumberOfAttribute(tag, {"row", "r", "y"});
  cell->column = NumberOfAttribute(tag, {"column", "col", "c", "x"});
  std::string text;
  for (const absl::string_view name : {"value", "digit", "v"}) {
    if (const auto value = Attribute(tag, name)) {
      text = std::string(absl::StripAsciiWhitespace(*value));
      break;
    }
  }
  if (text.empty()) text = CellText(element);
  if (text.empty() || (text.size() == 1 && IsEmptyMark(text[0]))) {
    return std::nullopt;
  }
  if (absl::SimpleAtoi(text, &cell->digit) && cell->digit >= 0) {
    return std::nullopt;
  }
  return ReadError{place, absl::StrCat(QuotedText(text.substr(0, 20)),
                                       " is neither a digit nor an empty "
                                       "cell")};
}

// The cells where they say that they are. Rows and columns count from 1, unless
// there is a 0 among them.
std::optional<ReadError> PlaceXmlCells(const std::vector<XmlCell>& found,
                                       TextPlace place, WrittenCells* cells) {
  int first = 1;
  XmlCell last;  // The largest row, column and digit.
  last.row = last.column = 1;
  for (const XmlCell& cell : found) {
    if (!cell.row.has_value() || !cell.column.has_value()) {
      return ReadError{cell.place,
                       "this cell does not say its row and its column, as "
                       "others do"};
    }
    first = std::min({first, *cell.row, *cell.column});
    last.row = std::max(last.row, cell.row);
    last.column = std::max(last.column, cell.column);
    last.digit = std::max(last.digit, cell.digit);
  }
  const int rows = *last.row - first + 1;
  const int columns = *last.column - first + 1;
  const int least = std::max(rows, columns);
  if (first < 0 || least > kMaxSize) {
    return ReadError{place, "a row or a column has a number that cannot be"};
  }
  // A grid that is larger than 9x9 shows it in more than one way.
  if (least > 9 && std::min(rows, columns) <= 9 && last.digit <= 9) {
    const bool is_row = rows > columns;
    const auto wrong =
        std::find_if(found.begin(), found.end(), [&](const XmlCell& cell) {
          return (is_row ? *cell.row : *cell.column) - first + 1 > 9;
        });
    return ReadError{
        wrong->place,
        absl::StrFormat("%s %d is too many for a 9x9 grid, and no %s and no "
                        "digit is more than 9",
                        is_row ? "row" : "column",
                        is_row ? *wrong->row : *wrong->column,
                        is_row ? "column" : "row")};
  }
  // The last row and column may be empty: the size is a usual one.
  int size = least <= 4 ? 4 : least <= 6 ? 6 : std::max(least, 9);
  while (size < kMaxSize && !IsBoxSize(size)) ++size;
  std::vector<const XmlCell*> grid(static_cast<size_t>(size) * size, nullptr);
  for (const XmlCell& cell : found) {
    const size_t at =
        static_cast<size_t>(*cell.row - first) * size + (*cell.column - first);
    if (grid[at] != nullptr) {
      return ReadError{cell.place, "this cell was there before"};
    }
    grid[at] = &cell;
  }
  for (const XmlCell* cell : grid) {
    cells->AddNumber(cell == nullptr ? 0 : cell->digit,
                     cell == nullptr ? place : cell->place);
  }
  return std::nullopt;
}

std::optional<ReadError> ReadXmlCells(const DocumentText& document,
                                      GeometrySource* geometries,
                                      Puzzle* puzzle) {
  const absl::string_view text = document.text;
  std::vector<XmlCell> found;
  bool have_places = false;
  for (size_t at = FindXmlCell(text, 0); at != absl::string_view::npos;) {
    const size_t next = FindXmlCell(text, at + 1);
    const TextPlace place = document.PlaceOf(text.substr(at));
    XmlCell& cell = found.emplace_back();
    if (auto error = ReadXmlCell(text.substr(at, next - at), place, &cell)) {
      return error;
    }
    have_places = have_places || cell.row.has_value();
    at = next;
  }
  WrittenCells cells;
  const TextPlace place = document.PlaceOf(text);
  if (have_places) {
    if (auto error = PlaceXmlCells(found, place, &cells)) return error;
  } else {
    for (const XmlCell& cell : found) cells.AddNumber(cell.digit, cell.place);
  }
  return BuildPuzzle(cells, place, geometries, puzzle);
}

// --- MATLAB ---

// "X = diag(1:4)": a square matrix with these numbers from the top left corner
// to the bottom right one.
bool IsDiag(absl::string_view line) {
  const size_t at = line.find("diag(");
  return at != absl::string_view::npos && at <= 20 &&
         absl::StrContains(line, ')') &&
         (at == 0 || absl::StrContains("= \t", line[at - 1]));
}

std::optional<ReadError> ReadDiag(const DocumentText& document,
                                  GeometrySource* geometries, Puzzle* puzzle) {
  absl::string_view inside = document.text.substr(document.text.find("diag("));
  inside.remove_prefix(absl::string_view("diag(").size());
  inside = inside.substr(0, inside.find(')'));
  const TextPlace place = document.PlaceOf(inside);
  std::vector<int> digits;
  const std::vector<absl::string_view> ends = absl::StrSplit(inside, ':');
  int first = 0;
  int last = 0;
  if (ends.size() == 2 && absl::SimpleAtoi(ends[0], &first) &&
      absl::SimpleAtoi(ends[1], &last) && first <= last &&
      last - first < kMaxSize) {
    for (int digit = first; digit <= last; ++digit) digits.push_back(digit);
  } else if (ends.size() == 1) {
    for (const absl::string_view word :
         absl::StrSplit(inside, absl::ByAnyChar("[], "), absl::SkipEmpty())) {
      int digit = 0;
      if (!absl::SimpleAtoi(word, &digit) || digits.size() >= kMaxSize) {
        digits.clear();
        break;
      }
      digits.push_back(digit);
    }
  }
  if (digits.empty() || *std::min_element(digits.begin(), digits.end()) < 0) {
    return ReadError{place,
                     absl::StrCat(QuotedText(inside), " is no list of up to ",
                                  kMaxSize, " digits")};
  }
  WrittenCells cells;
  for (size_t row = 0; row < digits.size(); ++row) {
    for (size_t column = 0; column < digits.size(); ++column) {
      cells.AddNumber(row == column ? digits[row] : 0, place);
    }
  }
  return BuildPuzzle(cells, place, geometries, puzzle);
}

// "Columns 1 through 13": where a matrix is too wide for its window, MATLAB
// shows some columns of all its rows, then the next ones.
bool IsColumns(absl::string_view line) {
  return absl::ConsumePrefix(&line, "Column") && line.size() >= 2 &&
         (absl::ConsumePrefix(&line, "s ") ||
          absl::ConsumePrefix(&line, " ")) &&
         !line.empty() && IsDigit(line[0]);
}

bool IsRowOfNumbers(absl::string_view line) {
  return line.find_first_of("0123456789") != absl::string_view::npos &&
         line.find_first_not_of(" \t0123456789") == absl::string_view::npos;
}

size_t CountLinesOfColumns(Lines lines, bool is_all) {
  size_t last = 0;
  for (size_t i = 1; i < lines.size(); ++i) {
    const absl::string_view line = absl::StripAsciiWhitespace(lines[i]);
    if (line.empty()) continue;
    // A second "Columns 1" begins another matrix.
    const bool is_next =
        IsColumns(line) && !absl::StartsWith(line, "Columns 1 ");
    if (!is_next && !IsRowOfNumbers(line)) return last + 1;
    last = i;
  }
  return is_all ? last + 1 : 0;
}

std::optional<ReadError> ReadColumns(const DocumentText& document,
                                     GeometrySource* geometries,
                                     Puzzle* puzzle) {
  struct Number {
    int number;
    TextPlace place;
  };
  std::vector<std::vector<Number>> rows;
  size_t row = 0;
  for (const absl::string_view line : absl::StrSplit(document.text, '\n')) {
    if (IsColumns(absl::StripAsciiWhitespace(line))) {
      row = 0;
      continue;
    }
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty()) continue;
    if (row == rows.size()) rows.emplace_back();
    for (const absl::string_view word : words) {
      int number = 0;
      if (!absl::SimpleAtoi(word, &number)) {
        return ReadError{document.PlaceOf(word),
                         absl::StrCat(QuotedText(word), " is not a digit")};
      }
      rows[row].push_back({number, document.PlaceOf(word)});
    }
    ++row;
  }
  WrittenCells cells;
  for (const std::vector<Number>& numbers : rows) {
    if (numbers.size() != rows.size()) {
      return ReadError{
          numbers[0].place,
          absl::StrFormat("this row has %d number%s in all its columns, but "
                          "there %s %d row%s",
                          numbers.size(), numbers.size() == 1 ? "" : "s",
                          rows.size() == 1 ? "is" : "are", rows.size(),
                          rows.size() == 1 ? "" : "s")};
    }
    for (const Number& number : numbers) {
      cells.AddNumber(number.number, number.place);
    }
  }
  return BuildPuzzle(cells, document.PlaceOf(document.text), geometries,
                     puzzle);
}

// "X =", "int board[9][9] =": the matrix stands below.
bool IsAssignmentAlone(absl::string_view line) {
  return absl::ConsumeSuffix(&line, "=") && !line.empty() &&
         IsLetter(line[0]) && std::all_of(line.begin(), line.end(), [](char c) {
           return IsLetter(c) || IsDigit(c) || absl::StrContains("_ []", c);
         });
}

// --- LaTeX ---

// "\begin{sudoku}" and the like.
bool IsLatexCommand(absl::string_view line) {
  return line.size() >= 2 && line[0] == '\\' && IsLetter(line[1]);
}

bool IsLatexSudoku(absl::string_view line) {
  return IsLatexCommand(line) && absl::StrContains(line, "\\begin{sudoku");
}

size_t CountLinesOfLatex(Lines lines, bool is_all) {
  for (size_t i = 1; i < lines.size(); ++i) {
    if (absl::StrContains(lines[i], "\\end{sudoku")) return i + 1;
  }
  return is_all ? 1 : 0;
}

// Rows such as "|2| | |4|.", where the full stop is the end of the last cell.
std::optional<ReadError> ReadLatex(const DocumentText& document,
                                   GeometrySource* geometries, Puzzle* puzzle) {
  if (!absl::StrContains(document.text, "\\end{sudoku")) {
    return ReadError{document.PlaceOf(document.text),
                     "there is no \"\\end{sudoku}\""};
  }
  WrittenCells cells;
  for (const absl::string_view line : absl::StrSplit(document.text, '\n')) {
    absl::string_view row = absl::StripAsciiWhitespace(line);
    if (!absl::ConsumePrefix(&row, "|")) continue;
    absl::ConsumeSuffix(&row, ".");
    absl::ConsumeSuffix(&row, "|");
    for (absl::string_view cell : absl::StrSplit(row, '|')) {
      const TextPlace place = document.PlaceOf(cell);
      cell = absl::StripAsciiWhitespace(cell);
      int number = 0;
      if (cell.empty()) {
        cells.AddNumber(0, place);
      } else if (cell.size() == 1 && IsCellCharacter(cell[0])) {
        cells.AddCharacter(cell[0], place);
      } else if (absl::SimpleAtoi(cell, &number) && number >= 0) {
        cells.AddNumber(number, place);
      } else {
        return ReadError{place, absl::StrCat(QuotedText(cell),
                                             " is neither a digit nor an empty "
                                             "cell")};
      }
    }
  }
  return BuildPuzzle(cells, document.PlaceOf(document.text), geometries,
                     puzzle);
}

// --- JSON over several lines ---

bool IsJsonBrace(absl::string_view line) { return line == "{"; }

// Up to the brace that closes the first one. A brace can also begin an array of
// C or Java.
size_t CountLinesOfJson(Lines lines, bool is_all) {
  int depth = 0;
  bool is_inside = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const absl::string_view line = absl::StripAsciiWhitespace(lines[i]);
    if (i > 0 && !line.empty() && !std::exchange(is_inside, true) &&
        !absl::StrContains("\"}", line[0])) {
      return kNoDocument;
    }
    bool is_in_text = false;
    for (size_t at = 0; at < lines[i].size(); ++at) {
      const char c = lines[i][at];
      if (is_in_text && c == '\\') ++at;
      if (c == '"') is_in_text = !is_in_text;
      if (is_in_text) continue;
      depth += (c == '{') - (c == '}');
    }
    if (depth <= 0) return i + 1;
  }
  return is_all ? 1 : 0;
}

std::optional<ReadError> ReadJson(const DocumentText& document,
                                  GeometrySource* geometries, Puzzle* puzzle) {
  return ReadJsonPuzzle(document.text, document.line_number, geometries,
                        puzzle);
}

constexpr std::array kDocumentFormats = {
    DocumentFormat{"rules in one line", "", IsRuleLine, nullptr, ReadRules},
    DocumentFormat{"a line of HoDoKu's library",
                   ":TECHNIQUE:CANDIDATES:CELLS:DELETED:ELIMINATED:",
                   IsHodokuLine, nullptr, ReadHodokuLine},
    DocumentFormat{"what Norvig's programs return", "{'A1': '123', ...}",
                   IsNorvigValues, CountLinesOfNorvigValues, ReadNorvigValues},
    DocumentFormat{"an address of SudokuWiki", "bd= and 81 cells",
                   IsAddressOf<kSudokuWiki>, nullptr, ReadSudokuWiki},
    DocumentFormat{"an address of f-puzzles", "load= and a compressed puzzle",
                   IsAddressOf<kFpuzzles>, nullptr, ReadFpuzzlesLink},
    DocumentFormat{"an address of SudokuPad", "a puzzle behind the last '/'",
                   IsAddressOf<kSudokuPad>, nullptr, ReadSudokuPadLink},
    DocumentFormat{"an address of SudokuPad", "a puzzle behind the last '/'",
                   IsAddressOf<kSudokuPadBefore>, nullptr, ReadSudokuPadLink},
    DocumentFormat{"an address",
                   "one of SudokuWiki, f-puzzles or SudokuPad with a puzzle in "
                   "it",
                   IsAddress, nullptr, ReadOtherAddress},
    DocumentFormat{"OpenSudoku's XML", "data=\"CELLS\"", IsGameTag, nullptr,
                   ReadGameTag},
    DocumentFormat{"XML with an element for each cell",
                   "<cell row=\"1\" column=\"1\" value=\"5\"/> or a <cell> for "
                   "each cell",
                   HasXmlCell, CountLinesOfXmlCells, ReadXmlCells},
    DocumentFormat{"an HTML table", "a <td> for each cell", IsTable,
                   CountLinesOfTable, ReadTable},
    DocumentFormat{"markup", "CELLS between tags", IsTaggedCells, nullptr,
                   ReadTaggedCells},
    DocumentFormat{"markup", "", IsTag, nullptr, nullptr},
    DocumentFormat{"a sudoku environment of LaTeX", "rows such as |2| | |4|.",
                   IsLatexSudoku, CountLinesOfLatex, ReadLatex},
    DocumentFormat{"LaTeX", "", IsLatexCommand, nullptr, nullptr},
    DocumentFormat{"a diagonal matrix of MATLAB",
                   "diag(1:4) or diag([2 3 1 4])", IsDiag, nullptr, ReadDiag},
    DocumentFormat{"columns of a matrix that MATLAB shows",
                   "as many columns as rows", IsColumns, CountLinesOfColumns,
                   ReadColumns},
    DocumentFormat{"the name of an array that stands below", "",
                   IsAssignmentAlone, nullptr, nullptr},
    DocumentFormat{"a JSON object", "a field \"puzzle\"", IsJsonBrace,
                   CountLinesOfJson, ReadJson, /*is_json=*/true},
};

}  // namespace

TextPlace DocumentText::PlaceOf(absl::string_view piece) const {
  const size_t begin = piece.data() - text.data();
  if (begin < last) last = last_line_begin = lines_before_last = 0;
  const absl::string_view between = text.substr(last, begin - last);
  if (const size_t feed = between.rfind('\n'); feed != between.npos) {
    last_line_begin = last + feed + 1;
    lines_before_last += std::count(between.begin(), between.end(), '\n');
  }
  last = begin;
  return {line_number + lines_before_last,
          static_cast<int>(begin - last_line_begin) + 1};
}

absl::Span<const DocumentFormat> DocumentFormats() { return kDocumentFormats; }

const DocumentFormat* FindDocumentFormat(absl::string_view line) {
  // Most lines are none, which their first character tells.
  if (line.empty() || IsDigit(line[0])) return nullptr;
  if (line[0] == '.' && !IsRuleText(line)) return nullptr;
  for (const DocumentFormat& format : kDocumentFormats) {
    if (format.looks_like(line)) return &format;
  }
  return nullptr;
}

}  // namespace sudoku
