#ifndef SUDOKU_RULES_RULE_H_
#define SUDOKU_RULES_RULE_H_

// A rule of a puzzle, besides that digits of a house differ: a thermometer, a
// cage with a sum.

#include <string>
#include <vector>

namespace sudoku {

struct RuleKind;  // A row of the table of rules, see sudoku/rules/kind.h.

struct Rule {
  const RuleKind* kind = nullptr;
  // The sum of a cage, the difference of a whisper.
  std::vector<int> numbers = {};
  // Cells in their order. Few kinds have several lists of them.
  std::vector<std::vector<int>> parts = {};
  // A line whose last cell is followed by its first.
  bool is_loop = false;
  // What says in letters which digits go together, see sudoku/rules/code.h.
  std::string code = {};
  // One of these lists of rules holds, or several do. Most kinds have none.
  std::vector<std::vector<Rule>> alternatives = {};
  // As it was written: "Cage~17~R1C1~R1C2".
  std::string text = {};

  // REQUIRES: there is a part.
  const std::vector<int>& cells() const { return parts.front(); }

  friend bool operator==(const Rule&, const Rule&) = default;
};

}  // namespace sudoku

#endif  // SUDOKU_RULES_RULE_H_
