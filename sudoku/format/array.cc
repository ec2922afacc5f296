#include "sudoku/format/array.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sudoku/format/decorations.h"
#include "sudoku/format/line.h"
#include "sudoku/format/written_cells.h"

namespace sudoku {

namespace {

bool IsOpening(char c) { return absl::StrContains("[{(", c); }
bool IsClosing(char c) { return absl::StrContains("]})", c); }

// Where the outermost bracket stands in the first line of an array; that of a
// call, as in "np.array([", is none. `npos` if there is none.
size_t FirstBracket(absl::string_view line) {
  size_t at = BeginOfValue(line);
  if (at >= line.size() || !IsOpening(line[at])) {
    return absl::string_view::npos;
  }
  const bool is_call =
      line[at] == '(' && at > 0 &&
      absl::ascii_isalnum(static_cast<unsigned char>(line[at - 1]));
  if (is_call) at = line.find_first_not_of(" \t", at + 1);
  return at < line.size() && IsOpening(line[at]) ? at : absl::string_view::npos;
}

// What follows the last bracket, as in "]], dtype=int)".
bool HasLetter(absl::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_isalpha(c); });
}

// The number of "5", "5." or "5.0"; nothing if it is none.
std::optional<int> NumberOf(absl::string_view word) {
  const size_t point = std::min(word.find('.'), word.size());
  int number = 0;
  if (word.find_first_not_of(".0", point) != absl::string_view::npos ||
      !absl::SimpleAtoi(word.substr(0, point), &number) || number < 0) {
    return std::nullopt;
  }
  return number;
}

// Goes through the characters of an array.
class BracketCounter {
 public:
  // False if this can be no array of rows of numbers.
  bool Take(char c) {
    if (IsOpening(c)) return ++depth_ <= 2;
    if (!IsClosing(c)) return depth_ > 0 && !absl::StrContains("'\"#/", c);
    ends_row_ = depth_ == 2;
    return --depth_ >= 0;
  }
  bool is_in_row() const { return depth_ == 2; }
  bool is_closed() const { return depth_ == 0; }
  // True if the last character was the end of a row.
  bool ends_row() const { return ends_row_; }

 private:
  int depth_ = 0;
  bool ends_row_ = false;
};

}  // namespace

bool BeginsArray(absl::string_view line) {
  size_t at = FirstBracket(line);
  if (at == absl::string_view::npos) return false;
  BracketCounter counter;
  for (; at < line.size(); ++at) {
    if (!counter.Take(line[at])) return false;
    if (counter.is_closed()) return HasLetter(line.substr(at));
  }
  return true;
}

size_t CountLinesOfArray(absl::Span<const absl::string_view> lines,
                         bool is_all) {
  constexpr size_t kMostLines = 200;
  BracketCounter counter;
  bool has_row_per_line = true;
  int all_rows = 0;
  for (size_t i = 0; i < lines.size() && i < kMostLines; ++i) {
    const absl::string_view line = lines[i];
    int rows = 0;
    for (size_t at = i == 0 ? FirstBracket(line) : 0; at < line.size(); ++at) {
      if (!counter.Take(line[at])) return kNoDocument;
      rows += IsClosing(line[at]) && counter.ends_row();
      all_rows += IsClosing(line[at]) && counter.ends_row();
      if (!counter.is_closed()) continue;
      const bool is_like_a_grid =
          has_row_per_line && rows <= 1 && !HasLetter(line.substr(at));
      return is_like_a_grid || all_rows < 2 ? kNoDocument : i + 1;
    }
    if (rows > 1 || counter.is_in_row()) has_row_per_line = false;
  }
  return is_all || lines.size() >= kMostLines ? kNoDocument : 0;
}

std::optional<ReadError> ReadArray(const DocumentText& document,
                                   GeometrySource* geometries, Puzzle* puzzle) {
  struct Row {
    TextPlace place;
    int length;
  };
  std::vector<Row> rows;
  WrittenCells cells;
  BracketCounter counter;
  const absl::string_view text = document.text;
  size_t at = FirstBracket(text.substr(0, text.find('\n')));
  do {
    const char c = text[at];
    const TextPlace place = document.PlaceOf(text.substr(at));
    if (IsOpening(c) || IsClosing(c)) {
      counter.Take(c);
      if (IsOpening(c) && counter.is_in_row()) rows.push_back({place, 0});
      ++at;
      continue;
    }
    if (absl::ascii_isspace(static_cast<unsigned char>(c)) ||
        absl::StrContains(",;", c)) {
      ++at;
      continue;
    }
    const absl::string_view word = text.substr(at).substr(
        0, text.substr(at).find_first_of(" \t\r\n,;[]{}()"));
    const std::optional<int> number = NumberOf(word);
    if (!number.has_value() && !IsNothing(word) &&
        !(word.size() == 1 && (IsEmptyMark(word[0]) || word == "-"))) {
      return ReadError{place, absl::StrCat(QuotedText(word.substr(0, 20)),
                                           " is neither a digit nor an empty "
                                           "cell")};
    }
    if (!counter.is_in_row()) {
      return ReadError{
          place, absl::StrCat(QuotedText(word), " stands between the rows")};
    }
    cells.AddNumber(number.value_or(0), place);
    ++rows.back().length;
    at += word.size();
  } while (!counter.is_closed());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].length == static_cast<int>(rows.size())) continue;
    return ReadError{
        rows[i].place,
        absl::StrFormat("row %d of the array has %d number%s, but there %s %d "
                        "row%s",
                        i + 1, rows[i].length, rows[i].length == 1 ? "" : "s",
                        rows.size() == 1 ? "is" : "are", rows.size(),
                        rows.size() == 1 ? "" : "s")};
  }
  return BuildPuzzle(cells, rows[0].place, geometries, puzzle);
}

}  // namespace sudoku
