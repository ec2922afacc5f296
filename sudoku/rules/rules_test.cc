// Each rule against brute force: all 288 grids of 4x4, those of 6x6 with some
// givens, with digits from 1 and from 0, and what the rule says in other words.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/check/reader.h"
#include "dlx/proof/write/certify.h"
#include "dlx/testing/sanitized.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/mistakes.h"
#include "sudoku/rules/rule_text.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::dlx::testing::OneIn;
using ::dlx::testing::Repetitions;

constexpr int kSize = 4;
constexpr int kCells = kSize * kSize;

using Digits = std::vector<int>;
using Random = std::mt19937;

int Draw(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

bool AreDifferent(Digits digits) {
  absl::c_sort(digits);
  return absl::c_adjacent_find(digits) == digits.end();
}

int SumOf(const Digits& digits) {
  return std::accumulate(digits.begin(), digits.end(), 0);
}

int CountOf(const Digits& digits, int digit) {
  return static_cast<int>(absl::c_count(digits, digit));
}

bool IsMultisetEqual(Digits a, Digits b) {
  absl::c_sort(a);
  absl::c_sort(b);
  return a == b;
}

// A rule as it is tried: its cells, numbers, and the whole grid. Digits are as
// they are called.
struct Tried {
  Rule rule;
  Digits digits;  // Of its cells.
  Digits grid;
  const Puzzle& puzzle;
  const Geometry& geometry = puzzle.geometry;

  int number() const { return rule.numbers[0]; }
  size_t size() const { return digits.size(); }
  int operator[](size_t i) const { return digits[i]; }
  // True if it holds for each digit and the next.
  bool Neighbours(const std::function<bool(int, int)>& holds) const {
    for (size_t i = 0; i + 1 < size(); ++i) {
      if (!holds(digits[i], digits[i + 1])) return false;
    }
    return true;
  }
  // The same for cells of it side by side, in the order of the rule.
  bool Beside(const std::function<bool(int, int)>& holds) const;
  // The same for all cells side by side that have no mark of these kinds.
  bool Unmarked(const std::set<std::string>& kinds,
                const std::function<bool(int, int)>& holds) const;
  // For cells of the grid so many rows and columns apart, or the other way
  // round.
  bool Apart(int rows, int columns,
             const std::function<bool(int, int)>& holds) const;
};

bool AreBesideEachOther(const Geometry& geometry, int a, int b) {
  return std::abs(geometry.RowOf(a) - geometry.RowOf(b)) +
             std::abs(geometry.ColumnOf(a) - geometry.ColumnOf(b)) ==
         1;
}

bool Tried::Beside(const std::function<bool(int, int)>& holds) const {
  const Digits& cells = rule.cells();
  for (size_t i = 0; i < cells.size(); ++i) {
    for (size_t j = i + 1; j < cells.size(); ++j) {
      if (AreBesideEachOther(geometry, cells[i], cells[j]) &&
          !holds(grid[cells[i]], grid[cells[j]])) {
        return false;
      }
    }
  }
  return true;
}

bool Tried::Unmarked(const std::set<std::string>& kinds,
                     const std::function<bool(int, int)>& holds) const {
  for (int a = 0; a < geometry.cell_count(); ++a) {
    for (int b = a + 1; b < geometry.cell_count(); ++b) {
      const bool is_marked =
          absl::c_any_of(puzzle.rules, [&](const Rule& mark) {
            return kinds.contains(std::string(mark.kind->name)) &&
                   absl::c_linear_search(mark.cells(), a) &&
                   absl::c_linear_search(mark.cells(), b);
          });
      if (AreBesideEachOther(geometry, a, b) && !is_marked &&
          !holds(grid[a], grid[b])) {
        return false;
      }
    }
  }
  return true;
}

bool Tried::Apart(int rows, int columns,
                  const std::function<bool(int, int)>& holds) const {
  for (int a = 0; a < geometry.cell_count(); ++a) {
    for (int b = a + 1; b < geometry.cell_count(); ++b) {
      const int row = std::abs(geometry.RowOf(a) - geometry.RowOf(b));
      const int column = std::abs(geometry.ColumnOf(a) - geometry.ColumnOf(b));
      if (((row == rows && column == columns) ||
           (row == columns && column == rows)) &&
          !holds(grid[a], grid[b])) {
        return false;
      }
    }
  }
  return true;
}

bool AreConsecutive(int a, int b) { return std::abs(a - b) == 1; }
bool IsRatio(int a, int b, int number = 2) {
  return a == number * b || b == number * a;
}

bool IsSumLine(const Digits& digits, int sum) {
  int so_far = 0;
  for (const int digit : digits) {
    so_far += digit;
    if (so_far > sum) return false;
    if (so_far == sum) so_far = 0;
  }
  return so_far == 0 && SumOf(digits) > 0;
}

bool HasNoSum(const Digits& digits, int sum) {
  for (uint32_t some = 1; some < uint32_t{1} << digits.size(); ++some) {
    int total = 0;
    for (size_t i = 0; i < digits.size(); ++i) {
      if (some >> i & 1) total += digits[i];
    }
    if (total == sum) return false;
  }
  return true;
}

// The digits between the least and the greatest, or those two numbers.
Digits BetweenEnds(const Digits& digits, int low, int high) {
  auto begin = absl::c_find(digits, low);
  auto end = absl::c_find(digits, high);
  if (end < begin) std::swap(begin, end);
  return Digits(begin + 1, end);
}

Digits Part(const Digits& digits, size_t begin, size_t end) {
  return Digits(digits.begin() + begin, digits.begin() + end);
}

bool IsSubset(const Digits& some, const Digits& digits) {
  return absl::c_all_of(some, [&](int digit) {
    return CountOf(digits, digit) >= CountOf(some, digit);
  });
}

bool IsExtreme(const Tried& t, bool (*is_more)(int, int)) {
  for (const int cell : t.rule.cells()) {
    for (int other = 0; other < t.geometry.cell_count(); ++other) {
      if (AreBesideEachOther(t.geometry, cell, other) &&
          !absl::c_linear_search(t.rule.cells(), other) &&
          !is_more(t.grid[cell], t.grid[other])) {
        return false;
      }
    }
  }
  return true;
}

// 0 for low digits, 2 for high ones, which are as many, and 1 for the others:
// 3, 3 and 3 of nine, 2, 2 and 2 of six, 1, 2 and 1 of four.
int ThirdOf(int digit, const Geometry& geometry) {
  const int place = digit - geometry.least_digit();
  const int low = std::map<int, int>{{4, 1}, {6, 2}, {9, 3}}[geometry.size()];
  return place < low ? 0 : place < geometry.size() - low ? 1 : 2;
}
int RemainderOf(int digit, const Geometry&) { return digit % 3; }

using ClassOf = int (*)(int digit, const Geometry& geometry);

size_t Classes(const Tried& t, const Digits& digits, ClassOf class_of) {
  std::set<int> classes;
  for (const int digit : digits) classes.insert(class_of(digit, t.geometry));
  return classes.size();
}

bool HaveSquaresAllClasses(const Tried& t, ClassOf class_of) {
  const int size = t.geometry.size();
  for (int cell = 0; cell + size + 1 < t.geometry.cell_count(); ++cell) {
    if (cell % size != size - 1 &&
        Classes(t,
                {t.grid[cell], t.grid[cell + 1], t.grid[cell + size],
                 t.grid[cell + size + 1]},
                class_of) != 3) {
      return false;
    }
  }
  return true;
}

// How random rules of a kind look, and what they mean.
struct Meaning {
  const char* name;
  size_t fewest_cells;
  size_t most_cells;
  int low;  // Of its number; 0 for none.
  int high;
  bool (*holds)(const Tried& t);
};

const Meaning kMeanings[] = {
    {"AllDifferent", 2, 4, 0, 0,
     [](const Tried& t) { return AreDifferent(t.digits); }},
    {"Arrow", 2, 4, 0, 0,
     [](const Tried& t) { return 2 * t[0] == SumOf(t.digits); }},
    {"Between", 3, 5, 0, 0,
     [](const Tried& t) {
       const auto ends = std::minmax({t[0], t.digits.back()});
       return absl::c_all_of(Part(t.digits, 1, t.size() - 1), [&](int digit) {
         return ends.first < digit && digit < ends.second;
       });
     }},
    {"BlackDot", 2, 4, 2, 4,
     [](const Tried& t) {
       return t.Beside([&](int a, int b) { return IsRatio(a, b, t.number()); });
     }},
    {"Cage", 2, 4, 3, 10,
     [](const Tried& t) {
       return AreDifferent(t.digits) && SumOf(t.digits) == t.number();
     }},
    {"ContainAtLeast", 2, 5, 1, 4,
     [](const Tried& t) { return IsSubset(t.rule.numbers, t.digits); }},
    {"ContainExact", 2, 5, 1, 4,
     [](const Tried& t) { return CountOf(t.digits, t.number()) == 1; }},
    {"CountDistinct", 2, 6, 0, 0,
     [](const Tried& t) {
       const std::set<int> different(t.digits.begin() + 1, t.digits.end());
       return t[0] == static_cast<int>(different.size());
     }},
    {"CountingCircles", 1, 8, 0, 0,
     [](const Tried& t) {
       return absl::c_all_of(t.digits,
                             [&](int d) { return CountOf(t.digits, d) == d; });
     }},
    {"DoubleArrow", 3, 5, 0, 0,
     [](const Tried& t) {
       return 2 * (t[0] + t.digits.back()) == SumOf(t.digits);
     }},
    {"Entropic", 2, 5, 0, 0,
     [](const Tried& t) {
       for (size_t i = 0; i + 2 < t.size(); ++i) {
         if (Classes(t, Part(t.digits, i, i + 3), ThirdOf) != 3) return false;
       }
       return t.size() > 2 || Classes(t, t.digits, ThirdOf) == 2;
     }},
    {"EqualityCage", 2, 4, 0, 0,
     [](const Tried& t) {
       const int ends = t.geometry.least_digit() + t.geometry.greatest_digit();
       const auto low =
           absl::c_count_if(t.digits, [=](int d) { return 2 * d < ends; });
       const auto odd = absl::c_count_if(t.digits, [](int d) { return d % 2; });
       return AreDifferent(t.digits) && 2 * low == std::ssize(t.digits) &&
              low == odd;
     }},
    {"EqualSum", 2, 6, 0, 0,
     [](const Tried& t) {
       std::set<int> sums;
       for (const Digits& part : t.rule.parts) {
         int sum = 0;
         for (const int cell : part) sum += t.grid[cell];
         sums.insert(sum);
       }
       return sums.size() == 1;
     }},
    {"Even", 1, 3, 0, 0,
     [](const Tried& t) {
       return absl::c_all_of(t.digits, [](int d) { return d % 2 == 0; });
     }},
    {"GreaterThan", 2, 3, 0, 0,
     [](const Tried& t) { return t.Beside(std::greater<int>()); }},
    // Its number is the place of its letter in "RCB".
    {"Indexing", 1, 2, 0, 0,
     [](const Tried& t) {
       return absl::c_all_of(t.rule.cells(), [&](int cell) {
         const int row = t.geometry.RowOf(cell);
         const int column = t.geometry.ColumnOf(cell);
         const int place = t.grid[cell] - 1;
         if (place < 0) return false;
         if (t.number() == 0) {
           return t.grid[t.geometry.CellAt(place, column)] == row + 1;
         }
         if (t.number() == 1) {
           return t.grid[t.geometry.CellAt(row, place)] == column + 1;
         }
         const int height = t.geometry.box_rows();
         const int width = t.geometry.box_columns();
         return t.grid[t.geometry.CellAt(
                    row - row % height + place / width,
                    column - column % width + place % width)] ==
                row % height * width + column % width + 1;
       });
     }},
    {"LookAndSay", 2, 5, 11, 24,
     [](const Tried& t) {
       return CountOf(t.digits, t.rule.numbers[1]) == t.rule.numbers[0];
     }},
    {"Lockout", 2, 4, 1, 3,
     [](const Tried& t) {
       const auto ends = std::minmax({t[0], t.digits.back()});
       return ends.second - ends.first >= t.number() &&
              absl::c_all_of(Part(t.digits, 1, t.size() - 1), [&](int digit) {
                return digit < ends.first || digit > ends.second;
              });
     }},
    {"Lunchbox", 2, 4, 1, 4,
     [](const Tried& t) {
       if (!AreDifferent(t.digits)) return false;
       const auto [low, high] = absl::c_minmax_element(t.digits);
       return SumOf(BetweenEnds(t.digits, *low, *high)) == t.number();
     }},
    {"Maximum", 1, 2, 0, 0,
     [](const Tried& t) {
       return IsExtreme(t, [](int a, int b) { return a > b; });
     }},
    {"Minimum", 1, 2, 0, 0,
     [](const Tried& t) {
       return IsExtreme(t, [](int a, int b) { return a < b; });
     }},
    {"Modular", 2, 5, 2, 3,
     [](const Tried& t) {
       for (size_t i = 0; i < t.size(); ++i) {
         for (size_t j = i + 1; j < t.size() && j < i + t.number(); ++j) {
           if ((t[i] - t[j]) % t.number() == 0) return false;
         }
       }
       return true;
     }},
    {"Nabner", 2, 3, 0, 0,
     [](const Tried& t) {
       Digits sorted = t.digits;
       absl::c_sort(sorted);
       for (size_t i = 0; i + 1 < sorted.size(); ++i) {
         if (sorted[i + 1] - sorted[i] < 2) return false;
       }
       return true;
     }},
    {"Odd", 1, 3, 0, 0,
     [](const Tried& t) {
       return absl::c_all_of(t.digits, [](int d) { return d % 2 == 1; });
     }},
    {"Palindrome", 2, 5, 0, 0,
     [](const Tried& t) {
       return t.digits == Digits(t.digits.rbegin(), t.digits.rend());
     }},
    {"Parity", 2, 5, 0, 0,
     [](const Tried& t) {
       return t.Neighbours([](int a, int b) { return (a + b) % 2 == 1; });
     }},
    {"PillArrow", 6, 9, 2, 2,
     [](const Tried& t) {
       const bool is_ordered = t.rule.cells()[0] < t.rule.cells()[1];
       const int pill = is_ordered ? 10 * t[0] + t[1] : 10 * t[1] + t[0];
       return pill == SumOf(t.digits) - t[0] - t[1];
     }},
    {"RegionSumLine", 2, 6, 0, 0,
     [](const Tried& t) {
       const auto box = [&](size_t i) {
         return t.geometry.RegionOf(t.rule.cells()[i]);
       };
       std::vector<int> sums;
       for (size_t i = 0; i < t.size(); ++i) {
         if (i == 0 || box(i) != box(i - 1)) sums.push_back(0);
         sums.back() += t[i];
       }
       return absl::c_count(sums, sums[0]) == std::ssize(sums);
     }},
    {"RellikCage", 2, 4, 2, 8,
     [](const Tried& t) {
       return AreDifferent(t.digits) && HasNoSum(t.digits, t.number());
     }},
    {"Renban", 2, 4, 0, 0,
     [](const Tried& t) {
       const auto [low, high] = absl::c_minmax_element(t.digits);
       return AreDifferent(t.digits) &&
              *high - *low + 1 == static_cast<int>(t.size());
     }},
    {"SameValues", 6, 6, 2, 3,
     [](const Tried& t) {
       const size_t length = t.size() / t.number();
       for (size_t i = length; i < t.size(); i += length) {
         if (!IsMultisetEqual(Part(t.digits, 0, length),
                              Part(t.digits, i, i + length))) {
           return false;
         }
       }
       return true;
     }},
    {"SlowThermo", 2, 5, 0, 0,
     [](const Tried& t) { return absl::c_is_sorted(t.digits); }},
    {"Sum", 2, 6, 5, 14,
     [](const Tried& t) { return SumOf(t.digits) == t.number(); }},
    {"SumLine", 2, 7, 3, 8,
     [](const Tried& t) {
       if (!t.rule.is_loop) return IsSumLine(t.digits, t.number());
       Digits turned = t.digits;
       for (size_t i = 0; i < t.size(); ++i) {
         absl::c_rotate(turned, turned.begin() + 1);
         if (IsSumLine(turned, t.number())) return true;
       }
       return false;
     }},
    {"Thermo", 2, 3, 0, 0,
     [](const Tried& t) { return t.Neighbours(std::less<int>()); }},
    {"V", 2, 4, 0, 0,
     [](const Tried& t) {
       return t.Beside([](int a, int b) { return a + b == 5; });
     }},
    {"ValueIndexing", 3, 6, 0, 0,
     [](const Tried& t) {
       const size_t place = 1 + t[1];
       return t[1] > 0 && place < t.size() && t[place] == t[0];
     }},
    {"Whisper", 2, 4, 1, 3,
     [](const Tried& t) {
       return t.Neighbours(
           [&](int a, int b) { return std::abs(a - b) >= t.number(); });
     }},
    {"WhiteDot", 2, 4, 1, 3,
     [](const Tried& t) {
       return t.Beside(
           [&](int a, int b) { return std::abs(a - b) == t.number(); });
     }},
    {"X", 2, 4, 0, 0,
     [](const Tried& t) {
       return t.Beside([](int a, int b) { return a + b == 10; });
     }},
    {"Zipper", 2, 7, 0, 0,
     [](const Tried& t) {
       const size_t half = t.size() / 2;
       const bool has_centre = t.size() % 2 == 1;
       const int sum = has_centre ? t[half] : t[half - 1] + t[half];
       for (size_t i = 0; i < half; ++i) {
         if (t[i] + t[t.size() - 1 - i] != sum) return false;
       }
       return true;
     }},
    // About a row or column, a diagonal, four cells.
    {"FullRank", 0, 0, 1, 16,
     [](const Tried& t) {
       int less = 0;
       int equal = 0;
       const auto compare = [&](const Digits& line) {
         less += line < t.digits ? 1 : 0;
         equal += line == t.digits ? 1 : 0;
       };
       for (const House& house : t.geometry.houses()) {
         if (house.kind == House::Kind::kBox) continue;
         Digits line;
         for (const int cell : house.cells) line.push_back(t.grid[cell]);
         compare(line);
         absl::c_reverse(line);
         compare(line);
       }
       return equal == 1 && less + 1 == t.number();
     }},
    {"HiddenSkyscraper", 0, 0, 1, 3,
     [](const Tried& t) {
       int highest = 0;
       for (const int digit : t.digits) {
         if (digit < highest) return digit == t.number();
         highest = digit;
       }
       return false;
     }},
    {"LittleKiller", 0, 0, 5, 10,
     [](const Tried& t) { return SumOf(t.digits) == t.number(); }},
    {"NumberedRoom", 0, 0, 1, 4,
     [](const Tried& t) { return t[0] > 0 && t[t[0] - 1] == t.number(); }},
    {"Quad", 0, 0, 1, 4,
     [](const Tried& t) { return IsSubset(t.rule.numbers, t.digits); }},
    {"Sandwich", 0, 0, 0, 5,
     [](const Tried& t) {
       return SumOf(BetweenEnds(t.digits, t.geometry.least_digit(),
                                t.geometry.greatest_digit())) == t.number();
     }},
    {"Skyscraper", 0, 0, 1, 4,
     [](const Tried& t) {
       int highest = 0;
       int seen = 0;
       for (const int digit : t.digits) {
         seen += digit > highest ? 1 : 0;
         highest = std::max(highest, digit);
       }
       return seen == t.number();
     }},
    {"XSum", 0, 0, 1, 10,
     [](const Tried& t) {
       return SumOf(Part(t.digits, 0, t[0])) == t.number();
     }},
    // About the whole grid.
    {"AntiConsecutive", 0, 0, 0, 0,
     [](const Tried& t) {
       return t.Unmarked({},
                         [](int a, int b) { return !AreConsecutive(a, b); });
     }},
    {"AntiKing", 0, 0, 0, 0,
     [](const Tried& t) { return t.Apart(1, 1, std::not_equal_to<int>()); }},
    {"AntiKnight", 0, 0, 0, 0,
     [](const Tried& t) { return t.Apart(1, 2, std::not_equal_to<int>()); }},
    {"AntiTaxicab", 0, 0, 0, 0,
     [](const Tried& t) {
       for (int rows = 0; rows < t.geometry.size(); ++rows) {
         for (int columns = 0; columns < t.geometry.size(); ++columns) {
           if (!t.Apart(rows, columns, [&](int a, int b) {
                 return a != b || a != rows + columns;
               })) {
             return false;
           }
         }
       }
       return true;
     }},
    {"Diagonal", 0, 0, -1, 1,
     [](const Tried& t) {
       Digits digits;
       for (int i = 0; i < t.geometry.size(); ++i) {
         const int column = t.number() == 1 ? t.geometry.size() - 1 - i : i;
         digits.push_back(t.grid[t.geometry.CellAt(i, column)]);
       }
       return AreDifferent(digits);
     }},
    {"DisjointSets", 0, 0, 0, 0,
     [](const Tried& t) {
       const int height = t.geometry.box_rows();
       const int width = t.geometry.box_columns();
       for (int place = 0; place < t.geometry.size(); ++place) {
         Digits digits;
         for (int cell = 0; cell < t.geometry.cell_count(); ++cell) {
           if (t.geometry.RowOf(cell) % height == place / width &&
               t.geometry.ColumnOf(cell) % width == place % width) {
             digits.push_back(t.grid[cell]);
           }
         }
         if (!AreDifferent(digits)) return false;
       }
       return true;
     }},
    {"GlobalEntropy", 0, 0, 0, 0,
     [](const Tried& t) { return HaveSquaresAllClasses(t, ThirdOf); }},
    {"GlobalMod", 0, 0, 0, 0,
     [](const Tried& t) { return HaveSquaresAllClasses(t, RemainderOf); }},
    {"StrictBlackDots", 0, 0, 2, 4,
     [](const Tried& t) {
       return t.Unmarked({"WhiteDot", "BlackDot"}, [&](int a, int b) {
         return !IsRatio(a, b, t.number());
       });
     }},
    {"StrictWhiteDots", 0, 0, 1, 3,
     [](const Tried& t) {
       return t.Unmarked({"WhiteDot", "BlackDot"}, [&](int a, int b) {
         return std::abs(a - b) != t.number();
       });
     }},
    {"StrictKropki", 0, 0, 0, 0,
     [](const Tried& t) {
       return t.Unmarked({"WhiteDot", "BlackDot"}, [](int a, int b) {
         return !AreConsecutive(a, b) && !IsRatio(a, b);
       });
     }},
    {"StrictXV", 0, 0, 0, 0,
     [](const Tried& t) {
       return t.Unmarked(
           {"X", "V"}, [](int a, int b) { return a + b != 5 && a + b != 10; });
     }},
    // Of a grid with four windows or one.
    {"Windoku", 0, 0, 0, 0,
     [](const Tried& t) {
       const int box = t.geometry.box_rows();
       const auto window_of = [&](int place) {
         return place % (box + 1) == 0 ? -1 : place / (box + 1);
       };
       std::map<std::pair<int, int>, Digits> windows;
       for (int cell = 0; cell < t.geometry.cell_count(); ++cell) {
         const int row = window_of(t.geometry.RowOf(cell));
         const int column = window_of(t.geometry.ColumnOf(cell));
         if (row >= 0 && column >= 0) {
           windows[{row, column}].push_back(t.grid[cell]);
         }
       }
       return absl::c_all_of(
           windows, [](const auto& of) { return AreDifferent(of.second); });
     }},
};

// Kinds that are for 9x9 only, that need more than a random row of cells, or
// that have a test of their own.
const std::set<std::string> kOthers = {
    "Binary", "BinaryX", "DutchFlatmates", "NFA", "Pair", "PairX", "Regex"};

const Meaning* MeaningOf(absl::string_view name) {
  for (const Meaning& meaning : kMeanings) {
    if (name == meaning.name) return &meaning;
  }
  return nullptr;
}

std::string Cell(int cell, int size = kSize) {
  return absl::StrCat("R", cell / size + 1, "C", cell % size + 1);
}

// As a person writes it.
std::string RandomRule(const Meaning& meaning, Random& random,
                       int size = kSize) {
  const RuleKind& kind = *FindRuleKind(meaning.name);
  int number = Draw(random, meaning.low, meaning.high);
  if (number == 0 && meaning.low < 0) number = 1;
  const std::string line =
      absl::StrCat(Draw(random, 0, 1) == 0 ? "R" : "C", Draw(random, 1, size));
  const std::string begin = absl::StrCat(".", meaning.name);
  switch (kind.form) {
    case RuleForm::kEnds:
      return absl::StrCat(begin, "~", line,
                          Draw(random, 0, 1) == 0 ? "~" : "~~", number);
    case RuleForm::kLine:
      return absl::StrCat(begin, "~", number, "~", line);
    case RuleForm::kDiagonal:
      return absl::StrCat(begin, "~", number, "~",
                          Cell(Draw(random, 1, 2), size));
    case RuleForm::kSquare:
      return absl::StrCat(
          begin, "~",
          Cell(size * Draw(random, 0, size - 2) + Draw(random, 0, size - 2),
               size),
          "~", number, "~", Draw(random, 1, size));
    case RuleForm::kEverywhere:
      // Windows need square boxes: in other grids, there is no such rule.
      if (kind.mistake == rules::MistakeInWindows &&
          !kind.mistake({}, size).empty()) {
        return "";
      }
      return meaning.low == 0 ? begin : absl::StrCat(begin, "~", number);
    case RuleForm::kCells:
    case RuleForm::kCoded:
    case RuleForm::kMade:
      break;
  }
  const auto may_be = [&](const Digits& cells) {
    return kind.mistake != rules::MistakeInNeighbours ||
           kind.mistake({.kind = &kind, .parts = {cells}}, size).empty();
  };
  Digits cells;
  do {
    cells.resize(size_t{1} * size * size);
    absl::c_iota(cells, 0);
    absl::c_shuffle(cells, random);
    cells.resize(Draw(random, static_cast<int>(meaning.fewest_cells),
                      static_cast<int>(meaning.most_cells)));
  } while (!may_be(cells));
  if (kind.name == "SameValues" && cells.size() % number != 0) number = 2;
  std::string text = begin;
  if (meaning.low > 0) absl::StrAppend(&text, "~", number);
  if (!kind.letters.empty()) {
    const int last = static_cast<int>(kind.letters.size()) - 1;
    text.push_back('~');
    text.push_back(kind.letters[static_cast<size_t>(Draw(random, 0, last))]);
  }
  for (size_t i = 0; i < cells.size(); ++i) {
    if (kind.has_parts && i == cells.size() / 2) text += "~-";
    absl::StrAppend(&text, "~", Cell(cells[i], size));
  }
  if (kind.name == "SumLine" && Draw(random, 0, 1) == 0) text += "~LOOP";
  return text;
}

// --- brute force ---

// As they are called.
Digits DigitsOf(const Grid& grid) {
  Digits digits(grid.begin(), grid.end());
  for (int& digit : digits) digit += grid.least_digit() - 1;
  return digits;
}

bool Holds(const Rule& rule, const Digits& grid, const Puzzle& puzzle) {
  if (rule.kind == &OrKind()) {
    return absl::c_any_of(rule.alternatives, [&](const std::vector<Rule>& all) {
      return absl::c_all_of(
          all, [&](const Rule& part) { return Holds(part, grid, puzzle); });
    });
  }
  if (rule.kind == &GivenKind()) {
    return absl::c_linear_search(rule.numbers, grid[rule.cells()[0]]);
  }
  Tried tried = {.rule = rule, .digits = {}, .grid = grid, .puzzle = puzzle};
  if (!rule.parts.empty()) {
    for (const int cell : rule.cells()) tried.digits.push_back(grid[cell]);
  }
  return MeaningOf(rule.kind->name)->holds(tried);
}

Puzzle PuzzleOf(const std::string& text) {
  RuleText read;
  const auto error = ReadRuleText(text, &read);
  EXPECT_FALSE(error.has_value()) << text << ": " << error->sentence;
  Puzzle puzzle(
      Geometry::FromSize(read.size)->WithLeastDigit(read.least_digit));
  puzzle.rules = read.rules;
  puzzle.candidates = read.candidates;
  return puzzle;
}

std::set<Digits> SolutionsOf(const Puzzle& puzzle) {
  std::set<Digits> solutions;
  size_t count = 0;
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  EXPECT_TRUE(encoding.ok()) << encoding.status();
  absl::StatusOr<Solver> solver = Solver::Create(*encoding);
  EXPECT_TRUE(solver
                  ->EnumerateSolutions(puzzle, Order::kAny,
                                       [&](const Grid& grid) {
                                         solutions.insert(DigitsOf(grid));
                                         ++count;
                                         return true;
                                       })
                  .ok());
  EXPECT_EQ(count, solutions.size()) << "a solution came twice";
  EXPECT_EQ(solver->CountSolutions(puzzle)->count, count);
  return solutions;
}

// A shape, perhaps with givens, and all its grids without rules.
struct Board {
  std::string text;
  std::set<Digits> grids;
};

Board BoardOf(std::string text) {
  const Puzzle puzzle = PuzzleOf(text);
  return {std::move(text), SolutionsOf(puzzle)};
}

const std::set<Digits>& AllGrids() {
  static const auto& board = *new Board(BoardOf(".Shape~4x4"));
  return board.grids;
}

// Digits from `least` on; with givens, of which some hundred grids are left.
Board RandomBoardOfSix(int least, Random& random) {
  Digits names(6);
  absl::c_iota(names, least);
  absl::c_shuffle(names, random);
  Digits cells(36);
  absl::c_iota(cells, 0);
  absl::c_shuffle(cells, random);
  Board board = {absl::StrCat(".Shape~6x6~", least, "-", least + 5, "."), {}};
  for (int i = 0; i < 36; ++i) {
    const int row = cells[i] / 6;
    const int digit = names[(3 * (row % 2) + row / 2 + cells[i] % 6) % 6];
    absl::StrAppend(&board.text, "~", Cell(cells[i], 6), "_", digit);
    if (i < 7) continue;
    const Puzzle puzzle = PuzzleOf(board.text);
    if (Solver::Create(puzzle.geometry)->CountSolutions(puzzle)->count > 500) {
      continue;
    }
    board.grids = SolutionsOf(puzzle);
    break;
  }
  return board;
}

void ExpectAsByBruteForce(const std::string& rules, const Board& board) {
  SCOPED_TRACE(board.text + rules);
  const Puzzle puzzle = PuzzleOf(board.text + rules);
  std::set<Digits> expected;
  for (const Digits& grid : board.grids) {
    if (absl::c_all_of(puzzle.rules, [&](const Rule& rule) {
          return Holds(rule, grid, puzzle);
        })) {
      expected.insert(grid);
    }
  }
  EXPECT_EQ(SolutionsOf(puzzle), expected);
}

void ExpectAsByBruteForce(const std::string& rules) {
  ASSERT_EQ(AllGrids().size(), 288);
  ExpectAsByBruteForce(rules, {".Shape~4x4", AllGrids()});
}

TEST(RulesTest, EachIsTried) {
  for (const RuleKind& kind : RuleKinds()) {
    EXPECT_EQ(MeaningOf(kind.name) == nullptr,
              kOthers.contains(std::string(kind.name)))
        << std::string(kind.name);
  }
}

TEST(RulesTest, OneRuleLeavesTheGridsThatBruteForceLeaves) {
  for (const Meaning& meaning : kMeanings) {
    for (uint32_t seed = 0; seed < Repetitions(20u); ++seed) {
      Random random(seed);
      ExpectAsByBruteForce(RandomRule(meaning, random));
      if (HasFailure()) return;
    }
  }
}

TEST(RulesTest, DigitsMayBeginAtZero) {
  const Board board = BoardOf(".Shape~4x4~0-3");
  ASSERT_EQ(board.grids.size(), 288);
  for (const Meaning& meaning : kMeanings) {
    for (uint32_t seed = 0; seed < Repetitions(6u); ++seed) {
      Random random(seed);
      ExpectAsByBruteForce(RandomRule(meaning, random), board);
      if (HasFailure()) return;
    }
  }
}

TEST(RulesTest, GridsMayBeLarger) {
  for (uint32_t seed = 0; seed < Repetitions(6u); ++seed) {
    Random random(seed);
    const Board board =
        RandomBoardOfSix(/*least=*/static_cast<int>(seed % 2), random);
    EXPECT_GT(board.grids.size(), 20);
    for (const Meaning& meaning : kMeanings) {
      ExpectAsByBruteForce(RandomRule(meaning, random, 6), board);
      if (HasFailure()) return;
    }
  }
}

// --- with certificates ---

// What the proved checker says of the certificate, if DLX_PROVED_CHECKER is
// where `coq/build` has put it; else the count.
std::string SaidByProvedChecker(const std::string& problem,
                                const std::string& certificate,
                                const std::string& count) {
  const char* const checker = std::getenv("DLX_PROVED_CHECKER");
  if (checker == nullptr) return count;
  const std::string path = ::testing::TempDir() + "/rules.";
  std::ofstream(path + "dlx") << problem;
  std::ofstream(path + "certificate", std::ios::binary) << certificate;
  const std::string command = absl::StrCat(checker, " --words ", path, "dlx ",
                                           path, "certificate >", path, "said");
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::string said;
  std::getline(std::ifstream(path + "said"), said);
  return said;
}

// There is a certificate of the number of solutions, which checkers accept: of
// the problem as it is written and read again, where items stand in another
// order.
void ExpectCertified(const Puzzle& puzzle) {
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  ASSERT_TRUE(encoding.ok()) << encoding.status();
  const std::string text = *dlx::io::WriteProblem(encoding->problem());
  const auto problem = dlx::io::ReadProblem(text);
  ASSERT_TRUE(problem.ok()) << problem.status();
  std::string certificate;
  const auto counted =
      dlx::CountWithCertificate(*problem, [&](dlx::StringView bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      });
  ASSERT_TRUE(counted.ok()) << counted.status();
  EXPECT_EQ(counted->count, SolutionsOf(puzzle).size());
  const auto facts =
      dlx::CheckCertificate(*problem, dlx::SourceOf(certificate));
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_EQ(facts->count, counted->count);
  const std::string count = counted->count.ToString();
  EXPECT_EQ(SaidByProvedChecker(text, certificate, count), count);
}

// Each rule alone and with each other one, on grids of 4x4 and 6x6 with digits
// from 1 and from 0.
void ExpectPairsAsByBruteForce(uint32_t seed, size_t step) {
  Random random(seed);
  const Board boards[] = {BoardOf(".Shape~4x4"), BoardOf(".Shape~4x4~0-3"),
                          RandomBoardOfSix(1, random),
                          RandomBoardOfSix(0, random)};
  size_t tried = 0;
  for (const Meaning& one : kMeanings) {
    for (const Meaning* other = &one; other != std::end(kMeanings); ++other) {
      if (tried++ % step != seed % step) continue;
      const Board& board = boards[Draw(random, 0, 3)];
      const int size = board.grids.begin()->size() == kCells ? kSize : 6;
      std::string rules = RandomRule(one, random, size);
      if (other != &one) rules += RandomRule(*other, random, size);
      ExpectAsByBruteForce(rules, board);
      SCOPED_TRACE(board.text + rules);
      ExpectCertified(PuzzleOf(board.text + rules));
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(RulesTest, PairsHaveCertificates) {
  ExpectPairsAsByBruteForce(/*seed=*/1,
                            /*step=*/static_cast<size_t>(OneIn(40)));
}

// All pairs, for RULES_SEEDS seeds.
TEST(LongRulesTest, AllPairsHaveCertificates) {
  const char* const seeds = std::getenv("RULES_SEEDS");
  for (int seed = 0; seed < (seeds == nullptr ? 1 : std::atoi(seeds)); ++seed) {
    ExpectPairsAsByBruteForce(static_cast<uint32_t>(seed), /*step=*/1);
    if (HasFailure()) return;
  }
}

TEST(RulesTest, SoDoSeveral) {
  for (uint32_t seed = 0; seed < Repetitions(500u); ++seed) {
    Random random(seed);
    std::string rules;
    for (int i = Draw(random, 2, 3); i > 0; --i) {
      const int last = static_cast<int>(std::size(kMeanings)) - 1;
      rules += RandomRule(kMeanings[Draw(random, 0, last)], random);
    }
    ExpectAsByBruteForce(rules);
    if (HasFailure()) return;
  }
}

// Straight cages over most of the grid, with the sums of one of the grids: what
// follows from them and the houses changes nothing.
std::string RandomCages(Random& random) {
  const Digits& grid = *std::next(AllGrids().begin(), Draw(random, 0, 287));
  std::vector<bool> is_free(16, true);
  std::string rules;
  for (int first = 0; first < 16; ++first) {
    const int step = Draw(random, 0, 1) == 0 ? 1 : 4;
    Digits digits;
    std::string cells;
    for (int cell = first; cell < 16 && is_free[cell]; cell += step) {
      if (step == 1 && cell / 4 != first / 4) break;
      if (static_cast<int>(digits.size()) == Draw(random, 1, 4)) break;
      is_free[cell] = false;
      digits.push_back(grid[cell]);
      absl::StrAppend(&cells, "~", Cell(cell));
    }
    if (digits.empty() || Draw(random, 0, 5) == 0) continue;
    absl::StrAppend(&rules, ".Cage~", SumOf(digits), cells);
  }
  return rules;
}

TEST(RulesTest, SumsOfHousesChangeNoSolution) {
  for (uint32_t seed = 0; seed < Repetitions(500u); ++seed) {
    Random random(seed);
    ExpectAsByBruteForce(RandomCages(random));
    if (HasFailure()) return;
  }
}

// A cell in houses without cages has the items that it has without rules.
TEST(RulesTest, HousesAreNoSumsOfTheirOwn) {
  const absl::StatusOr<Encoding> encoding =
      Encoding::ForRules(PuzzleOf(".Shape~4x4.Cage~5~R1C1~R1C2"));
  ASSERT_TRUE(encoding.ok()) << encoding.status();
  const auto last = encoding->FindOption({.cell = 15, .digit = 1});
  EXPECT_EQ(encoding->problem().option(*last).size(), 4);
}

std::set<std::string> SumsOfHousesOf(const Puzzle& puzzle) {
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  EXPECT_TRUE(encoding.ok()) << encoding.status();
  const dlx::Problem& problem = encoding->problem();
  std::set<std::string> names;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const dlx::ItemUse& use : problem.option(dlx::OptionId(k))) {
      const std::string& name = problem.item_name(use.item);
      if (!absl::StartsWith(name, "sum-of-houses")) continue;
      names.insert(name.substr(0, name.find('#')));
    }
  }
  return names;
}

// A sum says what it leaves of its houses: there are those of R1C3 and R1C4,
// and of R2C1 and R2C2.
TEST(RulesTest, NoSumOfHousesIsSaidTwice) {
  Puzzle puzzle = PuzzleOf(".Shape~4x4.Cage~1~R1C1.Cage~2~R1C2");
  EXPECT_EQ(SumsOfHousesOf(puzzle).size(), 2u);
  // They say nothing of a full grid.
  puzzle.clues = *Grid::FromLine("1234341221434321");
  EXPECT_EQ(SumsOfHousesOf(puzzle).size(), 0u);
}

// Those of 14 digits are sets of them, but there are none of 18.
TEST(RulesTest, SumsOfHousesAreShortWhereThereAreNoSets) {
  EXPECT_EQ(
      SumsOfHousesOf(PuzzleOf(".Shape~16x16.Cage~1~R1C1.Cage~2~R1C2")).size(),
      2u);
  EXPECT_EQ(
      SumsOfHousesOf(PuzzleOf(".Shape~20x20.Cage~1~R1C1.Cage~2~R1C2")).size(),
      0u);
}

// Rules that need not hold, lists of them and givens.
TEST(RulesTest, OneOfSeveralIsEnough) {
  for (uint32_t seed = 0; seed < Repetitions(60u); ++seed) {
    Random random(seed);
    std::string rules = ".Or";
    for (int i = Draw(random, 2, 4); i > 0; --i) {
      const int last = static_cast<int>(std::size(kMeanings)) - 1;
      const Meaning& meaning = kMeanings[Draw(random, 0, last)];
      if (FindRuleKind(meaning.name)->has_helpers) continue;
      const std::string given = absl::StrCat(
          ".~", Cell(Draw(random, 0, kCells - 1)), "_", Draw(random, 1, kSize));
      const std::string rule = RandomRule(meaning, random);
      rules += Draw(random, 0, 1) == 0
                   ? absl::StrCat(rule, given)
                   : absl::StrCat(".And", rule, given, ".End");
    }
    if (rules == ".Or") continue;
    ExpectAsByBruteForce(rules + ".End");
    if (HasFailure()) return;
  }
  ExpectAsByBruteForce(
      ".Or.And.Or.~R1C1_1.Odd~R2C2.End.Even~R3C3.End.Thermo~R1C1~R2C2.End");
}

TEST(RulesTest, AreMovedToEachCellOfASet) {
  // R is 17: the cells 0 and 4.
  EXPECT_EQ(SolutionsOf(PuzzleOf(
                ".Shape~4x4.Replicate~R.Thermo~R1C2~R2C2.~R1C1_1_2.End")),
            SolutionsOf(PuzzleOf(".Shape~4x4.Thermo~R1C2~R2C2.Thermo~R2C2~R3C2"
                                 ".~R1C1_1_2~R2C1_1_2")));
  RuleText read;
  ASSERT_FALSE(
      ReadRuleText(".Replicate~B~R2C2.Or.Quad~R2C2~1.~R3C3_4.End.End", &read));
  EXPECT_EQ(read.rules[0].text, "Or.Quad~R2C2~1.~R3C3_4.End");
  ASSERT_FALSE(
      ReadRuleText(".Replicate~C~R2C2.Or.Quad~R2C2~1.~R3C3_4.End.End", &read));
  EXPECT_EQ(read.rules[0].text, "Or.Quad~R2C3~1.~R3C4_4.End");
}

constexpr absl::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// For the solved grids in which `holds` is true of the digits of the cells.
void ExpectGridsWith(const std::string& rule, const Digits& cells,
                     const std::function<bool(const Digits&)>& holds) {
  std::set<Digits> expected;
  for (const Digits& grid : AllGrids()) {
    Digits digits;
    for (const int cell : cells) digits.push_back(grid[cell]);
    if (holds(digits)) expected.insert(grid);
  }
  EXPECT_EQ(SolutionsOf(PuzzleOf(absl::StrCat(".Shape~4x4", rule))), expected)
      << rule;
}

TEST(RulesTest, NumbersThatAreNoDigitsAreInNoCell) {
  for (const std::string rule :
       {".ContainAtLeast~-2_-1", ".ContainAtLeast~0_1", ".ContainAtLeast~5_1",
        ".ContainExact~-2_-1", ".ContainExact~5"}) {
    ExpectGridsWith(rule + "~R1C1~R1C2~R2C3", {0},
                    [](const Digits&) { return false; });
  }
  ExpectGridsWith(".Quad~R1C1~-2~-1", {0}, [](const Digits&) { return false; });
}

Digits RandomCells(Random& random, std::string* text) {
  Digits cells(kCells);
  absl::c_iota(cells, 0);
  absl::c_shuffle(cells, random);
  cells.resize(Draw(random, 2, 6));
  for (const int cell : cells) absl::StrAppend(text, "~", Cell(cell));
  return cells;
}

TEST(RulesTest, SumsThatAreTooLargeLeaveNoGrid) {
  for (const std::string rule :
       {".XSum~C1~1030~", ".XSum~C1~~100000", ".Sandwich~1030~C1",
        ".LittleKiller~1030~R1C3", ".Skyscraper~C1~1030~",
        ".Sum~1030~R1C1~R1C2", ".Lunchbox~1030~R1C1~R1C2",
        ".Arrow~R1C1~R1C2~R1C3~R1C4~R2C1"}) {
    ExpectGridsWith(rule, {}, [](const Digits&) { return false; });
  }
}

TEST(RulesTest, PairsInLetters) {
  for (uint32_t seed = 0; seed < 80; ++seed) {
    Random random(seed);
    std::string key(3, 'A');
    std::set<std::pair<int, int>> right;
    for (int one = 1; one <= kSize; ++one) {
      for (int other = 1; other <= kSize; ++other) {
        if (Draw(random, 0, 9) < 3) continue;
        right.insert({one, other});
        const int bit = kSize * (one - 1) + other - 1;
        const size_t number = kLetters.find(key[bit / 6]);
        key[bit / 6] = kLetters[number | size_t{1} << bit % 6];
      }
    }
    const bool is_old = seed % 2 == 0;
    const bool is_for_all = seed % 4 < 2;
    std::string rule = absl::StrCat(
        ".", is_old ? "Binary" : "Pair", is_for_all ? "X~" : "~",
        is_old ? absl::StrReplaceAll(key, {{"-", "_"}, {"_", "-"}}) : key,
        "~_mine");
    const Digits cells = RandomCells(random, &rule);
    ExpectGridsWith(rule, cells, [&](const Digits& digits) {
      for (size_t i = 0; i < digits.size(); ++i) {
        for (size_t j = i + 1; j < digits.size(); ++j) {
          if (!is_for_all && j != i + 1) break;
          if (!right.contains({digits[i], digits[j]})) return false;
        }
      }
      return true;
    });
  }
}

// Bits as letters, the first one of a letter the highest.
class Bits {
 public:
  void Write(int value, int count) {
    while (count-- > 0) bits_.push_back((value >> count & 1) != 0);
  }
  std::string Letters() {
    while (bits_.size() % 24 != 0) bits_.push_back(false);
    std::string letters;
    for (size_t i = 0; i < bits_.size(); i += 6) {
      int number = 0;
      for (size_t j = i; j < i + 6; ++j) number = number << 1 | bits_[j];
      letters += kLetters[number];
    }
    return letters;
  }

 private:
  std::vector<bool> bits_;
};

// Four states; it begins in 0 or 1, and 1 and 2 accept.
struct RandomAutomaton {
  std::set<int> next[4][kSize];
  std::string letters;

  RandomAutomaton(Random& random, bool has_lists) {
    Bits bits;
    bits.Write(has_lists ? 0 : 1, 2);
    bits.Write(2 - 1, 4);
    bits.Write(kSize - 1, 4);
    bits.Write(2, 2);
    bits.Write(1, 2);
    bits.Write(0b10, 2);
    if (has_lists) bits.Write(4, 4);
    for (auto& of_state : next) WriteState(random, has_lists, of_state, bits);
    letters = bits.Letters();
  }

  static void WriteState(Random& random, bool has_lists,
                         std::set<int> (&of_state)[kSize], Bits& bits) {
    int count = 0;
    int mask = 0;
    for (int symbol = 0; symbol < kSize; ++symbol) {
      const int most = has_lists ? 2 : 1;
      for (int i = Draw(random, 0, most); i > 0; --i) {
        of_state[symbol].insert(Draw(random, 0, 3));
      }
      count += static_cast<int>(of_state[symbol].size());
      if (!of_state[symbol].empty()) mask |= 1 << symbol;
    }
    bits.Write(has_lists ? count : mask, 4);
    for (int symbol = 0; symbol < kSize; ++symbol) {
      for (const int state : of_state[symbol]) {
        if (has_lists) bits.Write(symbol, 2);
        bits.Write(state, 2);
      }
    }
  }

  bool Accepts(const Digits& digits) const {
    std::set<int> states = {0, 1};
    for (const int digit : digits) {
      std::set<int> then;
      for (const int state : states) {
        then.insert(next[state][digit - 1].begin(),
                    next[state][digit - 1].end());
      }
      states = then;
    }
    return states.contains(1) || states.contains(2);
  }
};

TEST(RulesTest, AutomataInLetters) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const RandomAutomaton automaton(random, /*has_lists=*/seed % 2 == 0);
    std::string rule = absl::StrCat(".NFA~", automaton.letters, "~_mine");
    const Digits cells = RandomCells(random, &rule);
    ExpectGridsWith(rule, cells, [&](const Digits& digits) {
      return automaton.Accepts(digits);
    });
  }
}

