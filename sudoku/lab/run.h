#ifndef SUDOKU_LAB_RUN_H_
#define SUDOKU_LAB_RUN_H_

// What every method does besides solving: it counts its steps, stops at limits,
// tells what happens, and keeps the solutions.
//
// Example: a method that places digits one after the other.
//
//   void Search(int cell) {
//     if (cell == cell_count) return run_.Found(grid_);
//     for (int digit = 1; digit <= size && run_.Step(); ++digit) {
//       ...
//       run_.Try(cell, digit);
//       Search(cell + 1);
//       run_.Undo();
//     }
//   }
//   ...
//   Search(0);
//   return run_.Finish();
//
// When there is reason to stop (a limit; enough solutions; clues that
// contradict each other from the start), Step() returns false, nothing is told
// any more, and so the recursion falls back by itself.

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/grid.h"
#include "sudoku/lab/event.h"
#include "sudoku/lab/method.h"
#include "sudoku/puzzle.h"

namespace sudoku {

class Run {
 public:
  // Both must outlive the run.
  Run(const Puzzle& puzzle, const MethodOptions& options);

  // Counts a step. Returns false if there is reason to stop; then it was not
  // counted.
  bool Step() {
    if (stopped() || (result_.steps >= look_at_ && !MayGoOn())) return false;
    ++result_.steps;
    return true;
  }
  bool stopped() const { return stop_ != Stop::kNo; }

  // What happens; see sudoku/lab/event.h.
  void Try(int cell, int digit) { Tell(Event::Kind::kTry, cell, digit); }
  void Place(int cell, int digit) { Tell(Event::Kind::kPlace, cell, digit); }
  void RuleOut(int cell, int digit) {
    Tell(Event::Kind::kRuleOut, cell, digit);
  }
  void Undo() { Tell(Event::Kind::kUndo); }
  void DeadEnd(int cell) { Tell(Event::Kind::kDeadEnd, cell); }
  void Swap(int cell, int other_cell) {
    Tell(Event::Kind::kSwap, cell, 0, other_cell);
  }
  void Restart() { Tell(Event::Kind::kRestart); }

  // Keeps a solution. The second one, or the first one if uniqueness does not
  // matter, is reason to stop. REQUIRES: it is a solution, and was not found
  // before.
  void Found(const Grid& solution);

  // See Puzzle.
  DigitSet AllowedDigits(int cell) const { return puzzle_.AllowedDigits(cell); }

  // Stops before the end, for that reason: "stopped after 1000 steps".
  void GiveUp(std::string why);
  // Stops because max_time is over.
  void GiveUpForTime();

  // For methods that count their steps elsewhere.
  void SetSteps(uint64_t steps) { result_.steps = steps; }

  // What the run has come to. If there was no reason to stop, then everything
  // was searched.
  MethodResult Finish();

 private:
  enum class Stop {
    kNo,
    kConflict,  // The clues contradict each other; remark says how.
    kEnough,    // As many solutions as wanted.
    kGaveUp,    // A limit; remark says which.
  };

  void Tell(Event::Kind kind, int cell = -1, int digit = 0,
            int other_cell = -1) {
    if (options_.on_event == nullptr || stopped()) return;
    if (!options_.on_event({.kind = kind,
                            .digit = static_cast<uint8_t>(digit),
                            .cell = static_cast<int16_t>(cell),
                            .other_cell = static_cast<int16_t>(other_cell)})) {
      GiveUp("stopped by its listener");
    }
  }

  // Looks at the limits, and decides when to do so again.
  bool MayGoOn();

  const Puzzle& puzzle_;
  const MethodOptions& options_;
  MethodResult result_;
  Stop stop_ = Stop::kNo;
  dlx::LimitWatch watch_;
  dlx::Pacer pacer_;
  uint64_t look_at_ = 0;  // The step at which to look at the limits again.
};

// The digits of a puzzle's clues contradict each other, or its candidates: a
// sentence that says so, "the clues contradict each other: two 5s in row 1:
// r1c2 and r1c7", or nothing.
std::string ContradictionAmongClues(const Puzzle& puzzle);

// Method::check of methods that can do any puzzle.
absl::Status AcceptAny(const Puzzle& puzzle);

}  // namespace sudoku

#endif  // SUDOKU_LAB_RUN_H_
