// count: the number of solutions.

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "sudoku/solver.h"
#include "tools/cli/number_format.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

namespace {

void CountJob(Job& job, Worker& worker, OutputFormat format) {
  Solver* const solver = worker.SolverFor(job);
  if (solver == nullptr) return;
  const absl::StatusOr<SolutionCount> result =
      solver->CountSolutions(job.puzzle);
  if (!result.ok()) {
    job.Fail(result.status());
    return;
  }
  job.nodes = result->nodes;
  const bool is_complete = result->outcome == dlx::Outcome::kExhausted;
  if (!is_complete) {
    job.fate = result->outcome == dlx::Outcome::kInterrupted
                   ? Fate::kInterrupted
                   : Fate::kLimited;
  }
  const std::string count = cli::Decimal(result->count);
  if (IsForPrograms(format)) {
    // A text, because it can be larger than programs can read as a number.
    job.output = Record("count", job)
                     .Text("count", count)
                     .Bool("complete", is_complete)
                     .ToLine(format);
    return;
  }
  job.output = absl::StrCat(job.puzzle.clues.ToLine(), " ", job.puzzle.note,
                            job.puzzle.note.empty() ? "" : " ",
                            is_complete ? "" : "at least ", count, "\n");
}

}  // namespace

cli::ExitCode Count(const cli::Arguments& arguments, const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kLine);
  BatchOptions options = {.solver = settings.solver};
  // A file has work for all threads, and a puzzle of its own shares them.
  (AreAllPuzzles(arguments) ? options.solver.threads : options.threads) =
      settings.ThreadCount();
  // The engine is that which counts. But with a limit, the solutions are
  // visited one by one.
  if (options.solver.limits.solutions == dlx::kUnlimited) {
    options.solver.counting_engine =
        std::exchange(options.solver.engine, dlx::EngineKind::kAuto);
  }
  options.report.counts_verdicts = false;
  if (format == OutputFormat::kCsv) {
    options.report.header = CsvHeader({"count", "complete"});
  }
  return RunBatch(arguments, settings, options, [&](Job& job, Worker& worker) {
    CountJob(job, worker, format);
  });
}

}  // namespace sudoku::tool
