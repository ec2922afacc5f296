#include "tools/sudoku/job.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sudoku/conflict.h"
#include "sudoku/names.h"

namespace sudoku::tool {

std::string Job::Place() const {
  return is_argument ? "" : absl::StrCat(source, ":", line, ": ");
}

void Job::Fail(Fate new_fate, absl::string_view sentence) {
  fate = new_fate;
  warning = std::string(sentence);
}

void Job::Fail(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kFailedPrecondition:
      Fail(Fate::kRefused, status.message());
      break;
    default:
      Fail(Fate::kWrong, status.message());
      break;
  }
}

void Job::Reset() {
  source.clear();
  line = 0;
  is_argument = false;
  fate = Fate::kDone;
  output.clear();
  warning.clear();
  verdict = Verdict::kUndecided;
  nodes = 0;
  entry.reset();
}

void CheckStatedSolution(Job& job) {
  if (job.is_bad() || job.fate == Fate::kRefused ||
      job.fate == Fate::kInterrupted) {
    return;
  }
  if (auto error = StatedSolutionError(job.puzzle)) {
    job.Fail(Fate::kWrong, *error);
  }
}

std::optional<std::string> StatedSolutionError(const Puzzle& puzzle) {
  if (!puzzle.stated_solution.has_value()) return std::nullopt;
  const Grid& stated = *puzzle.stated_solution;
  for (int cell = 0; cell < stated.cell_count(); ++cell) {
    const int clue = puzzle.clues[cell];
    const bool is_clue_kept = clue == 0 || stated[cell] == clue;
    if (is_clue_kept &&
        (!puzzle.has_candidates() ||
         (puzzle.candidates[cell] & DigitBit(stated[cell])) != 0)) {
      continue;
    }
    const std::string beginning =
        absl::StrCat("the stated solution has ",
                     std::string(1, puzzle.geometry.DigitChar(stated[cell])),
                     " in ", puzzle.geometry.CellName(cell));
    return is_clue_kept
               ? absl::StrCat(beginning, ", which is no candidate there")
               : absl::StrCat(beginning, ", where the puzzle has ",
                              std::string(1, puzzle.geometry.DigitChar(clue)));
  }
  const std::vector<Conflict> conflicts =
      FindConflicts(puzzle.geometry, stated);
  if (conflicts.empty()) return std::nullopt;
  return absl::StrCat("the stated solution has ",
                      ConflictToString(puzzle.geometry, conflicts[0]));
}

}  // namespace sudoku::tool
