#ifndef SUDOKU_RENDER_SVG_H_
#define SUDOKU_RENDER_SVG_H_

// Pictures in SVG: a grid as newspapers print it, and the exact cover problem
// of a puzzle as the matrix of ones and zeros that articles show.

#include <string>

#include "dlx/base/string_view.h"
#include "sudoku/encoding.h"
#include "sudoku/render/grid_picture.h"

namespace sudoku {

// Clues are black and bold, digits that are tried purple, other digits blue,
// wrong ones red; candidates are small and grey, marked ones on a green disc.
// Squares, dashed rings, lines between candidates and outlines of cells are
// for the patterns of deductions. Diagonals and extra regions are shaded, cells
// where something happens are framed. The ground is white, as paper is; see
// dark_colors.h for screens.
std::string GridSvg(const GridPicture& picture, dlx::StringView title = "");

// A row for each option, a column for each item, a square where an option
// covers an item. Items of the same kind (cells; digits in rows, in columns, in
// boxes; ...) have the same colour, and lines separate the kinds. For light and
// dark pages.
std::string MatrixSvg(const Encoding& encoding, dlx::StringView title = "");

}  // namespace sudoku

#endif  // SUDOKU_RENDER_SVG_H_
