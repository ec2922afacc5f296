#include "tools/benchmark/choice_report.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/benchmark/contest.h"
#include "tools/benchmark/table.h"

namespace contest {
namespace {

constexpr double kPromisedRatio = 2;
constexpr absl::Duration kAllowance = absl::Milliseconds(20);
constexpr double kPromisedMemory = 4;
constexpr double kMemoryAllowance = 16 << 20;
constexpr absl::Duration kLeast = absl::Milliseconds(1);

// The sums of a row.
class Summary {
 public:
  void Add(const ChoiceResult& result) {
    ratios_.Add(result.ratio());
    ++count_;
    kept_ += result.keeps_promise();
    memory_kept_ += result.keeps_memory();
    if (worst_ == nullptr || result.ratio() > worst_->ratio()) worst_ = &result;
  }

  std::vector<std::string> Row(std::string name) const {
    if (count_ == 0) return {std::move(name), "0"};
    const ChoiceResult& worst = *worst_;
    return {std::move(name),
            absl::StrCat(count_),
            ratios_.Mean().substr(0, ratios_.Mean().find(' ')),
            ratios_.Worst(),
            absl::StrCat(worst.problem, " (", worst.task, ")"),
            TimeText(worst.automatic),
            worst.best.has_value() ? TimeText(*worst.best) : "-",
            worst.best_setting,
            absl::StrCat(count_ - kept_),
            absl::StrCat(count_ - memory_kept_)};
  }

 private:
  Ratios ratios_;
  int count_ = 0;
  int kept_ = 0;
  int memory_kept_ = 0;
  const ChoiceResult* worst_ = nullptr;
};

absl::string_view TaskColour(absl::string_view task) {
  static const std::map<absl::string_view, absl::string_view> colours = {
      {"count", "#1f77b4"},
      {"all", "#2ca02c"},
      {"first", "#ff7f0e"},
      {"best", "#9467bd"}};
  const auto found = colours.find(task);
  return found == colours.end() ? "#555555" : found->second;
}

// A picture of so many points, with ratios on a logarithmic scale.
class Plot {
 public:
  Plot(size_t points, double greatest)
      : points_(points), greatest_(std::max(4.0, greatest * 1.1)) {
    absl::StrAppendFormat(
        &text_,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
        kWidth, kHeight, kWidth, kHeight);
  }

  void Line(double ratio, absl::string_view colour) {
    absl::StrAppendFormat(
        &text_,
        "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n"
        "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
        kMargin, kWidth - 10, Y(ratio), Y(ratio), colour, kMargin - 6,
        Y(ratio) + 4, ratio);
  }

  void Point(size_t rank, const ChoiceResult& result) {
    absl::StrAppendFormat(
        &text_,
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\"%s>"
        "<title>%s, %s: %.2f</title></circle>\n",
        X(rank), Y(result.ratio()), result.keeps_promise() ? 2 : 4,
        TaskColour(result.task),
        result.keeps_promise() ? "" : " stroke=\"red\"", result.problem,
        result.task, result.ratio());
  }

  void Legend(const std::vector<std::string>& tasks) {
    int x = kMargin + 10;
    for (const std::string& task : tasks) {
      absl::StrAppendFormat(&text_,
                            "<circle cx=\"%d\" cy=\"16\" r=\"4\" fill=\"%s\"/>"
                            "<text x=\"%d\" y=\"20\">%s</text>\n",
                            x, TaskColour(task), x + 8, task);
      x += 70;
    }
    absl::StrAppendFormat(
        &text_,
        "<text x=\"%d\" y=\"%d\">%d tasks, by ratio: the automatic choice's "
        "time / that of the best single engine and setting</text>\n</svg>\n",
        kMargin, kHeight - 6, points_);
  }

  std::string text() && { return std::move(text_); }

 private:
  static constexpr int kWidth = 900;
  static constexpr int kHeight = 400;
  static constexpr int kMargin = 40;
  static constexpr double kLeastRatio = 0.5;

