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

// With escape sequences for a terminal: clues bold, other digits in colour.
enum class TextColors { kNone, kAnsi };

// Boxes are framed; so are irregular regions, with lines between the cells of
// different regions. Empty cells are dots. Candidates are not shown. A reader
// of puzzles (sudoku/format/reader.h) can read it, but does not see regions.
std::string DrawGrid(const GridPicture& picture,
                     TextColors colors = TextColors::kNone);

// The same with the candidates of the empty cells as small digits, each at its
// place in the cell. Clues and other digits stand in the middle of their cell,
// between brackets: clues as in "[5]", other digits as in "(5)".
std::string DrawCandidates(const GridPicture& picture,
                           TextColors colors = TextColors::kNone);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_GRID_TEXT_H_
