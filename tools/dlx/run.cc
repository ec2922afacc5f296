// The commands plan, work, status and merge: searches as folders.

#include "tools/dlx/run.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/farm/merge.h"
#include "dlx/farm/rehearsal.h"
#include "dlx/farm/run_status.h"
#include "dlx/farm/split.h"
#include "dlx/farm/verify_unit.h"
#include "dlx/farm/work.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/certificate.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/covers.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/run_flags.h"

namespace dlx::tool {
namespace {

using units::MergedRun;
using units::RunFolder;
using units::RunTask;

// About how long work goes on that the status says.
std::string TimeLeft(const units::RunStatus& status) {
  if (status.done == 0) return "unknown";
  return absl::StrCat(
      cli::ShortDuration(absl::Seconds(status.seconds_left)), " (",
      cli::ShortDuration(absl::Seconds(status.seconds_left_low)), " to ",
      cli::ShortDuration(absl::Seconds(status.seconds_left_high)), ")");
}

// So many units that are being searched are named, so that a screen has room.
constexpr size_t kMostToName = 16;

std::string StatusAsText(const units::RunStatus& status) {
  constexpr int kBar = 40;
  std::string text = absl::StrFormat(
      "%s %.1f%%\n", cli::ProgressBar(status.fraction_done, kBar),
      status.fraction_done * 100);
  absl::StrAppend(&text, "units    ", status.done, " of ", status.units,
                  " done, ", status.claimed.size(), " being searched\n");
  absl::StrAppend(&text, "covers   ", status.count.ToString(), " so far\n");
  absl::StrAppend(&text, "nodes    ", cli::WithThousands(status.nodes), "\n");
  absl::StrAppend(&text, "spent    ",
                  cli::ShortDuration(absl::Seconds(status.seconds)),
                  " of all threads together\n");
  absl::StrAppend(&text, "left     ", TimeLeft(status), "\n");
  for (size_t i = 0; i < std::min(status.claimed.size(), kMostToName); ++i) {
    const units::ClaimedUnit& unit = status.claimed[i];
    absl::StrAppend(&text, "running  ", unit.name, " by ", unit.worker, "\n");
  }
  if (status.claimed.size() > kMostToName) {
    absl::StrAppend(&text, "running  ", status.claimed.size() - kMostToName,
                    " more\n");
  }
  for (const std::string& sentence : status.damaged) {
    absl::StrAppend(&text, "failed   ", sentence, "\n");
  }
  return text;
}

std::string StatusAsJson(const units::RunStatus& status) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("status");
  json.Key("units").Number(status.units).Key("done").Number(status.done);
  json.Key("claimed").BeginArray();
  for (const units::ClaimedUnit& unit : status.claimed) {
    json.BeginObject().Key("unit").String(unit.name);
    json.Key("worker").String(unit.worker).EndObject();
  }
  json.EndArray();
  json.Key("fraction_done").Number(status.fraction_done);
  json.Key("count").String(status.count.ToString());
  json.Key("nodes").Number(status.nodes);
  json.Key("seconds").Number(status.seconds);
  json.Key("seconds_left").Number(status.seconds_left);
  json.Key("seconds_left_low").Number(status.seconds_left_low);
  json.Key("seconds_left_high").Number(status.seconds_left_high);
  json.Key("damaged").BeginArray();
  for (const std::string& sentence : status.damaged) json.String(sentence);
  json.EndArray().EndObject();
  line.push_back('\n');
  return line;
}

std::string SummaryAsJson(const RunFolder& run, const MergedRun& merged) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("summary");
  json.Key("task").String(units::TaskName(run.facts().task));
  json.Key("outcome").String("exhausted");
  json.Key("count").String(merged.count.ToString());
  json.Key("units").Number(merged.units);
  json.Key("rechecked").Number(merged.rechecked);
  json.Key("verified").Number(merged.verified);
  json.Key("nodes").Number(merged.nodes);
  json.Key("seconds").Number(merged.seconds);
  json.EndObject();
  line.push_back('\n');
  return line;
}

// The covers that were wanted, all or some.
absl::Status PrintCovers(const RunFolder& run, const MergedRun& merged,
                         cli::Output& output) {
  CoverFormatter formatter(run.problem(), WantsJson(), output);
  const auto print = [&](absl::Span<const OptionId> cover) {
    output.WriteStyled(formatter.Format(cover, run.problem().TotalCost(cover)));
    output.EndRecord();
    return output.ok();
  };
  if (run.facts().task == RunTask::kSolve) {
    return units::ForEachCoverOfRun(run, print);
  }
  for (const CostedCover& cover : merged.covers) {
    if (!print(cover.options)) break;
  }
  return absl::OkStatus();
}

