#include "sudoku/format/array.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "sudoku/format/bracket_tree.h"
#include "sudoku/format/cell_word.h"
#include "sudoku/format/decorations.h"
#include "sudoku/format/line.h"
#include "sudoku/format/written_cells.h"

namespace sudoku {

namespace {

using Group = BracketTree::Group;
using Leaf = BracketTree::Leaf;

// The number of a cell, 0 of an empty one; nothing if it has none.
std::optional<int> NumberOf(const Leaf& leaf) {
  if (!leaf.is_quoted) return CellOfWord(leaf.text);
  // Longer texts are rows.
  const absl::string_view text = absl::StripAsciiWhitespace(leaf.text);
  if (text.size() > 2) return std::nullopt;
  return text == "?" ? 0 : CellOfWord(text);
}

// True for so many cells in quotes: "53..7....", or "A".
bool AreCells(size_t count, const Leaf& leaf) {
  return leaf.is_quoted && leaf.text.size() == count &&
         std::all_of(leaf.text.begin(), leaf.text.end(), [](char c) {
           return IsCellCharacter(c) || c == ' ' || c == '-';
         });
}

bool IsCell(const Leaf& leaf) {
  return NumberOf(leaf).has_value() || AreCells(1, leaf);
}

void AddCells(const DocumentText& document, const Leaf& leaf,
              WrittenCells* cells) {
  if (const std::optional<int> number = NumberOf(leaf)) {
    cells->AddWord(*number, leaf.text, document.PlaceOf(leaf.text));
    return;
  }
  for (size_t at = 0; at < leaf.text.size(); ++at) {
    const char c = leaf.text[at];
    cells->AddCharacter(c == '-' ? '.' : c,
                        document.PlaceOf(leaf.text.substr(at)));
  }
}

// The leaves of a group that is a grid, row by row, and its size.
struct Square {
  const Group* group;
  size_t size;
  std::vector<Leaf> leaves;
};

bool AreCells(const std::vector<Leaf>& leaves) {
  return std::all_of(leaves.begin(), leaves.end(), IsCell);
}

// As many groups as each of them has numbers, or characters in quotes.
std::optional<Square> SquareOfRows(const BracketTree& tree,
                                   const Group& group) {
  Square square = {&group, group.groups.size(), {}};
  if (!group.leaves.empty() || !IsBoxSize(static_cast<int>(square.size))) {
    return std::nullopt;
  }
  for (const size_t index : group.groups) {
    const Group& row = tree.group(index);
    const bool is_row =
        row.groups.empty() && !row.has_other &&
        ((row.leaves.size() == square.size && AreCells(row.leaves)) ||
         (row.leaves.size() == 1 && AreCells(square.size, row.leaves[0])));
    if (!is_row) return std::nullopt;
    square.leaves.insert(square.leaves.end(), row.leaves.begin(),
                         row.leaves.end());
  }
  return square;
}

// All cells one behind the other, or all rows in quotes.
std::optional<Square> SquareWithoutRows(const Group& group) {
  if (!group.groups.empty() || group.has_other) return std::nullopt;
  const size_t count = group.leaves.size();
  const int size = SizeFromCellCount(count);
  if (IsBoxSize(size) && AreCells(group.leaves)) {
    return Square{&group, static_cast<size_t>(size), group.leaves};
  }
  // Where a row has as many cells as a small puzzle, these may be puzzles.
  const bool are_rows =
      IsBoxSize(static_cast<int>(count)) &&
      !IsBoxSize(SizeFromCellCount(count)) &&
      std::all_of(group.leaves.begin(), group.leaves.end(),
                  [count](const Leaf& leaf) { return AreCells(count, leaf); });
  return are_rows ? std::make_optional(Square{&group, count, group.leaves})
                  : std::nullopt;
}

// All cells of a line without rows are a line like any other, and numbers that
// are none of its digits say that they are something else.
bool IsSomethingElse(const Square& square) {
  const bool is_line = square.group->first_line == square.group->last_line &&
                       square.leaves.size() > square.size;
  return is_line ||
         std::any_of(square.leaves.begin(), square.leaves.end(),
                     [size = static_cast<int>(square.size)](const Leaf& leaf) {
                       return NumberOf(leaf).value_or(0) > size;
                     });
}

// True for what looks like rows of cells, right or wrong: four groups or more,
// with two cells each or more on average, and no groups in them.
bool LooksLikeRows(const BracketTree& tree, const Group& group) {
  size_t leaves = 0;
  for (const size_t index : group.groups) {
    if (!tree.group(index).groups.empty()) return false;
    leaves += tree.group(index).leaves.size();
  }
  return group.groups.size() >= 4 && leaves >= 2 * group.groups.size();
}

// The first array that has been closed.
struct Array {
  const Group* group;
  std::optional<Square> square;  // Unless something is wrong with it.
};

std::optional<Array> FindArray(const BracketTree& tree) {
  for (const Group& group : tree.groups()) {
    if (!group.is_closed) continue;
    if (auto rows = SquareOfRows(tree, group)) return Array{&group, rows};
    if (LooksLikeRows(tree, group)) return Array{&group, std::nullopt};
    auto square = SquareWithoutRows(group);
    if (square.has_value() && !IsSomethingElse(*square)) {
      return Array{&group, square};
    }
  }
  return std::nullopt;
}

}  // namespace

bool BeginsArray(absl::string_view line) {
  const absl::string_view text = absl::StripAsciiWhitespace(line);
  return text.find_first_of("[{(") != absl::string_view::npos &&
         !absl::StrContains("#%<\\", text[0]) && !IsSectionName(text) &&
         !absl::StrContains(text.substr(0, text.find_first_of("[{(")), "://");
}

size_t CountLinesOfArray(absl::Span<const absl::string_view> lines,
                         bool is_all) {
  constexpr size_t kMostLines = 700;
  BracketTree tree;
  bool is_found = false;
  for (size_t i = 0; i < lines.size() && i < kMostLines; ++i) {
    const size_t groups = tree.groups().size();
    if (!tree.AddLine(lines[i])) return kNoDocument;
    // In a list of arrays, each one is by itself.
    if (is_found && tree.groups().size() > groups) return i;
    is_found = is_found || FindArray(tree).has_value();
    if (tree.is_complete()) return is_found ? i + 1 : kNoDocument;
  }
  return is_all || lines.size() >= kMostLines ? kNoDocument : 0;
}

std::optional<ReadError> ReadArray(const DocumentText& document,
                                   GeometrySource* geometries, Puzzle* puzzle) {
  BracketTree tree;
  for (const absl::string_view line : absl::StrSplit(document.text, '\n')) {
    tree.AddLine(line);
  }
  WrittenCells cells;
  const Array array = *FindArray(tree);
  const Group& rows = *array.group;
  if (array.square.has_value()) {
    for (const Leaf& leaf : array.square->leaves) {
      AddCells(document, leaf, &cells);
    }
    return BuildPuzzle(cells, document.PlaceOf(rows.text), geometries, puzzle);
  }
  if (!rows.leaves.empty()) {
    return ReadError{document.PlaceOf(rows.leaves[0].text),
                     absl::StrCat(QuotedText(rows.leaves[0].text),
                                  " stands between the rows")};
  }
  const size_t row_count = rows.groups.size();
  for (const size_t index : rows.groups) {
    for (const Leaf& leaf : tree.group(index).leaves) {
      if (IsCell(leaf)) {
        AddCells(document, leaf, &cells);
        continue;
      }
      return ReadError{document.PlaceOf(leaf.text),
                       absl::StrCat(QuotedText(leaf.text.substr(0, 20)),
                                    " is neither a digit nor an empty cell")};
    }
  }
  for (size_t i = 0; i < row_count; ++i) {
    const Group& row = tree.group(rows.groups[i]);
    const size_t length = row.leaves.size();
    if (length == row_count) continue;
    return ReadError{
        document.PlaceOf(row.text),
        absl::StrFormat("row %d of the array has %d number%s, but there are %d "
                        "rows",
                        i + 1, length, length == 1 ? "" : "s", row_count)};
  }
  return BuildPuzzle(cells, document.PlaceOf(rows.text), geometries, puzzle);
}

}  // namespace sudoku
