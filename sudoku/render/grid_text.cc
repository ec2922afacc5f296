#include "sudoku/render/grid_text.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

// Escape sequences.
constexpr absl::string_view kClue = "\x1b[1m";       // Bold.
constexpr absl::string_view kFilled = "\x1b[36m";    // Cyan.
constexpr absl::string_view kSmall = "\x1b[2m";      // Faint.
constexpr absl::string_view kMarked = "\x1b[1;32m";  // Bold green.
constexpr absl::string_view kWrong = "\x1b[1;31m";   // Bold red.
constexpr absl::string_view kPlain = "\x1b[0m";

std::string Styled(absl::string_view text, absl::string_view style,
                   TextColors colors) {
  if (colors == TextColors::kNone || style.empty()) return std::string(text);
  return absl::StrCat(style, text, kPlain);
}

bool IsWrong(const GridPicture& picture, int cell) {
  return std::find(picture.wrong_cells.begin(), picture.wrong_cells.end(),
                   cell) != picture.wrong_cells.end();
}

absl::string_view DigitStyle(const GridPicture& picture, int cell) {
  if (IsWrong(picture, cell)) return kWrong;
  if (picture.digits[cell] == 0) return kSmall;
  return picture.clues[cell] != 0 ? kClue : kFilled;
}

// The cells as blocks of text, all of the same size, and the lines between
// those that are in different regions.
//
// Between two columns of cells stands a bar or a blank, with a blank on either
// side of it; where no bar is needed in any row (inside boxes), a single blank.
// Between two rows of cells stands a line of dashes, where it is needed.
class Drawing {
 public:
  Drawing(const Geometry& geometry, int block_width, int block_height,
          bool has_gaps)
      : geometry_(geometry),
        has_gaps_(has_gaps),
        size_(geometry.size()),
        width_(block_width),
        height_(block_height),
        blocks_(geometry.cell_count()) {}

  // Sets the lines of a cell's block: height_ of them, each as wide as width_
  // on the screen (escape sequences take no room).
  void SetBlock(int cell, std::vector<std::string> lines) {
    blocks_[cell] = std::move(lines);
  }

  std::string Draw() const {
    std::string text = HorizontalLine(-1);
    for (int row = 0; row < size_; ++row) {
      for (int line = 0; line < height_; ++line) {
        absl::StrAppend(&text, "|");
        for (int column = 0; column < size_; ++column) {
          const int cell = geometry_.CellAt(row, column);
          absl::StrAppend(&text, " ", blocks_[cell][line]);
          absl::StrAppend(&text, Between(row, column));
        }
        absl::StrAppend(&text, "\n");
      }
      const std::string line = HorizontalLine(row);
      absl::StrAppend(&text, line.empty() && has_gaps_ ? Gap(row) : line);
    }
    return text;
  }

 private:
  bool DifferAcross(int row, int column) const {
    return column + 1 == size_ ||
           geometry_.RegionOf(geometry_.CellAt(row, column)) !=
               geometry_.RegionOf(geometry_.CellAt(row, column + 1));
  }
  bool DifferDown(int row, int column) const {
    return row < 0 || row + 1 == size_ ||
           geometry_.RegionOf(geometry_.CellAt(row, column)) !=
               geometry_.RegionOf(geometry_.CellAt(row + 1, column));
  }
  // Whether there is room for a bar to the right of a column.
  bool HasBar(int column) const {
    for (int row = 0; row < size_; ++row) {
      if (DifferAcross(row, column)) return true;
    }
    return false;
  }

  absl::string_view Between(int row, int column) const {
    if (!HasBar(column)) return "";
    return DifferAcross(row, column) ? " |" : "  ";
  }

  // The line below a row; -1 is the one at the top. Empty if nothing is there.
  std::string HorizontalLine(int row) const {
    std::string line = "+";
    bool is_needed = false;
    for (int column = 0; column < size_; ++column) {
      const bool here = DifferDown(row, column);
      is_needed |= here;
      const char stroke = here ? '-' : ' ';
      line.append(width_ + 1, stroke);
      if (!HasBar(column)) continue;
      line.push_back(stroke);
      line.push_back(Corner(row, column));
    }
    if (!is_needed) return "";
    // A line that does not begin at the border has a bar there.
    if (!DifferDown(row, 0)) line[0] = '|';
    return line + "\n";
  }

  // An empty line between two rows of cells.
  std::string Gap(int row) const {
    std::string line = "|";
    for (int column = 0; column < size_; ++column) {
      absl::StrAppend(&line, std::string(width_ + 1, ' '),
                      Between(row, column));
    }
    return line + "\n";
  }

