// The command count.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/number_format.h"
#include "tools/dlx/certificate.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/run.h"
#include "tools/dlx/run_flags.h"
#include "tools/dlx/search_run.h"

namespace dlx::tool {
namespace {

cli::ExitCode Count(const Problem& problem) {
  SearchRun run;
  const absl::StatusOr<CountResult> result =
      WantsCertificate()
          ? CountWithCertificateFile(problem, run.options())
          : CountInParallel(problem, run.options(), ThreadsFromFlags(0));
  if (!result.ok()) return run.Fail(result.status());
  if (!WantsJson()) {
    run.output().Write(absl::StrCat(cli::Decimal(result->count), "\n"));
  }
  return run.Finish(result->summary, result->count);
}

}  // namespace

cli::ExitCode RunCount(const cli::Arguments& arguments) {
  if (const std::string path = RunToResume(); !path.empty()) {
    if (WantsCertificate()) {
      return cli::Fail(cli::ExitCode::kUsage,
                       "a count in parts has no certificate: --resume and "
                       "--certificate do not go together");
    }
    return WithProblem(arguments[0], [&path](const Problem& problem) {
      return CountInRun(problem, path);
    });
  }
  return WithProblem(arguments[0], Count);
}

}  // namespace dlx::tool
