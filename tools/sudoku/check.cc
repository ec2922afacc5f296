// check: whether puzzles have exactly one solution, and why not.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

std::string CheckedText(const Job& job, const Answer& answer) {
  std::string text = job.Place();
  if (answer.solutions_found < 2) {
    absl::StrAppend(&text, VerdictWithReason(job.puzzle, answer));
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

cli::ExitCode Check(const cli::Arguments& arguments, const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kLine);
  BatchOptions options = {.solver = settings.solver};
  options.threads = AreAllPuzzles(arguments) ? 1 : settings.ThreadCount();
  options.report.summary = ReportOptions::Summary::kAlways;
  if (format == OutputFormat::kCsv) options.report.header = VerdictHeader();
  const auto write = [&](Job& job, const Answer& answer) {
    if (answer.verdict == Verdict::kNone ||
        answer.verdict == Verdict::kMultiple) {
      job.fate = Fate::kNo;
    }
    job.output = IsForPrograms(format)
                     ? VerdictRecord(job, answer).ToLine(format)
                     : CheckedText(job, answer);
  };
  return RunChunkedBatch(arguments, settings, options,
                         [&](absl::Span<Job> jobs, Worker& worker) {
                           SolveJobs(jobs, worker, write);
                         });
}

}  // namespace sudoku::tool
