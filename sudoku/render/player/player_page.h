#ifndef SUDOKU_RENDER_PLAYER_PLAYER_PAGE_H_
#define SUDOKU_RENDER_PLAYER_PLAYER_PAGE_H_

// A page of HTML that plays a recorded search: to be opened in a browser,
// without a network, a server or other files. FILE#step=12 shows step 12.
//
// The page (player.html, player.css, player.js) has the buttons, keys and
// texts. What is searched has a face: an element to draw in, a style, and a
// script that ends with
//
//   const player = new Player(face);
//
// where the object `face` has
//
//   step          the step that is shown
//   depthText()   how many tries have not been taken back at that step, in
//                 words, and what else belongs there
//   seek(step)    goes to that step
//   draw()        draws it
//   eventText()   says what its event was
//   counters()    [[name, number, isAlwaysShown], ...]
//   keys          {'c': () => ...}: keys of its own, if any
//
// The script finds what was recorded in the constant `recording`, and the
// number of steps in `stepCount`. An element of the class uses-keys has the
// keys for itself while it has the focus.

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace sudoku {

struct PlayerPageParts {
  absl::string_view mark;  // A comment, near the page's beginning.
  std::string title;
  std::string subtitle;
  // The face: HTML before the player's panel and after it, CSS, JavaScript.
  absl::string_view board;
  absl::string_view below = "";
  absl::string_view css;
  absl::string_view script;
  std::string recording;  // JSON.
  size_t step_count = 0;
  size_t start = 0;  // The step that is shown at first.
  std::string end_text;
  int steps_per_second = 10;
};

std::string PlayerPage(const PlayerPageParts& parts);

// A string of JSON, in which nothing can end the script element around it.
std::string ScriptString(absl::string_view text);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_PLAYER_PLAYER_PAGE_H_
