// benchmark threads: one thread and several, on exact cover problems.

#include <cstdio>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "dlx/base/cpu_time.h"
#include "dlx/engines.h"
#include "dlx/natural.h"
#include "dlx/parallel.h"
#include "dlx/search.h"
#include "tools/benchmark/commands.h"
#include "tools/benchmark/contest.h"
#include "tools/benchmark/table.h"
#include "tools/cli/error.h"
#include "tools/cli/number_format.h"

namespace contest {
namespace {

// The best of several runs with so many threads.
struct Times {
  absl::Duration cpu = absl::InfiniteDuration();
  absl::Duration wall = absl::InfiniteDuration();
  std::optional<dlx::Natural> count;
  uint64_t nodes = 0;
};

absl::Status Measure(const dlx::Problem& problem,
                     const dlx::SearchOptions& options, int threads,
                     Times& times) {
  const absl::Duration cpu = dlx::ProcessCpuTime();
  const absl::Time start = absl::Now();
  const absl::StatusOr<dlx::CountResult> result =
      dlx::CountInParallel(problem, options, {.threads = threads});
  if (!result.ok()) return result.status();
  times.cpu = std::min(times.cpu, dlx::ProcessCpuTime() - cpu);
  times.wall = std::min(times.wall, absl::Now() - start);
  times.nodes = result->summary.statistics.nodes;
  if (result->summary.outcome == dlx::Outcome::kExhausted) {
    times.count = result->count;
  }
  return absl::OkStatus();
}

// A row for each number of threads. False if their answers differ.
bool AddRows(const std::string& problem, dlx::EngineKind engine,
             const std::vector<int>& thread_counts,
             const std::vector<Times>& times, Table& table) {
  bool is_same = true;
  for (size_t i = 0; i < times.size(); ++i) {
    is_same = is_same && times[i].count == times[0].count;
    table.AddRow(
        {problem, std::string(dlx::EngineName(engine)),
         times[i].count.has_value() ? cli::Decimal(*times[i].count) : "-",
         cli::WithThousands(times[i].nodes), absl::StrCat(thread_counts[i]),
         TimeText(times[i].wall),
         RatioText(absl::FDivDuration(times[i].wall, times[0].wall)),
         TimeText(times[i].cpu),
         RatioText(absl::FDivDuration(times[i].cpu, times[0].cpu))});
  }
  return is_same;
}

}  // namespace

cli::ExitCode RunThreads(const cli::Arguments& arguments) {
  const std::vector<int> thread_counts = WantedThreadCounts();
  if (thread_counts.empty()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     absl::StrCat("--threads: numbers from 1 to ",
                                  dlx::kMostThreads, " are expected"));
  }
  const absl::StatusOr<Settings> settings = SettingsFromFlags(
      {dlx::EngineKind::kDancingLinks, dlx::EngineKind::kBitSets});
  if (!settings.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, settings.status().message());
  }
  Table table({"problem", "engine", "covers", "nodes", "threads", "wall",
               "wall ratio", "CPU", "CPU ratio"});
  cli::ExitCode code = cli::ExitCode::kFinished;
  for (const std::string& path :
       ExpandFiles(arguments,
                   {"testdata/dlx/pent-6x10.dlx", "testdata/dlx/queens-13.dlx",
                    "testdata/dlx/debruijn-5.dlx"},
                   ".dlx")) {
    const absl::StatusOr<dlx::Problem> problem = ReadProblemFile(path);
    if (!problem.ok()) return Fail(problem.status());
    for (const dlx::EngineKind engine : settings->engines) {
      const dlx::SearchOptions options = {
          .limits = {.time = settings->time_limit}, .engine = engine};
      std::vector<Times> times(thread_counts.size());
      absl::Status status;
      for (int round = 0; round < settings->rounds; ++round) {
        for (size_t i = 0; i < times.size(); ++i) {
          status.Update(Measure(*problem, options, thread_counts[i], times[i]));
        }
      }
      if (!status.ok()) {
        cli::Note(absl::StrCat(path, ": ", status.message()));
      } else if (!AddRows(ShortName(path), engine, thread_counts, times,
                          table)) {
        code = cli::ExitCode::kNo;
      }
    }
  }
  std::fputs(table.ToMarkdown().c_str(), stdout);
  return code;
}

}  // namespace contest
