// Rules about how often digits occur, and where.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sudoku/rules/functions.h"
#include "sudoku/rules/pairs.h"

namespace sudoku::rules {
namespace {

// How often each digit is among the numbers.
std::map<int, size_t> Occurrences(const Rule& rule) {
  std::map<int, size_t> counts;
  for (const int digit : rule.numbers) ++counts[digit];
  return counts;
}

std::vector<int> DigitsBut(int digit, int size) {
  std::vector<int> others;
  for (int other = 1; other <= size; ++other) {
    if (other != digit) others.push_back(other);
  }
  return others;
}

// The cells hold digits of one remainder only.
void OnlyRemainder(const Rule& rule, RuleModel& model, int remainder) {
  for (const int cell : rule.cells()) {
    model.Path({cell}, 0, [=](size_t, int64_t, int digit) -> State {
      return digit % 2 == remainder ? State(0) : std::nullopt;
    });
  }
}

// Each cell is less, or greater, than those beside, above and below it that
// are not of the rule.
void Extreme(const Rule& rule, RuleModel& model,
             bool (*may_be)(int digit, int neighbour)) {
  const int size = model.size();
  for (const int cell : rule.cells()) {
    for (const int other : {cell - size, cell - 1, cell + 1, cell + size}) {
      if (other < 0 || other >= model.geometry().cell_count()) continue;
      if (!AreBeside(cell, other, size)) continue;
      if (absl::c_linear_search(rule.cells(), other)) continue;
      model.Pair(cell, other, may_be);
    }
  }
}

}  // namespace

void ContainAtLeast(const Rule& rule, RuleModel& model) {
  for (const auto& [digit, count] : Occurrences(rule)) {
    model.Count(rule.cells(), {digit}, count, rule.cells().size());
  }
}

void ContainExact(const Rule& rule, RuleModel& model) {
  for (const auto& [digit, count] : Occurrences(rule)) {
    model.Count(rule.cells(), {digit}, count, count);
  }
}

// Its numbers are pairs: how often, and which digit.
void LookAndSay(const Rule& rule, RuleModel& model) {
  for (size_t i = 0; i + 1 < rule.numbers.size(); i += 2) {
    const size_t count = rule.numbers[i];
    model.Count(rule.cells(), {rule.numbers[i + 1]}, count, count);
  }
}

// The first cell counts the different digits of the others. A state is how many
// are missing, and the set of those that have been met.
void CountDistinct(const Rule& rule, RuleModel& model) {
  model.Path(
      rule.cells(), 0,
      [](size_t position, int64_t state, int digit) -> State {
        if (position == 0) return int64_t{digit} << 40;
        const int64_t bit = int64_t{1} << (digit - 1);
        if ((state & bit) != 0) return state;
        if (state >> 40 == 0) return std::nullopt;
        return (state | bit) - (int64_t{1} << 40);
      },
      [](int64_t state) { return state >> 40 == 0; });
}

// A digit is in no circle, or in as many as it says.
void CountingCircles(const Rule& rule, RuleModel& model) {
  for (int counted = 1; counted <= model.size(); ++counted) {
    model.Path(
        rule.cells(), 0,
        [=](size_t, int64_t state, int digit) -> State {
          if (digit != counted) return state;
          return state < counted ? State(state + 1) : std::nullopt;
        },
        [=](int64_t state) { return state == 0 || state == counted; });
  }
}

void Odd(const Rule& rule, RuleModel& model) { OnlyRemainder(rule, model, 1); }

void Even(const Rule& rule, RuleModel& model) { OnlyRemainder(rule, model, 0); }

void Minimum(const Rule& rule, RuleModel& model) {
  Extreme(rule, model, [](int digit, int other) { return digit < other; });
}

void Maximum(const Rule& rule, RuleModel& model) {
  Extreme(rule, model, [](int digit, int other) { return digit > other; });
}

// The digit of a cell of column c (or row, if its number is 0) says where in
// the row (or column) c is.
void Indexing(const Rule& rule, RuleModel& model) {
  const Geometry& geometry = model.geometry();
  const bool is_by_column = rule.numbers[0] != 0;
  for (const int cell : rule.cells()) {
    const int row = geometry.RowOf(cell);
    const int column = geometry.ColumnOf(cell);
    const int own = (is_by_column ? column : row) + 1;
    for (int digit = 1; digit <= model.size(); ++digit) {
      const int there = is_by_column ? geometry.CellAt(row, digit - 1)
                                     : geometry.CellAt(digit - 1, column);
      if (there == cell) continue;
      model.Forbid(cell, {digit}, there, DigitsBut(own, model.size()));
    }
  }
}

}  // namespace sudoku::rules
