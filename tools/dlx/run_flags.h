#ifndef TOOLS_DLX_RUN_FLAGS_H_
#define TOOLS_DLX_RUN_FLAGS_H_

// What the commands on runs (plan, work, status, merge, and count --resume)
// have in common: their flags, and how they end when a folder is not right.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "dlx/farm/run_folder.h"
#include "dlx/farm/work.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/named_values.h"

namespace dlx::tool {

// --task.
struct Tasks {
  static std::vector<cli::NamedValue<units::RunTask>> Table();
};

// --recheck: a part of a whole, such as 1% or 0.01.
struct PartFlag {
  double value = 0;
};
bool AbslParseFlag(absl::string_view text, PartFlag* flag, std::string* error);
std::string AbslUnparseFlag(const PartFlag& flag);

// --task, --k and --certificates.
units::RunFacts RunFactsFromFlags();
// -o; empty if it was not given.
std::string RunToMake();
// --units, if it was given.
std::optional<size_t> WantedUnits();
// --threads, --slice, --lease, --shard, --unit, --redo-damaged, --timeout,
// --engine, --memory.
// The interrupter is not set.
units::WorkOptions WorkOptionsFromFlags();
// --recheck.
double PartToRecheck();
// --verify.
bool WantsVerification();
// --resume; empty if it was not given.
std::string RunToResume();

// Opens the run at `path` and returns what `use` makes of it. If that is not
// possible, says why.
cli::ExitCode WithRun(
    const std::string& path,
    absl::FunctionRef<cli::ExitCode(const units::RunFolder&)> use);

// Says what went wrong with a run.
[[nodiscard]] cli::ExitCode FailRun(const absl::Status& status);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_RUN_FLAGS_H_
