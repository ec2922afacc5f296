#ifndef SUDOKU_LAB_RECORDING_H_
#define SUDOKU_LAB_RECORDING_H_

// What a method has told of its search, kept so that it can be played back: see
// sudoku/lab/replay.h.

#include <cstddef>
#include <string>
#include <vector>

#include "sudoku/lab/event.h"
#include "sudoku/lab/method.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct Recording {
  // Six bytes each.
  std::vector<Event> events;
  // The method had more to tell, but `most_events` were reached (and there it
  // was stopped).
  bool is_cut = false;
  // How the method ended. If the recording is cut, it gave up.
  MethodResult result;
};

// Lets `method` solve `puzzle` and keeps what it tells, up to `most_events`.
// If options.on_event is set, it hears of each event, too, and may stop the
// method.
// REQUIRES: method.tells_events and method.check(puzzle).ok().
Recording Record(const Method& method, const Puzzle& puzzle,
                 const MethodOptions& options, size_t most_events);

// A sentence for the end of the recording: what the method has found; or if the
// recording is cut, that it ends before the method did.
std::string EndText(const Recording& recording);

}  // namespace sudoku

#endif  // SUDOKU_LAB_RECORDING_H_
