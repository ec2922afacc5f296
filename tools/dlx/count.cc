// The command count.

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/io/item_order.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/input_file.h"
#include "tools/cli/number_format.h"
#include "tools/dlx/certificate.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/run.h"
#include "tools/dlx/run_flags.h"
#include "tools/dlx/search_run.h"
#include "tools/dlx/symmetry.h"

namespace dlx::tool {
namespace {

// The order in the file of --order, if there is one. If that is no order, says
// why.
absl::StatusOr<std::vector<ItemId>> WantedOrder(const Problem& problem,
                                                cli::ExitCode* error) {
  const std::string path = OrderFile();
  if (path.empty()) return std::vector<ItemId>();
  const absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  *error = cli::ExitCode::kNoInput;
  if (!file.ok()) return file.status();
  *error = cli::ExitCode::kBadInput;
  return io::ReadItemOrder(file->text, problem, file->name);
}

cli::ExitCode Count(const Problem& problem) {
  SearchRun run;
  SearchOptions options = run.options();
  cli::ExitCode error = cli::ExitCode::kFinished;
  absl::StatusOr<std::vector<ItemId>> order = WantedOrder(problem, &error);
  if (!order.ok()) return cli::Fail(error, order.status().message());
  options.item_order = *std::move(order);
  const absl::StatusOr<CountResult> result =
      WantsCertificate()
          ? CountWithCertificateFile(problem, options)
          : CountInParallel(problem, options, ThreadsFromFlags(0));
  if (!result.ok()) return run.Fail(result.status());
  if (!WantsJson()) {
    run.output().Write(absl::StrCat(cli::Decimal(result->count), "\n"));
  }
  return run.Finish(result->summary, result->count);
}

}  // namespace

cli::ExitCode RunCount(const cli::Arguments& arguments) {
  if (WantsUpToSymmetry()) {
    if (const char* flag = FlagAgainstSymmetry(/*is_count=*/true);
        flag != nullptr) {
      return cli::Fail(cli::ExitCode::kUsage,
                       absl::StrCat("a count up to symmetry is of all covers, "
                                    "in many parts: ",
                                    flag, " does not go together with it"));
    }
    return WithProblemToCertify(arguments[0], CountClasses);
  }
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
  return WithProblemToCertify(arguments[0], Count);
}

}  // namespace dlx::tool
