// Rules about sets of cells.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "sudoku/rules/functions.h"

namespace sudoku::rules {
namespace {

// Up to that many sets of digits are said as such: what cells and values they
// leave is then found at once, and engines have few options for an item.
constexpr size_t kMostSets = 45;

// Appends the sets of so many digits from `first` on that are right, each
// behind `chosen`, until there are too many.
void AppendRightSets(int first, int last, size_t count,
                     absl::FunctionRef<bool(const std::vector<int>&)> is_right,
                     std::vector<int>& chosen,
                     std::vector<std::vector<int>>& sets) {
  if (sets.size() > kMostSets) return;
  if (count == 0) {
    if (is_right(chosen)) sets.push_back(chosen);
    return;
  }
  for (int digit = first; digit <= last; ++digit) {
    chosen.push_back(digit);
    AppendRightSets(digit + 1, last, count - 1, is_right, chosen, sets);
    chosen.pop_back();
  }
}

// The digits differ, and a path says which sets of them are right.
void RightSet(
    const Rule& rule, RuleModel& model, int64_t start,
    const RuleModel::Step& step,
    const RuleModel::Accepts& accepts = [](int64_t) { return true; }) {
  const auto is_right = [&](const std::vector<int>& digits) {
    State state = start;
    for (size_t i = 0; i < digits.size() && state.has_value(); ++i) {
      state = step(i, *state, digits[i]);
    }
    return state.has_value() && accepts(*state);
  };
  std::vector<int> chosen;
  std::vector<std::vector<int>> sets;
  if (model.size() <= RuleModel::kLargestSizeForSets) {
    AppendRightSets(model.least(), model.greatest(), rule.cells().size(),
                    is_right, chosen, sets);
    if (sets.size() <= kMostSets) {
      return model.OneOfSets(rule.cells(), std::move(sets));
    }
  }
  model.Different(rule.cells());
  model.Path(rule.cells(), start, step, accepts);
}

}  // namespace

// A sum of 0 is none.
void Cage(const Rule& rule, RuleModel& model) {
  if (rule.numbers.empty() || rule.numbers[0] == 0) {
    return model.Different(rule.cells());
  }
  model.DifferentWithSum(rule.cells(), rule.numbers[0]);
}

// As many low digits as high ones, and as many even as odd. The state is the
// two differences, each plus 64.
void EqualityCage(const Rule& rule, RuleModel& model) {
  constexpr int64_t kBalanced = 128 * 64 + 64;
  const int ends = model.least() + model.greatest();
  RightSet(
      rule, model, kBalanced,
      [=](size_t, int64_t state, int digit) -> State {
        if (2 * digit == ends) return std::nullopt;
        return state + (2 * digit > ends ? 128 : -128) +
               (digit % 2 == 0 ? 1 : -1);
      },
      [=](int64_t state) { return state == kBalanced; });
}

// No digits in it have that sum. A state is the set of sums that some have, up
// to that one, bit s for the sum s.
void RellikCage(const Rule& rule, RuleModel& model) {
  const int sum = rule.numbers[0];
  RightSet(rule, model, 1, [=](size_t, int64_t sums, int digit) -> State {
    if (digit > sum) return sums;
    sums |= sums << digit;
    sums &= (int64_t{2} << sum) - 1;
    return (sums >> sum & 1) == 0 ? State(sums) : std::nullopt;
  });
}

// Some of the digits but the least and the greatest have the sum.
bool HasInnerSum(const std::vector<int>& digits, int sum) {
  if (std::accumulate(digits.begin(), digits.end(), 0) < sum) return false;
  std::vector<bool> can_be(static_cast<size_t>(sum) + 1, false);
  can_be[0] = true;
  for (size_t i = 1; i + 1 < digits.size(); ++i) {
    for (int total = sum; total >= digits[i]; --total) {
      if (can_be[static_cast<size_t>(total - digits[i])]) {
        can_be[static_cast<size_t>(total)] = true;
      }
    }
  }
  return can_be.back();
}

// The least and the greatest digit are known first: they are a value of their
// own, least * 64 + greatest. A state is that, and how many of the two have
// been met, and what is missing of the sum.
void Lunchbox(const Rule& rule, RuleModel& model) {
  const int total = rule.numbers[0];
  std::vector<std::vector<int>> sets;
  std::vector<int> chosen;
  AppendRightSets(
      model.least(), std::min(model.greatest(), RuleModel::kLargestSizeForSets),
      rule.cells().size(),
      [&](const std::vector<int>& digits) {
        return HasInnerSum(digits, total);
      },
      chosen, sets);
  if (model.size() <= RuleModel::kLargestSizeForSets &&
      sets.size() <= kMostSets) {
    model.OneOfSets(rule.cells(), std::move(sets));
  } else {
    model.Different(rule.cells());
  }
  std::vector<int> ends;
  for (int low = model.least(); low <= model.greatest(); ++low) {
    for (int high = low + 1; high <= model.greatest(); ++high) {
      ends.push_back(low * 64 + high);
    }
  }
  std::vector<int> cells = {model.AddHelper(ends)};
  cells.insert(cells.end(), rule.cells().begin(), rule.cells().end());
  const auto met = [](int64_t state) { return state >> 16 & 3; };
  constexpr int64_t kMetOne = int64_t{1} << 16;
  constexpr int64_t kSumOne = int64_t{1} << 20;
  model.Path(
      cells, 0,
      [=](size_t position, int64_t state, int digit) -> State {
        if (position == 0) return digit + total * kSumOne;
        const int64_t low = state % 4096 / 64;
        const int64_t high = state % 64;
        if (digit < low || digit > high) return std::nullopt;
        if (digit == low || digit == high) return state + kMetOne;
        if (met(state) != 1) return state;
        if (digit * kSumOne > state) return std::nullopt;
        return state - digit * kSumOne;
      },
      [=](int64_t state) { return met(state) == 2 && state < kSumOne; });
}

// As many sets as its number says, each of as many cells.
void SameValues(const Rule& rule, RuleModel& model) {
  const size_t count = rule.numbers[0];
  const size_t length = rule.cells().size() / count;
  std::vector<std::vector<int>> parts;
  bool are_different = true;
  for (size_t i = 0; i < count; ++i) {
    const auto begin = rule.cells().begin() + i * length;
    parts.emplace_back(begin, begin + length);
    are_different &= model.AreDifferent(parts.back());
  }
  if (are_different) return model.SameSets(parts);
  // How often each digit occurs is a value of its own.
  for (int digit = model.least(); digit <= model.greatest(); ++digit) {
    const int how_often =
        model.AddHelper(dlx::ValuesFrom(0, static_cast<int>(length)));
    for (const std::vector<int>& part : parts) {
      std::vector<int> cells = model.PlacesWith(part, digit);
      cells.insert(cells.begin(), how_often);
      model.Path(
          cells, 0,
          [=](size_t position, int64_t state, int value) -> State {
            if (position == 0) return value;
            if (value == 0) return state;
            return state > 0 ? State(state - 1) : std::nullopt;
          },
          [](int64_t state) { return state == 0; });
    }
  }
}

}  // namespace sudoku::rules
