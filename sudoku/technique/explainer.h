#ifndef SUDOKU_TECHNIQUE_EXPLAINER_H_
#define SUDOKU_TECHNIQUE_EXPLAINER_H_

// The steps that Sudoku Explainer 1.2.1 takes, in its order and with its
// ratings, up to dynamic forcing chains (about 9.0). Of forcing chains, the one
// with the lowest rating, then the one with the fewest conclusions.

#include <cstdint>
#include <optional>
#include <vector>

#include "sudoku/technique/board.h"
#include "sudoku/technique/steps.h"

namespace sudoku {

// Whether the geometry has rows, columns and boxes and nothing else, as Sudoku
// Explainer asks for.
[[nodiscard]] bool IsForExplainer(const Geometry& geometry);

// The next step; nothing if there is none, or if the board is solved or dead.
// REQUIRES: IsForExplainer(board.geometry()).
[[nodiscard]] std::optional<Step> NextExplainerStep(const Board& board);

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_EXPLAINER_H_
