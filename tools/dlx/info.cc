// The command info.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/ask/item_order.h"
#include "dlx/engines.h"
#include "dlx/io/item_order.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/facts.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"

namespace dlx::tool {
namespace {

using cli::WithThousands;

struct TaskName {
  Task task;
  absl::string_view command;  // Which has this task.
  absl::string_view label;
};

constexpr TaskName kTasks[] = {
    {Task::kEnumerate, "solve", "to solve"},
    {Task::kCount, "count", "to count"},
    {Task::kBest, "best", "for best"},
};

// What would be chosen; within the limits of the command line, if there are
// some, for which to count is to begin with the race.
EngineChoice ChoiceFor(const Problem& problem, Task task) {
  const SearchOptions options = cli::SearchOptionsFromFlags();
  const bool is_limited = options.limits.nodes != kUnlimited ||
                          options.limits.time != absl::InfiniteDuration();
  if (task == Task::kCount && is_limited) {
    const absl::StatusOr<CountResult> count = CountSolutions(problem, options);
    if (count.ok()) return count->summary.engine;
  }
  return ChooseEngine(problem, task);
}

// How layers would go about it; nothing if it cannot, or if that would take
// long to find out.
std::optional<OrderForecast> Foresee(const Problem& problem) {
  constexpr size_t kMostUses = 2'000'000;
  if (problem.use_count() > kMostUses) return std::nullopt;
  absl::StatusOr<OrderForecast> forecast =
      ForeseeOrder(problem, cli::SearchOptionsFromFlags());
  if (!forecast.ok()) return std::nullopt;
  return *std::move(forecast);
}

void AppendRow(absl::string_view label, absl::string_view value,
               std::string* text) {
  const std::string line = absl::StrFormat("%-16s %s", label, value);
  absl::StrAppend(text, absl::StripTrailingAsciiWhitespace(line), "\n");
}

// "a (3), b (3), c (4)"
std::string DegreesAsText(const Problem& problem,
                          const std::vector<ItemDegree>& degrees) {
  return absl::StrJoin(
      degrees, ", ", [&](std::string* out, const ItemDegree& degree) {
        absl::StrAppend(out, problem.item_name(degree.item), " (",
                        WithThousands(degree.options), ")");
      });
}

// How many options have how many items, with bars.
void AppendSizes(const ProblemFacts& facts, std::string* text) {
  size_t most = 1;
  for (const auto& [size, options] : facts.option_sizes) {
    most = std::max(most, options);
  }
  absl::string_view label = "option sizes";
  for (const auto& [size, options] : facts.option_sizes) {
    AppendRow(label,
              absl::StrFormat("%4d: %10s  %s", size, WithThousands(options),
                              cli::Bar(static_cast<double>(options),
                                       static_cast<double>(most))),
              text);
    label = "";
  }
}

// The refinements that the problem makes use of.
void AppendRefinements(const Problem& problem, const ProblemFacts& facts,
                       std::string* text) {
  if (problem.has_colors()) {
    AppendRow("colours",
              absl::StrCat(WithThousands(problem.color_count()), " in ",
                           WithThousands(facts.colored_uses), " places"),
              text);
  }
  if (problem.has_multiplicities()) {
    AppendRow("multiplicities",
              absl::StrJoin(facts.multiplicities, ", ",
                            [](std::string* out, const auto& row) {
                              absl::StrAppend(out, row.first.first, "..",
                                              row.first.second, " (",
                                              WithThousands(row.second), ")");
                            }),
              text);
  }
  if (problem.has_costs()) {
    AppendRow("costs",
              absl::StrCat(facts.lowest_cost, " to ", facts.highest_cost),
              text);
  }
}

std::string InfoAsText(const Problem& problem, const ProblemFacts& facts) {
  std::string text;
  AppendRow(
      "items",
      absl::StrCat(WithThousands(problem.item_count()), " (",
                   WithThousands(problem.primary_count()), " primary, ",
                   WithThousands(problem.secondary_count()), " secondary)"),
      &text);
  AppendRow("options", WithThousands(problem.option_count()), &text);
  AppendRow("uses of items", WithThousands(problem.use_count()), &text);
  AppendRow("density", absl::StrFormat("%.4g%%", facts.density * 100), &text);
  AppendSizes(facts, &text);
  AppendRow("fewest options", DegreesAsText(problem, facts.fewest), &text);
  AppendRow("most options", DegreesAsText(problem, facts.most), &text);
  AppendRefinements(problem, facts, &text);
  if (facts.hopeless_items > 0) {
    AppendRow("no cover",
              absl::StrCat("primary items with too few options: ",
                           WithThousands(facts.hopeless_items)),
              &text);
  }
  if (const std::optional<OrderForecast> forecast = Foresee(problem)) {
    AppendRow("order",
              absl::StrFormat("a frontier of up to %s bits, at most 2^%.1f "
                              "states",
                              WithThousands(forecast->widest_frontier),
                              forecast->log2_states),
              &text);
  }
  for (const TaskName& row : kTasks) {
    if (row.task == Task::kBest && !problem.has_costs()) continue;
    const EngineChoice choice = ChoiceFor(problem, row.task);
    AppendRow(absl::StrCat("engine ", row.label),
              absl::StrCat(EngineName(choice.kind), ": ", choice.reason),
              &text);
  }
  return text;
}

void AppendDegrees(const Problem& problem,
                   const std::vector<ItemDegree>& degrees,
                   cli::JsonWriter* json) {
  json->BeginArray();
  for (const ItemDegree& degree : degrees) {
    json->BeginObject();
    json->Key("item").String(problem.item_name(degree.item));
    json->Key("options").Number(degree.options);
    json->EndObject();
  }
  json->EndArray();
}

void AppendRefinements(const Problem& problem, const ProblemFacts& facts,
                       cli::JsonWriter* json) {
  json->Key("colors").Number(problem.color_count());
  json->Key("colored_uses").Number(facts.colored_uses);
  json->Key("multiplicities").BeginArray();
  for (const auto& [range, items] : facts.multiplicities) {
    json->BeginObject().Key("low").Number(range.first);
    json->Key("high").Number(range.second);
    json->Key("items").Number(items).EndObject();
  }
  json->EndArray();
  if (problem.has_costs()) {
    json->Key("lowest_cost").Number(facts.lowest_cost);
    json->Key("highest_cost").Number(facts.highest_cost);
  }
}

std::string InfoAsJson(const Problem& problem, const ProblemFacts& facts) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("info");
  json.Key("items").Number(problem.item_count());
  json.Key("primary").Number(problem.primary_count());
  json.Key("secondary").Number(problem.secondary_count());
  json.Key("options").Number(problem.option_count());
  json.Key("uses").Number(problem.use_count());
  json.Key("density").Number(facts.density);
  json.Key("option_sizes").BeginArray();
  for (const auto& [size, options] : facts.option_sizes) {
    json.BeginObject().Key("size").Number(size);
    json.Key("options").Number(options).EndObject();
  }
  json.EndArray().Key("fewest_options");
  AppendDegrees(problem, facts.fewest, &json);
  json.Key("most_options");
  AppendDegrees(problem, facts.most, &json);
  AppendRefinements(problem, facts, &json);
  json.Key("hopeless_items").Number(facts.hopeless_items);
  if (const std::optional<OrderForecast> forecast = Foresee(problem)) {
    json.Key("order").BeginObject();
    json.Key("widest_frontier").Number(forecast->widest_frontier);
    json.Key("log2_states").Number(forecast->log2_states).EndObject();
  }
  json.Key("engines").BeginObject();
  for (const TaskName& row : kTasks) {
    const EngineChoice choice = ChoiceFor(problem, row.task);
    json.Key(row.command).BeginObject();
    json.Key("engine").String(EngineName(choice.kind));
    json.Key("reason").String(choice.reason).EndObject();
  }
  json.EndObject().EndObject();
  line.push_back('\n');
  return line;
}

cli::ExitCode ShowOrder(const Problem& problem) {
  const absl::StatusOr<OrderForecast> forecast =
      ForeseeOrder(problem, cli::SearchOptionsFromFlags());
  if (!forecast.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, forecast.status().message());
  }
  cli::Output output;
  output.Write(io::WriteItemOrder(problem, forecast->order));
  return output.Finish(cli::ExitCode::kFinished);
}

}  // namespace

cli::ExitCode RunInfo(const cli::Arguments& arguments) {
  if (WantsOrder()) return WithProblem(arguments[0], ShowOrder);
  return WithProblem(arguments[0], [](const Problem& problem) {
    const ProblemFacts facts = Examine(problem);
    cli::Output output;
    output.Write(WantsJson() ? InfoAsJson(problem, facts)
                             : InfoAsText(problem, facts));
    return output.Finish(cli::ExitCode::kFinished);
  });
}

}  // namespace dlx::tool
