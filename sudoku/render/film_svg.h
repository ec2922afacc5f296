#ifndef SUDOKU_RENDER_FILM_SVG_H_
#define SUDOKU_RENDER_FILM_SVG_H_

// A film of a search: one SVG that moves by itself, again and again, wherever
// pictures are shown. (It has no script; each digit knows when it is to be
// seen.)

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/lab/replay.h"

namespace sudoku {

struct FilmOptions {
  double steps_per_second = 10;
  std::string title = "";
};

// The steps are the frames, ascending; the last one stays for two seconds.
// Leaves the replay somewhere else. REQUIRES: there is a step, they are steps
// of the replay, and steps_per_second > 0. (Checked by assertions, where these
// are on.)
std::string FilmSvg(Replay& replay, absl::Span<const size_t> steps,
                    const FilmOptions& options);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_FILM_SVG_H_
