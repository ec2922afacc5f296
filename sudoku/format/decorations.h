#ifndef SUDOKU_FORMAT_DECORATIONS_H_
#define SUDOKU_FORMAT_DECORATIONS_H_

// What people draw around the cells of a grid, and what the program `sudoku`
// writes below it.

#include <string>

#include "absl/strings/string_view.h"

namespace sudoku {

// True for a line that only decorates: two or more '-' or '=', and otherwise
// nothing but the characters that people draw corners and crossings with.
bool IsBorder(absl::string_view line);

// True for a line that `sudoku solve` or `sudoku show` writes below a grid:
// "This is the only solution.", "9x9, 21 clues", "Naked singles: r1c2=3". So
// their output can be their input.
bool IsRemark(absl::string_view line);

// Replaces the box-drawing characters of Unicode by '|', '-' and '+', a middle
// dot by '.', a no-break space by a space; other text is left as it is.
std::string WithoutUnicodeDecorations(absl::string_view line);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_DECORATIONS_H_
