// The commands that print covers: solve, first and best.

#include <cstdint>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/limits.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/dlx/certificate.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/covers.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/search_run.h"
#include "tools/dlx/symmetry.h"

namespace dlx::tool {
namespace {

// A program sees no cover in the summary; a person should be told.
void SayIfThereIsNone(const SearchSummary& summary, bool found) {
  if (!found && summary.outcome == Outcome::kExhausted && !WantsJson()) {
    cli::Note("there is no cover");
  }
}

// --certificate: that these are all covers, if the search has seen everything.
absl::Status MayCertify(const Problem& problem, SearchRun& run,
                        const SearchSummary& summary, uint64_t count) {
  if (!WantsCertificate()) return absl::OkStatus();
  if (summary.outcome == Outcome::kExhausted) {
    return run.NoteCertificate(
        CertifyCount(problem, run.RemainingOptions(), count));
  }
  cli::Note("not all covers were looked for: there is no certificate");
  return absl::OkStatus();
}

cli::ExitCode Solve(const Problem& problem) {
  SearchRun run;
  CoverFormatter formatter(problem, WantsJson(), run.output());
  uint64_t count = 0;
  const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
      problem,
      [&](const Solution& cover) {
        ++count;
        run.output().WriteStyled(formatter.Format(cover.options, cover.cost));
        run.output().EndRecord();
        return run.output().ok();
      },
      run.options(), ThreadsFromFlags(1));
  if (!summary.ok()) return run.Fail(summary.status());
  const absl::Status certified = MayCertify(problem, run, *summary, count);
  if (!certified.ok()) return run.Fail(certified);
  SayIfThereIsNone(*summary, count > 0);
  return run.Finish(*summary, count);
}

cli::ExitCode First(const Problem& problem) {
  SearchRun run;
  const absl::StatusOr<FirstResult> result =
      FindFirstInParallel(problem, run.options(), ThreadsFromFlags(1));
  if (!result.ok()) return run.Fail(result.status());
  const bool found = result->options.has_value();
  if (found) {
    CoverFormatter formatter(problem, WantsJson(), run.output());
    run.output().WriteStyled(formatter.Format(*result->options, result->cost));
  }
  const absl::Status certified =
      MayCertify(problem, run, result->summary, found ? 1 : 0);
  if (!certified.ok()) return run.Fail(certified);
  SayIfThereIsNone(result->summary, found);
  return run.Finish(result->summary, found ? 1 : 0, /*enough=*/found);
}

cli::ExitCode Best(const Problem& problem) {
  SearchRun run;
  if (WantsCertificate()) {
    if (absl::Status status = CheckMayCertifyBest(); !status.ok()) {
      return run.Fail(status);
    }
  }
  const absl::StatusOr<BestResult> result =
      FindBestInParallel(problem, static_cast<size_t>(WantedBest().value_or(1)),
                         run.options(), ThreadsFromFlags(0));
  if (!result.ok()) return run.Fail(result.status());
  CoverFormatter formatter(problem, WantsJson(), run.output());
  for (const CostedCover& cover : result->covers) {
    run.output().WriteStyled(formatter.Format(cover.options, cover.cost));
    run.output().EndRecord();
    if (!run.output().ok()) break;
  }
  SayIfThereIsNone(result->summary, !result->covers.empty());
  if (WantsCertificate()) {
    if (result->summary.outcome != Outcome::kExhausted) {
      cli::Note("there may be cheaper covers: there is no certificate");
    } else if (const absl::Status status = run.NoteCertificate(CertifyBest(
                   problem, static_cast<size_t>(WantedBest().value_or(1)),
                   *result, run.RemainingOptions()));
               !status.ok()) {
      return run.Fail(status);
    }
  }
  return run.Finish(*result);
}

// With --up-to-symmetry, what `of_classes` does; without it, `of_all`.
cli::ExitCode MayUseSymmetry(const cli::Arguments& arguments,
                             cli::ExitCode (*of_classes)(const Problem&),
                             cli::ExitCode (*of_all)(const Problem&)) {
  if (!WantsUpToSymmetry()) return WithProblemToCertify(arguments[0], of_all);
  if (const char* flag = FlagAgainstSymmetry(/*is_count=*/false);
      flag != nullptr) {
    return cli::Fail(cli::ExitCode::kUsage,
                     absl::StrCat("--up-to-symmetry leaves covers out: ", flag,
                                  " does not go together with it"));
  }
  return WithProblem(arguments[0], of_classes);
}

}  // namespace

cli::ExitCode RunSolve(const cli::Arguments& arguments) {
  return MayUseSymmetry(arguments, SolveClasses, Solve);
}

cli::ExitCode RunFirst(const cli::Arguments& arguments) {
  return MayUseSymmetry(arguments, FirstOfClass, First);
}

cli::ExitCode RunBest(const cli::Arguments& arguments) {
  return WithProblemToCertify(arguments[0], Best);
}

}  // namespace dlx::tool
