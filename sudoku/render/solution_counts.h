#ifndef SUDOKU_RENDER_SOLUTION_COUNTS_H_
#define SUDOKU_RENDER_SOLUTION_COUNTS_H_

// In how many solutions of a puzzle each candidate is: as text for a terminal,
// as a heat map in SVG, and as a page of heat maps.
//
//   +-----------+-----------+      r1c2 holds a 3 in three of six solutions. A
//   | [1]  3:3  | 2:1  2:5  |      digit that is the same in all of them stands
//   |      4:3  | 3:2  3:1  |      in brackets, like those of clues.
//   |           | 4:3       |
//   ...

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "dlx/natural.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/grid_text.h"

namespace sudoku {

// REQUIRES, here and below: such a cell and digit exist, there is a solution,
// and by_placement is complete. (Checked by assertions, where these are on.)
struct SolutionCounts {
  Puzzle puzzle;
  // How many solutions there are: one at least.
  dlx::Natural total;
  // For each cell, how many of them have the digits 1, 2, ... there.
  std::vector<std::vector<dlx::Natural>> by_placement;

  // The digit that the cell has in every solution, or 0.
  int FixedDigit(int cell) const;
  // The part of all solutions that have the digit there.
  double Share(int cell, int digit) const;
};

// A number in as many characters, if they are 5 or more: "14200", or rounded,
// "1.6e7".
std::string ShortNumber(const dlx::Natural& number, size_t width);

// Each candidate on a line of its own, with the number of solutions. With
// colours, those in many solutions stand out. Numbers above 9,999,999 are
// rounded.
std::string DrawCounts(const SolutionCounts& counts, TextColors colors,
                       LineArt lines = LineArt::kAscii);

// Candidates at their places in the cell, the warmer the more solutions have
// them. The colours suit light and dark pages. Exact numbers are in the
// tooltips.
std::string CountsSvg(const SolutionCounts& counts, dlx::StringView title);

// All of them on a page for a browser.
std::string CountsPage(absl::Span<const SolutionCounts> all,
                       dlx::StringView title);

// Every such page has this in it, near its beginning.
inline constexpr dlx::StringView kCountsPageMark =
    "<!-- sudoku: solutions counted by candidate -->";

}  // namespace sudoku

#endif  // SUDOKU_RENDER_SOLUTION_COUNTS_H_
