#ifndef SUDOKU_RENDER_TEXT_BLOCKS_H_
#define SUDOKU_RENDER_TEXT_BLOCKS_H_

// What all drawings of a grid in text have in common: the frame, and the cells'
// places in it.

#include <cassert>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/geometry.h"
#include "sudoku/render/grid_text.h"

namespace sudoku {

// The cells as blocks of text, and the lines between those that are in
// different regions.
//
// Between two columns of cells stands a bar or a blank, with a blank on either
// side of it; where no bar is needed in any row (inside boxes), a single blank.
// Between two rows of cells stands a line of dashes, where it is needed.
class TextBlocks {
 public:
  TextBlocks(const Geometry& geometry, LineArt lines, int block_width,
             bool has_gaps)
      : geometry_(geometry),
        lines_(lines),
        has_gaps_(has_gaps),
        size_(geometry.size()),
        width_(block_width),
        blocks_(geometry.cell_count()) {}

  // Sets the lines of a cell's block, each as wide as `block_width` on the
  // screen (escape sequences take no room). A row is as high as its highest
  // block; what others lack is blank. REQUIRES: there is such a cell.
  void SetBlock(int cell, std::vector<std::string> lines) {
    assert(0 <= cell && cell < size_ * size_);
    blocks_[cell] = std::move(lines);
  }

  std::string Draw() const;

 private:
  bool DifferAcross(int row, int column) const;
  bool DifferDown(int row, int column) const;
  // Whether there is room for a bar to the right of a column.
  bool HasBar(int column) const;
  absl::string_view Bar() const;
  // Appends what stands between two columns of cells.
  void AppendBetween(int row, int column, std::string& line) const;
  // The line below a row; -1 is the one at the top. Empty if nothing is there.
  std::string HorizontalLine(int row) const;
  // An empty line between two rows of cells.
  std::string Gap(int row) const;
  // What stands where the lines below `row` and to the right of `column` meet.
  absl::string_view Corner(int row, int column) const;
  // How many lines the blocks of a row need.
  size_t HeightOf(int row) const;

  const Geometry& geometry_;
  const LineArt lines_;
  const bool has_gaps_;  // Empty lines where no line of dashes is needed.
  const int size_;
  const int width_;
  std::vector<std::vector<std::string>> blocks_;
};

}  // namespace sudoku

#endif  // SUDOKU_RENDER_TEXT_BLOCKS_H_
