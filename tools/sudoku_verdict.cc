#include "tools/sudoku_verdict.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dlx/limits.h"
#include "sudoku/conflict.h"
#include "sudoku/names.h"

namespace sudoku::tool {

const Answer* SolveJob(Job& job, Worker& worker) {
  Solver* const solver = worker.SolverFor(job);
  if (solver == nullptr) return nullptr;
  const Answer& answer = solver->Solve(job.puzzle);
  job.verdict = answer.verdict;
  job.nodes = answer.nodes;
  job.was_interrupted = answer.outcome == dlx::Outcome::kInterrupted;
  job.hit_limit = answer.verdict == Verdict::kUndecided && !job.was_interrupted;
  if (auto error = StatedSolutionError(job.puzzle, answer)) {
    job.is_bad = true;
    job.warning = *std::move(error);
  }
  return &answer;
}

std::string ConflictText(const Puzzle& puzzle) {
  std::vector<std::string> texts;
  for (const Conflict& conflict :
       FindConflicts(puzzle.geometry, puzzle.clues)) {
    texts.push_back(ConflictToString(puzzle.geometry, conflict));
  }
  return absl::StrJoin(texts, "; ");
}

std::optional<std::string> StatedSolutionError(const Puzzle& puzzle,
                                               const Answer& answer) {
  if (!puzzle.stated_solution.has_value()) return std::nullopt;
  const Grid& stated = *puzzle.stated_solution;
  const int size = puzzle.geometry.size();
  const auto differs = [&](int cell, absl::string_view what, int digit) {
    return absl::StrCat("the stated solution has ",
                        std::string(1, DigitToChar(stated[cell])), " in ",
                        CellName(cell, size), ", ", what, " ",
                        std::string(1, DigitToChar(digit)));
  };
  for (int cell = 0; cell < stated.cell_count(); ++cell) {
    const int clue = puzzle.clues[cell];
    if (clue != 0 && stated[cell] != clue) {
      return differs(cell, "where the puzzle has", clue);
    }
  }
  const std::vector<Conflict> conflicts =
      FindConflicts(puzzle.geometry, stated);
  if (!conflicts.empty()) {
    return absl::StrCat("the stated solution has ",
                        ConflictToString(puzzle.geometry, conflicts[0]));
  }
  if (answer.verdict == Verdict::kUnique) {
    for (int cell = 0; cell < stated.cell_count(); ++cell) {
      if (stated[cell] != answer.solution[cell]) {
        return differs(cell, "where the only solution has",
                       answer.solution[cell]);
      }
    }
  }
  if (answer.verdict == Verdict::kNone) {
    return "the puzzle has no solution, but one is stated";
  }
  return std::nullopt;
}

std::string LimitText(const Answer& answer) {
  if (answer.verdict != Verdict::kUndecided) return "";
  return std::string(dlx::OutcomeName(answer.outcome));
}

std::vector<std::string> CellNames(const std::vector<int>& cells, int size) {
  std::vector<std::string> names;
  for (const int cell : cells) names.push_back(CellName(cell, size));
  return names;
}

}  // namespace sudoku::tool
