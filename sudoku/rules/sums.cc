// Rules about the sums of digits along a line.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sudoku/rules/functions.h"

namespace sudoku::rules {
void Sum(const Rule& rule, RuleModel& model) {
  model.Sum(rule.cells(), rule.numbers[0],
            absl::MakeConstSpan(rule.numbers).subspan(1));
}

// The cells of the shaft, then the circle.
void Arrow(const Rule& rule, RuleModel& model) {
  std::vector<int> cells(rule.cells().begin() + 1, rule.cells().end());
  std::vector<int> factors(cells.size(), 1);
  cells.push_back(rule.cells().front());
  factors.push_back(-1);
  model.Sum(cells, 0, factors);
}

void DoubleArrow(const Rule& rule, RuleModel& model) {
  std::vector<int> factors(rule.cells().size(), 1);
  factors.front() = factors.back() = -1;
  model.Sum(rule.cells(), 0, factors);
}

// The digits of the pill are a number, which is read from left to right and
// from top to bottom: in the order of its cells in the grid.
void PillArrow(const Rule& rule, RuleModel& model) {
  const int length = rule.numbers[0];
  std::vector<int> pill(rule.cells().begin(), rule.cells().begin() + length);
  absl::c_sort(pill);
  std::vector<int> cells(rule.cells().begin() + length, rule.cells().end());
  std::vector<int> factors(cells.size(), 1);
  int factor = -1;
  for (auto cell = pill.rbegin(); cell != pill.rend(); ++cell, factor *= 10) {
    cells.push_back(*cell);
    factors.push_back(factor);
  }
  model.Sum(cells, 0, factors);
}

void EqualSum(const Rule& rule, RuleModel& model) {
  model.EqualSums(rule.parts);
}

// A part for each stretch of the line in one box or region.
void RegionSumLine(const Rule& rule, RuleModel& model) {
  const Geometry& geometry = model.geometry();
  std::vector<std::vector<int>> parts;
  int region = -1;
  for (const int cell : rule.cells()) {
    if (geometry.RegionOf(cell) !=
        std::exchange(region, geometry.RegionOf(cell))) {
      parts.emplace_back();
    }
    parts.back().push_back(cell);
  }
  model.EqualSums(parts);
}

// The sum of each pair is that of the centre. Without one it is a value of its
// own, or, in a block, the sum of the first pair.
void Zipper(const Rule& rule, RuleModel& model) {
  const std::vector<int>& line = rule.cells();
  const size_t half = line.size() / 2;
  std::vector<int> sum;
  if (line.size() % 2 == 1) {
    sum = {line[half]};
  } else if (model.is_in_block()) {
    sum = {line.front(), line.back()};
  } else {
    sum = {model.AddHelper(
        dlx::ValuesFrom(2 * model.least(), 2 * model.greatest()))};
  }
  for (size_t i = sum.size() - 1; i < half; ++i) {
    const int left = line[i];
    const int right = line[line.size() - 1 - i];
    // That the digits of a pair differ says more about their sum.
    const bool differs = model.AreDifferent({left, right});
    std::vector<int> cells = {left, right};
    cells.insert(cells.end(), sum.begin(), sum.end());
    model.Path(
        cells, 0,
        [=](size_t position, int64_t state, int digit) -> State {
          if (position == 0) return digit;
          if (position > 1) return state - digit;
          return differs && state == digit ? std::nullopt
                                           : State(state + digit);
        },
        [](int64_t state) { return state == 0; });
  }
}

// Stretches that each have the sum, one after the other. A state is what the
// stretch has so far; 0 at its end, and -1 where there has been nothing yet but
// zeros.
//
// Of a loop it is not known where a stretch begins: a state is the set of what
// may be missing of a stretch, bit m - 1 for m, and the sum so far.
void SumLine(const Rule& rule, RuleModel& model) {
  const int sum = rule.numbers[0];
  if (!rule.is_loop) {
    return model.Path(
        rule.cells(), -1,
        [=](size_t, int64_t state, int digit) -> State {
          if (digit == 0) return state;
          if (state < 0) state = 0;
          if (state + digit > sum) return std::nullopt;
          return (state + digit) % sum;
        },
        [](int64_t state) { return state == 0; });
  }
  const int64_t all = (int64_t{1} << sum) - 1;
  model.Path(
      rule.cells(), -1,
      [=](size_t, int64_t state, int digit) -> State {
        if (digit == 0) return state;
        if (state < 0) state = all;
        const int64_t missing = state & all;
        const int64_t total = ((state >> sum) + digit) % sum;
        if (digit > sum) return std::nullopt;
        const bool ends = (missing >> (digit - 1) & 1) != 0;
        const int64_t left =
            missing >> digit | (ends ? int64_t{1} << (sum - 1) : 0);
        if (left == 0) return std::nullopt;
        return total << sum | left;
      },
      [=](int64_t state) { return state >> sum == 0; });
}

}  // namespace sudoku::rules
