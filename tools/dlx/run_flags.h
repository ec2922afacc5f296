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
#include "dlx/units/run_folder.h"
#include "dlx/units/work.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

// --task.
struct TaskFlag {
  units::RunTask value = units::RunTask::kCount;
};
bool AbslParseFlag(absl::string_view text, TaskFlag* flag, std::string* error);
std::string AbslUnparseFlag(const TaskFlag& flag);
// What it may be.
std::vector<std::string> RunTasks();

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
// --threads, --slice, --lease, --shard, --unit, --timeout, --engine, --memory.
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
