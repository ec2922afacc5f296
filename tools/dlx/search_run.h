#ifndef TOOLS_DLX_SEARCH_RUN_H_
#define TOOLS_DLX_SEARCH_RUN_H_

// What surrounds a search in every command that searches: its options from the
// flags, Ctrl-C, the progress line, output that flows while the search is busy,
// and the report at the end.
//
// Example:
//
//   SearchRun run;
//   absl::StatusOr<CountResult> result = CountSolutions(problem,
//   run.options()); if (!result.ok()) return run.Fail(result.status());
//   run.output().Write(...);
//   return run.Finish(result->summary, result->count);

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/parallel.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/output.h"
#include "tools/cli/progress_line.h"
#include "tools/dlx/report.h"

namespace dlx::tool {

// --threads, or without it so many (0 for one for each processor). Order is
// kept.
Parallelism ThreadsFromFlags(int by_default);

class SearchRun {
 public:
  // The clock starts.
  SearchRun();
  SearchRun(const SearchRun&) = delete;
  SearchRun& operator=(const SearchRun&) = delete;

  // The run must outlive a search with these options.
  const SearchOptions& options() const { return options_; }
  cli::Output& output() { return output_; }

  // The same with the time that is left, for what comes later than the first.
  SearchOptions RemainingOptions() const;
  // How the writing of a certificate ended, or why it failed, which it returns.
  // The run is not finished before.
  absl::Status NoteCertificate(const absl::StatusOr<Outcome>& outcome);

  // Says why the search could not be made, or could not be brought to an end.
  cli::ExitCode Fail(const absl::Status& status);

  // Ends the output with a summary, if that is due, and tells how the search
  // ended. `count` is the number of covers found. If the search did `enough`,
  // it makes no difference that there may be more.
  cli::ExitCode Finish(const SearchSummary& summary, Natural count,
                       bool enough = false);
  // The same for covers of least cost.
  cli::ExitCode Finish(const BestResult& result);

 private:
  cli::ExitCode Finish(const Report& report, bool enough);
  void ShowProgress(const Progress& progress);

  cli::Output output_;
  cli::ProgressLine progress_line_;
  SearchOptions options_;
  absl::Time start_;
  Outcome certificate_ = Outcome::kExhausted;
  double fraction_done_ = 0;
};

}  // namespace dlx::tool

#endif  // TOOLS_DLX_SEARCH_RUN_H_
