#ifndef TOOLS_SUDOKU_PLAYER_H_
#define TOOLS_SUDOKU_PLAYER_H_

// The player of `sudoku watch`: what its keys do, and what it shows. It knows
// nothing of the terminal that it is shown on.
//
// Example:
//
//   Player player(std::move(replay), {.title = "Norvig"});
//   player.Press({'s'});                     // A step further.
//   player.Advance(absl::Milliseconds(30));  // If it is playing.
//   screen.Show(player.Lines(screen.size()));

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "sudoku/lab/replay.h"
#include "sudoku/render/grid_text.h"
#include "tools/cli/key.h"
#include "tools/cli/screen.h"

namespace sudoku::tool {

struct PlayerOptions {
  std::string title = "";
  // Shown when the last step has been reached.
  std::string end_text = "";
  double steps_per_second = 10;
  bool with_candidates = true;
  bool with_article_steps = false;  // Of Moler's article: he counts otherwise.
  TextColors colors = TextColors::kNone;
  LineArt lines = LineArt::kAscii;
};

class Player {
 public:
  // Starts at the replay's current step, and plays if that is not the last one.
  Player(Replay replay, PlayerOptions options);

  void Press(cli::Key key);
  // So much time has passed.
  void Advance(absl::Duration time);

  bool wants_to_quit() const { return wants_to_quit_; }
  bool is_playing() const { return is_playing_; }
  void Pause() { is_playing_ = false; }
  // How long nothing changes by itself.
  absl::Duration TimeToNextChange() const;

  const Replay& replay() const { return replay_; }

  // The whole picture, as large as fits.
  std::vector<std::string> Lines(cli::ScreenSize size) const;

 private:
  // What is written beside or below the grid, in which digits have brackets or
  // not.
  std::vector<std::string> Panel(bool has_brackets) const;
  std::vector<std::string> ShortPanel() const;
  std::vector<std::string> StepLines() const;
  std::string ProgressBar(int width) const;
  std::vector<std::string> CounterLines() const;

  void GoTo(size_t step);
  void GoBy(int64_t steps);
  void TypeStep(cli::Key key);
  void TogglePlaying();
  // What a key changes while the replay goes on, and where it goes to in the
  // replay. False if it does no such thing.
  bool ChangeSetting(cli::Key key);
  bool GoWhereKeySays(cli::Key key);

  Replay replay_;
  PlayerOptions options_;
  bool is_playing_ = false;
  bool wants_to_quit_ = false;
  double due_steps_ = 0;  // Part of a step for which time has passed.
  bool is_typing_step_ = false;
  std::string typed_step_;
};

// "depth 2; 12 tried, 30 implied, 4 ruled out, 10 taken back, 3 dead ends", and
// what else there was.
std::string CountersText(const Replay& replay, bool with_article_steps = false);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_PLAYER_H_