  // What stands where the lines below `row` and to the right of `column` meet.
  char Corner(int row, int column) const {
    const bool left = DifferDown(row, column);
    const bool right = column + 1 < size_ && DifferDown(row, column + 1);
    const bool up = row >= 0 && DifferAcross(row, column);
    const bool down = row + 1 < size_ && DifferAcross(row + 1, column);
    if (!left && !right) return up && down ? '|' : ' ';
    if (left && right && !up && !down) return '-';
    return '+';
  }

  const Geometry& geometry_;
  const bool has_gaps_;  // Empty lines where no line of dashes is needed.
  const int size_;
  const int width_;
  const int height_;
  std::vector<std::vector<std::string>> blocks_;
};

// Small digits stand in an array, which is shaped like a box.
struct SmallDigits {
  explicit SmallDigits(const Geometry& geometry) {
    const int size = geometry.size();
    columns = geometry.box_columns();
    if (columns == 0) {
      columns = 1;
      while (columns * columns < size) ++columns;
    }
    // A digit in brackets needs room, and so does the space between cells.
    width = std::max(columns, 3) + 2;
    rows = (size + columns - 1) / columns;
  }
  int columns;
  int rows;
  int width;
};

std::vector<std::string> CandidateBlock(const GridPicture& picture, int cell,
                                        const SmallDigits& small,
                                        TextColors colors) {
  const DigitSet candidates =
      picture.candidates.empty() ? DigitSet{0} : picture.candidates[cell];
  const DigitSet marked = picture.marked_candidates.empty()
                              ? DigitSet{0}
                              : picture.marked_candidates[cell];
  std::vector<std::string> lines(small.rows);
  for (int line = 0; line < small.rows; ++line) {
    for (int at = 0; at < small.width; ++at) {
      const int column = at - 1;
      const int digit = line * small.columns + column + 1;
      if (column < 0 || column >= small.columns ||
          digit > picture.geometry.size() ||
          (candidates & DigitBit(digit)) == 0) {
        lines[line].push_back(' ');
        continue;
      }
      const std::string text(1, DigitToChar(digit));
      const bool is_marked = (marked & DigitBit(digit)) != 0;
      absl::StrAppend(&lines[line],
                      Styled(text, is_marked ? kMarked : kSmall, colors));
    }
  }
  if (candidates == 0) {
    // A dead end must not look like an unmarked cell.
    lines[(small.rows - 1) / 2].replace((small.width - 1) / 2, 1,
                                        Styled("?", kWrong, colors));
  }
  return lines;
}

std::vector<std::string> DigitBlock(const GridPicture& picture, int cell,
                                    const SmallDigits& small,
                                    TextColors colors) {
  const bool is_clue = picture.clues[cell] != 0;
  const std::string digit(1, DigitToChar(picture.digits[cell]));
  std::vector<std::string> lines(small.rows, std::string(small.width, ' '));
  const int margin = (small.width - 3) / 2;
  lines[(small.rows - 1) / 2] = absl::StrCat(
      std::string(margin, ' '),
      Styled(absl::StrCat(is_clue ? "[" : "(", digit, is_clue ? "]" : ")"),
             DigitStyle(picture, cell), colors),
      std::string(small.width - 3 - margin, ' '));
  return lines;
}

}  // namespace

std::string DrawGrid(const GridPicture& picture, TextColors colors) {
  Drawing drawing(picture.geometry, /*block_width=*/1, /*block_height=*/1,
                  /*has_gaps=*/false);
  for (int cell = 0; cell < picture.geometry.cell_count(); ++cell) {
    const int digit = picture.digits[cell];
    const std::string text(1, digit == 0 ? '.' : DigitToChar(digit));
    drawing.SetBlock(cell, {Styled(text, DigitStyle(picture, cell), colors)});
  }
  return drawing.Draw();
}

std::string DrawCandidates(const GridPicture& picture, TextColors colors) {
  const SmallDigits small(picture.geometry);
  Drawing drawing(picture.geometry, small.width, small.rows,
                  /*has_gaps=*/true);
  for (int cell = 0; cell < picture.geometry.cell_count(); ++cell) {
    drawing.SetBlock(cell, picture.digits[cell] != 0
                               ? DigitBlock(picture, cell, small, colors)
                               : CandidateBlock(picture, cell, small, colors));
  }
  return drawing.Draw();
}

}  // namespace sudoku
