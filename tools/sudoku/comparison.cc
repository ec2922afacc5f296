#include "tools/sudoku/comparison.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "sudoku/conflict.h"
#include "sudoku/lab/table.h"
#include "tools/cli/number_format.h"
#include "tools/sudoku/record.h"

namespace sudoku::tool {

namespace {

// The shortest of the times that say something.
std::optional<absl::Duration> Fastest(absl::Span<const Trial> trials) {
  std::optional<absl::Duration> fastest;
  for (const Trial& trial : trials) {
    if (!trial.knows_all()) continue;
    const absl::Duration time = trial.measurement.time;
    if (!fastest || time < *fastest) fastest = time;
  }
  return fastest;
}

// Before the time of a run that was given up.
constexpr absl::string_view kMore = "> ";

// Columns two blanks apart.
std::string Aligned(const std::vector<Row>& rows, absl::string_view alignment) {
  std::vector<size_t> widths(alignment.size(), 0);
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - row[i].size(), ' ');
      absl::StrAppend(&line, i > 0 ? "  " : "",
                      alignment[i] == 'r' ? blanks : "", row[i],
                      alignment[i] == 'r' ? "" : blanks);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

// The remarks, each with the methods that made it.
std::string RemarksAsText(absl::Span<const Remark> remarks) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const auto& [method, sentence] : remarks) {
    const auto same = std::find_if(lines.begin(), lines.end(),
                                   [&sentence = sentence](const auto& line) {
                                     return line.second == sentence;
                                   });
    if (same != lines.end()) {
      absl::StrAppend(&same->first, ", ", method->name);
    } else {
      lines.push_back({std::string(method->name), sentence});
    }
  }
  std::string text;
  for (const auto& [methods, sentence] : lines) {
    absl::StrAppend(&text, methods, ": ", sentence, "\n");
  }
  return text;
}

}  // namespace

absl::string_view Skipped::verdict() const {
  return absl::IsNotFound(reason) ? "not installed" : "cannot";
}

bool Trial::knows_all() const {
  const MethodResult& result = measurement.result;
  switch (result.verdict) {
    case MethodVerdict::kUnique:
    case MethodVerdict::kMultiple:
    case MethodVerdict::kNone:
      return true;
    case MethodVerdict::kSolved:
      // Otherwise it says what is missing.
      return result.remark.empty();
    case MethodVerdict::kGaveUp:
      return false;
  }
  return false;
}

bool Trial::is_done() const {
  return knows_all() || (!method->can_prove &&
                         measurement.result.verdict == MethodVerdict::kSolved);
}

std::string Contradiction(const Puzzle& puzzle,
                          absl::Span<const Trial> trials) {
  for (const Trial& trial : trials) {
    const MethodResult& result = trial.measurement.result;
    for (const std::optional<Grid>& solution :
         {result.solution, result.second_solution}) {
      if (!solution) continue;
      bool is_right = IsSolution(puzzle.geometry, *solution);
      for (const int cell : DifferingCells(*solution, puzzle.clues)) {
        is_right = is_right && puzzle.clues[cell] == 0;
      }
      if (is_right) continue;
      return absl::StrCat("what ", trial.method->name,
                          " calls a solution is none: ", solution->ToLine());
    }
  }
  const Trial* judge = nullptr;  // It knows how many solutions there are.
  for (const Trial& trial : trials) {
    const MethodVerdict verdict = trial.measurement.result.verdict;
    if (verdict == MethodVerdict::kUnique ||
        verdict == MethodVerdict::kMultiple ||
        verdict == MethodVerdict::kNone) {
      judge = &trial;
      break;
    }
  }
  if (judge == nullptr) return "";
  const MethodResult& known = judge->measurement.result;
  for (const Trial& trial : trials) {
    const MethodResult& result = trial.measurement.result;
    const bool is_possible = result.verdict == known.verdict ||
                             result.verdict == MethodVerdict::kGaveUp ||
                             (result.verdict == MethodVerdict::kSolved &&
                              known.verdict != MethodVerdict::kNone);
    const bool is_other_solution = known.verdict == MethodVerdict::kUnique &&
                                   result.solution.has_value() &&
                                   *result.solution != *known.solution;
    if (is_possible && !is_other_solution) continue;
    return absl::StrCat(
        judge->method->name, " and ", trial.method->name,
        " contradict each other: ", MethodVerdictName(known.verdict), ", ",
        MethodVerdictName(result.verdict));
  }
  return "";
}

