#include "sudoku/lab/run.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "sudoku/conflict.h"
#include "sudoku/names.h"

namespace sudoku {
namespace {

// Time between two looks at the clock, more or less.
constexpr absl::Duration kLookInterval = absl::Milliseconds(2);

}  // namespace

Run::Run(const Puzzle& puzzle, const MethodOptions& options)
    : puzzle_(puzzle),
      options_(options),
      watch_({.nodes = options.max_steps,
              .time = options.max_time,
              .interrupter = options.interrupter}),
      pacer_(kLookInterval) {
  result_.remark = ContradictionAmongClues(puzzle);
  if (result_.remark.empty()) return;
  DeadEnd(-1);
  stop_ = Stop::kConflict;
}

bool Run::MayGoOn() {
  switch (watch_.Check(result_.steps)) {
    case dlx::Outcome::kNodeLimit:
      GiveUp(absl::StrCat("stopped after ", result_.steps, " steps"));
      return false;
    case dlx::Outcome::kInterrupted:
      GiveUp("interrupted");
      return false;
    case dlx::Outcome::kTimeLimit:
      GiveUpForTime();
      return false;
    default:
      break;
  }
  look_at_ = options_.max_steps;
  if (watch_.has_deadline() || options_.interrupter != nullptr) {
    pacer_.Look(watch_.Now());
    look_at_ = std::min(look_at_, pacer_.NextLook(result_.steps));
  }
  return true;
}

void Run::Found(const Grid& solution) {
  if (stopped()) return;
  Tell(Event::Kind::kSolution);
  if (!result_.solution.has_value()) {
    result_.solution = solution;
    if (!options_.prove_unique && !stopped()) stop_ = Stop::kEnough;
    return;
  }
  result_.second_solution = solution;
  stop_ = Stop::kEnough;
}

void Run::GiveUp(std::string why) {
  if (stopped()) return;
  stop_ = Stop::kGaveUp;
  result_.remark = std::move(why);
}

void Run::GiveUpForTime() {
  GiveUp(absl::StrCat("stopped after ", absl::FormatDuration(options_.max_time),
                      " of real time"));
}

MethodResult Run::Finish() {
  const bool is_solved = result_.solution.has_value();
  if (result_.second_solution.has_value()) {
    result_.verdict = MethodVerdict::kMultiple;
  } else if (stop_ == Stop::kNo || stop_ == Stop::kConflict) {
    result_.verdict = is_solved ? MethodVerdict::kUnique : MethodVerdict::kNone;
  } else {
    result_.verdict =
        is_solved ? MethodVerdict::kSolved : MethodVerdict::kGaveUp;
  }
  return std::move(result_);
}

std::string ContradictionAmongClues(const Puzzle& puzzle) {
  const Geometry& geometry = puzzle.geometry;
  const std::vector<Conflict> conflicts = FindConflicts(geometry, puzzle.clues);
  if (!conflicts.empty()) {
    return absl::StrCat("the clues contradict each other: ",
                        ConflictToString(geometry, conflicts.front()));
  }
  for (int cell = 0; puzzle.has_candidates() && cell < geometry.cell_count();
       ++cell) {
    const int clue = puzzle.clues[cell];
    if (clue == 0 || (puzzle.candidates[cell] & DigitBit(clue)) != 0) continue;
    return absl::StrCat(geometry.CellName(cell), " holds a ",
                        std::string(1, geometry.DigitChar(clue)),
                        ", which is not among its candidates");
  }
  return "";
}

absl::Status AcceptAny(const Puzzle&) { return absl::OkStatus(); }

}  // namespace sudoku
