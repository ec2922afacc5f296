#ifndef SUDOKU_RENDER_STEP_PICTURE_H_
#define SUDOKU_RENDER_STEP_PICTURE_H_

// A step with reasons as a picture.

#include <optional>

#include "absl/types/span.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/rules/rule.h"
#include "sudoku/technique/board.h"
#include "sudoku/technique/steps.h"

namespace sudoku {

// The board before the step, with its candidates, and the pattern: an outline
// around what the step rests on (its base), a dotted one around what it covers;
// discs on candidates of the pattern and on what is taken, squares on what is
// out in a chain, dashed rings on fins, and what is ruled out struck through. A
// line joins candidates of which one is taken, a dashed one those of which one
// at most is. Without a step, the board alone. `rules` are those of the puzzle.
GridPicture PictureOf(const Board& board, const std::optional<Step>& step,
                      absl::Span<const Rule> rules = {});

}  // namespace sudoku

#endif  // SUDOKU_RENDER_STEP_PICTURE_H_
