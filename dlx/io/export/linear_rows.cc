#include "dlx/io/export/linear_rows.h"

#include <cassert>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"

namespace dlx::io {
namespace {

LinearRow ItemRow(const ItemCount& count) {
  LinearRow row = {.name = absl::StrCat("i", count.item.value()),
                   .item = count.item};
  for (const uint32_t variable : count.variables) {
    row.terms.push_back({1, variable});
  }
  if (count.high < count.variables.size()) row.high = count.high;
  // A row that allows everything is there so that its options are mentioned.
  if (count.low > 0 || !row.high.has_value()) row.low = count.low;
  return row;
}

}  // namespace

std::vector<LinearRow> MakeLinearRows(const ZeroOneForm& form) {
  std::vector<LinearRow> rows;
  for (const ItemCount& count : form.counts) {
    const bool says_nothing = count.variables.empty() && count.low == 0;
    if (!says_nothing) rows.push_back(ItemRow(count));
  }
  size_t forced = 0;
  for (size_t i = 0; i < form.colors.size(); ++i) {
    const ColorVariable& color = form.colors[i];
    LinearRow any = {.name = absl::StrCat("a", i), .low = 0};
    for (const OptionId option : color.options) {
      any.terms.push_back({1, option.value()});
      rows.push_back({.name = absl::StrCat("f", forced++),
                      .terms = {{1, color.variable}, {-1, option.value()}},
                      .low = 0});
    }
    any.terms.push_back({-1, color.variable});
    rows.push_back(std::move(any));
  }
  return rows;
}

std::string LinearName(const ZeroOneForm& form, uint32_t variable) {
  assert(variable < form.variable_count);
  return variable < form.option_count
             ? absl::StrCat("o", variable)
             : absl::StrCat("c", variable - form.option_count);
}

}  // namespace dlx::io
