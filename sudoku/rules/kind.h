#ifndef SUDOKU_RULES_KIND_H_
#define SUDOKU_RULES_KIND_H_

// The one table of rules.
//
// A rule is a row here, and a function of some ten lines that says it to a
// RuleModel (sudoku/rules/functions.h). What is written, its texts and its
// errors follow from the row.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

class Geometry;
class RuleModel;

// What is written behind the name of a rule.
enum class RuleForm {
  kCells,       // Numbers, then cells: "Cage~17~R1C1~R1C2".
  kEverywhere,  // Nothing, or a number: "AntiKnight", "Diagonal~1".
  kEnds,        // A row or column, and a number at its beginning, its end or
                // both: "Skyscraper~C2~3~4", "Skyscraper~R1~~3".
  kLine,        // A number, then a row or column: "Sandwich~8~C1".
  kDiagonal,    // A number, then the first cell of a diagonal.
  kSquare,      // The first cell of four, then numbers: "Quad~R1C1~2~5".
  kCoded,       // Letters, then a name and cells, and so on, and between lists
                // of cells nothing: "Pair~8H~_near~R1C1~R1C2~~R2C1~R2C2".
  kMade,        // It is made of other rules or of givens.
};

struct RuleKind {
  dlx::StringView name;
  // What it asks of the digits, as part of a sentence.
  dlx::StringView meaning;
  RuleForm form = RuleForm::kCells;
  // How many numbers it has; `numbers` are those that may be left out.
  size_t fewest_numbers = 0;
  size_t most_numbers = 0;
  std::vector<int> numbers = {};
  // Whether they are written even so, as other solvers need them.
  bool writes_numbers = false;
  // How many cells each part has.
  size_t fewest_cells = 1;
  // Whether a cell may be in it twice.
  bool may_repeat = false;
  // Whether its line may be a loop.
  bool may_be_loop = false;
  bool has_parts = false;
  // Of the only size of a grid that it knows; 0 for any.
  int size = 0;
  // Whether it says nothing in a grid without boxes.
  bool needs_boxes = false;
  // Whether its only number is the sum of its cells; 0 for none.
  bool is_sum = false;
  // Whether each digit of what is written is a number: 23 is 2 and 3.
  bool has_digits = false;
  // Letters that are written for 0, 1 and so on.
  dlx::StringView letters = "";
  // Whether it needs values besides the digits of cells, which a rule that need
  // not hold cannot have.
  bool has_helpers = false;
  // Kinds of marks of which it says that all are given.
  std::vector<dlx::StringView> marks = {};
  // What is wrong with the numbers in a grid of that size, or nothing. Null if
  // nothing can be.
  std::string (*mistake)(const Rule& rule, int size) = nullptr;
  // If all that it asks is that digits differ: the lists of cells in which they
  // do. (Their geometry is that of the puzzle.) Null if it asks for more.
  std::vector<std::vector<int>> (*differing)(
      const Rule& rule, const Geometry& geometry) = nullptr;
  void (*add)(const Rule& rule, RuleModel& model) = nullptr;
};

[[nodiscard]] absl::Span<const RuleKind> RuleKinds();
// Null if there is none of that name.
[[nodiscard]] const RuleKind* FindRuleKind(dlx::StringView name);

// Kinds that have no row, as they have no cells in their text: a rule that
// consists of alternatives, and digits of a cell that are one of them.
[[nodiscard]] const RuleKind& OrKind();
[[nodiscard]] const RuleKind& GivenKind();

}  // namespace sudoku

#endif  // SUDOKU_RULES_KIND_H_
