#ifndef SUDOKU_RENDER_PRINT_PAGE_H_
#define SUDOKU_RENDER_PRINT_PAGE_H_

// A page of puzzles to print: so many to a sheet of A4 or Letter, or one if it
// is alone or larger than 12x12, and after them the solutions, small and upside
// down, so that they are not read by accident. In a browser it is a page to
// look at, light or dark as the reader has it; it needs no network and no other
// files.

#include <array>
#include <optional>
#include <string>

#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct PrintedPuzzle {
  Puzzle puzzle;
  // Without one, there is none among the solutions either. REQUIRES: it has the
  // puzzle's size.
  std::optional<Grid> solution = std::nullopt;
};

// How many puzzles can stand on a sheet.
inline constexpr std::array<int, 5> kPuzzlesPerSheet = {1, 2, 4, 6, 12};

// Puzzles are numbered from 1; below each stands its number and its note. If
// all are of one kind, its rules stand above them, in words.
// REQUIRES: `per_sheet` is one of kPuzzlesPerSheet.
std::string PrintPage(absl::Span<const PrintedPuzzle> puzzles,
                      dlx::StringView title, int per_sheet = 6);

// Every page has this in it, near its beginning.
inline constexpr dlx::StringView kPrintPageMark =
    "<!-- sudoku: puzzles to print -->";

}  // namespace sudoku

#endif  // SUDOKU_RENDER_PRINT_PAGE_H_
