#ifndef SUDOKU_LAB_EVENT_CHECKER_H_
#define SUDOKU_LAB_EVENT_CHECKER_H_

// Follows the events of a method and finds fault with those that make no sense.
//
// Example:
//
//   EventChecker checker(puzzle);
//   method.solve(puzzle, {.on_event = checker.Listener()});
//   EXPECT_EQ(checker.fault(), "");
//   EXPECT_THAT(checker.solutions(), ElementsAre(solution));

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sudoku/grid.h"
#include "sudoku/lab/event.h"
#include "sudoku/puzzle.h"

namespace sudoku {

class EventChecker {
 public:
  // The puzzle must outlive the checker.
  explicit EventChecker(const Puzzle& puzzle);

  // For MethodOptions::on_event. Goes on for ever.
  std::function<bool(const Event&)> Listener();

  // The first event that makes no sense, and why: "event 17: undo without a
  // guess"; empty if there is none.
  const std::string& fault() const { return fault_; }

  // The grids that were full when a solution was reported.
  const std::vector<Grid>& solutions() const { return solutions_; }
  // The grid as it is after the events so far.
  const Grid& grid() const { return states_.back().grid; }
  uint64_t events() const { return events_; }

 private:
  struct State {
    Grid grid;
    std::vector<DigitSet> ruled_out;
  };

  // What is wrong with the event, which then has no effect.
  std::string Follow(const Event& event);
  std::string Write(State& state, const Event& event);
  std::string RuleOut(State& state, const Event& event);
  std::string Swap(State& state, const Event& event);
  std::string TakeSolution(const State& state);

  const Puzzle& puzzle_;
  std::vector<State> states_;  // One for each guess, below it the start.
  std::vector<Grid> solutions_;
  uint64_t events_ = 0;
  std::string fault_;
};

}  // namespace sudoku

#endif  // SUDOKU_LAB_EVENT_CHECKER_H_