  double X(size_t rank) const {
    const double part = (static_cast<double>(rank) + 0.5) /
                        static_cast<double>(std::max<size_t>(points_, 1));
    return kMargin + part * (kWidth - kMargin - 10);
  }
  double Y(double ratio) const {
    const double part = std::log(std::max(ratio, kLeastRatio) / kLeastRatio) /
                        std::log(greatest_ / kLeastRatio);
    return kHeight - 25 - part * (kHeight - 60);
  }

  size_t points_;
  double greatest_;
  std::string text_;
};

std::string MemoryText(const std::optional<size_t>& bytes) {
  if (!bytes.has_value()) return "-";
  return absl::StrFormat("%.1f MB", static_cast<double>(*bytes) / (1 << 20));
}

std::vector<const ChoiceResult*> ByRatio(
    const std::vector<ChoiceResult>& results) {
  std::vector<const ChoiceResult*> sorted;
  for (const ChoiceResult& result : results) sorted.push_back(&result);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const ChoiceResult* a, const ChoiceResult* b) {
                     return a->ratio() < b->ratio();
                   });
  return sorted;
}

}  // namespace

double ChoiceResult::ratio() const {
  if (!best.has_value()) return 1;
  return absl::FDivDuration(std::max(automatic, kLeast),
                            std::max(*best, kLeast));
}

bool ChoiceResult::keeps_promise() const {
  return !best.has_value() || automatic <= kPromisedRatio * *best + kAllowance;
}

bool ChoiceResult::keeps_memory() const {
  return !best.has_value() || !automatic_memory.has_value() ||
         !best_memory.has_value() ||
         static_cast<double>(*automatic_memory) <=
             kPromisedMemory * static_cast<double>(*best_memory) +
                 kMemoryAllowance;
}

std::string ChoiceTable(const std::vector<ChoiceResult>& results) {
  Table table({"family", "tasks", "mean ratio", "worst", "which", "auto",
               "best", "of", "broken", "memory"});
  std::vector<std::string> order;
  std::map<std::string, Summary> families;
  Summary tuned;
  Summary aside;
  for (const ChoiceResult& result : results) {
    if (!families.contains(result.family)) order.push_back(result.family);
    families[result.family].Add(result);
    (result.is_kept_aside ? aside : tuned).Add(result);
  }
  for (const std::string& name : order) {
    table.AddRow(families[name].Row(name));
  }
  table.AddRow(tuned.Row("all but those kept aside"));
  table.AddRow(aside.Row("all kept aside"));
  return table.ToMarkdown();
}

std::string ChoiceDetails(const std::vector<ChoiceResult>& results,
                          bool only_broken) {
  Table table({"problem", "task", "auto", "best", "of", "ratio", "memory",
               "of the best"});
  bool has_rows = false;
  for (const ChoiceResult& result : results) {
    if (only_broken && result.keeps_promise() && result.keeps_memory()) {
      continue;
    }
    has_rows = true;
    table.AddRow({result.problem, result.task,
                  absl::StrCat(result.is_done ? "" : "over ",
                               TimeText(result.automatic)),
                  result.best.has_value() ? TimeText(*result.best) : "-",
                  result.best_setting, RatioText(result.ratio()),
                  MemoryText(result.automatic_memory),
                  MemoryText(result.best_memory)});
  }
  return has_rows ? table.ToMarkdown() : "";
}

std::string ChoicePlot(const std::vector<ChoiceResult>& results) {
  const std::vector<const ChoiceResult*> sorted = ByRatio(results);
  Plot plot(results.size(), sorted.empty() ? 1 : sorted.back()->ratio());
  for (const double ratio : {0.5, 1.0, 1.5, 3.0}) plot.Line(ratio, "#cccccc");
  plot.Line(kPromisedRatio, "red");
  std::vector<std::string> tasks;
  for (size_t rank = 0; rank < sorted.size(); ++rank) {
    plot.Point(rank, *sorted[rank]);
    const std::string& task = sorted[rank]->task;
    if (!absl::c_linear_search(tasks, task)) tasks.push_back(task);
  }
  std::sort(tasks.begin(), tasks.end());
  plot.Legend(tasks);
  return std::move(plot).text();
}

}  // namespace contest
