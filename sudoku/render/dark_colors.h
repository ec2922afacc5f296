#ifndef SUDOKU_RENDER_DARK_COLORS_H_
#define SUDOKU_RENDER_DARK_COLORS_H_

#include <string>

#include "dlx/base/string_view.h"

namespace sudoku {

// A picture in SVG for light pages, made one for light and dark pages: it gets
// a rule of style for each colour that occurs in it as an attribute, for
// readers of the dark. Opened by itself, it is no wider than its window. (What
// is to be printed on paper does without.)
//
// REQUIRES: it is one of the pictures of svg.h.
std::string ForLightAndDark(std::string svg);

// The same rules for a page that has such pictures in it.
std::string DarkColorRules(dlx::StringView svg);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_DARK_COLORS_H_
