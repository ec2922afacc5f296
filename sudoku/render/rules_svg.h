#ifndef SUDOKU_RENDER_RULES_SVG_H_
#define SUDOKU_RENDER_RULES_SVG_H_

// Rules in pictures, as people know them: thermometers, lines in colours,
// arrows, dashed cages with their sums, dots, numbers outside the grid.
//
// How a kind is drawn is a row of the table in rules_svg.cc. Whatever has no
// row there is a cage with its name; rules about the whole grid are words.

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

struct RulesSvg {
  std::string below;  // Below the lines of the grid.
  std::string above;  // Above them, and below digits.
  // There are numbers outside the grid, up to a cell from it.
  bool has_outside = false;
  std::vector<std::string> words;  // Lines to stand below the picture.
};

// The left upper corner of the grid is 0 0.
RulesSvg DrawRules(absl::Span<const Rule> rules, const Geometry& geometry,
                   int cell_width);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_RULES_SVG_H_
