#include "sudoku/format/decorations.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "sudoku/format/records.h"
#include "sudoku/format/written_cells.h"

namespace sudoku {

namespace {

bool IsStroke(char c) { return c == '-' || c == '='; }

bool IsBorderCharacter(char c) {
  return IsStroke(c) || absl::StrContains(" \t+|*.:'", c);
}

// Letters, the first of them in either case, and a mark after the last one.
bool IsWord(absl::string_view token, size_t least_letters) {
  if (!token.empty() && absl::StrContains(",.:;!", token.back())) {
    token.remove_suffix(1);
  }
  return token.size() >= least_letters &&
         absl::ascii_isalpha(static_cast<unsigned char>(token[0])) &&
         std::all_of(token.begin() + 1, token.end(),
                     [](unsigned char c) { return absl::ascii_islower(c); });
}

// "9x9", "16x16,".
bool IsSize(absl::string_view token) {
  const size_t x = token.find_first_not_of("0123456789");
  return x != 0 && x != absl::string_view::npos && token[x] == 'x' &&
         x + 1 < token.size() &&
         absl::ascii_isdigit(static_cast<unsigned char>(token[x + 1]));
}

}  // namespace

bool IsBorder(absl::string_view line) {
  return std::count_if(line.begin(), line.end(), IsStroke) >= 2 &&
         std::all_of(line.begin(), line.end(), IsBorderCharacter);
}

bool IsDoubleLine(absl::string_view line) {
  return line.size() >= 2 &&
         line.find_first_not_of('=') == absl::string_view::npos;
}

size_t FlawOfBorder(absl::string_view line) {
  if (std::count_if(line.begin(), line.end(), IsStroke) < 4) {
    return absl::string_view::npos;  // As most lines have none.
  }
  const auto flaw =
      std::find_if_not(line.begin(), line.end(), IsBorderCharacter);
  if (flaw == line.end() ||
      !std::all_of(flaw + 1, line.end(), IsBorderCharacter)) {
    return absl::string_view::npos;
  }
  return flaw - line.begin();
}

bool IsSectionName(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "[") || !absl::ConsumeSuffix(&line, "]")) {
    return false;
  }
  return line.size() >= 4 &&
         std::all_of(line.begin(), line.end(), [](unsigned char c) {
           return absl::ascii_isalpha(c) || c == ' ';
         });
}

bool IsHeading(absl::string_view line) {
  const auto end =
      std::find_if_not(line.begin(), line.end(),
                       [](unsigned char c) { return absl::ascii_isalpha(c); });
  const absl::string_view word = line.substr(0, end - line.begin());
  if (word.size() < 4) return false;
  for (const absl::string_view known :
       {"grid", "puzzle", "sudoku", "board", "game"}) {
    if (absl::EqualsIgnoreCase(word, known)) return true;
  }
  return false;
}

bool IsCode(absl::string_view line) {
  for (const absl::string_view beginning :
       {"import ", "from ", "using ", "print(", "print ", "package ", "//",
        "/*", "%"}) {
    if (absl::StartsWith(line, beginning)) return true;
  }
  return false;
}

bool IsCaption(absl::string_view line) {
  const std::vector<absl::string_view> tokens =
      absl::StrSplit(line, ' ', absl::SkipEmpty());
  return !tokens.empty() && (IsWord(tokens[0], 2) || IsSize(tokens[0])) &&
         std::any_of(tokens.begin(), tokens.end(),
                     [](absl::string_view token) { return IsWord(token, 3); });
}

bool IsProse(absl::string_view line) {
  const std::vector<absl::string_view> tokens =
      absl::StrSplit(line, ' ', absl::SkipEmpty());
  const auto words =
      std::count_if(tokens.begin(), tokens.end(),
                    [](absl::string_view token) { return IsWord(token, 2); });
  if (words < 3 && !IsCaption(line)) return false;
  int cells = 0;  // Without anything between them.
  for (const char c : line) {
    cells = absl::ascii_isdigit(static_cast<unsigned char>(c)) || c == '.'
                ? cells + 1
                : 0;
    if (cells > 3 || absl::StrContains("[]{}<>=|\"", c)) return false;
  }
  return true;
}

