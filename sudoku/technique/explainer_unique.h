#ifndef SUDOKU_TECHNIQUE_EXPLAINER_UNIQUE_H_
#define SUDOKU_TECHNIQUE_EXPLAINER_UNIQUE_H_

// The steps of Sudoku Explainer that rest on there being one solution: unique
// rectangles and loops, and bivalue universal graves, of four types each.

#include <optional>

#include "sudoku/technique/board.h"
#include "sudoku/technique/steps.h"

namespace sudoku::internal {

// That with the lowest rating, and of those one of the first type.
[[nodiscard]] std::optional<Step> FindUniqueLoop(const Board& board);
[[nodiscard]] std::optional<Step> FindGrave(const Board& board);

}  // namespace sudoku::internal

#endif  // SUDOKU_TECHNIQUE_EXPLAINER_UNIQUE_H_
