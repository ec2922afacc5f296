#include "sudoku/methods/recording.h"

namespace sudoku {

Recording Record(const Method& method, const Puzzle& puzzle,
                 const MethodOptions& options, size_t most_events) {
  Recording recording;
  MethodOptions recorded = options;
  recorded.on_event = [&](const Event& event) {
    if (recording.events.size() == most_events) {
      recording.is_cut = true;
      return false;
    }
    recording.events.push_back(event);
    return options.on_event == nullptr || options.on_event(event);
  };
  recording.result = method.solve(puzzle, recorded);
  return recording;
}

}  // namespace sudoku
