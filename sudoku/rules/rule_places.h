#ifndef SUDOKU_RULES_RULE_PLACES_H_
#define SUDOKU_RULES_RULE_PLACES_H_

// How the text of a rule names cells.

#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"

namespace sudoku::rules {

// "R1C2" for cell 1, and "RaCg" or "R10C16" for a later one. Norvig's names are
// none here.
[[nodiscard]] std::optional<int> CellOf(dlx::StringView word, int size);
// The same the other way round; in letters in grids up to 16x16.
[[nodiscard]] std::string WordOf(int cell, int size);

// "C2", "R10" or "Ra": the cells of a column or row.
[[nodiscard]] std::optional<std::vector<int>> LineOf(dlx::StringView word,
                                                     int size);

// From a cell at the border into the grid: down and to the right from the left
// side, up and to the left from the right side, down and to the left from above
// and up and to the right from below.
[[nodiscard]] std::vector<int> DiagonalFrom(int cell, int size);
[[nodiscard]] bool IsAtBorder(int cell, int size);
// True for two cells or more from the border to the border, each diagonally
// beside the one before, in one direction.
[[nodiscard]] bool IsDiagonal(absl::Span<const int> cells, int size);

// Calls `visit` with each two cells that are so many rows and columns apart, or
// so many columns and rows: one after the other, the first one's partners
// ascending.
void ForEachApart(int size, int rows, int columns,
                  absl::FunctionRef<void(int, int)> visit);

}  // namespace sudoku::rules

#endif  // SUDOKU_RULES_RULE_PLACES_H_
