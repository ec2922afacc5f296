#include "tools/benchmark/contest_table.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"

namespace contest {
namespace {

std::vector<std::string> Header(std::string title, std::string count_title,
                                const std::vector<std::string>& names) {
  std::vector<std::string> header = {std::move(title), std::move(count_title),
                                     names.front()};
  for (size_t i = 1; i < names.size(); ++i) {
    header.push_back(names[i]);
    header.push_back(absl::StrCat(names.front(), " / ", names[i]));
  }
  return header;
}

}  // namespace

ContestTable::ContestTable(std::string title, std::string count_title,
                           std::vector<std::string> names, absl::Duration least)
    : least_(least),
      table_(Header(std::move(title), std::move(count_title), names)),
      ratios_(names.size()) {}

void ContestTable::AddRow(
    std::string name, std::string count, const std::vector<Attempt>& runs,
    const std::function<std::string(absl::Duration)>& text) {
  std::vector<std::string> row = {std::move(name), std::move(count)};
  for (size_t i = 0; i < runs.size(); ++i) {
    row.push_back(runs[i].time.has_value() ? text(*runs[i].time) : "-");
    if (i == 0) continue;
    row.emplace_back();
    if (!runs[0].time.has_value() || !runs[i].time.has_value()) continue;
    const double ratio = absl::FDivDuration(*runs[0].time, *runs[i].time);
    row.back() = RatioText(ratio);
    if (std::max(*runs[0].time, *runs[i].time) >= least_) ratios_[i].Add(ratio);
  }
  table_.AddRow(std::move(row));
}

std::string ContestTable::ToMarkdown() const {
  std::vector<std::string> means = {"geometric mean (of how many)", "", ""};
  std::vector<std::string> worst = {"worst", "", ""};
  for (size_t i = 1; i < ratios_.size(); ++i) {
    means.insert(means.end(), {"", ratios_[i].Mean()});
    worst.insert(worst.end(), {"", ratios_[i].Worst()});
  }
  Table table = table_;
  table.AddRow(std::move(means));
  table.AddRow(std::move(worst));
  return table.ToMarkdown();
}

}  // namespace contest
