#include "tools/benchmark/table.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"

namespace contest {

std::string Table::ToMarkdown() const {
  std::vector<size_t> widths(rows_.front().size(), 3);
  for (const std::vector<std::string>& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (size_t r = 0; r < rows_.size(); ++r) {
    for (size_t i = 0; i < widths.size(); ++i) {
      const std::string cell = i < rows_[r].size() ? rows_[r][i] : "";
      const std::string blanks(widths[i] - cell.size(), ' ');
      absl::StrAppend(&text, i == 0 ? "| " : " | ", i == 0 ? cell : blanks,
                      i == 0 ? blanks : cell);
    }
    absl::StrAppend(&text, " |\n");
    if (r > 0) continue;
    for (size_t i = 0; i < widths.size(); ++i) {
      absl::StrAppend(&text, "|", std::string(widths[i] + 1, '-'),
                      i == 0 ? "-" : ":");
    }
    absl::StrAppend(&text, "|\n");
  }
  return text;
}

}  // namespace contest
