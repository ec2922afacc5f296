// solve and check: the solution of a puzzle, and whether it is the only one.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/flags.h"
#include "tools/sudoku/formats.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

// Fields that solve and check have in common.
Record VerdictRecord(const Job& job, const Answer& answer) {
  Record record("puzzle", job);
  record.Text("verdict", VerdictName(answer.verdict));
  record.Text("reason", answer.verdict == Verdict::kNone
                            ? ConflictText(job.puzzle)
                            : LimitText(answer));
  record.Text("solution",
              answer.solutions_found > 0 ? answer.solution.ToLine() : "");
  const bool has_second = answer.solutions_found > 1;
  record.Text("second_solution",
              has_second ? answer.second_solution.ToLine() : "");
  record.List("differing_cells",
              has_second ? CellNames(DifferingCells(answer.solution,
                                                    answer.second_solution),
                                     answer.solution.size())
                         : std::vector<std::string>());
  record.Number("nodes", answer.nodes);
  return record;
}

std::string VerdictHeader() {
  return CsvHeader({"verdict", "reason", "solution", "second_solution",
                    "differing_cells", "nodes"});
}

std::string WithReason(absl::string_view text, absl::string_view reason) {
  return reason.empty() ? std::string(text) : absl::StrCat(text, ": ", reason);
}

// "no solution: two 5s in row 1: r1c2 and r1c7"
std::string VerdictWithReason(const Job& job, const Answer& answer) {
  return WithReason(VerdictName(answer.verdict),
                    answer.verdict == Verdict::kNone ? ConflictText(job.puzzle)
                                                     : LimitText(answer));
}

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
    case Verdict::kUndecided: {
      const std::string verdict = VerdictWithReason(job, answer);
      absl::StrAppend(&text,
                      answer.has_solution()
                          ? "This is a solution; whether it is the only "
                            "one is "
                          : "",
                      verdict, "\n");
      break;
    }
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

std::string CheckedText(const Job& job, const Answer& answer) {
  std::string text = job.Place();
  if (answer.solutions_found < 2) {
    absl::StrAppend(&text, VerdictWithReason(job, answer));
  } else {
    const std::vector<int> cells =
        DifferingCells(answer.solution, answer.second_solution);
    absl::StrAppend(
        &text, VerdictName(answer.verdict), ": ", answer.solution.ToLine(),
        " and ", answer.second_solution.ToLine(), " differ in ",
        absl::StrJoin(CellNames(cells, answer.solution.size()), " "));
  }
  if (!job.puzzle.note.empty()) {
    absl::StrAppend(&text, " (", job.puzzle.note, ")");
  }
  text.push_back('\n');
  return text;
}

}  // namespace

cli::ExitCode RunSolve(const cli::Arguments& arguments) {
  const Formats formats(arguments);
  BatchOptions options;
  options.threads = formats.are_all_puzzles ? 1 : WantedThreads();
  if (formats.output == OutputFormat::kCsv) options.header = VerdictHeader();
  const auto write = [&](Job& job, const Answer& answer) {
    switch (formats.output) {
      case OutputFormat::kJson:
      case OutputFormat::kCsv:
        job.output = VerdictRecord(job, answer).ToLine(formats.output);
        break;
      case OutputFormat::kGrid:
        job.output = SolvedGrid(job, answer, formats.colors);
        if (!formats.are_all_puzzles) job.output.push_back('\n');
        break;
      case OutputFormat::kLine:
      case OutputFormat::kDefault:
        WriteSolvedLine(answer, job);
        break;
    }
  };
  return RunChunkedBatch(arguments, options,
                         [&](absl::Span<Job> jobs, Worker& worker) {
                           SolveJobs(jobs, worker, write);
                         });
}

cli::ExitCode RunCheck(const cli::Arguments& arguments) {
  const Formats formats(arguments);
  BatchOptions options;
  options.threads = formats.are_all_puzzles ? 1 : WantedThreads();
  options.always_summarizes = true;
  if (formats.output == OutputFormat::kCsv) options.header = VerdictHeader();
  const auto write = [&](Job& job, const Answer& answer) {
    job.is_no = answer.verdict == Verdict::kNone ||
                answer.verdict == Verdict::kMultiple;
    job.output = IsForPrograms(formats.output)
                     ? VerdictRecord(job, answer).ToLine(formats.output)
                     : CheckedText(job, answer);
  };
  return RunChunkedBatch(arguments, options,
                         [&](absl::Span<Job> jobs, Worker& worker) {
                           SolveJobs(jobs, worker, write);
                         });
}

}  // namespace sudoku::tool
