#ifndef SUDOKU_RENDER_GRID_PICTURE_H_
#define SUDOKU_RENDER_GRID_PICTURE_H_

// What a picture of a grid shows. The same description serves for text and for
// SVG.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// The small digits of a cell stand in an array of so many columns, which is
// shaped like a box.
inline int CandidateColumns(const Geometry& geometry) {
  if (geometry.has_boxes()) return geometry.box_columns();
  int columns = 1;
  while (columns * columns < geometry.size()) ++columns;
  return columns;
}

// REQUIRES, of all functions that draw one: is_well_formed(). (Checked by
// assertions, where these are on.)
struct GridPicture {
  explicit GridPicture(Geometry board)
      : geometry(std::move(board)),
        clues(geometry.EmptyGrid()),
        digits(clues) {}

  // The puzzle's clues and nothing else.
  static GridPicture OfClues(const Puzzle& puzzle) {
    GridPicture picture(puzzle.geometry);
    picture.clues = puzzle.clues;
    picture.digits = puzzle.clues;
    picture.rules = puzzle.rules;
    return picture;
  }
  // The same with the digits of `solution` filled in.
  static GridPicture OfSolution(const Puzzle& puzzle, const Grid& solution) {
    GridPicture picture = OfClues(puzzle);
    picture.digits = solution;
    return picture;
  }

  // The grids have the size of the geometry, there are candidates for each cell
  // or for none, and the cells that are named exist.
  bool is_well_formed() const {
    const auto is_for_all = [&](const std::vector<DigitSet>& sets) {
      return sets.empty() ||
             static_cast<int>(sets.size()) == geometry.cell_count();
    };
    const auto exist = [&](const std::vector<int>& cells) {
      return std::all_of(cells.begin(), cells.end(), [&](int cell) {
        return 0 <= cell && cell < geometry.cell_count();
      });
    };
    return clues.size() == geometry.size() &&
           digits.size() == geometry.size() && is_for_all(candidates) &&
           is_for_all(marked_candidates) && is_for_all(struck_candidates) &&
           is_for_all(squared_candidates) && is_for_all(ringed_candidates) &&
           std::all_of(outlines.begin(), outlines.end(),
                       [&](const Outline& o) { return exist(o.cells); }) &&
           std::all_of(links.begin(), links.end(),
                       [&](const Link& link) {
                         return exist({link.from.cell, link.to.cell});
                       }) &&
           (cell_texts.empty() ||
            static_cast<int>(cell_texts.size()) == geometry.cell_count()) &&
           exist(wrong_cells) && exist(tried_cells) && exist(active_cells) &&
           std::all_of(shaded_groups.begin(), shaded_groups.end(), exist);
  }

  Geometry geometry;
  // The digits that the puzzle came with.
  Grid clues;
  // These and the digits that have been filled in.
  Grid digits;
  // The candidates of the empty cells, as small digits; empty for none.
  std::vector<DigitSet> candidates = {};
  // Candidates that stand out, such as naked singles; empty for none.
  std::vector<DigitSet> marked_candidates = {};
  // Candidates that have just been ruled out, shown struck through; empty for
  // none.
  std::vector<DigitSet> struck_candidates = {};
  // Candidates in a square, such as hidden singles; empty for none.
  std::vector<DigitSet> squared_candidates = {};
  // Candidates in a dashed ring; empty for none; in SVG only.
  std::vector<DigitSet> ringed_candidates = {};
  // Lines between candidates, and around groups of cells, which also tell apart
  // in black and white what colours tell; in SVG only.
  struct Spot {
    int cell;
    int digit;
  };
  struct Link {
    Spot from;
    Spot to;
    bool is_dashed = false;
  };
  std::vector<Link> links = {};
  struct Outline {
    std::vector<int> cells;
    bool is_dashed = false;
  };
  std::vector<Outline> outlines = {};
  // What stands in each empty cell of a grid without candidates, such as its
  // name; empty for nothing.
  std::vector<std::string> cell_texts = {};
  // Cells that stand out because something is wrong with them.
  std::vector<int> wrong_cells = {};
  // Cells whose digits are there for the time being; other digits that are no
  // clues are there for good, or follow from these.
  std::vector<int> tried_cells = {};
  // Groups of cells on grounds of their own colours, later groups on top: the
  // houses of a cell. The colours of the first three differ.
  std::vector<std::vector<int>> shaded_groups = {};
  // Cells where something happens just now.
  std::vector<int> active_cells = {};
  // What is asked besides; in SVG only.
  std::vector<Rule> rules = {};
  // A line below the picture (in SVG), or several, or nothing.
  std::string caption = "";
  // About how wide that is, in SVG; nothing for a width that most captions fit.
  std::optional<int> caption_width = std::nullopt;
};

}  // namespace sudoku

#endif  // SUDOKU_RENDER_GRID_PICTURE_H_
