#include "tools/dlx/run_flags.h"

#include "absl/flags/flag.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "dlx/farm/split.h"
#include "tools/cli/error.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/flags.h"

namespace dlx::tool {

std::vector<cli::NamedValue<units::RunTask>> Tasks::Table() {
  std::vector<cli::NamedValue<units::RunTask>> table;
  for (const units::RunTask task :
       {units::RunTask::kCount, units::RunTask::kSolve, units::RunTask::kFirst,
        units::RunTask::kBest}) {
    table.push_back({units::TaskName(task), task});
  }
  return table;
}

bool AbslParseFlag(absl::string_view text, PartFlag* flag, std::string* error) {
  const bool is_percentage = absl::ConsumeSuffix(&text, "%");
  double value;
  if (absl::SimpleAtod(text, &value)) {
    if (is_percentage) value /= 100;
    if (value >= 0 && value <= 1) {
      flag->value = value;
      return true;
    }
  }
  *error = "a part is expected, such as 1% or 0.01";
  return false;
}

std::string AbslUnparseFlag(const PartFlag& flag) {
  return absl::StrCat(flag.value);
}

}  // namespace dlx::tool

ABSL_FLAG(cli::NamedFlag<dlx::tool::Tasks>, task, {},
          "What is wanted: the number of covers (count), all of them (solve), "
          "one (first), or the --k of least cost (best).");
ABSL_FLAG(std::string, o, "", "Make this `FOLDER`, the same as RUN.");
ABSL_FLAG(cli::LimitFlag, units, {},
          "Part the search into `N` units; without this, 1,000, or fewer if it "
          "seems to be short.");
ABSL_FLAG(cli::ShardFlag, shard, {},
          "Work on part `I/N` of the units only, for workers that have no "
          "folder in common.");
ABSL_FLAG(std::string, unit, "", "Work on the unit of this `NAME` only.");
ABSL_FLAG(bool, redo_damaged, false,
          "Search the units once more whose results are damaged.");
ABSL_FLAG(cli::TimeoutFlag, slice, {dlx::units::WorkOptions().slice},
          "Split a unit that takes more than this `TIME`.");
ABSL_FLAG(cli::TimeoutFlag, lease, {dlx::units::WorkOptions().lease},
          "Take over a unit whose worker has shown no sign of life for this "
          "`TIME`.");
ABSL_FLAG(dlx::tool::PartFlag, recheck, {},
          "Search this `PART` of the units again, with another engine, and "
          "compare: 1%, or 0.01.");
ABSL_FLAG(bool, certificates, false,
          "Each unit is to leave a certificate of its number of covers, for "
          "'dlx merge --verify'.");
ABSL_FLAG(bool, verify, false,
          "Check the certificate of each unit, of a run that was planned with "
          "--certificates.");
ABSL_FLAG(std::string, resume, "",
          "Keep what is done in this `FOLDER`, and go on from what is there.");

namespace dlx::tool {

units::RunFacts RunFactsFromFlags() {
  return {.task = absl::GetFlag(FLAGS_task).value,
          .best = static_cast<size_t>(WantedBest().value_or(1)),
          .has_certificates = absl::GetFlag(FLAGS_certificates)};
}

std::string RunToMake() { return absl::GetFlag(FLAGS_o); }

std::optional<size_t> WantedUnits() {
  const auto units = absl::GetFlag(FLAGS_units).value;
  return units.has_value() ? std::optional(static_cast<size_t>(*units))
                           : std::nullopt;
}

units::WorkOptions WorkOptionsFromFlags() {
  const SearchOptions search = cli::SearchOptionsFromFlags();
  const cli::ShardFlag shard = absl::GetFlag(FLAGS_shard);
  units::WorkOptions options;
  options.threads = cli::WantedThreads().value_or(0);
  options.slice = absl::GetFlag(FLAGS_slice).value;
  options.lease = absl::GetFlag(FLAGS_lease).value;
  options.shard = shard.number - 1;
  options.shards = shard.count;
  if (const std::string unit = absl::GetFlag(FLAGS_unit); !unit.empty()) {
    options.unit = unit;
  }
  options.redo_damaged = absl::GetFlag(FLAGS_redo_damaged);
  options.time = search.limits.time;
  options.engine = search.engine;
  options.memory_limit = search.memory_limit;
  return options;
}

double PartToRecheck() { return absl::GetFlag(FLAGS_recheck).value; }

bool WantsVerification() { return absl::GetFlag(FLAGS_verify); }

std::string RunToResume() { return absl::GetFlag(FLAGS_resume); }

cli::ExitCode FailRun(const absl::Status& status) {
  const auto code = [&status] {
    switch (status.code()) {
      case absl::StatusCode::kNotFound:
        return cli::ExitCode::kNoInput;
      case absl::StatusCode::kDataLoss:
        return cli::ExitCode::kBadInput;
      case absl::StatusCode::kFailedPrecondition:
      case absl::StatusCode::kCancelled:
        return cli::ExitCode::kLimit;
      case absl::StatusCode::kResourceExhausted:
        return cli::ExitCode::kNoMemory;
      // The engine cannot do what is asked of it.
      case absl::StatusCode::kInvalidArgument:
      case absl::StatusCode::kUnimplemented:
        return cli::ExitCode::kUsage;
      default:
        return cli::ExitCode::kOutputError;
    }
  };
  return cli::Fail(code(), status.message());
}

cli::ExitCode WithRun(
    const std::string& path,
    absl::FunctionRef<cli::ExitCode(const units::RunFolder&)> use) {
  const absl::StatusOr<units::RunFolder> run = units::RunFolder::Open(path);
  if (!run.ok()) return FailRun(run.status());
  return use(*run);
}

}  // namespace dlx::tool