std::string RandomRegex(Random& random, int depth) {
  const auto inner = [&] { return RandomRegex(random, depth - 1); };
  const std::string digit = absl::StrCat(Draw(random, 1, kSize));
  const char* const quantifiers[] = {"*", "+", "?", "{2}", "{1,2}", "{1,}"};
  switch (depth == 0 ? 0 : Draw(random, 0, 8)) {
    case 0:
      return digit;
    case 1:
      return ".";
    case 2:
      return absl::StrCat("[", digit, "-4]");
    case 3:
      return absl::StrCat("[^", digit, "]");
    case 4:
      return absl::StrCat("(", inner(), "|", inner(), ")");
    case 5:
    case 6:
      return absl::StrCat("(", inner(), ")", quantifiers[Draw(random, 0, 5)]);
    default:
      return absl::StrCat(inner(), inner(), inner());
  }
}

TEST(RulesTest, RegularExpressions) {
  for (uint32_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const std::string regex = absl::StrCat("(", RandomRegex(random, 4), ")");
    std::string encoded;
    for (const char c : regex) {
      absl::StrAppend(&encoded, "%", absl::Hex(static_cast<int>(c)));
    }
    std::string rule = absl::StrCat(".Regex~", encoded, "~");
    const Digits cells = RandomCells(random, &rule);
    const std::regex matcher(regex);
    SCOPED_TRACE(regex);
    ExpectGridsWith(rule, cells, [&](const Digits& digits) {
      std::string word;
      for (const int digit : digits) absl::StrAppend(&word, digit);
      return std::regex_match(word, matcher);
    });
  }
  // In the letters of the solver that has them: "[12]+3", filled up or not.
  const std::string cells = "~R1C1~R2C2~R3C3";
  const auto solutions = [&](const std::string& letters) {
    return SolutionsOf(
        PuzzleOf(absl::StrCat(".Shape~4x4.Regex~", letters, cells)));
  };
  EXPECT_EQ(solutions("WzEyXSsz"), solutions("%5B12%5D%2B3"));
  EXPECT_EQ(solutions("KDEyMik="), solutions("(122)"));
  EXPECT_NE(solutions("KDEyMik"), solutions("WzEyXSsz"));
}

