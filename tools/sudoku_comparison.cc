#include "tools/sudoku_comparison.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "sudoku/conflict.h"
#include "sudoku/methods/table.h"
#include "tools/cli/number_format.h"
#include "tools/sudoku_record.h"

namespace sudoku::tool {

namespace {

// Before the time of a run that was given up.
constexpr absl::string_view kMore = "> ";

using Row = std::vector<std::string>;

// Columns as wide as they must be, two blanks apart. `alignment` has a letter
// for each: 'l' or 'r', for left and right.
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

// "12.3", "1,234".
std::string RatioText(double ratio) {
  if (ratio < 99.95) return absl::StrFormat("%.1f", ratio);
  return cli::WithThousands(static_cast<uint64_t>(ratio + 0.5));
}

// After an empty line, the remarks, each with the methods that made it.
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
  std::string text = lines.empty() ? "" : "\n";
  for (const auto& [methods, sentence] : lines) {
    absl::StrAppend(&text, methods, ": ", sentence, "\n");
  }
  return text;
}

std::vector<std::string> CounterTexts(const MethodResult& result) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : result.counters) {
    texts.push_back(absl::StrCat(name, "=", value));
  }
  return texts;
}

}  // namespace

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
                             absl::Span<const Remark> skipped,
                             bool with_counters) {
  const std::optional<absl::Duration> fastest = Fastest(trials);
  std::vector<Row> rows = {
      {"method", "verdict", "time", "ratio", "steps", "a step is"}};
  std::vector<Remark> remarks;
  for (const Trial& trial : trials) {
    const auto& [method, measurement] = trial;
    const MethodResult& result = measurement.result;
    const absl::string_view more = trial.is_done() ? "" : kMore;
    rows.push_back(
        {std::string(method->name),
         std::string(MethodVerdictName(result.verdict)),
         absl::StrCat(more, ShortTime(measurement.time)),
         fastest ? absl::StrCat(more, RatioText(absl::FDivDuration(
                                          measurement.time, *fastest)))
                 : "",
         cli::WithThousands(result.steps), std::string(method->step)});
    if (!result.remark.empty()) remarks.push_back({method, result.remark});
    if (with_counters && !result.counters.empty()) {
      remarks.push_back({method, absl::StrJoin(CounterTexts(result), " ")});
    }
  }
  remarks.insert(remarks.end(), skipped.begin(), skipped.end());
  return absl::StrCat(Aligned(rows, "llrrrl"), RemarksAsText(remarks));
}

std::string ComparisonAsRecords(const Job& job, absl::Span<const Trial> trials,
                                OutputFormat format) {
  const std::optional<absl::Duration> fastest = Fastest(trials);
  std::string lines;
  for (const auto& [method, measurement] : trials) {
    const MethodResult& result = measurement.result;
    Record record("method", job);
    record.Text("method", method->name)
        .Text("verdict", MethodVerdictName(result.verdict))
        .Text("solution", result.solution ? result.solution->ToLine() : "")
        .Number("nanoseconds", static_cast<uint64_t>(
                                   absl::ToInt64Nanoseconds(measurement.time)))
        .Number("runs", measurement.runs)
        .Text("ratio",
              fastest ? absl::StrFormat("%.3f", absl::FDivDuration(
                                                    measurement.time, *fastest))
                      : "")
        .Number("steps", result.steps)
        .Text("step", method->step)
        .List("counters", CounterTexts(result))
        .Text("remark", result.remark);
    absl::StrAppend(&lines, record.ToLine(format));
  }
  return lines;
}

std::string ComparisonHeader() {
  return CsvHeader({"method", "verdict", "solution", "nanoseconds", "runs",
                    "ratio", "steps", "step", "counters", "remark"});
}

const Series::Entry& Series::Quantile(double part) const {
  const double position = std::ceil(part * static_cast<double>(entries.size()));
  return entries[static_cast<size_t>(std::max(position, 1.0)) - 1];
}

uint64_t Series::median_steps() const {
  std::vector<uint64_t> steps;
  for (const Entry& entry : entries) steps.push_back(entry.steps);
  const auto median = steps.begin() + (steps.size() - 1) / 2;
  std::nth_element(steps.begin(), median, steps.end());
  return *median;
}

size_t Series::done_count() const {
  return static_cast<size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const Entry& entry) { return entry.is_done; }));
}

namespace {

// Of the medians.
absl::Duration Fastest(absl::Span<const Series> all) {
  absl::Duration fastest = absl::InfiniteDuration();
  for (const Series& series : all) {
    fastest = std::min(fastest, series.Quantile(0.5).time);
  }
  return fastest;
}

std::string TimeText(const Series::Entry& entry) {
  return absl::StrCat(entry.is_done ? "" : kMore, ShortTime(entry.time));
}

}  // namespace

std::string SeriesAsText(absl::Span<const Series> all,
                         absl::Span<const Remark> skipped) {
  std::vector<Row> rows = {{"method", "done", "median", "ratio", "95 %",
                            "worst", "median steps", "worst puzzle"}};
  const absl::Duration fastest = Fastest(all);
  for (const Series& series : all) {
    const Series::Entry& median = series.Quantile(0.5);
    const Series::Entry& worst = series.entries.back();
    rows.push_back(
        {std::string(series.method->name),
         absl::StrCat(cli::WithThousands(series.done_count()), " of ",
                      cli::WithThousands(series.entries.size())),
         TimeText(median), RatioText(absl::FDivDuration(median.time, fastest)),
         TimeText(series.Quantile(0.95)), TimeText(worst),
         cli::WithThousands(series.median_steps()), worst.place});
  }
  return absl::StrCat(Aligned(rows, "lrrrrrrl"), RemarksAsText(skipped));
}

std::string SeriesAsRecords(absl::Span<const Series> all, OutputFormat format) {
  const absl::Duration fastest = Fastest(all);
  const auto nanoseconds = [](absl::Duration time) {
    return static_cast<uint64_t>(absl::ToInt64Nanoseconds(time));
  };
  std::string lines;
  for (const Series& series : all) {
    const Series::Entry& median = series.Quantile(0.5);
    const Series::Entry& worst = series.entries.back();
    Record record("series");
    record.Text("method", series.method->name)
        .Number("puzzles", series.entries.size())
        .Number("done", series.done_count())
        .Number("median_nanoseconds", nanoseconds(median.time))
        .Text("ratio",
              absl::StrFormat("%.3f", absl::FDivDuration(median.time, fastest)))
        .Number("percentile_95_nanoseconds",
                nanoseconds(series.Quantile(0.95).time))
        .Number("worst_nanoseconds", nanoseconds(worst.time))
        .Number("median_steps", series.median_steps())
        .Text("step", series.method->step)
        .Text("worst_place", worst.place)
        .Text("worst_puzzle", worst.puzzle);
    absl::StrAppend(&lines, record.ToLine(format));
  }
  return lines;
}

std::string SeriesHeader() {
  return "method,puzzles,done,median_nanoseconds,ratio,"
         "percentile_95_nanoseconds,worst_nanoseconds,median_steps,step,"
         "worst_place,worst_puzzle\n";
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

}  // namespace sudoku::tool
