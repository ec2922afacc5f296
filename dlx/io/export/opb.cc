#include "dlx/io/export/opb.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/legend.h"
#include "dlx/io/export/linear_rows.h"
#include "dlx/io/export/zero_one_form.h"

namespace dlx::io {
namespace {

std::string OpbName(uint32_t variable) {
  return absl::StrCat("x", uint64_t{variable} + 1);
}

// `factor` is 1 or -1: the format has >= and =, but no <=.
void AppendRow(const LinearRow& row, int factor, absl::string_view relation,
               uint32_t bound, std::string& text) {
  for (const LinearTerm& term : row.terms) {
    absl::StrAppend(&text, term.coefficient * factor > 0 ? "+1 x" : "-1 x",
                    uint64_t{term.variable} + 1, " ");
  }
  if (row.terms.empty()) absl::StrAppend(&text, "+0 x1 ");
  absl::StrAppend(&text, relation, " ", int64_t{bound} * factor, " ;\n");
}

// Returns the number of constraints.
size_t AppendConstraints(const LinearRow& row, std::string& text) {
  if (row.low.has_value() && row.low == row.high) {
    AppendRow(row, 1, "=", *row.low, text);
    return 1;
  }
  if (row.low.has_value()) AppendRow(row, 1, ">=", *row.low, text);
  if (row.high.has_value()) AppendRow(row, -1, ">=", *row.high, text);
  return row.low.has_value() + row.high.has_value();
}

}  // namespace

absl::StatusOr<std::string> WriteOpb(const Problem& problem) {
  const ZeroOneForm form = MakeZeroOneForm(problem);
  const std::vector<LinearRow> rows = MakeLinearRows(form);
  size_t count = 0;
  std::string constraints;
  for (const LinearRow& row : rows) {
    count += AppendConstraints(row, constraints);
  }

  // Rows without terms mention x1, if need be one that does not exist.
  const uint32_t variable_count =
      rows.empty() ? 0 : std::max<uint32_t>(form.variable_count, 1);
  std::string text = absl::StrCat("* #variable= ", variable_count,
                                  " #constraint= ", count, "\n");
  AppendLegend(problem, form, "* ", OpbName, text);
  if (problem.has_costs()) {
    absl::StrAppend(&text, "min:");
    for (uint32_t i = 0; i < form.option_count; ++i) {
      const int64_t cost = problem.cost(OptionId(i));
      if (cost == 0) continue;
      absl::StrAppend(&text, cost > 0 ? " +" : " ", cost, " ", OpbName(i));
    }
    absl::StrAppend(&text, " ;\n");
  }
  return absl::StrCat(text, constraints);
}

}  // namespace dlx::io
