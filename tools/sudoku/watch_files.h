#ifndef TOOLS_SUDOKU_WATCH_FILES_H_
#define TOOLS_SUDOKU_WATCH_FILES_H_

// What `sudoku watch` writes instead of showing it: pictures of steps, a film,
// a tree, a plot, a page. Files that are there already are overwritten only if
// they are its own (tools/cli/own_file.h).

#include "sudoku/lab/method.h"
#include "sudoku/lab/recording.h"
#include "sudoku/lab/replay.h"
#include "tools/cli/exit_code.h"
#include "tools/sudoku/watch_flags.h"

namespace sudoku::tool {

struct Watched {
  const Method& method;
  const Recording& recording;
  const WatchFlags& flags;
  Replay& replay;  // Of the recording.
  bool with_candidates = true;
};

// Writes all that the flags ask for. Leaves the replay at some step.
cli::ExitCode WriteWatchFiles(const Watched& watched);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_WATCH_FILES_H_