// Parts the search into units, and makes the folder; with fewer units if there
// is not the time for more. Cancelled if there was Ctrl-C. Sets *count, unless
// it is null, to the number of units.
absl::StatusOr<RunFolder> Plan(const Problem& problem, units::RunFacts facts,
                               const std::string& path,
                               size_t* count = nullptr) {
  const absl::Time start = absl::Now();
  const absl::Duration time = cli::SearchOptionsFromFlags().limits.time;
  Limits limits = {.time = time, .interrupter = &cli::CatchInterrupts()};
  const std::vector<units::SizedUnit> parts =
      units::SplitUnit(problem, {}, {.units = WantedUnits(), .limits = limits});
  limits.time = time - (absl::Now() - start);
  facts.rehearsal = units::Rehearse(problem, facts, parts, limits);
  if (cli::WasInterrupted()) return absl::CancelledError("interrupted");
  if (count != nullptr) *count = parts.size();
  return RunFolder::Create(path, problem, facts, parts);
}

// Until nothing is left, a limit comes, or Ctrl-C. kFinished if nothing is
// left; then it also says whether there was nothing to begin with. Of the time,
// so much was spent before.
cli::ExitCode WorkOn(const RunFolder& run, absl::Duration spent,
                     bool* found_nothing) {
  units::WorkOptions options = WorkOptionsFromFlags();
  options.time -= spent;
  options.interrupter = &cli::CatchInterrupts();
  cli::ProgressLine progress_line(WantsProgress());
  const absl::Time start = absl::Now();
  const absl::StatusOr<units::WorkReport> report =
      units::WorkOnRun(run, options, [&](const units::WorkReport& so_far) {
        if (!progress_line.enabled()) return;
        progress_line.Show(absl::StrCat(
            cli::WithThousands(so_far.units_done), " units done here, ",
            cli::WithThousands(so_far.units_split), " split  ",
            cli::ShortDuration(absl::Now() - start)));
      });
  progress_line.Erase();
  if (!report.ok()) return FailRun(report.status());
  if (cli::WasInterrupted()) return cli::InterruptExitCode();
  if (!report->is_finished) return cli::ExitCode::kLimit;
  *found_nothing = report->units_done == 0 && report->units_split == 0;
  return cli::ExitCode::kFinished;
}

// When what is done with results is to stop, beside Ctrl-C.
constexpr absl::Time kNoEnd = absl::InfiniteFuture();
Limits LimitsUntil(absl::Time end) {
  return {.time = end - absl::Now(), .interrupter = &cli::CatchInterrupts()};
}

// How what is damaged can be done once more.
std::string Remedy(const RunFolder& run) {
  return absl::StrCat("; 'dlx work ", run.path(),
                      " --redo-damaged' searches what is damaged once more");
}

// Of a run in which there was nothing to do: its results may be no good.
cli::ExitCode CheckResults(const RunFolder& run) {
  const absl::StatusOr<std::vector<units::NamedUnit>> damaged =
      units::DamagedUnits(run, /*check_certificates=*/false,
                          units::UntilStopped(LimitsUntil(kNoEnd)));
  if (cli::WasInterrupted()) return cli::InterruptExitCode();
  if (!damaged.ok()) return FailRun(damaged.status());
  if (damaged->empty()) return cli::ExitCode::kFinished;
  return FailRun(absl::DataLossError(absl::StrCat(
      "the results of ", cli::WithThousands(damaged->size()),
      damaged->size() == 1 ? " unit are damaged: "
                           : " units are damaged, the first of them ",
      damaged->front().name, Remedy(run))));
}

// Says why the results cannot be merged, and what helps.
cli::ExitCode FailMerge(const RunFolder& run, absl::Time end,
                        const absl::Status& why) {
  const bool are_checked = WantsVerification() || WantsCertificate();
  const size_t memory = cli::SearchOptionsFromFlags().memory_limit;
  const auto damaged =
      absl::IsDataLoss(why) || absl::IsNotFound(why)
          ? units::DamagedUnits(run, are_checked,
                                units::UntilStopped(LimitsUntil(end), memory))
          : std::vector<units::NamedUnit>();
  if (!damaged.ok() || damaged->empty()) return FailRun(why);
  return FailRun(absl::DataLossError(absl::StrCat(why.message(), Remedy(run))));
}

// And the certificate, if one is wanted.
absl::StatusOr<MergedRun> Merge(const RunFolder& run, absl::Time end) {
  const auto merge = [&run, end](const CertificateSink& certificate) {
    const Limits limits = LimitsUntil(end);
    return units::MergeRun(
        run, {.recheck = PartToRecheck(),
              .verify = WantsVerification(),
              .certificate = certificate,
              .time = limits.time,
              .interrupter = limits.interrupter,
              .memory = cli::SearchOptionsFromFlags().memory_limit});
  };
  if (!WantsCertificate()) return merge(nullptr);
  absl::StatusOr<MergedRun> merged;
  absl::Status status = WriteCertificateFile([&](const CertificateSink& sink) {
    merged = merge(sink);
    return merged.status();
  });
  if (!status.ok()) return status;
  return merged;
}

