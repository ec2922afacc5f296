#include "dlx/io/export/lp.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/legend.h"
#include "dlx/io/export/linear_rows.h"
#include "dlx/io/export/zero_one_form.h"

namespace dlx::io {
namespace {

// The format wants a variable in every sum, also in an empty one; and if there
// is none at all, one is made up.
constexpr absl::string_view kMadeUp = "none";

std::string EmptySum(const ZeroOneForm& form) {
  return absl::StrCat("0 ",
                      form.option_count > 0 ? LinearName(form, 0) : kMadeUp);
}

// Lines may not be as long as one likes.
class WrappedText {
 public:
  explicit WrappedText(std::string& text) : text_(text) {}

  void BeginLine(absl::string_view word) {
    absl::StrAppend(&text_, " ", word);
    column_ = 1 + word.size();
  }
  void Word(absl::string_view word) {
    if (column_ + 1 + word.size() > kLineLength) {
      text_.append("\n  ");
      column_ = 2;
    }
    absl::StrAppend(&text_, " ", word);
    column_ += 1 + word.size();
  }
  void EndLine() { text_.push_back('\n'); }

 private:
  static constexpr size_t kLineLength = 79;

  std::string& text_;
  size_t column_ = 0;
};

// "i3_r1c1": what is not a letter or digit of ASCII becomes '_'.
std::string RowName(const Problem& problem, const LinearRow& row) {
  constexpr size_t kMaxLength = 40;
  std::string name = row.name;
  if (!row.item.has_value()) return name;
  name.push_back('_');
  for (const char c : problem.item_name(*row.item).substr(0, kMaxLength)) {
    const bool is_plain = absl::ascii_isalnum(static_cast<unsigned char>(c));
    name.push_back(is_plain ? c : '_');
  }
  return name;
}

void AppendRow(const ZeroOneForm& form, const LinearRow& row,
               absl::string_view name, absl::string_view relation,
               uint32_t bound, WrappedText& lines) {
  lines.BeginLine(absl::StrCat(name, ":"));
  absl::string_view plus = "";
  for (const LinearTerm& term : row.terms) {
    lines.Word(absl::StrCat(term.coefficient > 0 ? plus : "- ",
                            LinearName(form, term.variable)));
    plus = "+ ";
  }
  if (row.terms.empty()) lines.Word(EmptySum(form));
  lines.Word(absl::StrCat(relation, " ", bound));
  lines.EndLine();
}

// The format has no row with two bounds.
void AppendRows(const ZeroOneForm& form, const LinearRow& row,
                absl::string_view name, WrappedText& lines) {
  if (!row.low.has_value()) {
    AppendRow(form, row, name, "<=", *row.high, lines);
  } else if (!row.high.has_value()) {
    AppendRow(form, row, name, ">=", *row.low, lines);
  } else if (row.low == row.high) {
    AppendRow(form, row, name, "=", *row.low, lines);
  } else {
    AppendRow(form, row, absl::StrCat(name, "_min"), ">=", *row.low, lines);
    AppendRow(form, row, absl::StrCat(name, "_max"), "<=", *row.high, lines);
  }
}

}  // namespace

absl::StatusOr<std::string> WriteLp(const Problem& problem) {
  const ZeroOneForm form = MakeZeroOneForm(problem);
  const auto name = [&](uint32_t variable) {
    return LinearName(form, variable);
  };
  std::string text;
  AppendLegend(problem, form, "\\ ", name, text);
  WrappedText lines(text);

  text.append("Minimize\n");
  lines.BeginLine("cost:");
  if (form.option_count == 0) lines.Word(EmptySum(form));
  // Every option is mentioned here, also those that cost nothing, so that
  // programs number them in this order.
  for (uint32_t i = 0; i < form.option_count; ++i) {
    const int64_t cost = problem.cost(OptionId(i));
    lines.Word(absl::StrCat(cost < 0 ? "- " : "+ ", cost < 0 ? -cost : cost,
                            " ", name(i)));
  }
  lines.EndLine();

  text.append("Subject To\n");
  const std::vector<LinearRow> rows = MakeLinearRows(form);
  for (const LinearRow& row : rows) {
    AppendRows(form, row, RowName(problem, row), lines);
  }
  // The format wants a row, too.
  if (rows.empty()) AppendRow(form, {}, kMadeUp, ">=", 0, lines);

  text.append("Binary\n");
  lines.BeginLine(form.option_count > 0 ? "" : kMadeUp);
  for (uint32_t i = 0; i < form.variable_count; ++i) lines.Word(name(i));
  lines.EndLine();
  text.append("End\n");
  return text;
}

}  // namespace dlx::io
