// Rules that are made of others.

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "sudoku/rules/functions.h"
#include "sudoku/rules/kind.h"

namespace sudoku {
namespace rules {

// Its numbers are the digits that the cell may have.
void Given(const Rule& rule, RuleModel& model) {
  model.Path(rule.cells(), 0,
             [digits = rule.numbers](size_t, int64_t, int digit) -> State {
               return absl::c_linear_search(digits, digit) ? State(0)
                                                           : std::nullopt;
             });
}

void Or(const Rule& rule, RuleModel& model) {
  std::vector<std::vector<Recognizer>> lists;
  for (const std::vector<Rule>& alternative : rule.alternatives) {
    lists.push_back(model.Recognizers(alternative));
  }
  Recognizer any = AnyOf(std::move(lists));
  if (any.cells.empty()) return;
  model.Path(any.cells, any.start, std::move(any.step), std::move(any.accepts));
}

}  // namespace rules

const RuleKind& OrKind() {
  static const auto* const kind =
      new RuleKind{.name = "Or",
                   .meaning = "at least one of several rules holds",
                   .form = RuleForm::kMade,
                   .add = rules::Or};
  return *kind;
}

const RuleKind& GivenKind() {
  static const auto* const kind =
      new RuleKind{.name = "",
                   .meaning = "a cell has one of some digits",
                   .form = RuleForm::kMade,
                   .add = rules::Given};
  return *kind;
}

}  // namespace sudoku
