#include "tools/sudoku/comparison_table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/cli/number_format.h"

namespace sudoku::tool {

namespace {

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
