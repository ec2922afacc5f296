// enumerate: all solutions of puzzles that may have many.

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/limits.h"
#include "dlx/statistics.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/solver.h"
#include "tools/cli/interrupt.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/report.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

namespace {

// The first solutions are shown at once: the next may take long.
constexpr uint64_t kShownAtOnce = 1000;

SolverOptions EnumerationOptions(const Settings& settings) {
  SolverOptions options = settings.solver;
  // The order does not depend on the number of threads, but it may be another
  // one than that of one thread, which is the default.
  options.threads = settings.threads.value_or(1);
  options.limits.interrupter = &cli::CatchInterrupts();
  return options;
}

ReportOptions ReportOptionsFor(OutputFormat format) {
  ReportOptions options = {.counts_verdicts = false,
                           .counts_solutions = true,
                           .summary = ReportOptions::Summary::kIfWrong};
  if (format == OutputFormat::kCsv) {
    options.header = CsvHeader({"number", "solution"});
  }
  return options;
}

// Solutions can be many, so they are written as they are found, and not kept
// until their puzzle is done as in a batch.
class Enumeration {
 public:
  Enumeration(const cli::Arguments& arguments, const Settings& settings)
      : settings_(settings),
        format_(settings.format.value_or(OutputFormat::kLine)),
        input_(arguments, settings),
        options_(OptionsWithProgress()),
        worker_(options_),
        report_(settings, ReportOptionsFor(format_),
                !input_.is_command_line_only()) {
    report_.SetShard(settings.shard, input_.bytes());
  }

  cli::ExitCode Run() {
    const bool is_complete =
        ForEachJob(input_, options_.limits.interrupter, [this](Job& job) {
          if (!job.is_bad()) {
            EnumerateJob(job);
            CheckStatedSolution(job);
          }
          report_.Write(job);
          return report_.ok();
        });
    if (!is_complete) report_.SetInterrupted();
    return report_.Finish();
  }

 private:
  SolverOptions OptionsWithProgress() {
    SolverOptions options = EnumerationOptions(settings_);
    options.on_progress = [this](const dlx::Progress& progress) {
      report_.TickInSearch(progress);
    };
    return options;
  }

  void EnumerateJob(Job& job) {
    Solver* const solver = worker_.SolverFor(job);
    if (solver == nullptr) return;
    const Order order =
        settings_.is_lexicographic ? Order::kLexicographic : Order::kAny;
    uint64_t number = 0;
    const absl::StatusOr<SolutionCount> result = solver->EnumerateSolutions(
        job.puzzle, order, [&](const Grid& solution) {
          Write(job, solution, ++number);
          return report_.ok();
        });
    if (!result.ok()) return job.Fail(result.status());
    job.nodes = result->nodes;
    if (result->outcome == dlx::Outcome::kInterrupted) {
      // Or the reader of the output has gone away.
      if (report_.ok()) job.fate = Fate::kInterrupted;
    } else if (result->outcome != dlx::Outcome::kExhausted) {
      job.fate = Fate::kLimited;
    }
  }

  void Write(const Job& job, const Grid& solution, uint64_t number) {
    cli::Output& output = report_.output();
    switch (format_) {
      case OutputFormat::kJson:
      case OutputFormat::kCsv:
        output.Write(Record("solution", job)
                         .Number("number", number)
                         .Text("solution", solution.ToLine())
                         .ToLine(format_));
        break;
      case OutputFormat::kGrid:
        if (report_.tally().solutions > 0) output.Write("\n");
        output.WriteStyled(DrawGrid(
            GridPicture::OfSolution(job.puzzle, solution), settings_.colors));
        break;
      case OutputFormat::kLine:
        output.Write(solution.ToLine());
        output.Write("\n");
        break;
    }
    report_.AddSolution();
    if (report_.tally().solutions <= kShownAtOnce) {
      output.Flush();
    } else {
      output.EndRecord();
    }
  }

  const Settings& settings_;
  const OutputFormat format_;
  PuzzleInput input_;
  const SolverOptions options_;
  Worker worker_;
  Report report_;
};

}  // namespace

cli::ExitCode Enumerate(const cli::Arguments& arguments,
                        const Settings& settings) {
  return Enumeration(arguments, settings).Run();
}

}  // namespace sudoku::tool