cli::ExitCode PrintMerged(const RunFolder& run, absl::Time end) {
  const absl::StatusOr<MergedRun> merged = Merge(run, end);
  if (cli::WasInterrupted()) return cli::InterruptExitCode();
  if (!merged.ok()) return FailMerge(run, end, merged.status());
  cli::Output output;
  if (run.facts().task == RunTask::kCount) {
    if (!WantsJson()) output.Write(merged->count.ToString() + "\n");
  } else {
    const absl::Status status = PrintCovers(run, *merged, output);
    if (!status.ok()) {
      output.Flush();
      return FailRun(status);
    }
  }
  if (WantsJson()) output.Write(SummaryAsJson(run, *merged));
  return output.Finish(cli::ExitCode::kFinished);
}

}  // namespace

cli::ExitCode RunPlan(const cli::Arguments& arguments) {
  const bool has_argument = arguments.size() > 1;
  if (has_argument != RunToMake().empty()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "which folder is the run to be? Give it once, after the "
                     "problem or with -o (more: dlx plan --help)");
  }
  const std::string path = has_argument ? arguments[1] : RunToMake();
  return WithProblem(arguments[0], [&](const Problem& problem) {
    size_t units = 0;
    const absl::StatusOr<RunFolder> run =
        Plan(problem, RunFactsFromFlags(), path, &units);
    if (cli::WasInterrupted()) return cli::InterruptExitCode();
    if (!run.ok()) return FailRun(run.status());
    cli::Note(absl::StrCat(cli::WithThousands(units),
                           units == 1 ? " unit is in \"" : " units are in \"",
                           path, "\""));
    return cli::ExitCode::kFinished;
  });
}

cli::ExitCode RunWork(const cli::Arguments& arguments) {
  return WithRun(arguments[0], [](const RunFolder& run) {
    bool found_nothing = false;
    const cli::ExitCode code =
        WorkOn(run, absl::ZeroDuration(), &found_nothing);
    if (code == cli::ExitCode::kLimit) {
      cli::Note("stopped before the end; the same command goes on");
    }
    return found_nothing ? CheckResults(run) : code;
  });
}

cli::ExitCode RunStatus(const cli::Arguments& arguments) {
  return WithRun(arguments[0], [](const RunFolder& run) {
    const absl::StatusOr<units::RunStatus> status = units::StatusOfRun(run);
    if (!status.ok()) return FailRun(status.status());
    cli::Output output;
    output.Write(WantsJson() ? StatusAsJson(*status) : StatusAsText(*status));
    return output.Finish(cli::ExitCode::kFinished);
  });
}

// An error if the file is in the folder, by whatever name.
absl::Status CheckIsOutside(const std::string& folder,
                            const std::string& file) {
  std::error_code error;
  const auto outer = std::filesystem::weakly_canonical(folder, error);
  const auto inner = std::filesystem::weakly_canonical(file, error);
  const auto [rest, unused] =
      std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  if (error || rest != outer.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("\"", file,
                   "\" is in the folder of the run, which is read; "
                   "choose another place for what is written"));
}

cli::ExitCode RunMerge(const cli::Arguments& arguments) {
  if (WantsCertificate()) {
    absl::Status status =
        CheckProofFiles(CertificateFile(), /*is_lrat=*/false, {});
    if (status.ok()) status = CheckIsOutside(arguments[0], CertificateFile());
    if (!status.ok()) {
      return cli::Fail(cli::ExitCode::kUsage, status.message());
    }
  }
  const absl::Time end =
      absl::Now() + cli::SearchOptionsFromFlags().limits.time;
  return WithRun(arguments[0],
                 [end](const RunFolder& run) { return PrintMerged(run, end); });
}

cli::ExitCode CheckRunFolder(const std::string& path) {
  return WithRun(path, [](const RunFolder& run) {
    const absl::Status status = units::CheckRun(run);
    cli::Output output;
    output.Write(status.ok() ? std::string("the units are the whole search\n")
                             : absl::StrCat(status.message(), "\n"));
    return output.Finish(status.ok() ? cli::ExitCode::kFinished
                                     : cli::ExitCode::kNo);
  });
}

cli::ExitCode CountInRun(const Problem& problem, const std::string& path) {
  const absl::Time start = absl::Now();
  absl::StatusOr<RunFolder> run = RunFolder::Open(path);
  if (absl::IsNotFound(run.status())) {
    run = Plan(problem, {.task = RunTask::kCount}, path);
    if (cli::WasInterrupted()) return cli::InterruptExitCode();
  }
  if (!run.ok()) return FailRun(run.status());
  if (!run->IsAbout(problem) || run->facts().task != RunTask::kCount) {
    return cli::Fail(cli::ExitCode::kUsage,
                     absl::StrCat("\"", path, "\" is another run: its problem ",
                                  "or what is wanted is not the same"));
  }
  bool found_nothing = false;
  const cli::ExitCode code = WorkOn(*run, absl::Now() - start, &found_nothing);
  if (code == cli::ExitCode::kFinished) return PrintMerged(*run, kNoEnd);
  if (code == cli::ExitCode::kLimit) {
    cli::Note("stopped before the end; the same command goes on");
  }
  return code;
}

}  // namespace dlx::tool
