// Rules about the whole grid.

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "sudoku/rules/functions.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/pairs.h"
#include "sudoku/rules/rule_places.h"

namespace sudoku::rules {
namespace {

// Each four cells around a point have digits of all three classes, which are
// those of the first digit, the second and so on. A state is the set of those
// that have been met.
void AllClassesInSquares(RuleModel& model,
                         const std::function<int(int digit)>& class_of) {
  const Geometry& geometry = model.geometry();
  const int before = model.least() - 1;
  // The class of each cell, as a value of its own: searches learn more of it.
  const bool has_classes = !model.is_in_block();
  std::vector<int> places;
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    places.push_back(has_classes ? model.AddHelper({0, 1, 2}) : cell);
    if (!has_classes) continue;
    model.Path({cell, places.back()}, 0,
               [=](size_t position, int64_t state, int value) -> State {
                 if (position == 0) return class_of(value - before);
                 return value == state ? State(0) : std::nullopt;
               });
  }
  for (int row = 0; row + 1 < model.size(); ++row) {
    for (int column = 0; column + 1 < model.size(); ++column) {
      const int cell = geometry.CellAt(row, column);
      model.Path(
          {places[cell], places[cell + 1], places[cell + model.size()],
           places[cell + model.size() + 1]},
          0,
          [=](size_t, int64_t state, int value) -> State {
            return state |
                   int64_t{1}
                       << (has_classes ? value : class_of(value - before));
          },
          [](int64_t state) { return state == 7; });
    }
  }
}

// Cells side by side without a mark that the rule speaks of are not in a
// relation.
void NotWhereUnmarked(const Rule& strict, RuleModel& model,
                      absl::FunctionRef<bool(int, int)> may_be) {
  std::set<std::pair<int, int>> marked;
  for (const Rule& rule : model.rules()) {
    if (!absl::c_linear_search(strict.kind->marks, rule.kind->name)) continue;
    for (const auto& [one, other] : PairsOf(rule, model.geometry().size())) {
      marked.insert(std::minmax(one, other));
    }
  }
  ForEachApart(model.size(), 0, 1, [&](int one, int other) {
    if (!marked.contains({one, other})) model.Pair(one, other, may_be);
  });
}

}  // namespace

// The same digit is not as many steps away as it says.
void AntiTaxicab(const Rule&, RuleModel& model) {
  for (int rows = 0; rows < model.size(); ++rows) {
    for (int columns = rows; columns < model.size(); ++columns) {
      const int digit = rows + columns;
      if (digit == 0 || digit > model.greatest()) continue;
      ForEachApart(model.size(), rows, columns, [&](int one, int other) {
        if (model.AreDifferent({one, other})) return;
        model.Forbid(one, {digit}, other, {digit});
      });
    }
  }
}

void AntiConsecutive(const Rule&, RuleModel& model) {
  ForEachApart(model.size(), 0, 1, [&](int one, int other) {
    model.Pair(one, other, [](int a, int b) { return std::abs(a - b) != 1; });
  });
}

void GlobalEntropy(const Rule&, RuleModel& model) {
  AllClassesInSquares(
      model, [size = model.size()](int digit) { return ThirdOf(digit, size); });
}

void GlobalMod(const Rule&, RuleModel& model) {
  AllClassesInSquares(model, [](int digit) { return digit % 3; });
}

// Each 5 has a 1 above it or a 9 below it. A state is the digit before, or 64
// where a 9 must follow.
void DutchFlatmates(const Rule&, RuleModel& model) {
  constexpr int64_t kNeedsNine = 64;
  for (int column = 0; column < model.size(); ++column) {
    std::vector<int> cells;
    for (int row = 0; row < model.size(); ++row) {
      cells.push_back(model.geometry().CellAt(row, column));
    }
    model.Path(
        cells, 0,
        [=](size_t, int64_t state, int digit) -> State {
          if (state == kNeedsNine && digit != 9) return std::nullopt;
          if (digit == 5 && state != 1) return kNeedsNine;
          return digit == 1 ? 1 : 0;
        },
        [=](int64_t state) { return state != kNeedsNine; });
  }
}

// A pair with a dot of either colour is never asked about: 1 and 2 may have
// any.
void StrictBlackDots(const Rule& rule, RuleModel& model) {
  NotWhereUnmarked(rule, model, [&](int a, int b) {
    return !AreInRatio(a, b, rule.numbers[0]);
  });
}

void StrictWhiteDots(const Rule& rule, RuleModel& model) {
  NotWhereUnmarked(rule, model, [&](int a, int b) {
    return !Differ(a, b, rule.numbers[0]);
  });
}

void StrictKropki(const Rule& rule, RuleModel& model) {
  NotWhereUnmarked(rule, model, [](int a, int b) {
    return !Differ(a, b, 1) && !AreInRatio(a, b, 2);
  });
}

void StrictXV(const Rule& rule, RuleModel& model) {
  NotWhereUnmarked(rule, model,
                   [](int a, int b) { return a + b != 5 && a + b != 10; });
}

}  // namespace sudoku::rules