TEST(RulesTest, AreAddedToAPuzzle) {
  Puzzle puzzle(*Geometry::FromSize(kSize));
  EXPECT_FALSE(AddRules("AntiKing.~R1C1_3_4", &puzzle));
  EXPECT_FALSE(AddRules(".Thermo~R1C1~R1C2", &puzzle));
  EXPECT_EQ(
      SolutionsOf(puzzle),
      SolutionsOf(PuzzleOf(".Shape~4x4.AntiKing.~R1C1_3_4.Thermo~R1C1~R1C2")));
  const auto error = AddRules("Shape~4x4", &puzzle);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->sentence, "the grid is known already");
  EXPECT_EQ(puzzle.rules.size(), 2);
}

// A dot of the other colour is as good as one of its own.
TEST(RulesTest, WhereDotsAreNoneIsAskedAbout) {
  const auto count = [](const std::string& rules) {
    return SolutionsOf(PuzzleOf(absl::StrCat(".Shape~4x4", rules))).size();
  };
  const std::string dot = ".WhiteDot~R1C1~R1C2";
  const std::string other_dot = ".BlackDot~R1C1~R1C2";
  EXPECT_EQ(count(".StrictBlackDots"), count(".StrictBlackDots~2"));
  EXPECT_EQ(count(".StrictWhiteDots"), count(".AntiConsecutive"));
  EXPECT_EQ(count(dot + other_dot + ".StrictWhiteDots.StrictBlackDots"),
            count(dot + other_dot + ".StrictKropki"));
}

