#include "tools/sudoku/series.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "tools/cli/number_format.h"
#include "tools/sudoku/comparison.h"
#include "tools/sudoku/record.h"

namespace sudoku::tool {

void Series::Sort() {
  std::stable_sort(
      entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.is_done != b.is_done ? a.is_done : a.time < b.time;
      });
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

absl::Duration Series::mean() const {
  absl::Duration sum;
  for (const Entry& entry : entries) sum += entry.time;
  return sum / static_cast<int64_t>(entries.size());
}

size_t Series::done_count() const {
  return static_cast<size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const Entry& entry) { return entry.is_done; }));
}

size_t Series::Count(MethodVerdict verdict) const {
  return static_cast<size_t>(std::count_if(
      entries.begin(), entries.end(),
      [verdict](const Entry& entry) { return entry.verdict == verdict; }));
}

namespace {

// The verdicts in a few letters, as words of a list and as names of fields.
struct VerdictLabel {
  MethodVerdict verdict;
  absl::string_view word;
  absl::string_view field;
};
constexpr VerdictLabel kVerdictLabels[] = {
    {MethodVerdict::kUnique, "unique", "unique"},
    {MethodVerdict::kMultiple, "multiple", "multiple"},
    {MethodVerdict::kNone, "none", "none"},
    {MethodVerdict::kSolved, "solved", "solved"},
    {MethodVerdict::kGaveUp, "gave up", "gave_up"},
};

// "51 unique, 44 gave up".
std::string VerdictsText(const Series& series) {
  std::vector<std::string> parts;
  for (const auto& [verdict, word, field] : kVerdictLabels) {
    const size_t count = series.Count(verdict);
    if (count == 0) continue;
    parts.push_back(absl::StrCat(cli::WithThousands(count), " ", word));
  }
  return absl::StrJoin(parts, ", ");
}

// Of the medians, as far as they are known.
std::optional<absl::Duration> Fastest(absl::Span<const Series> all) {
  std::optional<absl::Duration> fastest;
  for (const Series& series : all) {
    if (series.entries.empty()) continue;
    const Series::Entry& median = series.Quantile(0.5);
    if (!median.is_done) continue;
    fastest = std::min(fastest.value_or(median.time), median.time);
  }
  return fastest;
}

std::string TimeOf(const Series::Entry& entry) {
  return TimeText(entry.is_done, entry.time);
}

// Puzzles a second.
double Rate(absl::Duration mean) {
  return 1 / std::max(absl::ToDoubleSeconds(mean), 1e-9);
}

std::string RateText(bool is_done, absl::Duration mean) {
  const double rate = Rate(mean);
  return absl::StrCat(
      is_done ? "" : "< ",
      rate < 99.95 ? absl::StrFormat("%.1f", rate)
                   : cli::WithThousands(static_cast<uint64_t>(rate + 0.5)));
}

std::string SkippedText(const Series& series) {
  const size_t all = series.entries.size() + series.skipped_count;
  return absl::StrCat(series.entries.empty()
                          ? ""
                          : absl::StrCat("cannot do ", series.skipped_count,
                                         " of the ", all, " puzzles: "),
                      series.skipped_reason.message());
}

}  // namespace

std::string SeriesAsText(absl::Span<const Series> all) {
  std::vector<Row> rows = {{"method", "verdicts", "median", "ratio", "mean",
                            "puzzles/s", "95 %", "worst", "median steps",
                            "worst puzzle"}};
  std::vector<Remark> remarks;
  const std::optional<absl::Duration> fastest = Fastest(all);
  for (const Series& series : all) {
    if (series.skipped_count > 0) {
      remarks.push_back({series.method, SkippedText(series)});
    }
    if (series.entries.empty()) continue;
    const Series::Entry& median = series.Quantile(0.5);
    const Series::Entry& worst = series.entries.back();
    const size_t open = series.entries.size() - series.done_count();
    const absl::Duration mean = series.mean();
    rows.push_back(
        {std::string(series.method->name), VerdictsText(series), TimeOf(median),
         RatioText(median.is_done, median.time, fastest),
         TimeText(open == 0, mean), RateText(open == 0, mean),
         TimeOf(series.Quantile(0.95)), TimeOf(worst),
         cli::WithThousands(series.median_steps()),
         open == 0 ? worst.place
                   : absl::StrCat(cli::WithThousands(open), " undecided")});
  }
  return TableWithRemarks(rows, "llrrrrrrrl", remarks);
}

std::string SeriesAsRecords(absl::Span<const Series> all, OutputFormat format) {
  const std::optional<absl::Duration> fastest = Fastest(all);
  std::string lines;
  for (const Series& series : all) {
    Record record("series");
    record.Text("method", series.method->name)
        .Number("puzzles", series.entries.size())
        .Number("done", series.done_count());
    for (const auto& [verdict, word, field] : kVerdictLabels) {
      record.Number(field, series.Count(verdict));
    }
    record.Number("skipped", series.skipped_count);
    std::optional<absl::Duration> median, mean, percentile_95, worst;
    std::optional<double> rate;
    std::optional<uint64_t> median_steps;
    if (!series.entries.empty()) {
      median = series.Quantile(0.5).time;
      mean = series.mean();
      rate = Rate(*mean);
      percentile_95 = series.Quantile(0.95).time;
      worst = series.entries.back().time;
      median_steps = series.median_steps();
    }
    // Not if some would have taken longer than they did.
    const bool knows_worst =
        worst && series.done_count() == series.entries.size();
    record.Number("median_nanoseconds", Nanoseconds(median))
        .Decimal("ratio", Ratio(median, fastest))
        .Number("mean_nanoseconds", Nanoseconds(mean))
        .Decimal("puzzles_per_second", rate)
        .Number("percentile_95_nanoseconds", Nanoseconds(percentile_95))
        .Number("worst_nanoseconds", Nanoseconds(worst))
        .Number("median_steps", median_steps)
        .Text("step", series.method->step)
        .Text("worst_place", knows_worst ? series.entries.back().place : "")
        .Text("worst_puzzle", knows_worst ? series.entries.back().puzzle : "")
        .Text("remark", series.skipped_count > 0 ? SkippedText(series) : "");
    absl::StrAppend(&lines, record.ToLine(format));
  }
  return lines;
}

std::string SeriesHeader() {
  std::string fields;
  for (const auto& [verdict, word, field] : kVerdictLabels) {
    absl::StrAppend(&fields, field, ",");
  }
  return absl::StrCat("method,puzzles,done,", fields,
                      "skipped,median_nanoseconds,ratio,"
                      "mean_nanoseconds,puzzles_per_second,"
                      "percentile_95_nanoseconds,worst_nanoseconds,"
                      "median_steps,step,worst_place,worst_puzzle,remark\n");
}

}  // namespace sudoku::tool
