#ifndef SUDOKU_RENDER_GRID_TEXT_H_
#define SUDOKU_RENDER_GRID_TEXT_H_

// Grids as text, for terminals and for mail:
//
//   +-----+-----+        +-------+-------+
//   | 1 . | . 4 |        | 1   . | .   4 |
//   | . . | 1 . |        |   +---+---+   |
//   +-----+-----+        | . | .   1 | . |
//   | . 2 | . . |        +---+       +---+
//   | 3 . | . 2 |        | .   2 | .   . |
//   +-----+-----+        ...

#include <string>

#include "sudoku/render/grid_picture.h"

namespace sudoku {

// Escape sequences for a terminal, which tell clues, digits that are tried, and
// other digits from each other:
enum class TextColors {
  kNone,    // None at all.
  kStyles,  // Bold, underlined and reversed characters, but no colours.
  kAnsi,    // Colours that can be read on a dark ground and on a light one.
};

enum class LineArt {
  kAscii,
  kBoxDrawing,  // Unicode's lines and corners, in UTF-8.
};

// Boxes are framed; so are irregular regions, with lines between the cells of
// different regions. Empty cells are dots, or question marks if something is
// wrong with them, or their texts. Candidates are not shown. A reader
// of puzzles (sudoku/format/reader.h) can read it, but does not see regions.
std::string DrawGrid(const GridPicture& picture,
                     TextColors colors = TextColors::kNone,
                     LineArt lines = LineArt::kAscii);

// The same with the candidates of the empty cells as small digits, each at its
// place in the cell. Clues and other digits stand in the middle of their cell,
// between brackets: clues as in "[5]", digits that are tried as in "<5>", other
// digits as in "(5)". A candidate that is struck out is an x, or red. If
// `has_gaps`, an empty line parts the rows of cells that no other line does.
std::string DrawCandidates(const GridPicture& picture,
                           TextColors colors = TextColors::kNone,
                           LineArt lines = LineArt::kAscii,
                           bool has_gaps = true);

// A line that explains the styles: "[1] clue  <2> tried  (3) implied  (4)
// wrong", with brackets as DrawCandidates has them, or without.
std::string DrawLegend(TextColors colors, bool has_brackets);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_GRID_TEXT_H_