bool HasEachFiveAFlatmate(const Digits& grid) {
  for (int cell = 0; cell < 81; ++cell) {
    const bool is_right = grid[cell] != 5 ||
                          (cell >= 9 && grid[cell - 9] == 1) ||
                          (cell < 72 && grid[cell + 9] == 9);
    if (!is_right) return false;
  }
  return true;
}

// The solutions of a puzzle without the rule, and which of them it leaves; also
// in a block.
TEST(RulesTest, InNineByNineLeaveTheGridsThatBruteForceLeaves) {
  const std::string solution =
      "891234567534867291672915348315648972948372615726159483459783126"
      "183426759267591834";
  std::string givens = ".~R1C1_8";
  for (int cell = 1; cell < 81; ++cell) {
    if (cell * 7 % 10 > 2) continue;
    absl::StrAppend(&givens, "~R", cell / 9 + 1, "C", cell % 9 + 1, "_",
                    solution.substr(cell, 1));
  }
  const std::set<Digits> all = SolutionsOf(PuzzleOf(givens));
  EXPECT_GT(all.size(), 10);
  for (const std::string rule :
       {".GlobalEntropy", ".GlobalMod", ".DutchFlatmates",
        ".Entropic~R4C4~R5C5~R5C6~R6C6", ".Entropic~R4C4~R4C5"}) {
    const Puzzle puzzle = PuzzleOf(absl::StrCat(givens, rule));
    std::set<Digits> expected;
    for (const Digits& grid : all) {
      const bool holds = rule == ".DutchFlatmates"
                             ? HasEachFiveAFlatmate(grid)
                             : Holds(puzzle.rules[0], grid, puzzle);
      if (holds) expected.insert(grid);
    }
    EXPECT_EQ(SolutionsOf(puzzle), expected) << rule;
    EXPECT_EQ(SolutionsOf(PuzzleOf(absl::StrCat(givens, ".Or", rule, ".End"))),
              expected)
        << rule;
  }
}

