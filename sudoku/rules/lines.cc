// Rules about the digits along a line.

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "sudoku/rules/functions.h"

namespace sudoku::rules {
namespace {

// Each `count` cells in a row have different classes. A state has the classes
// of the last count - 1 cells, each as a digit in base `base` that is not 0.
// Classes are those of the first digit, the second and so on.
void DifferentClasses(const Rule& rule, RuleModel& model, int count,
                      const std::function<int(int digit)>& class_of) {
  const int64_t base = model.size() + 1;
  int64_t first_dropped = 1;
  for (int i = 1; i < count; ++i) first_dropped *= base;
  const int before = model.least() - 1;
  model.Path(rule.cells(), 0, [=](size_t, int64_t state, int digit) -> State {
    const int own = class_of(digit - before);
    for (int64_t others = state; others > 0; others /= base) {
      if (others % base == own) return std::nullopt;
    }
    return (state * base + own) % first_dropped;
  });
}

// The ends, then the cells between them. The state of the ends is
// low * 64 + high.
void WithinOrOutside(const Rule& rule, RuleModel& model, int difference,
                     bool within) {
  const std::vector<int>& line = rule.cells();
  std::vector<int> cells = {line.front(), line.back()};
  cells.insert(cells.end(), line.begin() + 1, line.end() - 1);
  model.Path(cells, 0, [=](size_t position, int64_t state, int digit) -> State {
    if (position == 0) return digit;
    if (position == 1) {
      const auto [low, high] = std::minmax({static_cast<int>(state), digit});
      if (high - low < difference) return std::nullopt;
      return low * 64 + high;
    }
    const int64_t low = state / 64;
    const int64_t high = state % 64;
    const bool is_right =
        within ? low < digit && digit < high : digit < low || digit > high;
    return is_right ? State(state) : std::nullopt;
  });
}

}  // namespace

void Thermo(const Rule& rule, RuleModel& model) {
  model.Path(rule.cells(), -1, [](size_t, int64_t last, int digit) -> State {
    return digit > last ? State(digit) : std::nullopt;
  });
}

void SlowThermo(const Rule& rule, RuleModel& model) {
  model.Path(rule.cells(), 0, [](size_t, int64_t last, int digit) -> State {
    return digit >= last ? State(digit) : std::nullopt;
  });
}

void Whisper(const Rule& rule, RuleModel& model) {
  const int difference = rule.numbers[0];
  std::vector<int> cells = rule.cells();
  if (rule.is_loop) cells.push_back(cells.front());
  model.Path(cells, -difference,
             [=](size_t position, int64_t last, int digit) -> State {
               const bool is_right = std::abs(digit - last) >= difference;
               return position == 0 || is_right ? State(digit) : std::nullopt;
             });
}

// Each digit is consecutive to no other.
void Nabner(const Rule& rule, RuleModel& model) {
  const std::vector<int>& cells = rule.cells();
  for (size_t i = 0; i < cells.size(); ++i) {
    for (size_t j = i + 1; j < cells.size(); ++j) {
      model.Pair(cells[i], cells[j],
                 [](int a, int b) { return std::abs(a - b) > 1; });
    }
  }
}

void Renban(const Rule& rule, RuleModel& model) {
  const int count = static_cast<int>(rule.cells().size());
  std::vector<std::vector<int>> sets;
  for (int first = model.least(); first + count - 1 <= model.greatest();
       ++first) {
    sets.push_back(dlx::ValuesFrom(first, first + count - 1));
  }
  model.OneOfSets(rule.cells(), std::move(sets));
}

void Modular(const Rule& rule, RuleModel& model) {
  const int count = rule.numbers[0];
  DifferentClasses(rule, model, count,
                   [=](int digit) { return digit % count + 1; });
}

void Entropic(const Rule& rule, RuleModel& model) {
  DifferentClasses(rule, model, 3, [size = model.size()](int digit) {
    return ThirdOf(digit, size) + 1;
  });
}

void Parity(const Rule& rule, RuleModel& model) {
  DifferentClasses(rule, model, 2, [](int digit) { return digit % 2 + 1; });
}

void Between(const Rule& rule, RuleModel& model) {
  WithinOrOutside(rule, model, 0, /*within=*/true);
}

void Lockout(const Rule& rule, RuleModel& model) {
  WithinOrOutside(rule, model, rule.numbers[0], /*within=*/false);
}

void Palindrome(const Rule& rule, RuleModel& model) {
  const std::vector<int>& cells = rule.cells();
  for (size_t i = 0, j = cells.size() - 1; i < j; ++i, --j) {
    model.Equal(cells[i], cells[j]);
  }
}

// The first digit is that of the cell as many steps behind the second as the
// second says, at least 1. The state is first * 64 + the steps that are left; 0
// when they are done.
void ValueIndexing(const Rule& rule, RuleModel& model) {
  model.Path(
      rule.cells(), 0,
      [](size_t position, int64_t state, int digit) -> State {
        if (position == 0) return digit * 64;
        if (position == 1)
          return digit > 0 ? State(state + digit) : std::nullopt;
        if (state == 0) return 0;
        if (state % 64 > 1) return state - 1;
        return digit == state / 64 ? State(0) : std::nullopt;
      },
      [](int64_t state) { return state == 0; });
}

}  // namespace sudoku::rules
