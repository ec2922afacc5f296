#include "tools/sudoku/verdict.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dlx/limits.h"
#include "sudoku/conflict.h"
#include "sudoku/names.h"

namespace sudoku::tool {

namespace {

void FillIn(const Answer& answer, Job& job) {
  job.verdict = answer.verdict;
  job.nodes = answer.nodes;
  job.was_interrupted = answer.outcome == dlx::Outcome::kInterrupted;
  job.hit_limit = answer.verdict == Verdict::kUndecided && !job.was_interrupted;
  if (auto error = StatedSolutionError(job.puzzle, answer)) {
    job.is_bad = true;
    job.warning = *std::move(error);
  }
}

}  // namespace

const Answer* SolveJob(Job& job, Worker& worker) {
  Solver* const solver = worker.SolverFor(job);
  if (solver == nullptr) return nullptr;
  const Answer& answer = solver->Solve(job.puzzle);
  FillIn(answer, job);
  return &answer;
}

void SolveJobs(absl::Span<Job> jobs, Worker& worker,
               absl::FunctionRef<void(Job&, const Answer&)> use) {
  std::vector<const Puzzle*> puzzles;
  std::vector<Job*> jobs_of_puzzles;
  while (!jobs.empty()) {
    // As many as one solver can do.
    const Geometry& geometry = jobs.front().puzzle.geometry;
    puzzles.clear();
    jobs_of_puzzles.clear();
    while (!jobs.empty() &&
           (jobs.front().is_bad || jobs.front().puzzle.geometry == geometry)) {
      if (!jobs.front().is_bad) {
        puzzles.push_back(&jobs.front().puzzle);
        jobs_of_puzzles.push_back(&jobs.front());
      }
      jobs.remove_prefix(1);
    }
    Solver* solver = nullptr;
    for (Job* job : jobs_of_puzzles) {
      solver = worker.SolverFor(*job);
      if (solver != nullptr) break;  // Otherwise none of them has one.
    }
    if (solver == nullptr) continue;
    solver->SolveAll(puzzles, [&](size_t index, const Answer& answer) {
      Job& job = *jobs_of_puzzles[index];
      FillIn(answer, job);
      use(job, answer);
    });
  }
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
