#include "tools/dlx/search_run.h"

#include <cstdio>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/statistics.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/number_format.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/report.h"

namespace dlx::tool {

Parallelism ThreadsFromFlags(int by_default) {
  return {.threads = cli::WantedThreads().value_or(by_default),
          .keep_order = true};
}

SearchRun::SearchRun()
    : progress_line_(WantsProgress()),
      options_(cli::SearchOptionsFromFlags()),
      start_(absl::Now()) {
  Interrupter& interrupter = cli::CatchInterrupts();
  options_.limits.interrupter = &interrupter;
  // Not only for the progress line: this is also when output is flushed that
  // has waited for long enough.
  options_.progress_interval = absl::Milliseconds(100);
  options_.on_progress = [this, &interrupter](const Progress& progress) {
    fraction_done_ = progress.fraction_done;
    output_.Tick();
    if (!output_.ok()) interrupter.Request();
    if (progress_line_.enabled()) {
      progress_line_.Show(cli::SearchProgressText(progress, "cover", "covers",
                                                  absl::Now() - start_));
    }
  };
  output_.set_before_writing([this] { progress_line_.Erase(); });
}

SearchOptions SearchRun::RemainingOptions() const {
  SearchOptions options = options_;
  options.limits.time -= absl::Now() - start_;
  return options;
}

absl::Status SearchRun::NoteCertificate(
    const absl::StatusOr<Outcome>& outcome) {
  if (outcome.ok()) certificate_ = *outcome;
  return outcome.status();
}

cli::ExitCode SearchRun::Fail(const absl::Status& status) {
  progress_line_.Erase();
  output_.Flush();
  switch (status.code()) {
    // The engine cannot do what is asked of it.
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kFailedPrecondition:
      return cli::Fail(cli::ExitCode::kUsage, status.message());
    case absl::StatusCode::kResourceExhausted:
      return cli::FailForMemory(status.message());
    case absl::StatusCode::kUnavailable:  // What is to be written, cannot.
      return cli::Fail(cli::ExitCode::kOutputError, status.message());
    case absl::StatusCode::kCancelled:  // By a signal.
      return cli::Fail(cli::InterruptExitCode(), status.message());
    default:
      return cli::Fail(cli::ExitCode::kInternal, status.message());
  }
}

cli::ExitCode SearchRun::Finish(const SearchSummary& summary, Natural count,
                                bool enough) {
  return Finish({.summary = summary,
                 .count = count,
                 .time = absl::Now() - start_,
                 .fraction_done = fraction_done_},
                enough);
}

cli::ExitCode SearchRun::Finish(const BestResult& result) {
  return Finish({.summary = result.summary,
                 .count = result.covers.size(),
                 .time = absl::Now() - start_,
                 .fraction_done = fraction_done_,
                 .lower_bound = result.lower_bound,
                 .gap = result.gap},
                /*enough=*/false);
}

cli::ExitCode SearchRun::Finish(const Report& report, bool enough) {
  progress_line_.Erase();
  if (WantsJson()) output_.Write(SummaryAsJson(report));
  output_.Flush();
  if (!output_.ok()) return output_.Finish(cli::ExitCode::kFinished);
  if (WantsStatistics()) std::fputs(StatisticsAsText(report).c_str(), stderr);
  const Outcome outcome = report.summary.outcome;
  if (outcome != Outcome::kExhausted && !enough) {
    cli::Note(Incompleteness(report));
    return output_.Finish(ExitCodeOf(outcome));
  }
  return output_.Finish(ExitCodeOf(certificate_));
}

}  // namespace dlx::tool
