#ifndef SUDOKU_RENDER_REPLAY_PICTURE_H_
#define SUDOKU_RENDER_REPLAY_PICTURE_H_

// A step of a search as a picture, and what it shares with others.

#include "absl/types/span.h"
#include "sudoku/lab/replay.h"
#include "sudoku/making/singles.h"
#include "sudoku/render/grid_picture.h"

namespace sudoku {

// The replay's current step: what has been filled in and how; where something
// has just happened; as wrong, dead ends and digits that a peer holds too. The
// caption is the step's description.
GridPicture PictureOfStep(const Replay& replay, bool with_candidates);

// Makes the candidates that are singles stand out: naked ones are marked,
// hidden ones squared.
void MarkSingles(absl::Span<const Single> singles, GridPicture& picture);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_REPLAY_PICTURE_H_
