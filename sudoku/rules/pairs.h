#ifndef SUDOKU_RULES_PAIRS_H_
#define SUDOKU_RULES_PAIRS_H_

// Cells side by side, or one above the other.

#include <utility>
#include <vector>

#include "sudoku/rules/rule.h"

namespace sudoku::rules {

// What a white and a black dot say: two digits differ by the number; one is so
// many times the other.
[[nodiscard]] bool Differ(int a, int b, int number);
[[nodiscard]] bool AreInRatio(int a, int b, int number);

// REQUIRES: both are cells of a grid of that size.
[[nodiscard]] bool AreBeside(int one, int other, int size);

// The pairs of such cells of a rule, each in the order of the rule.
[[nodiscard]] std::vector<std::pair<int, int>> PairsOf(const Rule& rule,
                                                       int size);

}  // namespace sudoku::rules

#endif  // SUDOKU_RULES_PAIRS_H_
