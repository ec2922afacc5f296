// benchmark problems: engines and rivals on exact cover problems.

#include <cstdio>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "dlx/base/cpu_time.h"
#include "dlx/engines.h"
#include "dlx/natural.h"
#include "dlx/search.h"
#include "tools/benchmark/commands.h"
#include "tools/benchmark/contest.h"
#include "tools/benchmark/contest_table.h"
#include "tools/cli/error.h"
#include "tools/cli/number_format.h"

namespace contest {
namespace {

Attempt RunEngine(const dlx::Problem& problem,
                  const dlx::SearchOptions& options) {
  const absl::Duration start = dlx::ThreadCpuTime();
  dlx::Natural count = 0;
  dlx::Outcome outcome;
  if (WantsVisits()) {
    const absl::StatusOr<dlx::SearchSummary> summary = dlx::ForEachSolution(
        problem, [&](const dlx::Solution&) { return ++count != 0; }, options);
    if (!summary.ok()) return {};
    outcome = summary->outcome;
  } else {
    const absl::StatusOr<dlx::CountResult> result =
        dlx::CountSolutions(problem, options);
    if (!result.ok()) return {};
    count = result->count;
    outcome = result->summary.outcome;
  }
  if (outcome != dlx::Outcome::kExhausted) return {};
  return {.time = dlx::ThreadCpuTime() - start, .answer = cli::Decimal(count)};
}

std::vector<Contestant> Contestants(const dlx::Problem& problem,
                                    const std::string& path,
                                    const Settings& settings) {
  std::vector<Contestant> contestants;
  for (const dlx::EngineKind engine : settings.engines) {
    const dlx::SearchOptions options = {.limits = {.time = settings.time_limit},
                                        .engine = engine};
    contestants.push_back(
        {std::string(dlx::EngineName(engine)),
         [&problem, options] { return RunEngine(problem, options); }});
  }
  for (const Rival& rival : settings.rivals) {
    contestants.push_back({rival.name, [&rival, &path, &settings] {
                             return RunRival(rival, path, settings.answer_after,
                                             settings.time_limit);
                           }});
  }
  return contestants;
}

}  // namespace

cli::ExitCode RunProblems(const cli::Arguments& arguments) {
  const absl::StatusOr<Settings> settings =
      SettingsFromFlags(EnginesToCompare());
  if (!settings.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, settings.status().message());
  }
  const std::vector<std::string> names = settings->Names();
  ContestTable table("problem", "covers", names, settings->least);
  cli::ExitCode code = cli::ExitCode::kFinished;
  for (const std::string& path :
       ExpandFiles(arguments, {"testdata/dlx"}, ".dlx")) {
    const absl::StatusOr<dlx::Problem> problem = ReadProblemFile(path);
    if (!problem.ok()) return Fail(problem.status());
    const std::vector<Attempt> runs =
        Compete(Contestants(*problem, path, *settings), settings->rounds);
    const std::optional<std::string> answer = CommonAnswer(runs);
    if (!answer.has_value()) {
      code = cli::ExitCode::kNo;
      for (size_t i = 0; i < runs.size(); ++i) {
        cli::Note(absl::StrCat(path, ": ", names[i], " finds ",
                               runs[i].answer.value_or("nothing")));
      }
    }
    table.AddRow(ShortName(path), answer.value_or("CONTRADICTION"), runs,
                 TimeText);
  }
  std::fputs(table.ToMarkdown().c_str(), stdout);
  return code;
}

}  // namespace contest
