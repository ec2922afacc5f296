#include "sudoku/render/rules_text.h"

#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "sudoku/rules/kind.h"

namespace sudoku {
namespace {

// All cells, or the ends of a row, column or diagonal.
std::string CellsInWords(const Rule& rule, const Geometry& geometry) {
  const RuleForm form = rule.kind->form;
  const auto name = [&](int cell) { return geometry.CellName(cell); };
  if (form == RuleForm::kEnds || form == RuleForm::kLine ||
      form == RuleForm::kDiagonal) {
    return absl::StrCat(name(rule.cells().front()), " to ",
                        name(rule.cells().back()));
  }
  const auto write_part = [&](std::string* text, const std::vector<int>& part) {
    absl::StrAppend(text,
                    absl::StrJoin(part, " ", [&](std::string* out, int cell) {
                      absl::StrAppend(out, name(cell));
                    }));
  };
  return absl::StrCat(absl::StrJoin(rule.parts, " - ", write_part),
                      rule.is_loop ? " and back" : "");
}

// As they are written: letters, digits in a row, or numbers with blanks; or the
// name of what is in letters.
std::string NumbersInWords(const Rule& rule) {
  const RuleKind& kind = *rule.kind;
  if (kind.form == RuleForm::kCoded) {
    const std::vector<std::string> words = absl::StrSplit(rule.text, '~');
    return words.size() > 2 && !words[2].empty() ? words[2].substr(1) : "";
  }
  if (kind.letters.empty()) {
    return absl::StrJoin(rule.numbers, kind.has_digits ? "" : " ");
  }
  return absl::StrJoin(rule.numbers, " ", [&](std::string* out, int number) {
    out->push_back(kind.letters[static_cast<size_t>(number)]);
  });
}

}  // namespace

std::string RuleInWords(const Rule& rule, const Geometry& geometry) {
  if (!rule.alternatives.empty()) return rule.text;
  const std::string numbers = NumbersInWords(rule);
  if (rule.parts.empty()) return numbers;
  return absl::StrCat(numbers, numbers.empty() ? "" : ": ",
                      CellsInWords(rule, geometry));
}

std::string RulesText(absl::Span<const Rule> rules, const Geometry& geometry) {
  std::vector<const RuleKind*> kinds;
  for (const Rule& rule : rules) {
    if (!absl::c_linear_search(kinds, rule.kind)) kinds.push_back(rule.kind);
  }
  std::string text;
  for (const RuleKind* const kind : kinds) {
    absl::StrAppend(&text, absl::string_view(kind->name), ": ",
                    absl::string_view(kind->meaning), "\n");
    for (const Rule& rule : rules) {
      if (rule.kind != kind) continue;
      const std::string words = RuleInWords(rule, geometry);
      if (!words.empty()) absl::StrAppend(&text, "  ", words, "\n");
    }
  }
  return text;
}

}  // namespace sudoku