TEST(RulesTest, KnownPuzzlesHaveOneSolution) {
  const std::pair<const char*, const char*> puzzles[] = {
      // From the examples of the interactive solver by sigh (MIT).
      {".Whisper~R8C1~R7C1~R7C2~R8C3~R9C3~R9C2.Whisper~R9C6~R8C7~R7C7~R7C8~"
       "R6C9~R5C8.Whisper~R6C3~R5C2~R4C3~R3C4~R2C5~R1C6~R1C7~R2C8~R3C8~R4C7~"
       "R5C6~R6C6~R7C6~R8C5~R7C4.Whisper~R4C5~R4C6~R3C7.~R1C5_1~R2C2_5~R5C1_6~"
       "R5C9_9~R7C3_3~R8C8_3~R9C1_5~R9C5_3",
       "79641385235268941718427569324759138661534827983976254192385716447812693"
       "5"
       "561934728"},
  };
  for (const auto& [text, solution] : puzzles) {
    const Puzzle puzzle = PuzzleOf(text);
    const std::set<Digits> solutions = SolutionsOf(puzzle);
    ASSERT_EQ(solutions.size(), 1);
    EXPECT_EQ(absl::StrJoin(*solutions.begin(), ""), solution);
  }
}

TEST(RulesTest, MixedPuzzlesHaveOneSolution) {
  std::ifstream file("testdata/sudoku/rules.txt");
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    if (count % OneIn(1) != 0) continue;
    SCOPED_TRACE(line);
    const std::pair<std::string, std::string> parts = absl::StrSplit(line, ' ');
    const Puzzle puzzle = PuzzleOf(parts.first);
    absl::StatusOr<Solver> solver = Solver::ForRules(puzzle);
    ASSERT_TRUE(solver.ok()) << solver.status();
    const Answer& answer = solver->Solve(puzzle);
    EXPECT_EQ(answer.verdict, Verdict::kUnique);
    EXPECT_EQ(answer.solution.ToLine(), parts.second);
  }
  EXPECT_EQ(count, 20);
}

