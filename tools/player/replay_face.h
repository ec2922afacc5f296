#ifndef TOOLS_PLAYER_REPLAY_FACE_H_
#define TOOLS_PLAYER_REPLAY_FACE_H_

// What a player plays: a recorded search, of which any step can be shown. Step
// N is how things stand after the first N events.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/cli/key.h"

namespace player {

// "dead ends 3". `name` lives as long as the program.
struct Counter {
  absl::string_view name;
  uint64_t value = 0;
  bool is_always_shown = true;
};

// A step for a terminal. May have escape sequences.
struct Picture {
  std::string text;
  // A line that explains the styles, or nothing.
  std::string legend = "";
  // A part of it says something, too: it is cut where the window ends.
  bool may_be_cut = false;
};

class ReplayFace {
 public:
  virtual ~ReplayFace() = default;

  virtual size_t step_count() const = 0;
  virtual size_t step() const = 0;
  // REQUIRES: step <= step_count().
  virtual void Seek(size_t step) = 0;

  // What the last event was: "try r1c5 = 3".
  virtual std::string EventText() const = 0;
  virtual std::vector<Counter> Counters() const = 0;
  // The step in all sizes that it can be drawn in, from large to small; at
  // least one.
  virtual std::vector<Picture> Pictures() const = 0;
  // The step in full, as `--at-step` prints it. May have escape sequences.
  virtual std::string Text() const = 0;

  // A key besides those of the player: 'c', for "candidates". 0 for none.
  virtual char own_key() const { return 0; }
  virtual absl::string_view own_key_text() const { return ""; }
  virtual void PressOwnKey() {}
};

}  // namespace player

#endif  // TOOLS_PLAYER_REPLAY_FACE_H_
