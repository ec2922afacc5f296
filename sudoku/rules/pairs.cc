// Rules about two cells side by side.

#include "sudoku/rules/pairs.h"

#include <cstdlib>
#include <vector>

#include "absl/functional/function_ref.h"
#include "sudoku/rules/functions.h"

namespace sudoku::rules {
namespace {

void AdjacentPairs(const Rule& rule, RuleModel& model,
                   absl::FunctionRef<bool(int, int)> may_be) {
  for (const auto& [one, other] : PairsOf(rule, model.geometry().size())) {
    model.Pair(one, other, may_be);
  }
}

}  // namespace

bool Differ(int a, int b, int number) { return std::abs(a - b) == number; }

bool AreInRatio(int a, int b, int number) {
  return a == number * b || b == number * a;
}

bool AreBeside(int one, int other, int size) {
  return std::abs(one / size - other / size) +
             std::abs(one % size - other % size) ==
         1;
}

std::vector<std::pair<int, int>> PairsOf(const Rule& rule, int size) {
  std::vector<std::pair<int, int>> pairs;
  const std::vector<int>& cells = rule.cells();
  for (size_t i = 0; i < cells.size(); ++i) {
    for (size_t j = i + 1; j < cells.size(); ++j) {
      if (AreBeside(cells[i], cells[j], size)) {
        pairs.push_back({cells[i], cells[j]});
      }
    }
  }
  return pairs;
}

void WhiteDot(const Rule& rule, RuleModel& model) {
  AdjacentPairs(rule, model,
                [&](int a, int b) { return Differ(a, b, rule.numbers[0]); });
}

void BlackDot(const Rule& rule, RuleModel& model) {
  AdjacentPairs(rule, model, [&](int a, int b) {
    return AreInRatio(a, b, rule.numbers[0]);
  });
}

void GreaterThan(const Rule& rule, RuleModel& model) {
  AdjacentPairs(rule, model, [](int a, int b) { return a > b; });
}

void X(const Rule& rule, RuleModel& model) {
  AdjacentPairs(rule, model, [](int a, int b) { return a + b == 10; });
}

void V(const Rule& rule, RuleModel& model) {
  AdjacentPairs(rule, model, [](int a, int b) { return a + b == 5; });
}

}  // namespace sudoku::rules
