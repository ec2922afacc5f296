// The command estimate: about how many covers and nodes there are.

#include "dlx/ask/estimate.h"

#include <cmath>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/report.h"

namespace dlx::tool {
namespace {

// The default. That is enough for a few percent.
constexpr absl::Duration kEstimateTime = absl::Seconds(10);

// "6.67e+21 (6.61e+21 to 6.73e+21)", or just the number if it is exact. What
// has no upper end is no estimate: then the lower end is all that is told.
std::string NumberText(const Estimate::Number& number, bool exact) {
  if (exact) return cli::Approximate(number.value);
  if (std::isinf(number.high)) {
    return number.low > 0
               ? absl::StrCat("at least ", cli::Approximate(number.low))
               : "unknown";
  }
  return absl::StrCat(cli::Approximate(number.value), " (",
                      cli::Approximate(number.low), " to ",
                      cli::Approximate(number.high), ")");
}

std::string AsText(const Estimate& estimate) {
  const std::string probes =
      estimate.exact
          ? "none; all of the tree was searched, and this is exact"
          : absl::StrCat(cli::WithThousands(estimate.probes), ", of which ",
                         cli::WithThousands(estimate.successful_probes),
                         " found a cover");
  return absl::StrCat("covers  ", NumberText(estimate.covers, estimate.exact),
                      "\nnodes   ", NumberText(estimate.nodes, estimate.exact),
                      "\nprobes  ", probes, "\n");
}

// Numbers as texts: they can be larger than programs can read as numbers.
void AppendNumber(absl::string_view name, const Estimate::Number& number,
                  cli::JsonWriter& json) {
  const auto append = [&](absl::string_view suffix, long double value) {
    json.Key(absl::StrCat(name, suffix))
        .String(absl::StrFormat("%.10g", value));
  };
  append("", number.value);
  append("_low", number.low);
  append("_high", number.high);
}

std::string AsJson(const Estimate& estimate) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("estimate");
  json.Key("outcome").String(OutcomeName(estimate.outcome));
  AppendNumber("covers", estimate.covers, json);
  AppendNumber("nodes", estimate.nodes, json);
  json.Key("exact").Bool(estimate.exact);
  json.Key("probes").Number(estimate.probes);
  json.Key("successful_probes").Number(estimate.successful_probes);
  json.EndObject();
  line.push_back('\n');
  return line;
}

cli::ExitCode EstimateProblem(const Problem& problem) {
  const SearchOptions search = cli::SearchOptionsFromFlags();
  cli::ProgressLine progress_line(WantsProgress());
  EstimateOptions options;
  options.limits = search.limits;
  options.limits.interrupter = &cli::CatchInterrupts();
  if (options.limits.time == absl::InfiniteDuration()) {
    options.limits.time = kEstimateTime;
  }
  if (search.seed.has_value()) options.seed = *search.seed;
  options.on_progress = [&](const Estimate& so_far) {
    progress_line.Show(
        absl::StrCat("covers: ", NumberText(so_far.covers, so_far.exact), "  ",
                     cli::WithThousands(so_far.probes), " probes"));
  };
  const absl::StatusOr<Estimate> estimate = EstimateSearch(problem, options);
  if (!estimate.ok()) {
    return cli::Fail(cli::ExitCode::kInternal, estimate.status().message());
  }
  progress_line.Erase();
  if (std::isinf(estimate->covers.high)) {
    cli::Note(estimate->successful_probes == 0
                  ? "no probe has found a cover, which does not mean that "
                    "there is none"
                  : "few probes tell of nearly all covers, so there may be "
                    "many times as many as that; --timeout gives it more time");
  }
  cli::Output output;
  output.Write(WantsJson() ? AsJson(*estimate) : AsText(*estimate));
  // More time would make it better, but it is one.
  return output.Finish(estimate->outcome == Outcome::kInterrupted
                           ? cli::InterruptExitCode()
                           : cli::ExitCode::kFinished);
}

}  // namespace

cli::ExitCode RunEstimate(const cli::Arguments& arguments) {
  return WithProblem(arguments[0], EstimateProblem);
}

}  // namespace dlx::tool