namespace {

constexpr absl::string_view kBlanksAround = " \t";
constexpr absl::string_view kOpeningBrackets = "[{(";
constexpr absl::string_view kClosingBrackets = "]})";
constexpr absl::string_view kQuotationMarks = "'\"";

size_t SkipBlanks(absl::string_view line, size_t at) {
  return std::min(line.find_first_not_of(kBlanksAround, at), line.size());
}

bool IsOneOf(absl::string_view characters, absl::string_view line, size_t at) {
  return at < line.size() && absl::StrContains(characters, line[at]);
}

// BeginOfValue() of what begins there.
size_t SkipAssignment(absl::string_view line, size_t begin) {
  constexpr absl::string_view kOfNames =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.*:[]<> "
      "\t";
  const auto is_letter = [line](size_t i) {
    return i < line.size() &&
           (line[i] == '_' ||
            absl::ascii_isalpha(static_cast<unsigned char>(line[i])));
  };
  if (!is_letter(begin)) return begin;
  size_t value = begin;
  const size_t sign = line.find_first_not_of(kOfNames, begin);
  if (IsOneOf("=", line, sign)) value = SkipBlanks(line, sign + 1);
  if (is_letter(value)) {
    // A call, or "new" and a type. (In "r1c3=U (row 1)" none is called.)
    value = std::min(line.find_first_of("({", value), line.size());
    if (IsOneOf("(", line, value) && line[value - 1] == ' ') return begin;
  }
  return IsOneOf(kOpeningBrackets, line, value) ||
                 IsOneOf(kQuotationMarks, line, value)
             ? value
             : begin;
}

// True for the rest of a line that begins, goes on with or ends an array.
bool IsOfArray(absl::string_view text) {
  const auto count = [text](absl::string_view characters) {
    return std::count_if(text.begin(), text.end(), [characters](char c) {
      return absl::StrContains(characters, c);
    });
  };
  const auto opening = count(kOpeningBrackets);
  if (!IsOneOf(kOpeningBrackets, text, 0))
    return opening == 0 && count(kClosingBrackets) > 0;
  const size_t second = SkipBlanks(text, 1);
  if (second == text.size() || IsOneOf(kOpeningBrackets, text, second) ||
      IsOneOf(kQuotationMarks, text, second)) {
    return true;
  }
  // One pair of brackets around a row.
  const std::vector<absl::string_view> cells = absl::StrSplit(
      text.substr(1), absl::ByAnyChar(" ,;\t"), absl::SkipEmpty());
  return opening == 1 && cells.size() >= 4;
}

}  // namespace

namespace {

// What is wrapped around the cells of a line: what stands before `begin`, and
// these characters behind it.
struct Wrapping {
  size_t begin = 0;
  absl::string_view unwanted;
};

Wrapping FindWrapping(absl::string_view line) {
  Wrapping found;
  size_t& begin = found.begin;
  begin = SkipBlanks(line, 0);
  while (IsOneOf(">", line, begin)) begin = SkipBlanks(line, begin + 1);
  const absl::string_view quoted =
      absl::StripAsciiWhitespace(line.substr(begin));
  if (IsSectionName(quoted) || IsJsonObject(quoted)) return found;
  // An item of a list: "- [5, 3, 0]".
  if (absl::StartsWith(quoted, "- ") && (IsOneOf(kOpeningBrackets, quoted, 2) ||
                                         IsOneOf(kQuotationMarks, quoted, 2))) {
    begin += 2;
  }
  begin = SkipAssignment(line, begin);
  const absl::string_view text = line.substr(begin);
  if (IsOneOf(kQuotationMarks, text, 0)) {
    found.unwanted = text.substr(0, 1);
  } else if (IsOfArray(text)) {
    // A line of brackets alone has no cells between its separators.
    found.unwanted = "[]{}()'\",;";
    if (text.find_first_not_of(absl::StrCat(found.unwanted, kBlanksAround)) !=
        absl::string_view::npos) {
      found.unwanted.remove_suffix(2);
    }
  }
  return found;
}

}  // namespace

bool Unwrap(absl::string_view line, std::string* plain) {
  if (line.find_first_of("'\"[]{}()>") == absl::string_view::npos) return false;
  const auto [begin, unwanted] = FindWrapping(line);
  if (unwanted.empty() && begin == SkipBlanks(line, 0)) return false;
  plain->assign(begin, ' ');
  for (const char c : line.substr(begin)) {
    plain->push_back(absl::StrContains(unwanted, c) ? ' ' : c);
  }
  return true;
}

bool AreColumnNames(std::vector<absl::string_view> fields) {
  // Behind the last name there may be a separator, too.
  if (!fields.empty() && fields.back().empty()) fields.pop_back();
  if (!IsBoxSize(static_cast<int>(fields.size()))) return false;
  bool are_letters = true;
  for (size_t i = 0; i < fields.size(); ++i) {
    absl::string_view& name = fields[i];
    name = absl::StripAsciiWhitespace(name);
    if (absl::ConsumePrefix(&name, "\"")) absl::ConsumeSuffix(&name, "\"");
    if (name.empty() ||
        !absl::ascii_isalpha(static_cast<unsigned char>(name[0]))) {
      return false;
    }
    are_letters &= name.size() == 1;
    if (name.size() == 1 && absl::ascii_toupper(static_cast<unsigned char>(
                                name[0])) != static_cast<char>('A' + i)) {
      return false;
    }
  }
  if (are_letters) return true;
  std::sort(fields.begin(), fields.end());
  return std::adjacent_find(fields.begin(), fields.end()) == fields.end();
}

