#ifndef SUDOKU_RENDER_REPLAY_PAGE_H_
#define SUDOKU_RENDER_REPLAY_PAGE_H_

// A page of HTML that replays a search: to be opened in a browser, without a
// network, a server or other files.
//
// The page (sudoku/render/page/) has the recorded events and a program of its
// own to replay them, which does the same as sudoku/lab/replay.h; a test in
// a browser compares the two. FILE#step=12 shows step 12.

#include <cstddef>
#include <string>

#include "dlx/base/string_view.h"
#include "sudoku/lab/recording.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct ReplayPageOptions {
  // The heading: what method it is.
  std::string title = "";
  // The step that is shown at first. REQUIRES: there are so many.
  size_t start = 0;
  // Whether the exact cover problem is shown besides the grid, as a matrix:
  // for small puzzles, because that of the 9x9 grid has 729 rows.
  bool with_matrix = false;
  // Whether the steps of Moler's article are told, too, which has numbers of
  // its own for them (Replay::ArticleStep()), with a field to go to one.
  bool with_article_steps = false;
};

std::string ReplayPage(const Puzzle& puzzle, const Recording& recording,
                       const ReplayPageOptions& options);

// Every page has this in it, near its beginning.
inline constexpr dlx::StringView kReplayPageMark = "<!-- sudoku watch -->";

}  // namespace sudoku

#endif  // SUDOKU_RENDER_REPLAY_PAGE_H_
