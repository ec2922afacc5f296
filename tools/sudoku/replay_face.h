#ifndef TOOLS_SUDOKU_REPLAY_FACE_H_
#define TOOLS_SUDOKU_REPLAY_FACE_H_

// The search of a method at a Sudoku, for the player.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/lab/replay.h"
#include "sudoku/render/grid_text.h"
#include "tools/player/replay_face.h"

namespace sudoku::tool {

struct ReplayFaceOptions {
  std::string title = "";
  bool with_candidates = true;
  bool with_article_steps = false;  // Of Moler's article: he counts otherwise.
  TextColors text_colors = TextColors::kNone;  // Of Text(),
  TextColors colors = TextColors::kNone;       // and of Pictures().
  LineArt lines = LineArt::kAscii;
};

class ReplayFace : public player::ReplayFace {
 public:
  ReplayFace(Replay replay, ReplayFaceOptions options)
      : replay_(std::move(replay)), options_(std::move(options)) {}

  Replay& replay() { return replay_; }

  size_t step_count() const override { return replay_.step_count(); }
  size_t step() const override { return replay_.step(); }
  void Seek(size_t step) override { replay_.Seek(step); }
  std::string EventText() const override { return replay_.EventText(); }
  std::vector<player::Counter> Counters() const override;
  std::vector<player::Picture> Pictures() const override;
  std::string Text() const override;

  char own_key() const override { return 'c'; }
  absl::string_view own_key_text() const override { return "candidates"; }
  void PressOwnKey() override {
    options_.with_candidates = !options_.with_candidates;
  }

 private:
  Replay replay_;
  ReplayFaceOptions options_;
};

// "depth 2; 12 tried, 30 implied, 4 ruled out, 10 taken back, 3 dead ends", and
// what else there was.
std::string CountersText(const Replay& replay, bool with_article_steps = false);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_REPLAY_FACE_H_
