// benchmark problems: engines and rivals on exact cover problems.

#include <cstdio>
#include <iterator>

#include "absl/strings/str_cat.h"
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
  const absl::Duration start = ThreadTime();
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
  return {.time = ThreadTime() - start, .answer = cli::Decimal(count)};
}

}  // namespace

cli::ExitCode RunProblems(const cli::Arguments& arguments) {
  std::vector<dlx::EngineKind> all = {dlx::EngineKind::kAuto};
  for (const dlx::EngineInfo& engine : dlx::AllEngines()) {
    // That one is there to be read.
    if (engine.kind != dlx::EngineKind::kPlainSets) all.push_back(engine.kind);
  }
  const absl::StatusOr<Settings> settings = SettingsFromFlags(all);
  if (!settings.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, settings.status().message());
  }

  const std::vector<std::string> names = settings->Names();
  ContestTable table("problem", "covers", names, settings->least);
  cli::ExitCode code = cli::ExitCode::kFinished;

  for (const std::string& path :
       ExpandFiles(arguments, {"testdata/dlx"}, ".dlx")) {
    const absl::StatusOr<dlx::Problem> problem = ReadProblemFile(path);
    if (!problem.ok()) {
      return Fail(problem.status());
    }
    std::vector<Contestant> contestants;
    for (const dlx::EngineKind engine : settings->engines) {
      contestants.push_back(
          {std::string(dlx::EngineName(engine)), [&, engine] {
             return RunEngine(
                 *problem,
                 {.limits = {.time = settings->time_limit}, .engine = engine});
           }});
    }
    for (const Rival& rival : settings->rivals) {
      contestants.push_back({rival.name, [&] {
                               return RunRival(rival, path,
                                               settings->answer_after,
                                               settings->time_limit);
                             }});
    }
    const std::vector<Attempt> runs = Compete(contestants, settings->rounds);
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