// --- what is written ---

std::string ErrorOf(const std::string& text) {
  RuleText read;
  const auto error = ReadRuleText(text, &read);
  if (!error.has_value()) return "";
  return absl::StrCat(error->offset, ": ", error->sentence);
}

TEST(RuleTextTest, SaysWhatIsWrongAndWhere) {
  const std::pair<const char*, const char*> cases[] = {
      {".Thermo~R1C1~R1C2", ""},
      {".Thermo~R1C1~R1C2.Magic~R1C1",
       "18: the rule \"Magic\" is not known here"},
      {".Thermo~R1C1~R1C10", "13: \"R1C10\" is not a cell of a grid of 9x9"},
      {".Thermo~R1C1", "1: Thermo has 1 of at least 2 cells"},
      {".Cage~17~R1C1~R1C1",
       "1: Cage has r1c1 twice, and digits of a cage differ; Sum may have it "
       "twice"},
      {".Cage~x~R1C1", "6: \"x\" is neither a number nor a cell"},
      {".Cage~3~4~R1C1", "1: Cage has 2 numbers instead of at most 1"},
      {".Whisper~5~6~R1C1~R1C2",
       "1: Whisper has 2 numbers instead of at most 1"},
      {".Sum~R1C1", "1: Sum has 0 numbers instead of at least 1"},
      {".Thermo~R1C1~R1C2~LOOP", "1: Thermo cannot be a loop"},
      {".AntiKnight~LOOP", "1: AntiKnight cannot be a loop"},
      {".Whisper~5~R1C1~R1C2~R2C2~LOOP", ""},
      {".LookAndSay~123~R1C1",
       "1: LookAndSay needs two digits for each that it counts: 23 is two "
       "times 3"},
      {".LookAndSay~-1~R1C1", "12: \"-1\" is neither a number nor a cell"},
      {".Sandwich~8~C1~C2",
       "1: Sandwich needs a number and a row or column, as in "
       "\"Sandwich~8~C1\""},
      {".LittleKiller~5~R1C3~R1C4",
       "1: LittleKiller needs a number and a cell at the border, as in "
       "\"LittleKiller~8~R1C2\""},
      {".NoBoxes~R1C1", "9: NoBoxes has nothing behind it"},
      {".Or~R1C1.Odd~R1C2.End", "4: Or has nothing behind it"},
      {".Shape~4x4.Shape~6x6", "11: Shape is there twice"},
      {".Shape~4x4.Jigsaw~1122112233443344.Jigsaw~1212121234343434",
       "35: Jigsaw is there twice"},
      {".RellikCage~1_2~R1C1", "1: RellikCage has 2 numbers instead of 1"},
      {".Cage~C~R1C1", "6: \"C\" is neither a number nor a cell"},
      {".Sum~3_=_1_2~R1C1", "1: Sum has 2 factors for 1 cells"},
      {".SameValues~2~R1C1~R1C2~R1C3",
       "1: SameValues cannot part 3 cells into 2 sets"},
      {".Skyscraper~C10~3",
       "1: Skyscraper needs a row or column and its numbers, as in "
       "\"Skyscraper~C2~3~4\""},
      {".Thermo~R1C1~R1C2.FullRank~C1~~", "18: FullRank has no number"},
      {".XSum~R2~", "1: XSum has no number"},
      {".LittleKiller~5~R2C2",
       "16: LittleKiller needs a number and a cell at the border, as in "
       "\"LittleKiller~8~R1C2\""},
      {".LittleKiller~5~R9C9",
       "16: LittleKiller needs a number and a cell at the border, as in "
       "\"LittleKiller~8~R1C2\", and not the last one, whose diagonal begins "
       "at R1C1"},
      {".FullRank~C1~37~", "13: FullRank needs a number from 1 to 36"},
      {".Quad~R9C1~2", "1: Quad needs the first of four cells"},
      {".V~R1C1~R4C4", "1: V needs cells side by side"},
      {".Whisper~-3~R1C1~R1C2", "1: Whisper needs a number from 0 to 9"},
      {".Diagonal~3", "1: Diagonal needs the number 1 or -1"},
      {".AntiKnight~R1C1", "1: AntiKnight is about the whole grid"},
      {".~R1C1_10", "7: \"10\" is not a digit from 1 to 9"},
      {".~R1C1_1~R1C1_2", "9: no digit is left for this cell"},
      {".Shape~9x9~0-8.~R1C1_0", ""},
      {".Shape~9x9~0-8.~R1C1_9", "21: \"9\" is not a digit from 0 to 8"},
      {".Shape~9x9~0-9",
       "11: the digits \"0-9\" are not known here: a grid of 9x9 has 1-9 or "
       "0-8"},
      {".Shape~9x6",
       "1: this shape is not known here: only squares such as "
       "\"Shape~6x6\""},
      {".Or.Odd~R1C1", "1: Or has no End"},
      {".Or.End", "1: Or has no rules in it"},
      {".Odd~R1C1.End", "10: nothing is to end here"},
      {".Or.Odd~R1C1.Lunchbox~3~R1C1~R1C2.End",
       "1: Or cannot have Lunchbox in it here"},
      {".Replicate~_w.Thermo~R1C9~R2C9.End",
       "1: Replicate cannot move \"Thermo~R1C9~R2C9\" so: it would leave the "
       "grid, or has no cells"},
      {".Replicate~!.Odd~R1C1.End",
       "1: Replicate needs a set of cells in letters, and perhaps a cell to "
       "count from"},
      {".Replicate~B.AntiKing.End",
       "1: Replicate cannot move \"AntiKing\" so: it would leave the grid, or "
       "has no cells"},
      {".Pair~8H_x~_near", "1: Pair has no cells"},
      {".Pair", "1: Pair has no letters"},
      {".Pair~8!~~R1C1~R1C2", "1: Pair has \"!\" in its letters"},
      {".Pair~AAAAAAAAAAAAAAAB~~R1C1~R1C2",
       "1: Pair has letters for more than the pairs of 9 digits"},
      {".Pair~8H_x~~R1C1~R1C10",
       "17: \"R1C10\" is not a cell of a grid of 9x9"},
      {".NFA~Ug~~R1C1", "1: NFA has a code that breaks off"},
      {".Regex~(1|~~R1C1",
       "1: Regex is too long or wrong at character 4 of its expression"},
      {".Regex~([3-1])~~R1C1",
       "1: Regex is too long or wrong at character 6 of its expression"},
      {".Regex~((){400}){400}~~R1C1",
       "1: Regex is too long or wrong at character 2 of its expression"},
      {".Skyscraper~R1x~2~",
       "1: Skyscraper needs a row or column and its numbers, as in "
       "\"Skyscraper~C2~3~4\""},
      {".Shape~6x6.Windoku", "11: Windoku needs square boxes"},
      {".Shape~6x6.DutchFlatmates", "11: DutchFlatmates is for grids of 9x9"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(ErrorOf(text), expected) << text;
  }
  EXPECT_EQ(ErrorOf(absl::StrCat(".Regex~1", std::string(1000, '*'), "~~R1C1")),
            "1: Regex is too long or wrong at character 502 of its expression");
}

// "| `.Thermo~R1C1~R1C2` | digits rise |": the text and the meaning.
std::vector<std::pair<std::string, std::string>> DocumentedRules() {
  std::ifstream page("docs/rules.md");
  std::vector<std::pair<std::string, std::string>> rules;
  for (std::string line; std::getline(page, line);) {
    const std::vector<std::string> parts = absl::StrSplit(line, "` | ");
    if (!absl::StartsWith(line, "| `.") || parts.size() != 2) continue;
    rules.push_back(
        {parts[0].substr(3), std::string(absl::StripSuffix(parts[1], " |"))});
  }
  return rules;
}

TEST(RuleTextTest, TheDocumentHasEachRule) {
  std::map<std::string, std::string> meanings;
  for (const auto& [text, meaning] : DocumentedRules()) {
    EXPECT_EQ(ErrorOf(text), "") << text;
    meanings[text.substr(1, text.find('~') - 1)] = meaning;
  }
  for (const RuleKind& kind : RuleKinds()) {
    EXPECT_EQ(meanings[std::string(kind.name)], std::string(kind.meaning))
        << std::string(kind.name);
  }
}

// All but those about the whole grid.
TEST(RuleTextTest, ThePictureHasEachRule) {
  std::ifstream file("docs/pictures/each_rule.svg");
  const std::string picture(std::istreambuf_iterator<char>(file), {});
  for (const RuleKind& kind : RuleKinds()) {
    if (kind.form == RuleForm::kEverywhere) continue;
    EXPECT_TRUE(absl::StrContains(
        picture, absl::StrCat(">.", std::string(kind.name), "~")))
        << std::string(kind.name);
  }
}

TEST(RuleTextTest, LargeGridsHaveLettersForRows) {
  RuleText letters;
  RuleText numbers;
  ASSERT_FALSE(ReadRuleText(".Shape~16x16.Thermo~R1Ca~RgCG", &letters));
  ASSERT_FALSE(ReadRuleText(".Shape~16x16.Thermo~R1C10~R16C16", &numbers));
  EXPECT_EQ(letters.rules[0].cells(), (std::vector<int>{9, 255}));
  EXPECT_EQ(numbers.rules[0].cells(), letters.rules[0].cells());
  EXPECT_EQ(ErrorOf(".Shape~12x12.Thermo~R1Ca~R1Cd"),
            "25: \"R1Cd\" is not a cell of a grid of 12x12");
  ASSERT_FALSE(ReadRuleText(".Shape~16x16.Skyscraper~Ra~2~", &letters));
  EXPECT_EQ(letters.rules[0].cells()[0], 9 * 16);
}

TEST(RuleTextTest, IsRecognised) {
  EXPECT_TRUE(IsRuleText(".Thermo~R1C1~R1C2"));
  EXPECT_TRUE(IsRuleText(".~R1C1_5"));
  EXPECT_TRUE(IsRuleText(".AntiKnight"));
  EXPECT_TRUE(IsRuleText("..Cage~14~R5C3"));
  EXPECT_TRUE(IsRuleText(".Or.AntiKing.AntiKnight.End"));
  EXPECT_FALSE(IsRuleText(".A.3"));
  EXPECT_FALSE(IsRuleText("...."));
  EXPECT_FALSE(IsRuleText("Thermo~R1C1"));
}

TEST(RuleTextTest, IsWrittenAsItWasRead) {
  RuleText read;
  const std::string text =
      ".Thermo~R1C1~R1C2.Skyscraper~C2~3~4.AntiKnight.Lockout~R1C1~R1C2."
      "Whisper~R1C1~R1C2";
  ASSERT_FALSE(ReadRuleText(text, &read).has_value());
  std::string written;
  for (const Rule& rule : read.rules) absl::StrAppend(&written, ".", rule.text);
  EXPECT_EQ(written,
            ".Thermo~R1C1~R1C2.Skyscraper~C2~3~.Skyscraper~C2~~4.AntiKnight"
            // Which another solver does not read without its number.
            ".Lockout~4~R1C1~R1C2.Whisper~R1C1~R1C2");
  RuleText again;
  ASSERT_FALSE(ReadRuleText(written, &again).has_value());
  EXPECT_EQ(again.rules, read.rules);
}

}  // namespace
}  // namespace sudoku
