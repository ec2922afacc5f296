// Rules about how often digits occur, and where.

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
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

// The cells of the cell's row, column or box, as Indexing calls them.
std::vector<int> PlacesOf(int cell, int kind, const Geometry& geometry) {
  std::vector<int> cells;
  for (int other = 0; other < geometry.cell_count(); ++other) {
    const auto is_same = [&](int (Geometry::*of)(int) const) {
      return (geometry.*of)(other) == (geometry.*of)(cell);
    };
    if (kind == 0   ? is_same(&Geometry::ColumnOf)
        : kind == 2 ? is_same(&Geometry::RegionOf)
                    : is_same(&Geometry::RowOf)) {
      cells.push_back(other);
    }
  }
  return cells;
}

// Which digits are in all, and in some, of the sets of digits with a sum.
struct CircledDigits {
  DigitSet always = 0;
  DigitSet sometimes = 0;
};
CircledDigits CircledDigitsOf(size_t sum, int size) {
  // For each sum of digits up to the one at hand; always of no set is all.
  std::vector<CircledDigits> by_sum(sum + 1, {.always = AllDigits(size)});
  std::vector<bool> has_set(sum + 1, false);
  has_set[0] = true;
  by_sum[0].always = 0;
  for (int digit = 1; digit <= size; ++digit) {
    for (size_t total = sum; total >= static_cast<size_t>(digit); --total) {
      const size_t rest = total - static_cast<size_t>(digit);
      if (!has_set[rest]) continue;
      const CircledDigits& without = by_sum[rest];
      by_sum[total].always &= without.always | DigitBit(digit);
      by_sum[total].sometimes |= without.sometimes | DigitBit(digit);
      has_set[total] = true;
    }
  }
  return by_sum[sum];
}

std::vector<int> DigitsBut(int digit, const RuleModel& model) {
  std::vector<int> others;
  for (int other = model.least(); other <= model.greatest(); ++other) {
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

// All numbers together, if they are not too many: where as many are missing as
// cells are left, these have no room for other digits. A state has for each
// number how often it is missing, in four bits each.
void ContainAtLeast(const Rule& rule, RuleModel& model) {
  constexpr size_t kMostStates = 512;
  constexpr int kBits = 4;
  size_t states = 1;
  int64_t all = 0;
  std::vector<int> shift_of(static_cast<size_t>(model.greatest()) + 1, -1);
  int shift = 0;
  for (const auto& [digit, count] : Occurrences(rule)) {
    if (digit < 0 || digit > model.greatest() || count >> kBits != 0 ||
        states * (count + 1) > kMostStates) {
      model.Count(rule.cells(), {digit}, count, rule.cells().size());
      continue;
    }
    states *= count + 1;
    all |= static_cast<int64_t>(count) << shift;
    shift_of[static_cast<size_t>(digit)] = std::exchange(shift, shift + kBits);
  }
  model.Path(
      rule.cells(), all,
      [=](size_t, int64_t missing, int digit) -> State {
        const int shift = shift_of[static_cast<size_t>(digit)];
        if (shift < 0 || (missing >> shift) % (1 << kBits) == 0) return missing;
        return missing - (int64_t{1} << shift);
      },
      [](int64_t missing) { return missing == 0; });
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
        const int64_t bit = int64_t{1} << digit;
        if ((state & bit) != 0) return state;
        if (state >> 40 == 0) return std::nullopt;
        return (state | bit) - (int64_t{1} << 40);
      },
      [](int64_t state) { return state >> 40 == 0; });
}

// A digit is in no circle, or in as many as it says (a 0 in none). So there are
// as many circles as the sum of the digits in them, which often tells what they
// are.
void CountingCircles(const Rule& rule, RuleModel& model) {
  const CircledDigits circled =
      CircledDigitsOf(rule.cells().size(), model.greatest());
  if (model.least() == 0) model.Count(rule.cells(), {0}, 0, 0);
  for (int counted = 1; counted <= model.greatest(); ++counted) {
    const bool is_in = (circled.always & DigitBit(counted)) != 0;
    if (is_in || (circled.sometimes & DigitBit(counted)) == 0) {
      const size_t count = is_in ? static_cast<size_t>(counted) : 0;
      model.Count(rule.cells(), {counted}, count, count);
      continue;
    }
    // Where places are known, they say whether they have the digit.
    const bool are_places = !model.is_in_block();
    const int seen = are_places ? 1 : counted;
    model.Path(
        are_places ? model.PlacesWith(rule.cells(), counted) : rule.cells(), 0,
        [=](size_t, int64_t state, int value) -> State {
          if (value != seen) return state;
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

// The digit of a cell says where in its row (1), column (0) or box (2) the
// number of the cell's place there is.
void Indexing(const Rule& rule, RuleModel& model) {
  for (const int cell : rule.cells()) {
    const std::vector<int> places =
        PlacesOf(cell, rule.numbers[0], model.geometry());
    const int own =
        static_cast<int>(absl::c_find(places, cell) - places.begin()) + 1;
    if (model.least() == 0) model.Count({cell}, {0}, 0, 0);  // No place.
    for (int digit = 1; digit <= model.greatest(); ++digit) {
      const int there = places[digit - 1];
      if (there == cell) continue;
      model.Forbid(cell, {digit}, there, DigitsBut(own, model));
    }
  }
}

}  // namespace sudoku::rules
