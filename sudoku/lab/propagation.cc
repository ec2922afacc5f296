#include "sudoku/lab/propagation.h"

#include <utility>
#include <vector>

#include "sudoku/lab/event.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/replay.h"
#include "sudoku/lab/run.h"
#include "sudoku/lab/table.h"

namespace sudoku {

Propagation Propagate(const Puzzle& puzzle) {
  std::vector<Event> events;
  MethodOptions options;
  options.on_event = [&events](const Event& event) {
    if (event.kind == Event::Kind::kTry) return false;
    events.push_back(event);
    return true;
  };
  options.prove_unique = false;
  FindMethod("norvig")->solve(puzzle, options);

  Replay replay(puzzle, events);
  replay.Seek(replay.step_count());
  Propagation result = {.digits = replay.state().digits,
                        .candidates = replay.Candidates(),
                        .contradiction = ContradictionAmongClues(puzzle)};
  for (size_t cell = 0; cell < result.candidates.size(); ++cell) {
    const int digit = result.digits[static_cast<int>(cell)];
    if (digit != 0) result.candidates[cell] = DigitBit(digit);
  }
  const bool is_dead_end =
      !events.empty() && events.back().kind == Event::Kind::kDeadEnd;
  if (is_dead_end && result.contradiction.empty()) {
    result.contradiction = replay.EventText();
  }
  return result;
}

}  // namespace sudoku
