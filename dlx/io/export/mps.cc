#include "dlx/io/export/mps.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/legend.h"
#include "dlx/io/export/linear_rows.h"
#include "dlx/io/export/zero_one_form.h"

namespace dlx::io {
namespace {

constexpr absl::string_view kObjective = "cost";

// A letter and seven digits make a name.
constexpr size_t kMaxNames = 10'000'000;

// What a column has in one row.
struct Entry {
  uint32_t row;
  int coefficient;
};

// Fields begin in columns 2, 5, 15 and 25 of a line, counting from 1.
void AppendEntry(absl::string_view column, absl::string_view row, int64_t value,
                 std::string& text) {
  absl::StrAppendFormat(&text, "    %-8s  %-8s  %12d\n", column, row, value);
}

char RowType(const LinearRow& row) {
  if (!row.low.has_value()) return 'L';
  return row.low == row.high ? 'E' : 'G';
}

void AppendRowNames(const Problem& problem, const std::vector<LinearRow>& rows,
                    std::string& text) {
  for (const LinearRow& row : rows) {
    if (!row.item.has_value()) continue;
    AppendComment("* ",
                  absl::StrCat(row.name, " is item ", row.item->value(), ": ",
                               problem.item_name(*row.item)),
                  text);
  }
}

void AppendColumns(const Problem& problem, const ZeroOneForm& form,
                   const std::vector<LinearRow>& rows, std::string& text) {
  std::vector<std::vector<Entry>> columns(form.variable_count);
  for (uint32_t i = 0; i < rows.size(); ++i) {
    for (const LinearTerm& term : rows[i].terms) {
      columns[term.variable].push_back({i, term.coefficient});
    }
  }
  for (uint32_t i = 0; i < form.variable_count; ++i) {
    const std::string name = LinearName(form, i);
    const int64_t cost = i < form.option_count ? problem.cost(OptionId(i)) : 0;
    if (cost != 0) AppendEntry(name, kObjective, cost, text);
    for (const Entry& entry : columns[i]) {
      AppendEntry(name, rows[entry.row].name, entry.coefficient, text);
    }
  }
}

// The bounds of the rows.
void AppendSides(const std::vector<LinearRow>& rows, std::string& text) {
  text.append("RHS\n");
  for (const LinearRow& row : rows) {
    const uint32_t bound = row.low.has_value() ? *row.low : *row.high;
    if (bound != 0) AppendEntry("RHS", row.name, bound, text);
  }
  text.append("RANGES\n");
  for (const LinearRow& row : rows) {
    if (row.low.has_value() && row.high.has_value() && row.low != row.high) {
      AppendEntry("RANGE", row.name, *row.high - *row.low, text);
    }
  }
}

}  // namespace

absl::StatusOr<std::string> WriteMps(const Problem& problem) {
  const ZeroOneForm form = MakeZeroOneForm(problem);
  const std::vector<LinearRow> rows = MakeLinearRows(form);
  if (form.variable_count > kMaxNames || problem.item_count() > kMaxNames ||
      rows.size() > kMaxNames) {
    return absl::InvalidArgumentError(absl::StrCat(
        "MPS has names of eight characters, which are not enough for ",
        form.variable_count, " variables and ", rows.size(),
        " rows; lp has longer ones"));
  }

  std::string text;
  AppendLegend(
      problem, form, "* ",
      [&](uint32_t variable) { return LinearName(form, variable); }, text);
  AppendRowNames(problem, rows, text);
  absl::StrAppend(&text, "NAME          dlx\nROWS\n N  ", kObjective, "\n");
  for (const LinearRow& row : rows) {
    absl::StrAppendFormat(&text, " %c  %s\n", RowType(row), row.name);
  }
  text.append("COLUMNS\n");
  AppendColumns(problem, form, rows, text);
  AppendSides(rows, text);
  text.append("BOUNDS\n");
  for (uint32_t i = 0; i < form.variable_count; ++i) {
    absl::StrAppendFormat(&text, " BV %-8s  %s\n", "BOUND",
                          LinearName(form, i));
  }
  text.append("ENDATA\n");
  return text;
}

}  // namespace dlx::io
