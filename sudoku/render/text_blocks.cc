#include "sudoku/render/text_blocks.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace sudoku {

namespace {

// What stands where lines meet that come from these sides.
absl::string_view Glyph(LineArt lines, bool left, bool right, bool up,
                        bool down) {
  if (lines == LineArt::kAscii) {
    if (!left && !right) return up && down ? "|" : " ";
    if (left && right && !up && !down) return "-";
    return "+";
  }
  static constexpr absl::string_view kGlyphs[16] = {
      " ", "╴", "╶", "─", "╵", "┘", "└", "┴",
      "╷", "┐", "┌", "┬", "│", "┤", "├", "┼"};
  return kGlyphs[(left ? 1 : 0) + (right ? 2 : 0) + (up ? 4 : 0) +
                 (down ? 8 : 0)];
}

}  // namespace

std::string TextBlocks::Draw() const {
  std::string text = HorizontalLine(-1);
  for (int row = 0; row < size_; ++row) {
    const size_t height = HeightOf(row);
    for (size_t line = 0; line < height; ++line) {
      absl::StrAppend(&text, Bar());
      for (int column = 0; column < size_; ++column) {
        const int cell = geometry_.CellAt(row, column);
        absl::StrAppend(&text, " ",
                        line < blocks_[cell].size() ? blocks_[cell][line]
                                                    : std::string(width_, ' '));
        AppendBetween(row, column, text);
      }
      absl::StrAppend(&text, "\n");
    }
    const std::string line = HorizontalLine(row);
    absl::StrAppend(&text, line.empty() && has_gaps_ ? Gap(row) : line);
  }
  return text;
}

bool TextBlocks::DifferAcross(int row, int column) const {
  return column + 1 == size_ ||
         geometry_.RegionOf(geometry_.CellAt(row, column)) !=
             geometry_.RegionOf(geometry_.CellAt(row, column + 1));
}

bool TextBlocks::DifferDown(int row, int column) const {
  return row < 0 || row + 1 == size_ ||
         geometry_.RegionOf(geometry_.CellAt(row, column)) !=
             geometry_.RegionOf(geometry_.CellAt(row + 1, column));
}

bool TextBlocks::HasBar(int column) const {
  for (int row = 0; row < size_; ++row) {
    if (DifferAcross(row, column)) return true;
  }
  return false;
}

absl::string_view TextBlocks::Bar() const {
  return Glyph(lines_, false, false, true, true);
}

void TextBlocks::AppendBetween(int row, int column, std::string& line) const {
  if (!HasBar(column)) return;
  absl::StrAppend(&line, " ", DifferAcross(row, column) ? Bar() : " ");
}

std::string TextBlocks::HorizontalLine(int row) const {
  std::string line(Corner(row, -1));
  bool is_needed = false;
  for (int column = 0; column < size_; ++column) {
    const bool here = DifferDown(row, column);
    is_needed |= here;
    const absl::string_view stroke = Glyph(lines_, here, here, false, false);
    for (int i = 0; i < width_ + 1; ++i) absl::StrAppend(&line, stroke);
    if (HasBar(column)) absl::StrAppend(&line, stroke, Corner(row, column));
  }
  return is_needed ? line + "\n" : "";
}

std::string TextBlocks::Gap(int row) const {
  std::string line(Bar());
  for (int column = 0; column < size_; ++column) {
    line.append(width_ + 1, ' ');
    AppendBetween(row, column, line);
  }
  return line + "\n";
}

absl::string_view TextBlocks::Corner(int row, int column) const {
  const bool left = column >= 0 && DifferDown(row, column);
  const bool right = column + 1 < size_ && DifferDown(row, column + 1);
  const bool up = row >= 0 && (column < 0 || DifferAcross(row, column));
  const bool down =
      row + 1 < size_ && (column < 0 || DifferAcross(row + 1, column));
  return Glyph(lines_, left, right, up, down);
}

size_t TextBlocks::HeightOf(int row) const {
  size_t height = 0;
  for (int column = 0; column < size_; ++column) {
    height = std::max(height, blocks_[geometry_.CellAt(row, column)].size());
  }
  return height;
}

}  // namespace sudoku
