#include "sudoku/format/labelled_table.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "sudoku/format/cell_word.h"
#include "sudoku/format/decorations.h"
#include "sudoku/format/line.h"
#include "sudoku/format/written_cells.h"

namespace sudoku {

namespace {

using Fields = std::vector<absl::string_view>;

// What stands between the separators of that kind; ' ' is for blanks.
Fields Split(absl::string_view line, char separator) {
  if (separator != '\t') line = absl::StripAsciiWhitespace(line);
  if (separator == ' ') {
    return absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  }
  if (separator == '|') {
    absl::ConsumePrefix(&line, "|");
    absl::ConsumeSuffix(&line, "|");
  }
  Fields fields = absl::StrSplit(line, separator);
  for (absl::string_view& field : fields) {
    field = absl::StripAsciiWhitespace(field);
    if (field.size() >= 2 && absl::ConsumePrefix(&field, "\"")) {
      absl::ConsumeSuffix(&field, "\"");
    }
  }
  return fields;
}

// R prints "[,1]" above a column.
char SeparatorOf(absl::string_view header) {
  if (absl::StrContains(header, "[,")) return ' ';
  for (const char separator : {',', ';', '|', '\t'}) {
    if (absl::StrContains(header, separator)) return separator;
  }
  return ' ';
}

// "3" of "[,3]" or "[3,]", and of "3".
absl::string_view WithoutBrackets(absl::string_view label) {
  if (absl::ConsumePrefix(&label, "[")) {
    absl::ConsumeSuffix(&label, "]");
    absl::ConsumePrefix(&label, ",");
    absl::ConsumeSuffix(&label, ",");
  }
  return label;
}

// Numbers that count from 0 or 1, or different names.
bool AreLabels(Fields labels) {
  int first = 0;
  if (absl::SimpleAtoi(WithoutBrackets(labels[0]), &first)) {
    if (first != 0 && first != 1) return false;
    int number = first;
    return std::all_of(
        labels.begin(), labels.end(), [&number](absl::string_view label) {
          int found = 0;
          return absl::SimpleAtoi(WithoutBrackets(label), &found) &&
                 found == number++;
        });
  }
  const bool are_names =
      std::all_of(labels.begin(), labels.end(), [](absl::string_view label) {
        return !label.empty() &&
               absl::ascii_isalpha(static_cast<unsigned char>(label[0]));
      });
  std::sort(labels.begin(), labels.end());
  return are_names &&
         std::adjacent_find(labels.begin(), labels.end()) == labels.end();
}

// The number of columns that the header names; 0 if it is none. Where blanks
// separate, there is nothing above the names of the rows.
size_t CountColumns(absl::string_view header) {
  const char separator = SeparatorOf(header);
  Fields labels = Split(header, separator);
  if (separator != ' ' && !labels.empty()) {
    const bool has_name_of_rows = labels[0].size() > 2 || labels[0].empty();
    if (!has_name_of_rows) return 0;
    labels.erase(labels.begin());
  }
  return IsBoxSize(static_cast<int>(labels.size())) && AreLabels(labels)
             ? labels.size()
             : 0;
}

// The rows of a table without its header, each with its name; empty if it is no
// table. Borders are passed over.
std::vector<Fields> RowsOf(absl::Span<const absl::string_view> lines) {
  const size_t size = CountColumns(lines[0]);
  std::vector<Fields> rows;
  Fields labels;
  for (const absl::string_view line : lines.subspan(1)) {
    if (IsBorder(absl::StripAsciiWhitespace(line))) continue;
    rows.push_back(Split(line, SeparatorOf(lines[0])));
    const Fields& row = rows.back();
    const bool is_row =
        row.size() == size + 1 &&
        std::all_of(row.begin() + 1, row.end(), [size](absl::string_view cell) {
          return CellOfWord(cell).value_or(size + 1) <= static_cast<int>(size);
        });
    if (!is_row) return {};
    labels.push_back(row[0]);
  }
  return AreLabels(labels) ? rows : std::vector<Fields>();
}

}  // namespace

bool BeginsLabelledTable(absl::string_view line) {
  return CountColumns(line) > 0;
}

size_t CountLinesOfLabelledTable(absl::Span<const absl::string_view> lines,
                                 bool is_all) {
  size_t rows_left = CountColumns(lines[0]);
  for (size_t i = 1; i < lines.size(); ++i) {
    if (IsBorder(absl::StripAsciiWhitespace(lines[i]))) continue;
    if (--rows_left > 0) continue;
    return RowsOf(lines.first(i + 1)).empty() ? kNoDocument : i + 1;
  }
  return is_all ? kNoDocument : 0;
}

std::optional<ReadError> ReadLabelledTable(const DocumentText& document,
                                           GeometrySource* geometries,
                                           Puzzle* puzzle) {
  WrittenCells cells;
  const Fields lines = absl::StrSplit(document.text, '\n');
  for (const Fields& row : RowsOf(lines)) {
    for (size_t i = 1; i < row.size(); ++i) {
      cells.AddWord(*CellOfWord(row[i]), row[i], document.PlaceOf(row[i]));
    }
  }
  return BuildPuzzle(cells, document.PlaceOf(document.text), geometries,
                     puzzle);
}

}  // namespace sudoku
