// Rules about a row or column, in the order in which it is looked at from a
// number beside the grid.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "sudoku/rules/functions.h"

namespace sudoku::rules {
namespace {

// The digits of a whole row or column, or of a part of it: all but those that
// another part has. Nothing is said of it in a block.
bool IsWhole(const Rule& rule, const RuleModel& model) {
  return !model.is_in_block() && model.AreDifferent(rule.cells()) &&
         static_cast<int>(rule.cells().size()) == model.size();
}
int SumOfAll(const RuleModel& model) {
  return model.size() * (model.size() + 1) / 2;
}

// What is left of a row without the first digits: as many from its end on as
// the first one says. The state is as that of XSum().
void SumOfLast(const Rule& rule, RuleModel& model) {
  const int size = model.size();
  const int sum = SumOfAll(model) - rule.numbers[0];
  if (sum < 0) return;
  std::vector<int> cells = rule.cells();
  std::reverse(cells.begin() + 1, cells.end());
  model.Path(
      cells, 0,
      [=](size_t position, int64_t state, int digit) -> State {
        if (position == 0) return 1024 * (size - digit) + sum;
        if (state == 0) return 0;
        const int64_t digits = state / 1024;
        const int64_t missing = state % 1024;
        if (digits == 0 || digit > missing) return std::nullopt;
        if (digits == 1 && digit != missing) return std::nullopt;
        return 1024 * (digits - 1) + missing - digit;
      },
      [](int64_t state) { return state == 0; });
}

// What lies outside of the two ends of a sandwich has the rest of the sum. The
// state is what is missing of it, and how many ends have been met.
void SumOutside(const Rule& rule, RuleModel& model) {
  const int greatest = model.size();
  const int sum = SumOfAll(model) - 1 - greatest - rule.numbers[0];
  if (sum < 0) return;
  model.Path(
      rule.cells(), 4 * sum,
      [=](size_t, int64_t state, int digit) -> State {
        if (digit == 1 || digit == greatest) {
          return state % 4 < 2 ? State(state + 1) : std::nullopt;
        }
        if (state % 4 == 1) return state;
        return digit <= state / 4 ? State(state - 4 * digit) : std::nullopt;
      },
      [](int64_t state) { return state == 2; });
}

}  // namespace

// The state is before the first of 1 and the greatest digit, behind the second,
// or between them with what is missing of the sum.
void Sandwich(const Rule& rule, RuleModel& model) {
  constexpr int64_t kBefore = -1;
  constexpr int64_t kBehind = -2;
  const int greatest = model.size();
  const int sum = rule.numbers[0];
  model.Path(
      rule.cells(), kBefore,
      [=](size_t, int64_t state, int digit) -> State {
        const bool is_end = digit == 1 || digit == greatest;
        if (state == kBefore) return is_end ? sum : kBefore;
        if (state == kBehind) return is_end ? std::nullopt : State(kBehind);
        if (is_end) return state == 0 ? State(kBehind) : std::nullopt;
        return digit <= state ? State(state - digit) : std::nullopt;
      },
      [=](int64_t state) { return state == kBehind; });
  if (IsWhole(rule, model)) SumOutside(rule, model);
}

// The state is how many digits are to be added, and what is missing of the
// sum: 1024 * digits + sum.
void XSum(const Rule& rule, RuleModel& model) {
  const int sum = rule.numbers[0];
  model.Path(
      rule.cells(), 0,
      [=](size_t position, int64_t state, int digit) -> State {
        const int64_t digits = position == 0 ? digit : state / 1024;
        const int64_t missing = position == 0 ? sum : state % 1024;
        if (digits == 0) return 0;
        if (digit > missing) return std::nullopt;
        if (digits == 1 && digit != missing) return std::nullopt;
        return 1024 * (digits - 1) + missing - digit;
      },
      [](int64_t state) { return state == 0; });
  if (IsWhole(rule, model)) SumOfLast(rule, model);
}

// The state is the highest so far, and how many are to be seen: 64 * seen +
// highest.
void Skyscraper(const Rule& rule, RuleModel& model) {
  model.Path(
      rule.cells(), int64_t{64} * rule.numbers[0],
      [](size_t, int64_t state, int digit) -> State {
        if (digit <= state % 64) return state;
        if (state < 64) return std::nullopt;
        return (state / 64 - 1) * 64 + digit;
      },
      [](int64_t state) { return state < 64; });
}

// The first digit that is less than one before it is the number.
void HiddenSkyscraper(const Rule& rule, RuleModel& model) {
  constexpr int64_t kSeen = 64;
  const int hidden = rule.numbers[0];
  model.Path(
      rule.cells(), 0,
      [=](size_t, int64_t highest, int digit) -> State {
        if (highest == kSeen || digit > highest) {
          return std::max<int64_t>(highest, digit);
        }
        return digit == hidden ? State(kSeen) : std::nullopt;
      },
      [=](int64_t state) { return state == kSeen; });
}

// The first digit says where the number is. The state is how many cells on.
void NumberedRoom(const Rule& rule, RuleModel& model) {
  const int number = rule.numbers[0];
  model.Path(
      rule.cells(), 0,
      [=](size_t position, int64_t state, int digit) -> State {
        if (position == 0) state = digit;
        if (state == 1 && digit != number) return std::nullopt;
        return std::max<int64_t>(state - 1, 0);
      },
      [](int64_t state) { return state == 0; });
}

}  // namespace sudoku::rules
