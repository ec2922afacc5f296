// Constraint propagation and search: the program of Peter Norvig's essay
// "Solving Every Sudoku Puzzle" (2006).
//
// Every cell starts with all digits as its candidates. Writing a digit means to
// eliminate all other digits from its cell, and each elimination may have two
// consequences:
//
//   1. If a cell has one candidate left, eliminate it from the cell's peers.
//   2. If a house has one place left for the digit, write it there.
//
// These eliminate further candidates, and so on: a single clue can topple a
// whole grid like a row of dominoes. When nothing moves any more, guess: in a
// cell with the fewest candidates (more than one), because a guess between two
// is right with probability 1/2. Each guess works on a copy of the candidates,
// so that nothing needs to be undone.
//
//     row:     {1 2} {1 2} {1 3 4} {2 3 4}     eliminate 3 from the last:
//     rule 2:              {3}     {2 4}       3 has but the third place, which
//                                              loses 1 and 4; and now
//     rule 2:                      {4}         4 has but the last one
//
// Rule 2 asks that the house holds every digit; an extra region with fewer
// cells has rule 1 only.

#include <bit>
#include <cstdint>
#include <vector>

#include "sudoku/grid.h"
#include "sudoku/lab/cell_choice.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

class Norvig {
 public:
  Norvig(const Puzzle& puzzle, const MethodOptions& options)
      : puzzle_(puzzle), geometry_(puzzle.geometry), run_(puzzle, options) {}

  MethodResult Solve() {
    State state = {.candidates = std::vector<DigitSet>(
                       geometry_.cell_count(), AllDigits(geometry_.size())),
                   .grid = puzzle_.clues};
    if (!run_.stopped() && TakeClues(state)) Search(state);
    MethodResult result = run_.Finish();
    result.counters = {{"guesses", guesses_}};
    return result;
  }

 private:
  struct State {
    std::vector<DigitSet> candidates;
    // The digits written so far. (Once a digit is written, the eliminations
    // that it stands for are still on their way.)
    Grid grid;
  };

  // The functions that return bool return false when there is a contradiction,
  // or the run has stopped.

  bool TakeClues(State& state) {
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      const int clue = puzzle_.clues[cell];
      const DigitSet allowed =
          clue != 0 ? DigitBit(clue) : run_.AllowedDigits(cell);
      const DigitSet others = AllDigits(geometry_.size()) & ~allowed;
      if (!EliminateAll(state, cell, others)) return false;
    }
    return true;
  }

  // Writes a digit.
  bool Assign(State& state, int cell, int digit) {
    return EliminateAll(state, cell, state.candidates[cell] & ~DigitBit(digit));
  }

  bool EliminateAll(State& state, int cell, DigitSet digits) {
    for (; digits != 0; digits &= digits - 1) {
      if (!Eliminate(state, cell, std::countr_zero(digits) + 1)) return false;
    }
    return true;
  }

  bool Eliminate(State& state, int cell, int digit) {
    DigitSet& candidates = state.candidates[cell];
    if ((candidates & DigitBit(digit)) == 0) return true;
    if (!run_.Step()) return false;
    candidates &= ~DigitBit(digit);
    if (state.grid[cell] == 0) run_.RuleOut(cell, digit);

    if (candidates == 0) {
      run_.DeadEnd(cell);
      return false;
    }
    // Rule 1.
    if (std::has_single_bit(candidates)) {
      const int last = std::countr_zero(candidates) + 1;
      Write(state, cell, last);
      for (const int peer : geometry_.PeersOf(cell)) {
        if (!Eliminate(state, peer, last)) return false;
      }
    }
    // Rule 2.
    for (const int house : geometry_.HousesOf(cell)) {
      if (!FillOnlyPlace(state, geometry_.houses()[house], digit)) return false;
    }
    return true;
  }

  bool FillOnlyPlace(State& state, const House& house, int digit) {
    if (static_cast<int>(house.cells.size()) < geometry_.size()) return true;
    int places = 0;
    int last_place = -1;
    for (const int cell : house.cells) {
      if ((state.candidates[cell] & DigitBit(digit)) == 0) continue;
      ++places;
      last_place = cell;
    }
    if (places == 0) {
      run_.DeadEnd(-1);
      return false;
    }
    if (places > 1) return true;
    Write(state, last_place, digit);
    return Assign(state, last_place, digit);
  }

  // Notes a digit that has been concluded, the first time.
  void Write(State& state, int cell, int digit) {
    if (state.grid[cell] != 0) return;
    state.grid[cell] = static_cast<uint8_t>(digit);
    run_.Place(cell, digit);
  }

  void Search(const State& state) {
    const int cell = CellWithFewestCandidates(state);
    if (cell < 0) return run_.Found(state.grid);
    for (DigitSet left = state.candidates[cell]; left != 0; left &= left - 1) {
      if (run_.stopped()) return;
      const int digit = std::countr_zero(left) + 1;
      ++guesses_;
      run_.Try(cell, digit);
      State copy = state;
      copy.grid[cell] = static_cast<uint8_t>(digit);
      if (Assign(copy, cell, digit)) Search(copy);
      run_.Undo();
    }
  }

  // Of those with more than one; -1 if there is none.
  int CellWithFewestCandidates(const State& state) const {
    return CellWithFewest(geometry_, [&state](int cell) {
      const DigitSet left = state.candidates[cell];
      return (left & (left - 1)) != 0 ? left : kClosed;
    });
  }

  const Puzzle& puzzle_;
  const Geometry& geometry_;
  Run run_;
  uint64_t guesses_ = 0;
};

}  // namespace

const Method kNorvig = {
    .name = "norvig",
    .title = "Constraint propagation and search (Norvig, Python)",
    .step = "a candidate eliminated",
    .check = AcceptAny,
    .solve = SolveOnce<Norvig>};

}  // namespace sudoku
