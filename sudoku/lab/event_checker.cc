#include "sudoku/lab/event_checker.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sudoku/conflict.h"
#include "sudoku/names.h"

namespace sudoku {

EventChecker::EventChecker(const Puzzle& puzzle) : puzzle_(puzzle) {
  states_.push_back(
      {puzzle.clues, std::vector<DigitSet>(puzzle.clues.cell_count(), 0)});
}

std::function<bool(const Event&)> EventChecker::Listener() {
  return [this](const Event& event) {
    ++events_;
    std::string fault = Follow(event);
    if (fault_.empty() && !fault.empty()) {
      fault_ = absl::StrCat("event ", events_, ": ", fault);
    }
    return true;
  };
}

std::string EventChecker::Follow(const Event& event) {
  State& state = states_.back();
  switch (event.kind) {
    case Event::Kind::kTry: {
      State next = state;
      std::string fault = Write(next, event);
      states_.push_back(std::move(next));
      return fault;
    }
    case Event::Kind::kPlace:
      return Write(state, event);
    case Event::Kind::kRuleOut:
      return RuleOut(state, event);
    case Event::Kind::kUndo:
      if (states_.size() == 1) return "undo without a guess";
      states_.pop_back();
      return "";
    case Event::Kind::kDeadEnd:
      if (event.cell < -1 || event.cell >= state.grid.cell_count()) {
        return "a dead end in no cell";
      }
      return "";
    case Event::Kind::kSolution:
      return TakeSolution(state);
    case Event::Kind::kSwap:
      return Swap(state, event);
    case Event::Kind::kRestart:
      states_.resize(1);
      states_[0].grid = puzzle_.clues;
      states_[0].ruled_out.assign(puzzle_.clues.cell_count(), 0);
      return "";
  }
  return "an event of no known kind";
}

std::string EventChecker::RuleOut(State& state, const Event& event) {
  DigitSet& ruled_out = state.ruled_out[event.cell];
  if (state.grid[event.cell] != 0) return "ruled out in a filled cell";
  if ((ruled_out & DigitBit(event.digit)) != 0) return "ruled out twice";
  ruled_out |= DigitBit(event.digit);
  return "";
}

std::string EventChecker::TakeSolution(const State& state) {
  if (!IsSolution(puzzle_.geometry, state.grid)) return "no solution";
  for (int cell = 0; cell < state.grid.cell_count(); ++cell) {
    const int clue = puzzle_.clues[cell];
    if (clue != 0 && clue != state.grid[cell]) return "a clue has changed";
  }
  solutions_.push_back(state.grid);
  return "";
}

std::string EventChecker::Swap(State& state, const Event& event) {
  if (puzzle_.clues[event.cell] != 0 || puzzle_.clues[event.other_cell] != 0) {
    return absl::StrCat("a clue moves: ", puzzle_.geometry.CellName(event.cell),
                        ", ", puzzle_.geometry.CellName(event.other_cell));
  }
  std::swap(state.grid[event.cell], state.grid[event.other_cell]);
  return "";
}

std::string EventChecker::Write(State& state, const Event& event) {
  const int size = puzzle_.geometry.size();
  if (event.cell < 0 || event.cell >= state.grid.cell_count() ||
      event.digit < 1 || event.digit > size) {
    return "no such cell or digit";
  }
  if (state.grid[event.cell] != 0) {
    return absl::StrCat(puzzle_.geometry.CellName(event.cell),
                        " is filled already");
  }
  if ((state.ruled_out[event.cell] & DigitBit(event.digit)) != 0) {
    return absl::StrCat("the digit was ruled out in ",
                        puzzle_.geometry.CellName(event.cell));
  }
  state.grid[event.cell] = event.digit;
  return "";
}

}  // namespace sudoku
