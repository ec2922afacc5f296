// Deductions as people make them (sudoku/technique/steps.h): the easiest step
// that leads on, one after the other. Where none does, a candidate is tried:
// the first of a cell with the fewest. What follows from it is looked for by
// singles alone.
//
//     1 . | . 4     2 has one place left in box 1, as column 2 has it: r2c1
//     . . | 1 .     is a hidden single; and so on, all without a guess
//     ----+----
//     . 2 | . .
//     3 . | . 2
//
// Techniques that rest on there being one solution are not used, as that is
// what is to be proved.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "sudoku/geometry_cache.h"
#include "sudoku/lab/cell_choice.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"
#include "sudoku/technique/steps.h"

namespace sudoku {
namespace {

// The board for all puzzles of a geometry: to make it takes longer than to
// solve most puzzles. REQUIRES: the size is not too large.
std::shared_ptr<const BlankBoard> BlankFor(const Geometry& geometry) {
  thread_local GeometryCache<std::shared_ptr<const BlankBoard>> blanks;
  const auto* known = blanks.Find(geometry);
  return known != nullptr
             ? *known
             : *blanks.Add(geometry, *BlankBoard::Create(geometry));
}

class People {
 public:
  People(const Puzzle& puzzle, const MethodOptions& options)
      : puzzle_(puzzle), run_(puzzle, options) {
    steps_.uses_uniqueness = false;
    steps_.deadline = absl::Now() + options.max_time;
    steps_.interrupter = options.interrupter;
  }

  MethodResult Solve() {
    absl::StatusOr<Board> board =
        Board::Create(BlankFor(puzzle_.geometry), puzzle_);
    if (!run_.stopped() && board.ok()) Search(*board);
    MethodResult result = run_.Finish();
    result.counters = {{"deductions", deductions_}, {"guesses", guesses_}};
    return result;
  }

 private:
  void Search(Board& board) {
    while (run_.Step()) {
      const std::optional<Step> step = NextStep(board, steps_);
      if (!step.has_value()) {
        // It may have been given up for the time.
        if (run_.Step()) Try(board);
        return;
      }
      ++deductions_;
      Tell(step->deduction);
      board.Apply(step->deduction);
    }
  }

  void Tell(const dlx::Deduction& deduction) {
    const Encoding& encoding = BlankFor(puzzle_.geometry)->encoding;
    for (const dlx::OptionId option : deduction.removed) {
      const Placement placement = encoding.placement(option);
      run_.RuleOut(placement.cell, placement.digit);
    }
    for (const dlx::OptionId option : deduction.placed) {
      const Placement placement = encoding.placement(option);
      run_.Place(placement.cell, placement.digit);
    }
  }

  void Try(const Board& board) {
    if (board.state().is_solved()) return run_.Found(board.grid());
    const int cell = CellWithFewestCandidates(board);
    if (cell < 0 || board.state().DeadItem().has_value()) {
      return run_.DeadEnd(cell >= 0 && board.candidates(cell) == 0 ? cell : -1);
    }
    const std::vector<Technique> before = std::exchange(
        steps_.techniques,
        {kFullHouse, kHiddenSingleInBox, kHiddenSingleInLine, kNakedSingle});
    for (int digit = 1; digit <= puzzle_.geometry.size(); ++digit) {
      if (!board.has(cell, digit) || run_.stopped()) continue;
      ++guesses_;
      run_.Try(cell, digit);
      Board copy = board;
      copy.Apply({.placed = {board.option(cell, digit)}});
      Search(copy);
      run_.Undo();
    }
    steps_.techniques = before;
  }

  // -1 if no cell is open.
  static int CellWithFewestCandidates(const Board& board) {
    return CellWithFewest(board.geometry(), [&board](int cell) {
      return board.is_open(cell) ? board.candidates(cell) : kClosed;
    });
  }

  using enum Technique;

  const Puzzle& puzzle_;
  Run run_;
  StepOptions steps_;
  uint64_t deductions_ = 0;
  uint64_t guesses_ = 0;
};

absl::Status CheckForPeople(const Puzzle& puzzle) {
  const int size = puzzle.geometry.size();
  if (size <= BlankBoard::kLargestSize) return absl::OkStatus();
  return absl::UnimplementedError(absl::StrCat(
      "people's deductions are for puzzles up to ", BlankBoard::kLargestSize,
      "x", BlankBoard::kLargestSize, "; this one is ", size, "x", size));
}

}  // namespace

const Method kPeople = {
    .name = "people",
    .title = "Deductions as people make them, then trying",
    .step = "a deduction or a look for one",
    .prepare = [](const Puzzle& puzzle,
                  const MethodOptions&) { BlankFor(puzzle.geometry); },
    .check = CheckForPeople,
    .solve = SolveOnce<People>};

}  // namespace sudoku
