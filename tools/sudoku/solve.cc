// solve: the solution of a puzzle, and whether it is the only one.

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

std::string SolvedGrid(const Job& job, const Answer& answer,
                       TextColors colors) {
  const GridPicture picture =
      answer.has_solution()
          ? GridPicture::OfSolution(job.puzzle, answer.solution)
          : GridPicture::OfClues(job.puzzle);
  std::string text;
  if (!job.puzzle.note.empty()) absl::StrAppend(&text, job.puzzle.note, "\n");
  absl::StrAppend(&text, DrawGrid(picture, colors));
  switch (answer.verdict) {
    case Verdict::kUnique:
      absl::StrAppend(&text, "This is the only solution.\n");
      break;
    case Verdict::kMultiple:
      absl::StrAppend(&text, "This is one of several solutions.\n");
      break;
    case Verdict::kNone:
    case Verdict::kUndecided:
      if (answer.has_solution()) {
        absl::StrAppend(&text,
                        "This is a solution; whether it is the only one is ");
      }
      AppendVerdict(answer, Reason(job.puzzle, answer), &text);
      text.push_back('\n');
      break;
  }
  return text;
}

// Writes the solution, or else the puzzle; the verdict; and what came with the
// puzzle. In the memory that an earlier output of the job has left.
void WriteSolvedLine(const Answer& answer, Job& job) {
  const Grid& grid = answer.has_solution() ? answer.solution : job.puzzle.clues;
  job.output.clear();
  grid.AppendLine(&job.output);
  absl::StrAppend(&job.output, " ", VerdictName(answer.verdict),
                  job.puzzle.note.empty() ? "" : " ", job.puzzle.note, "\n");
}

}  // namespace

cli::ExitCode Solve(const cli::Arguments& arguments, const Settings& settings) {
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  const OutputFormat format = settings.format.value_or(
      are_all_puzzles ? OutputFormat::kGrid : OutputFormat::kLine);
  BatchOptions options = {.solver = settings.solver};
  options.threads = are_all_puzzles ? 1 : settings.ThreadCount();
  if (format == OutputFormat::kCsv) options.report.header = VerdictHeader();
  const auto write = [&](Job& job, const Answer& answer) {
    switch (format) {
      case OutputFormat::kJson:
      case OutputFormat::kCsv:
        job.output = VerdictRecord(job, answer, Reason(job.puzzle, answer))
                         .ToLine(format);
        break;
      case OutputFormat::kGrid:
        job.output = SolvedGrid(job, answer, settings.colors);
        if (!are_all_puzzles) job.output.push_back('\n');
        break;
      case OutputFormat::kLine:
        WriteSolvedLine(answer, job);
        break;
    }
  };
  return RunChunkedBatch(arguments, settings, options,
                         [&](absl::Span<Job> jobs, Worker& worker) {
                           SolveJobs(jobs, worker, write);
                         });
}

}  // namespace sudoku::tool
