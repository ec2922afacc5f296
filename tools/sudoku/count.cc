// count: the number of solutions.

#include <unistd.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "dlx/ask/estimate.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/statistics.h"
#include "sudoku/encoding.h"
#include "sudoku/making/up_to_symmetry.h"
#include "sudoku/solver.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/number_format.h"
#include "tools/cli/terminal.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/report.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

namespace {

void PutCount(const dlx::Natural& number, dlx::Outcome outcome,
              OutputFormat format, Job& job) {
  const bool is_complete = outcome == dlx::Outcome::kExhausted;
  if (!is_complete) {
    job.fate = outcome == dlx::Outcome::kInterrupted ? Fate::kInterrupted
                                                     : Fate::kLimited;
  }
  const std::string count = cli::Decimal(number);
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
  PutCount(result->count, result->outcome, format, job);
}

void CountJobUpToSymmetry(Job& job, const SolverOptions& options,
                          OutputFormat format) {
  const absl::StatusOr<dlx::ClassCount> result =
      CountSolutionsUpToSymmetry(job.puzzle,
                                 {.limits = options.limits,
                                  .engine = options.counting_engine,
                                  .on_progress = options.on_progress},
                                 {.threads = options.threads});
  if (!result.ok()) {
    if (absl::IsCancelled(result.status())) {
      job.fate = Fate::kInterrupted;
    } else if (absl::IsDeadlineExceeded(result.status())) {
      PutCount(0, dlx::Outcome::kTimeLimit, format, job);
    } else if (absl::IsResourceExhausted(result.status())) {
      job.Fail(Fate::kNoMemory, result.status().message());
    } else {
      job.Fail(result.status());
    }
    return;
  }
  job.nodes = result->summary.statistics.nodes;
  PutCount(result->classes, result->summary.outcome, format, job);
}

// The default.
constexpr absl::Duration kEstimateTime = absl::Seconds(10);

void EstimateJob(Job& job, const Settings& settings, OutputFormat format) {
  dlx::EstimateOptions options;
  options.limits = settings.solver.limits;
  options.limits.interrupter = &cli::GlobalInterrupter();
  if (options.limits.time == absl::InfiniteDuration()) {
    options.limits.time = kEstimateTime;
  }
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(job.puzzle);
  if (!encoding.ok()) return job.Fail(encoding.status());
  const absl::StatusOr<dlx::Estimate> estimate =
      dlx::EstimateSearch(encoding->problem(), options);
  if (!estimate.ok()) return job.Fail(estimate.status());
  const bool is_exact = estimate->exact;
  const auto& [value, low, high] = estimate->covers;
  if (estimate->outcome == dlx::Outcome::kInterrupted) {
    job.fate = Fate::kInterrupted;
  }
  if (IsForPrograms(format)) {
    job.output = Record("estimate", job)
                     .Text("count", absl::StrFormat("%.10g", value))
                     .Text("low", absl::StrFormat("%.10g", low))
                     .Text("high", absl::StrFormat("%.10g", high))
                     .Bool("exact", is_exact)
                     .ToLine(format);
    return;
  }
  const std::string number = cli::Approximate(value);
  job.output = absl::StrCat(
      job.puzzle.clues.ToLine(), " ", job.puzzle.note,
      job.puzzle.note.empty() ? "" : " ",
      is_exact ? number
               : absl::StrCat("about ", number, " (", cli::Approximate(low),
                              " to ", cli::Approximate(high), ")"),
      "\n");
}

// Of a count that takes long, about how many solutions there are is worth
// knowing before it is done: it may never be. This is told once, so soon after
// the start, and costs so much time.
constexpr absl::Duration kTimeToEstimate = absl::Seconds(2);
constexpr absl::Duration kTimeOfEstimate = absl::Milliseconds(500);

class Outlook {
 public:
  // Both must outlive this. With something else than a single puzzle, or
  // without a terminal, it tells nothing.
  Outlook(SharedProgress* progress, bool is_wanted)
      : progress_(progress), is_wanted_(is_wanted) {}

  void Begin(const Puzzle& puzzle) {
    puzzle_ = &puzzle;
    start_ = dlx::SteadyNow();
  }
  void Tick() {
    if (!is_wanted_ || dlx::SteadyNow() < start_ + kTimeToEstimate) return;
    is_wanted_ = false;
    const absl::StatusOr<Encoding> encoding = Encoding::ForRules(*puzzle_);
    if (!encoding.ok()) return;
    const absl::StatusOr<dlx::Estimate> estimate = dlx::EstimateSearch(
        encoding->problem(),
        {.limits = {.time = kTimeOfEstimate,
                    .interrupter = &cli::GlobalInterrupter()}});
    if (!estimate.ok()) return;
    progress_->SetRemark(
        absl::StrFormat("about %.2g in all;", estimate->covers.value));
  }

 private:
  SharedProgress* progress_;
  bool is_wanted_;
  const Puzzle* puzzle_ = nullptr;
  absl::Duration start_ = absl::ZeroDuration();
};

}  // namespace

cli::ExitCode Count(const cli::Arguments& arguments, const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kLine);
  if (settings.is_up_to_symmetry &&
      (settings.estimates ||
       settings.solver.limits.solutions != dlx::kUnlimited)) {
    return cli::Fail(cli::ExitCode::kUsage,
                     absl::StrCat("a count up to symmetry is of all "
                                  "solutions: ",
                                  settings.estimates ? "--estimate" : "--limit",
                                  " does not go together with it"));
  }
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
  SharedProgress search;
  options.report.search = &search;
  const bool is_single = arguments.size() == 1 && AreAllPuzzles(arguments);
  Outlook outlook(&search, is_single && settings.progress &&
                               cli::IsTerminal(STDERR_FILENO));
  options.solver.on_progress = [&](const dlx::Progress& progress) {
    search.Set(progress);
    outlook.Tick();
  };
  if (format == OutputFormat::kCsv) {
    options.report.header = settings.estimates
                                ? CsvHeader({"count", "low", "high", "exact"})
                                : CsvHeader({"count", "complete"});
  }
  options.report.counts_nodes = !settings.estimates;
  if (settings.estimates) {
    return RunBatch(arguments, settings, options, [&](Job& job, Worker&) {
      EstimateJob(job, settings, format);
    });
  }
  options.solver.limits.interrupter = &cli::CatchInterrupts();
  return RunBatch(arguments, settings, options, [&](Job& job, Worker& worker) {
    if (settings.is_up_to_symmetry) {
      CountJobUpToSymmetry(job, options.solver, format);
      search.Clear();
      return;
    }
    if (is_single) outlook.Begin(job.puzzle);
    CountJob(job, worker, format);
    search.Clear();
  });
}

}  // namespace sudoku::tool
