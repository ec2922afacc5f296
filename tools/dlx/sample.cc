// The commands that ask a diagram: sample and tally.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/diagram.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/output.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/covers.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"

namespace dlx::tool {
namespace {

absl::StatusOr<Diagram> BuildDiagram(const Problem& problem,
                                     SearchOptions options) {
  options.limits.interrupter = &cli::CatchInterrupts();
  return Diagram::Build(problem, options);
}

cli::ExitCode NoDiagram(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kResourceExhausted:
      return cli::Fail(cli::ExitCode::kNoMemory, status.message());
    case absl::StatusCode::kDeadlineExceeded:
      return cli::Fail(cli::ExitCode::kLimit, status.message());
    case absl::StatusCode::kCancelled:
      return cli::Fail(cli::InterruptExitCode(), status.message());
    default:
      return cli::Fail(cli::ExitCode::kUsage, status.message());
  }
}

cli::ExitCode Sample(const Problem& problem) {
  const SearchOptions options = cli::SearchOptionsFromFlags();
  const absl::StatusOr<Diagram> diagram = BuildDiagram(problem, options);
  if (!diagram.ok()) return NoDiagram(diagram.status());
  cli::Output output;
  if (diagram->count() == 0) {
    cli::Note("there is no cover");
    return output.Finish(cli::ExitCode::kFinished);
  }
  std::mt19937_64 random(options.seed.has_value() ? *options.seed
                                                  : std::random_device()());
  CoverFormatter formatter(problem, WantsJson(), output);
  for (uint64_t i = 0; i < WantedSamples() && output.ok(); ++i) {
    const std::vector<OptionId> cover = diagram->Sample(random);
    output.WriteStyled(formatter.Format(cover, problem.TotalCost(cover)));
    output.EndRecord();
  }
  return output.Finish(cli::ExitCode::kFinished);
}

std::string TallyAsText(const Problem& problem, OptionId option,
                        const Natural& count) {
  return absl::StrCat(count.ToString(), "  ", problem.OptionToString(option),
                      "\n");
}

std::string TallyAsJson(OptionId option, const Natural& count) {
  std::string line;
  cli::JsonWriter(&line)
      .BeginObject()
      .Key("type")
      .String("tally")
      .Key("option")
      .Number(option.value())
      .Key("covers")
      .String(count.ToString())
      .EndObject();
  line.push_back('\n');
  return line;
}

cli::ExitCode Tally(const Problem& problem) {
  const absl::StatusOr<Diagram> diagram =
      BuildDiagram(problem, cli::SearchOptionsFromFlags());
  if (!diagram.ok()) return NoDiagram(diagram.status());
  const std::vector<Natural> counts = diagram->CountByOption();
  cli::Output output;
  for (uint32_t i = 0; i < counts.size() && output.ok(); ++i) {
    const OptionId option(i);
    output.WriteStyled(WantsJson() ? TallyAsJson(option, counts[i])
                                   : TallyAsText(problem, option, counts[i]));
  }
  return output.Finish(cli::ExitCode::kFinished);
}

}  // namespace

cli::ExitCode RunSample(const cli::Arguments& arguments) {
  return WithProblem(arguments[0], Sample);
}

cli::ExitCode RunTally(const cli::Arguments& arguments) {
  return WithProblem(arguments[0], Tally);
}

}  // namespace dlx::tool