bool IsPartOfArray(absl::string_view line) {
  return line.find_first_of("[]{}()") != absl::string_view::npos &&
         FindWrapping(line).unwanted.size() > 1;
}

size_t BeginOfValue(absl::string_view line) {
  return SkipAssignment(line, SkipBlanks(line, 0));
}

bool IsNothing(absl::string_view word) {
  for (const absl::string_view known :
       {"None", "null", "NULL", "nil", "nullptr", "undefined", "NA", "NaN",
        "nan"}) {
    if (word == known) return true;
  }
  return false;
}

namespace {

bool IsNumber(absl::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](unsigned char c) { return absl::ascii_isdigit(c); });
}

// "5." or "5.0"
bool IsFloat(absl::string_view word) {
  const size_t point = word.find('.');
  return point != absl::string_view::npos && point > 0 &&
         IsNumber(word.substr(0, point)) &&
         word.find_first_not_of('0', point + 1) == absl::string_view::npos;
}

// Whether numbers of floating point are meant: "5. 3." can be four cells, too,
// but where empty cells are points, none is 0.
bool AreFloats(absl::Span<const absl::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [](absl::string_view word) {
                       return IsFloat(word) &&
                              (word[0] == '0' || word.back() == '0');
                     }) &&
         std::all_of(words.begin(), words.end(), [](absl::string_view word) {
           return IsFloat(word) || IsNothing(word);
         });
}

}  // namespace

bool ReplaceNothings(absl::string_view line, std::string* plain) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(line, absl::ByAnyChar(" \t,;|"), absl::SkipEmpty());
  const bool have_nothings =
      std::any_of(words.begin(), words.end(), IsNothing) &&
      std::all_of(words.begin(), words.end(), [](absl::string_view word) {
        return IsNumber(word) || IsNothing(word);
      });
  if (!have_nothings && !AreFloats(words)) return false;
  plain->assign(line.data(), line.size());
  for (const absl::string_view word : words) {
    const size_t at = word.data() - line.data();
    const size_t kept =
        IsNothing(word) ? 0 : std::min(word.find('.'), word.size());
    plain->replace(at + kept, word.size() - kept, word.size() - kept, ' ');
    if (kept == 0) (*plain)[at] = '.';
  }
  return true;
}

namespace {

// The number of cells in a row of digits and a mark: that of its characters, or
// of what stands between separators if those are numbers or single marks. 0 if
// there is anything else.
int CountMarkedCells(absl::string_view line, char mark, bool* has_digits) {
  int characters = 0;
  bool are_apart = true;
  const std::vector<absl::string_view> tokens =
      absl::StrSplit(line, absl::ByAnyChar(" \t,;|"), absl::SkipEmpty());
  *has_digits = false;
  for (const absl::string_view token : tokens) {
    const auto marks = std::count(token.begin(), token.end(), mark);
    const auto digits =
        std::count_if(token.begin(), token.end(),
                      [](unsigned char c) { return absl::ascii_isdigit(c); });
    if (static_cast<size_t>(marks + digits) != token.size()) return 0;
    // With a mark, a 0 is no empty cell.
    if (marks > 0 ? absl::StrContains(token, '0') : token[0] == '0') return 0;
    if (marks > 0 && token.size() > 1) are_apart = false;
    if (digits > 0) *has_digits = true;
    characters += static_cast<int>(token.size());
  }
  return are_apart ? static_cast<int>(tokens.size()) : characters;
}

// "2026-11-22"
bool IsDate(absl::string_view line) {
  return line.size() == 10 && line[4] == '-' && line[7] == '-';
}

}  // namespace

bool ReplaceMarks(absl::string_view line, std::string* plain) {
  for (const char mark : {'-', '?'}) {
    if (!absl::StrContains(line, mark)) continue;
    bool has_digits = false;
    const int cells = CountMarkedCells(line, mark, &has_digits);
    if (!IsBoxSize(cells) || (mark == '-' && !has_digits) || IsDate(line)) {
      continue;
    }
    plain->assign(line.data(), line.size());
    std::replace(plain->begin(), plain->end(), mark, '.');
    return true;
  }
  return false;
}

bool IsRowOfDashes(absl::string_view line, int cells) {
  bool has_digits = false;
  return cells > 0 && absl::StrContains(line, '-') &&
         CountMarkedCells(line, '-', &has_digits) == cells && !has_digits;
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
