#include "sudoku/render/replay_picture.h"

#include "sudoku/lab/event.h"

namespace sudoku {

void MarkSingles(absl::Span<const Single> singles, GridPicture& picture) {
  picture.marked_candidates.assign(picture.candidates.size(), DigitSet{0});
  picture.squared_candidates = picture.marked_candidates;
  for (const Single& single : singles) {
    (single.is_naked() ? picture.marked_candidates
                       : picture.squared_candidates)[single.cell] |=
        DigitBit(single.digit);
  }
}

GridPicture PictureOfStep(const Replay& replay, bool with_candidates) {
  GridPicture picture = GridPicture::OfClues(replay.puzzle());
  const ReplayState& state = replay.state();
  picture.digits = state.digits;
  for (size_t cell = 0; cell < state.roles.size(); ++cell) {
    if (state.roles[cell] == CellRole::kTried) {
      picture.tried_cells.push_back(static_cast<int>(cell));
    }
  }
  picture.wrong_cells = replay.ConflictingCells();
  picture.active_cells = replay.ActiveCells();
  if (with_candidates) {
    picture.candidates = replay.Candidates();
    MarkSingles(
        FindSingles(picture.geometry, picture.digits, picture.candidates),
        picture);
  }
  picture.caption = replay.Description();
  if (replay.step() == 0) return picture;
  const Event& event = replay.events()[replay.step() - 1];
  if (event.kind == Event::Kind::kDeadEnd && event.cell >= 0) {
    picture.wrong_cells.push_back(event.cell);
  }
  if (event.kind == Event::Kind::kRuleOut && with_candidates) {
    picture.struck_candidates.assign(state.roles.size(), DigitSet{0});
    picture.struck_candidates[event.cell] = DigitBit(event.digit);
  }
  return picture;
}

}  // namespace sudoku