std::string ComparisonAsText(absl::Span<const Trial> trials,
                             absl::Span<const Skipped> skipped,
                             bool with_counters) {
  const std::optional<absl::Duration> fastest = Fastest(trials);
  std::vector<Row> rows = {
      {"method", "verdict", "time", "ratio", "steps", "a step is"}};
  std::vector<Remark> remarks;
  for (const Trial& trial : trials) {
    const auto& [method, measurement] = trial;
    const MethodResult& result = measurement.result;
    rows.push_back({std::string(method->name),
                    std::string(MethodVerdictName(result.verdict)),
                    TimeText(trial.is_done(), measurement.time),
                    RatioText(trial.is_done(), measurement.time, fastest),
                    cli::WithThousands(result.steps),
                    std::string(method->step)});
    if (!result.remark.empty()) remarks.push_back({method, result.remark});
    if (with_counters && !result.counters.empty()) {
      remarks.push_back({method, absl::StrJoin(result.counters, " ",
                                               absl::PairFormatter("="))});
    }
  }
  for (const auto& [method, reason] : skipped) {
    remarks.push_back({method, std::string(reason.message())});
  }
  return TableWithRemarks(rows, "llrrrl", remarks);
}

std::string ComparisonAsRecords(const Job& job, absl::Span<const Trial> trials,
                                absl::Span<const Skipped> skipped,
                                OutputFormat format) {
  const std::optional<absl::Duration> fastest = Fastest(trials);
  std::string lines;
  for (const auto& [method, measurement] : trials) {
    const MethodResult& result = measurement.result;
    Record record("method", job);
    record.Text("method", method->name)
        .Text("verdict", MethodVerdictName(result.verdict))
        .Text("solution", result.solution ? result.solution->ToLine() : "")
        .Number("nanoseconds", Nanoseconds(measurement.time))
        .Number("runs", measurement.runs)
        .Decimal("ratio", Ratio(measurement.time, fastest))
        .Number("steps", result.steps)
        .Text("step", method->step)
        .Numbers("counters", result.counters)
        .Text("remark", result.remark);
    absl::StrAppend(&lines, record.ToLine(format));
  }
  for (const Skipped& one : skipped) {
    Record record("method", job);
    record.Text("method", one.method->name).Text("verdict", one.verdict());
    for (const absl::string_view name :
         {"solution", "nanoseconds", "runs", "ratio", "steps"}) {
      record.Text(name, "");
    }
    record.Text("step", one.method->step)
        .Text("counters", "")
        .Text("remark", one.reason.message());
    absl::StrAppend(&lines, record.ToLine(format));
  }
  return lines;
}

std::string ComparisonHeader() {
  return CsvHeader({"method", "verdict", "solution", "nanoseconds", "runs",
                    "ratio", "steps", "step", "counters", "remark"});
}

std::string ShortTime(absl::Duration time) {
  const double seconds = absl::ToDoubleSeconds(time);
  const auto three_digits = [](double value, absl::string_view unit) {
    return absl::StrFormat("%.*f %s",
                           value < 9.995   ? 2
                           : value < 99.95 ? 1
                                           : 0,
                           value, unit);
  };
  if (seconds < 999.5e-9) return three_digits(1e9 * seconds, "ns");
  if (seconds < 999.5e-6) return three_digits(1e6 * seconds, "us");
  if (seconds < 999.5e-3) return three_digits(1e3 * seconds, "ms");
  return three_digits(seconds, "s");
}

std::string TimeText(bool is_done, absl::Duration time) {
  return absl::StrCat(is_done ? "" : kMore, ShortTime(time));
}

std::optional<uint64_t> Nanoseconds(std::optional<absl::Duration> time) {
  if (!time) return std::nullopt;
  return static_cast<uint64_t>(absl::ToInt64Nanoseconds(*time));
}

std::optional<double> Ratio(std::optional<absl::Duration> time,
                            std::optional<absl::Duration> fastest) {
  if (!time || !fastest) return std::nullopt;
  return absl::FDivDuration(*time, *fastest);
}

std::string RatioText(bool is_done, absl::Duration time,
                      std::optional<absl::Duration> fastest) {
  const std::optional<double> ratio = Ratio(time, fastest);
  if (!ratio) return "";
  return absl::StrCat(
      is_done ? "" : kMore,
      *ratio < 99.95 ? absl::StrFormat("%.1f", *ratio)
                     : cli::WithThousands(static_cast<uint64_t>(*ratio + 0.5)));
}

std::string TableWithRemarks(const std::vector<Row>& rows,
                             absl::string_view alignment,
                             absl::Span<const Remark> remarks) {
  std::string text;
  if (rows.size() > 1) {
    text = absl::StrCat(Aligned(rows, alignment), remarks.empty() ? "" : "\n");
  }
  return absl::StrCat(text, RemarksAsText(remarks));
}

}  // namespace sudoku::tool
