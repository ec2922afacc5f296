#ifndef SUDOKU_TECHNIQUE_EXPLAINER_H_
#define SUDOKU_TECHNIQUE_EXPLAINER_H_

// The steps that Sudoku Explainer 1.2.1 takes, in its order and with its
// ratings, up to forcing chains within forcing chains (about 12). Of forcing
// chains, the one with the lowest rating, then the one with the fewest
// conclusions.
//
// Within a chain, Sudoku Explainer takes what several steps rule out in an
// order that is that of a hash table in Java. Here the steps come by their
// ratings, then by the number of their conclusions, then as they are found: by
// cells, by digits, and by houses (boxes, rows, columns); what one step rules
// out comes by cells, then by digits.

#include <functional>
#include <memory>
#include <optional>

#include "sudoku/technique/board.h"
#include "sudoku/technique/steps.h"

namespace sudoku {

// Whether the geometry has rows, columns and boxes and nothing else, as Sudoku
// Explainer asks for.
[[nodiscard]] bool IsForExplainer(const Geometry& geometry);

struct ExplainerContext {
  // What was found before for the same puzzle; may be null.
  StepMemory* memory = nullptr;
  // Looked at from time to time: whether to give up.
  std::function<bool()> is_over = nullptr;
};

// The next step; nothing if there is none, if it was given up, or if the board
// is solved or dead. REQUIRES: IsForExplainer(board.geometry()).
[[nodiscard]] std::optional<Step> NextExplainerStep(
    const Board& board, const ExplainerContext& context = {});

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_EXPLAINER_H_
