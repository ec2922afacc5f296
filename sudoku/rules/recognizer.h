#ifndef SUDOKU_RULES_RECOGNIZER_H_
#define SUDOKU_RULES_RECOGNIZER_H_

// An automaton that reads the digits of some cells and says whether they are
// right. What a rule says to a model is a constraint; what it says where it
// need not hold is a list of these.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/types/span.h"

namespace sudoku {

struct Recognizer {
  // In the order in which they are read; a cell may come again.
  std::vector<int> cells;
  int64_t start = 0;
  // The state after that digit of the cell at the position, or nothing.
  std::function<std::optional<int64_t>(size_t position, int64_t state,
                                       int digit)>
      step;
  std::function<bool(int64_t state)> accepts;
};

// What the functions of RuleModel mean.
[[nodiscard]] Recognizer DifferentRecognizer(absl::Span<const int> cells);
[[nodiscard]] Recognizer SetRecognizer(absl::Span<const int> cells,
                                       absl::Span<const std::vector<int>> sets);
[[nodiscard]] Recognizer SumRecognizer(absl::Span<const int> cells,
                                       int64_t total,
                                       absl::Span<const int> factors);
[[nodiscard]] Recognizer CountRecognizer(absl::Span<const int> cells,
                                         std::vector<int> digits, size_t low,
                                         size_t high);
[[nodiscard]] Recognizer EqualRecognizer(int one, int other);
[[nodiscard]] Recognizer ForbiddenRecognizer(int one, std::vector<int> digits,
                                             int other,
                                             std::vector<int> other_digits);

// At least one of the lists has only recognizers that accept. It reads one
// after the other.
[[nodiscard]] Recognizer AnyOf(std::vector<std::vector<Recognizer>> lists);

}  // namespace sudoku

#endif  // SUDOKU_RULES_RECOGNIZER_H_
