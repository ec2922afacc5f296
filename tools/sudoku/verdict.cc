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

void NoteAnswer(const Answer& answer, Job& job) {
  job.verdict = answer.verdict;
  job.nodes = answer.nodes;
  if (answer.outcome == dlx::Outcome::kInterrupted) {
    job.fate = Fate::kInterrupted;
  } else if (answer.verdict == Verdict::kUndecided) {
    job.fate = Fate::kLimited;
  }
}

}  // namespace

const Answer* SolveJob(Job& job, Worker& worker) {
  Solver* const solver = worker.SolverFor(job);
  if (solver == nullptr) return nullptr;
  const Answer& answer = solver->Solve(job.puzzle);
  NoteAnswer(answer, job);
  return &answer;
}

void SolveJobs(absl::Span<Job> jobs, Worker& worker,
               absl::FunctionRef<void(Job&, const Answer&)> use) {
  std::vector<const Puzzle*> puzzles;
  std::vector<Job*> jobs_of_puzzles;
  while (!jobs.empty()) {
    if (!jobs.front().is_bad() && jobs.front().puzzle.has_rules()) {
      Job& job = jobs.front();
      const Answer* const answer = SolveJob(job, worker);
      if (answer != nullptr && job.fate != Fate::kInterrupted) {
        use(job, *answer);
      }
      jobs.remove_prefix(1);
      continue;
    }
    // As many as one solver can do.
    const Geometry& geometry = jobs.front().puzzle.geometry;
    puzzles.clear();
    jobs_of_puzzles.clear();
    while (!jobs.empty() && (jobs.front().is_bad() ||
                             (!jobs.front().puzzle.has_rules() &&
                              jobs.front().puzzle.geometry == geometry))) {
      if (!jobs.front().is_bad()) {
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
      NoteAnswer(answer, job);
      if (job.fate != Fate::kInterrupted) use(job, answer);
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

std::string Reason(const Puzzle& puzzle, const Answer& answer) {
  switch (answer.verdict) {
    case Verdict::kNone:
      return ConflictText(puzzle);
    case Verdict::kUndecided:
      return std::string(dlx::OutcomeName(answer.outcome));
    case Verdict::kUnique:
    case Verdict::kMultiple:
      break;
  }
  return "";
}

void AppendVerdict(const Answer& answer, absl::string_view reason,
                   std::string* text) {
  absl::StrAppend(text, VerdictName(answer.verdict));
  if (!reason.empty()) absl::StrAppend(text, ": ", reason);
}

std::vector<std::string> CellNames(const std::vector<int>& cells,
                                   const Geometry& geometry) {
  std::vector<std::string> names;
  for (const int cell : cells) names.push_back(geometry.CellName(cell));
  return names;
}

Record VerdictRecord(const Job& job, const Answer& answer,
                     absl::string_view reason) {
  Record record("puzzle", job);
  record.Text("verdict", VerdictName(answer.verdict));
  record.Text("reason", reason);
  record.Text("solution",
              answer.solutions_found > 0 ? answer.solution.ToLine() : "");
  const bool has_second = answer.solutions_found > 1;
  record.Text("second_solution",
              has_second ? answer.second_solution.ToLine() : "");
  record.List("differing_cells",
              has_second ? CellNames(DifferingCells(answer.solution,
                                                    answer.second_solution),
                                     job.puzzle.geometry)
                         : std::vector<std::string>());
  record.Number("nodes", answer.nodes);
  return record;
}

std::string VerdictHeader() {
  return CsvHeader({"verdict", "reason", "solution", "second_solution",
                    "differing_cells", "nodes"});
}

}  // namespace sudoku::tool
