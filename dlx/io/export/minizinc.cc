#include "dlx/io/export/minizinc.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/legend.h"
#include "dlx/io/export/zero_one_form.h"

namespace dlx::io {
namespace {

std::string MiniZincName(const ZeroOneForm& form, uint32_t variable) {
  return variable < form.option_count
             ? absl::StrCat("chosen[", variable, "]")
             : absl::StrCat("colored[", variable - form.option_count, "]");
}

void AppendCount(const Problem& problem, const ZeroOneForm& form,
                 const ItemCount& count, std::string& text) {
  AppendComment("% ", absl::StrCat("item ", problem.item_name(count.item)),
                text);
  // bool2int, because of a list without members one could not tell the type.
  const std::string sum = absl::StrCat(
      "sum([",
      absl::StrJoin(count.variables, ", ",
                    [&](std::string* out, uint32_t variable) {
                      absl::StrAppend(out, "bool2int(",
                                      MiniZincName(form, variable), ")");
                    }),
      "])");
  if (count.low == count.high) {
    absl::StrAppend(&text, "constraint ", sum, " = ", count.low, ";\n");
    return;
  }
  if (count.low > 0) {
    absl::StrAppend(&text, "constraint ", sum, " >= ", count.low, ";\n");
  }
  if (count.high < count.variables.size()) {
    absl::StrAppend(&text, "constraint ", sum, " <= ", count.high, ";\n");
  }
}

void AppendColor(const Problem& problem, const ZeroOneForm& form,
                 const ColorVariable& color, std::string& text) {
  AppendComment("% ", DescribeColor(problem, color), text);
  absl::StrAppend(
      &text, "constraint ", MiniZincName(form, color.variable), " = (",
      absl::StrJoin(color.options, " \\/ ",
                    [&](std::string* out, OptionId option) {
                      absl::StrAppend(out, MiniZincName(form, option.value()));
                    }),
      ");\n");
}

std::string Cost(const Problem& problem, const ZeroOneForm& form) {
  std::string sum;
  absl::string_view plus = "";
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    const int64_t cost = problem.cost(OptionId(i));
    if (cost == 0) continue;
    absl::StrAppend(&sum, cost > 0 ? plus : " ", cost, "*",
                    MiniZincName(form, i));
    plus = " + ";
  }
  return sum;
}

}  // namespace

absl::StatusOr<std::string> WriteMiniZinc(const Problem& problem) {
  const ZeroOneForm form = MakeZeroOneForm(problem);
  std::string text;
  AppendLegend(
      problem, form, "% ",
      [&](uint32_t variable) { return MiniZincName(form, variable); }, text);
  const int64_t last = int64_t{form.option_count} - 1;
  absl::StrAppend(&text, "array[0..", last, "] of var bool: chosen;\n");
  if (!form.colors.empty()) {
    absl::StrAppend(&text, "array[0..", form.colors.size() - 1,
                    "] of var bool: colored;\n");
  }
  for (const ItemCount& count : form.counts) {
    AppendCount(problem, form, count, text);
  }
  for (const ColorVariable& color : form.colors) {
    AppendColor(problem, form, color, text);
  }
  absl::StrAppend(&text,
                  "solve :: bool_search(chosen, first_fail, indomain_max)\n");
  if (problem.has_costs()) {
    absl::StrAppend(&text, "  minimize ", Cost(problem, form), ";\n");
  } else {
    absl::StrAppend(&text, "  satisfy;\n");
  }
  absl::StrAppend(&text, "output [\"options: \\([k | k in 0..", last,
                  " where fix(chosen[k])])\\n\"];\n");
  return text;
}

}  // namespace dlx::io
