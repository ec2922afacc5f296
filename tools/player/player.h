#ifndef TOOLS_PLAYER_PLAYER_H_
#define TOOLS_PLAYER_PLAYER_H_

// Plays a recorded search in a terminal: what the keys do, and what is shown.
// The player knows nothing of the terminal that it is shown on.
//
// Example:
//
//   Player player(face, {.title = "Norvig"});
//   player.Press({'s'});                     // A step further.
//   player.Advance(absl::Milliseconds(30));  // If it is playing.
//   screen.Show(player.Lines(screen.size()));

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/key.h"
#include "tools/cli/screen.h"
#include "tools/player/replay_face.h"

namespace player {

struct PlayerOptions {
  std::string title = "";
  // Shown when the last step has been reached.
  std::string end_text = "";
  double steps_per_second = 10;
  bool has_unicode = false;  // The lines of the progress bar.
};

// Refers to its face. One thread at a time may use it.
class Player {
 public:
  // Starts at the face's current step, and plays if that is not the last one.
  Player(ReplayFace& face, PlayerOptions options);

  void Press(cli::Key key);
  // So much time has passed.
  void Advance(absl::Duration time);

  bool wants_to_quit() const { return wants_to_quit_; }
  bool is_playing() const { return is_playing_; }
  void Pause() { is_playing_ = false; }
  // How long nothing changes by itself.
  absl::Duration TimeToNextChange() const;

  // The whole picture, as large as fits.
  std::vector<std::string> Lines(cli::ScreenSize size) const;

 private:
  // What is written beside or below the picture.
  std::vector<std::string> Panel(const std::string& legend) const;
  std::vector<std::string> ShortPanel() const;
  std::vector<std::string> StepLines() const;
  std::vector<std::string> KeyLines() const;
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

  ReplayFace& face_;
  PlayerOptions options_;
  bool is_playing_ = false;
  bool wants_to_quit_ = false;
  double due_steps_ = 0;  // Part of a step for which time has passed.
  bool is_typing_step_ = false;
  std::string typed_step_;
};

// Shows the player on the screen, and lets it hear the keys, until it is told
// to quit or is interrupted.
cli::ExitCode Play(cli::Screen& screen, Player& player);

}  // namespace player

#endif  // TOOLS_PLAYER_PLAYER_H_
