#include "tools/dlx/report.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/statistics.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"

namespace dlx::tool {
namespace {

// A line of a table with two columns.
void AppendCount(absl::string_view name, absl::string_view value,
                 std::string* text) {
  absl::StrAppendFormat(text, "%-10s %s\n", name, value);
}

// A bar chart of the nodes at each depth. Where it would be too long, each line
// is of several depths, from the first one that it names.
void AppendDepths(const std::vector<uint64_t>& nodes_by_depth,
                  std::string* text) {
  constexpr size_t kMostLines = 100;
  const size_t depths_in_line =
      (nodes_by_depth.size() + kMostLines - 1) / kMostLines;
  std::vector<uint64_t> lines;
  for (size_t depth = 0; depth < nodes_by_depth.size(); ++depth) {
    if (depth % depths_in_line == 0) lines.push_back(0);
    lines.back() += nodes_by_depth[depth];
  }
  if (lines.empty()) return;
  const auto most = static_cast<double>(*absl::c_max_element(lines));
  absl::StrAppend(text, "nodes by depth",
                  depths_in_line > 1
                      ? absl::StrCat(", ", depths_in_line, " of them in a line")
                      : "",
                  ":\n");
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string line = absl::StrFormat(
        "%6d %18s  %s", i * depths_in_line, cli::WithThousands(lines[i]),
        cli::Bar(static_cast<double>(lines[i]), most));
    absl::StrAppend(text, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
}

}  // namespace

std::string Covers(Natural count) {
  if (count == 0) return "no cover";
  if (count == 1) return "1 cover";
  return absl::StrCat(cli::WithThousands(count), " covers");
}

std::string SummaryAsJson(const Report& report) {
  const Statistics& statistics = report.summary.statistics;
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject()
      .Key("type")
      .String("summary")
      .Key("outcome")
      .String(OutcomeName(report.summary.outcome))
      .Key("count")
      .String(cli::Decimal(report.count))
      .Key("nodes")
      .Number(statistics.nodes)
      .Key("updates")
      .Number(statistics.updates)
      .Key("seconds")
      .Number(absl::ToDoubleSeconds(report.time))
      .Key("engine")
      .String(EngineName(report.summary.engine.kind));
  if (report.lower_bound.has_value()) {
    json.Key("lower_bound").Number(*report.lower_bound);
  }
  if (report.gap.has_value()) json.Key("gap").Number(*report.gap);
  json.EndObject();
  line.push_back('\n');
  return line;
}

std::string StatisticsAsText(const Report& report) {
  const Statistics& statistics = report.summary.statistics;
  const EngineChoice& engine = report.summary.engine;
  const double seconds = absl::ToDoubleSeconds(report.time);
  std::string text;
  AppendCount("engine",
              absl::StrCat(EngineName(engine.kind), " (", engine.reason, ")"),
              &text);
  AppendCount("outcome", OutcomeName(report.summary.outcome), &text);
  AppendCount("found", Covers(report.count), &text);
  AppendCount("nodes", cli::WithThousands(statistics.nodes), &text);
  AppendCount("updates", cli::WithThousands(statistics.updates), &text);
  AppendCount("time", absl::StrFormat("%.6f s", seconds), &text);
  AppendDepths(statistics.nodes_by_depth, &text);
  return text;
}

std::string Incompleteness(const Report& report) {
  absl::string_view cause;
  switch (report.summary.outcome) {
    case Outcome::kRunning:
    case Outcome::kExhausted:
    case Outcome::kInterrupted:
      cause = "interrupted";
      break;
    case Outcome::kSolutionLimit:
      return absl::StrCat("stopped at ", Covers(report.count),
                          "; there may be more");
    case Outcome::kNodeLimit:
      cause = "stopped by the node limit";
      break;
    case Outcome::kTimeLimit:
      cause = "stopped by the time limit";
      break;
  }
  std::string sentence =
      absl::StrCat(cause, ": ", Covers(report.count), " so far; there may be ",
                   report.count == 0 ? "some" : "more");
  if (report.gap.has_value()) {
    return absl::StrCat(sentence, ", which cost at most ", *report.gap,
                        " less than the best one");
  }
  if (report.lower_bound.has_value()) {
    return absl::StrCat(sentence, ", which cost ", *report.lower_bound,
                        " at least");
  }
  if (report.fraction_done >= 0.0001) {
    absl::StrAppendFormat(&sentence, " (about %.3g%% of the search was done)",
                          report.fraction_done * 100);
  }
  return sentence;
}

cli::ExitCode ExitCodeOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kExhausted:
      return cli::ExitCode::kFinished;
    case Outcome::kSolutionLimit:
    case Outcome::kNodeLimit:
    case Outcome::kTimeLimit:
      return cli::ExitCode::kLimit;
    case Outcome::kRunning:
    case Outcome::kInterrupted:
      return cli::InterruptExitCode();
  }
  return cli::ExitCode::kInternal;
}

}  // namespace dlx::tool
