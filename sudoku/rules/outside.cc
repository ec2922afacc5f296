// Rules about a row or column, in the order in which it is looked at from a
// number beside the grid.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "sudoku/rules/functions.h"
#include "sudoku/rules/kind.h"

namespace sudoku::rules {
namespace {

// A state of an X-sum is how many digits are to be added, and what is missing
// of the sum, which is less than this: kSums * digits + sum.
constexpr int64_t kSums = int64_t{1} << 20;

// The state after a digit of a row, as long as so many different digits can
// have what is missing then.
class SumsOfDigits {
 public:
  explicit SumsOfDigits(const RuleModel& model)
      : least_(model.least()), greatest_(model.greatest()) {}

  State After(int64_t state, int digit) const {
    const int64_t digits = state / kSums - 1;
    const int64_t missing = state % kSums - digit;
    // Twice the least sum, and twice the greatest.
    const bool can_be = digits >= 0 &&
                        2 * missing >= digits * (2 * least_ + digits - 1) &&
                        2 * missing <= digits * (2 * greatest_ - digits + 1);
    return can_be ? State(kSums * digits + missing) : std::nullopt;
  }

 private:
  int64_t least_;
  int64_t greatest_;
};

// The digits of a whole row or column, or of a part of it: all but those that
// another part has. Nothing is said of it in a block.
bool IsWhole(const Rule& rule, const RuleModel& model) {
  return !model.is_in_block() && model.AreDifferent(rule.cells()) &&
         static_cast<int>(rule.cells().size()) == model.size();
}

// What is left of a row without the first digits: as many from its end on as
// the first one says. The state is as that of XSum().
void SumOfLast(const Rule& rule, RuleModel& model) {
  const int size = model.size();
  const int sum = model.sum_of_all() - rule.numbers[0];
  if (sum < 0) return;
  std::vector<int> cells = rule.cells();
  std::reverse(cells.begin() + 1, cells.end());
  model.Path(
      cells, 0,
      [=, sums = SumsOfDigits(model)](size_t position, int64_t state,
                                      int digit) -> State {
        if (position == 0) return kSums * (size - std::max(digit, 1)) + sum;
        return state == 0 ? State(0) : sums.After(state, digit);
      },
      [](int64_t state) { return state == 0; });
}

// What lies outside of the two ends of a sandwich has the rest of the sum. The
// state is what is missing of it, and how many ends have been met.
void SumOutside(const Rule& rule, RuleModel& model) {
  const int least = model.least();
  const int greatest = model.greatest();
  const int sum = model.sum_of_all() - least - greatest - rule.numbers[0];
  if (sum < 0) return;
  model.Path(
      rule.cells(), 4 * sum,
      [=](size_t, int64_t state, int digit) -> State {
        if (digit == least || digit == greatest) {
          return state % 4 < 2 ? State(state + 1) : std::nullopt;
        }
        if (state % 4 == 1) return state;
        return digit <= state / 4 ? State(state - 4 * digit) : std::nullopt;
      },
      [](int64_t state) { return state == 2; });
}

// Rows and columns from both ends, by the side of the grid where they begin.
std::vector<std::vector<std::vector<int>>> LinesBySide(
    const Geometry& geometry) {
  std::vector<std::vector<std::vector<int>>> sides(4);
  for (int i = 0; i < geometry.size(); ++i) {
    for (const bool is_row : {true, false}) {
      std::vector<int> line;
      for (int j = 0; j < geometry.size(); ++j) {
        line.push_back(is_row ? geometry.CellAt(i, j) : geometry.CellAt(j, i));
      }
      sides[is_row ? 0 : 2].push_back(line);
      absl::c_reverse(line);
      sides[is_row ? 1 : 3].push_back(line);
    }
  }
  return sides;
}

// The first digit of the row or column that a FullRank is about.
int FirstDigit(const Rule& rank, const RuleModel& model) {
  return (rank.numbers[0] - 1) / 4 + model.least();
}

// False if givens and ranks rule out that the cell has the digit.
bool MayBegin(int cell, int digit, const RuleModel& model) {
  return model.MayHold(cell, digit) &&
         absl::c_none_of(model.rules(), [&](const Rule& other) {
           if (other.kind->add != FullRank) return false;
           const int there = other.cells()[0];
           return FirstDigit(other, model) == digit
                      ? model.AreDifferent({cell, there})
                      : cell == there;
         });
}

// The line that begins with the digit, one of these, as cells.
std::vector<int> LineThatBegins(std::vector<std::vector<int>> lines, int first,
                                RuleModel& model) {
  std::erase_if(lines, [&](const std::vector<int>& line) {
    return !MayBegin(line[0], first, model);
  });
  if (lines.size() == 1) return lines[0];
  const auto cells_at = [&](size_t place) {
    std::vector<int> cells;
    for (const std::vector<int>& line : lines) cells.push_back(line[place]);
    return cells;
  };
  const std::vector<int> begins = cells_at(0);
  std::vector<int> digits = {model.AddHelper({first})};
  for (int i = 1; i < model.size(); ++i) {
    digits.push_back(
        model.AddHelper(dlx::ValuesFrom(model.least(), model.greatest())));
    model.Element(begins, first, cells_at(i), digits.back());
  }
  return digits;
}

// Whether the first number is less, which is 1 or 0, as their digits say; they
// are not equal. A state is that, and 2 * (digit + 1) for a digit of the first.
void IsLess(int is_less, const std::vector<int>& one,
            const std::vector<int>& other, RuleModel& model) {
  constexpr int64_t kDecided = -1;
  std::vector<int> places = {is_less};
  for (size_t i = 1; i < one.size(); ++i) {
    places.push_back(one[i]);
    places.push_back(other[i]);
  }
  model.Path(
      places, 0,
      [=](size_t position, int64_t state, int digit) -> State {
        if (position == 0) return digit;
        if (state == kDecided) return kDecided;
        if (position % 2 == 1) return state + 2 * (digit + 1);
        const int64_t before = state / 2 - 1;
        if (before == digit) return state % 2;
        return (before < digit) == (state % 2 == 1) ? State(kDecided)
                                                    : std::nullopt;
      },
      [](int64_t state) { return state == kDecided; });
}

}  // namespace

// Each digit begins one number at each side of the grid: the rank tells the
// first digit, and how many of the three others that begin with it are less.
void FullRank(const Rule& rule, RuleModel& model) {
  const std::vector<int>& own = rule.cells();
  const int first = FirstDigit(rule, model);
  model.Count({own[0]}, {first}, 1, 1);
  std::vector<int> are_less;
  for (const auto& side : LinesBySide(model.geometry())) {
    if (absl::c_linear_search(side, own)) continue;
    are_less.push_back(model.AddHelper({0, 1}));
    IsLess(are_less.back(), LineThatBegins(side, first, model), own, model);
  }
  const size_t less = static_cast<size_t>((rule.numbers[0] - 1) % 4);
  model.Count(are_less, {1}, less, less);
}

// The state is before the first of the least and the greatest digit, behind the
// second, or between them with what is missing of the sum.
void Sandwich(const Rule& rule, RuleModel& model) {
  constexpr int64_t kBefore = -1;
  constexpr int64_t kBehind = -2;
  const int least = model.least();
  const int greatest = model.greatest();
  const int sum = rule.numbers[0];
  model.Path(
      rule.cells(), kBefore,
      [=](size_t, int64_t state, int digit) -> State {
        const bool is_end = digit == least || digit == greatest;
        if (state == kBefore) return is_end ? sum : kBefore;
        if (state == kBehind) return is_end ? std::nullopt : State(kBehind);
        if (is_end) return state == 0 ? State(kBehind) : std::nullopt;
        return digit <= state ? State(state - digit) : std::nullopt;
      },
      [=](int64_t state) { return state == kBehind; });
  if (IsWhole(rule, model)) SumOutside(rule, model);
}

void XSum(const Rule& rule, RuleModel& model) {
  const int sum = rule.numbers[0];
  model.Path(
      rule.cells(), 0,
      [=, sums = SumsOfDigits(model)](size_t position, int64_t state,
                                      int digit) -> State {
        if (position == 0 ? digit == 0 && sum == 0 : state == 0) return 0;
        return sums.After(position == 0 ? kSums * digit + sum : state, digit);
      },
      [](int64_t state) { return state == 0; });
  if (IsWhole(rule, model)) SumOfLast(rule, model);
}

// The state is the highest so far, and how many are to be seen: 64 * seen +
// highest. A 0 is not seen.
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
      rule.cells(), -1,
      [=](size_t, int64_t highest, int digit) -> State {
        if (highest == kSeen || digit > highest) {
          return std::max<int64_t>(highest, digit);
        }
        return digit == hidden ? State(kSeen) : std::nullopt;
      },
      [=](int64_t state) { return state == kSeen; });
}

// The first digit says where the number is, which a 0 cannot. The state is how
// many cells on.
void NumberedRoom(const Rule& rule, RuleModel& model) {
  const int number = rule.numbers[0];
  model.Path(
      rule.cells(), 0,
      [=](size_t position, int64_t state, int digit) -> State {
        if (position == 0) state = digit;
        if (position == 0 && digit == 0) return std::nullopt;
        if (state == 1 && digit != number) return std::nullopt;
        return std::max<int64_t>(state - 1, 0);
      },
      [](int64_t state) { return state == 0; });
}

}  // namespace sudoku::rules
