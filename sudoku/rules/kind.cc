#include "sudoku/rules/kind.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "sudoku/rules/functions.h"

namespace sudoku {
namespace {

using Form = RuleForm;

std::string MistakeInModular(const Rule& rule, int size) {
  const int number = rule.numbers[0];
  return number < 2 || number > size
             ? absl::StrCat("needs a number from 2 to ", size)
             : "";
}

std::string MistakeInPill(const Rule& rule, int) {
  const int number = rule.numbers[0];
  return number < 2 || number > 3 ? "needs a pill of 2 or 3 cells" : "";
}

std::string MistakeInFactors(const Rule& rule, int) {
  const size_t factors = rule.numbers.size() - 1;
  const size_t cells = rule.cells().size();
  return factors != 0 && factors != cells
             ? absl::StrCat("has ", factors, " factors for ", cells, " cells")
             : "";
}

// A state of its automaton has a bit for each sum.
std::string MistakeInSmallSum(const Rule& rule, int) {
  const int sum = rule.numbers[0];
  return sum < 1 || sum > 31 ? "needs a sum from 1 to 31" : "";
}

std::string MistakeInParts(const Rule& rule, int) {
  const size_t cells = rule.cells().size();
  const int number = rule.numbers[0];
  return number < 1 || cells % static_cast<size_t>(number) != 0
             ? absl::StrCat("cannot part ", cells, " cells into ", number,
                            " sets")
             : "";
}

// Rows by what is written, and then by name.
const std::vector<RuleKind>& Table() {
  static const auto* const table = new std::vector<RuleKind>{
      // Lines.
      {.name = "Between",
       .meaning = "digits on the line lie between those at its ends",
       .fewest_cells = 3,
       .add = rules::Between},
      {.name = "Entropic",
       .meaning = "each three cells in a row have a low, a middle and a high "
                  "digit",
       .fewest_cells = 2,
       .size = 9,
       .add = rules::Entropic},
      {.name = "Lockout",
       .meaning = "digits on the line do not lie between those at its ends, "
                  "which are at least so far apart, nor are they one of them",
       .most_numbers = 1,
       .numbers = {4},
       .fewest_cells = 2,
       .add = rules::Lockout},
      {.name = "Modular",
       .meaning = "so many cells in a row have different remainders",
       .most_numbers = 1,
       .numbers = {3},
       .fewest_cells = 2,
       .mistake = MistakeInModular,
       .add = rules::Modular},
      {.name = "Nabner",
       .meaning = "no two digits on the line are consecutive or equal",
       .fewest_cells = 2,
       .add = rules::Nabner},
      {.name = "Palindrome",
       .meaning = "the line reads the same from both ends",
       .fewest_cells = 2,
       .add = rules::Palindrome},
      {.name = "Parity",
       .meaning = "odd and even digits alternate",
       .fewest_cells = 2,
       .add = rules::Parity},
      {.name = "RegionSumLine",
       .meaning = "the line has the same sum in each box that it goes through",
       .may_repeat = true,
       .needs_boxes = true,
       .add = rules::RegionSumLine},
      {.name = "Renban",
       .meaning = "the digits are consecutive and different, in any order",
       .add = rules::Renban},
      {.name = "SlowThermo",
       .meaning = "no digit is less than the one before it",
       .fewest_cells = 2,
       .add = rules::SlowThermo},
      {.name = "SumLine",
       .meaning = "the line is made of stretches that each have the sum",
       .fewest_numbers = 1,
       .most_numbers = 1,
       .mistake = MistakeInSmallSum,
       .add = rules::SumLine},
      {.name = "Thermo",
       .meaning = "digits rise from the first cell on",
       .fewest_cells = 2,
       .add = rules::Thermo},
      {.name = "ValueIndexing",
       .meaning =
           "the first digit is that of the cell as many steps behind the "
           "second as that says",
       .fewest_cells = 3,
       .add = rules::ValueIndexing},
      {.name = "Whisper",
       .meaning = "neighbours on the line differ at least by the number (5)",
       .most_numbers = 1,
       .numbers = {5},
       .fewest_cells = 2,
       .may_repeat = true,
       .add = rules::Whisper},
      {.name = "Zipper",
       .meaning = "cells equally far from the centre have the same sum, which "
                  "is the digit in the centre, if there is one",
       .fewest_cells = 2,
       .add = rules::Zipper},
      // Arrows and sums.
      {.name = "Arrow",
       .meaning = "the first digit is the sum of the others",
       .fewest_cells = 2,
       .may_repeat = true,
       .add = rules::Arrow},
      {.name = "DoubleArrow",
       .meaning = "the digits between the ends have the sum of the ends",
       .fewest_cells = 3,
       .add = rules::DoubleArrow},
      {.name = "EqualSum",
       .meaning = "all parts have the same sum",
       .may_repeat = true,
       .has_parts = true,
       .add = rules::EqualSum},
      {.name = "PillArrow",
       .meaning = "the first cells, as many as the number says, are the sum of "
                  "the others, as a number",
       .fewest_numbers = 1,
       .most_numbers = 1,
       .fewest_cells = 3,
       .may_repeat = true,
       .mistake = MistakeInPill,
       .add = rules::PillArrow},
      {.name = "Sum",
       .meaning =
           "the digits, each times its factor if there are any, have the "
           "sum",
       .fewest_numbers = 1,
       .most_numbers = 1 + kMaxSize * kMaxSize,
       .may_repeat = true,
       .is_sum = true,
       .mistake = MistakeInFactors,
       .add = rules::Sum},
      // Sets of cells.
      {.name = "AllDifferent",
       .meaning = "the digits are different",
       .add = rules::AllDifferent},
      {.name = "Cage",
       .meaning = "the digits are different and have the sum, if there is one",
       .most_numbers = 1,
       .is_sum = true,
       .add = rules::Cage},
      {.name = "ContainAtLeast",
       .meaning = "the numbers are among the digits, each as often as it is "
                  "named or more often",
       .fewest_numbers = 1,
       .most_numbers = kMaxSize,
       .add = rules::ContainAtLeast},
      {.name = "ContainExact",
       .meaning = "the numbers are among the digits, each as often as it is "
                  "named",
       .fewest_numbers = 1,
       .most_numbers = kMaxSize,
       .add = rules::ContainExact},
      {.name = "CountDistinct",
       .meaning = "the first digit counts the different digits of the others",
       .fewest_cells = 2,
       .add = rules::CountDistinct},
      {.name = "CountingCircles",
       .meaning =
           "each digit is in as many of the cells as it says, or in none",
       .add = rules::CountingCircles},
      {.name = "EqualityCage",
       .meaning = "the digits are different, and as many are low as high, and "
                  "odd as even",
       .add = rules::EqualityCage},
      {.name = "Even", .meaning = "the digits are even", .add = rules::Even},
      {.name = "Indexing",
       .meaning =
           "the digit says where in its row (C) or column (R) the number "
           "of the cell's column or row is",
       .fewest_numbers = 1,
       .most_numbers = 1,
       .add = rules::Indexing},
      {.name = "LookAndSay",
       .meaning = "there are as many of each digit as the number says: 23 is "
                  "two times 3",
       .fewest_numbers = 2,
       .most_numbers = 2 * kMaxSize,
       .has_digits = true,
       .add = rules::LookAndSay},
      {.name = "Lunchbox",
       .meaning = "the digits are different, and those between the least and "
                  "the greatest have the sum",
       .fewest_numbers = 1,
       .most_numbers = 1,
       .fewest_cells = 2,
       .add = rules::Lunchbox},
      {.name = "Maximum",
       .meaning = "the digits are greater than those beside them",
       .add = rules::Maximum},
      {.name = "Minimum",
       .meaning = "the digits are less than those beside them",
       .add = rules::Minimum},
      {.name = "Odd", .meaning = "the digits are odd", .add = rules::Odd},
      {.name = "Quad",
       .meaning = "the numbers are among the digits of four cells",
       .form = Form::kSquare,
       .fewest_numbers = 1,
       .most_numbers = 4,
       .add = rules::ContainAtLeast},
      {.name = "RellikCage",
       .meaning = "the digits are different, and none of them have the sum "
                  "together",
       .fewest_numbers = 1,
       .most_numbers = 1,
       .mistake = MistakeInSmallSum,
       .add = rules::RellikCage},
      {.name = "SameValues",
       .meaning = "as many sets of cells as the number says have the same "
                  "digits",
       .fewest_numbers = 1,
       .most_numbers = 1,
       .fewest_cells = 2,
       .mistake = MistakeInParts,
       .add = rules::SameValues},
      // Cells side by side.
      {.name = "BlackDot",
       .meaning = "one digit is so many times the other (2)",
       .most_numbers = 1,
       .numbers = {2},
       .fewest_cells = 2,
       .add = rules::BlackDot},
      {.name = "GreaterThan",
       .meaning = "a digit is greater than that of a later cell beside it",
       .fewest_cells = 2,
       .add = rules::GreaterThan},
      {.name = "V",
       .meaning = "two digits have the sum 5",
       .fewest_cells = 2,
       .add = rules::V},
      {.name = "WhiteDot",
       .meaning = "two digits differ by the number (1)",
       .most_numbers = 1,
       .numbers = {1},
       .fewest_cells = 2,
       .add = rules::WhiteDot},
      {.name = "X",
       .meaning = "two digits have the sum 10",
       .fewest_cells = 2,
       .add = rules::X},
      // Outside the grid.
      {.name = "HiddenSkyscraper",
       .meaning = "the first digit that is hidden by a greater one",
       .form = Form::kEnds,
       .add = rules::HiddenSkyscraper},
      {.name = "LittleKiller",
       .meaning = "the sum of the digits of a diagonal",
       .form = Form::kDiagonal,
       .add = rules::Sum},
      {.name = "NumberedRoom",
       .meaning = "the digit of the cell whose number is in the first cell",
       .form = Form::kEnds,
       .add = rules::NumberedRoom},
      {.name = "Sandwich",
       .meaning = "the sum between 1 and the greatest digit",
       .form = Form::kLine,
       .add = rules::Sandwich},
      {.name = "Skyscraper",
       .meaning = "how many digits are greater than all before them",
       .form = Form::kEnds,
       .add = rules::Skyscraper},
      {.name = "XSum",
       .meaning = "the sum of the first digits, as many as the first says",
       .form = Form::kEnds,
       .add = rules::XSum},
      // Everywhere.
      {.name = "AntiConsecutive",
       .meaning = "digits side by side are not consecutive",
       .form = Form::kEverywhere,
       .add = rules::AntiConsecutive},
      {.name = "AntiKing",
       .meaning = "digits a king's move apart are different",
       .form = Form::kEverywhere,
       .add = rules::AntiKing},
      {.name = "AntiKnight",
       .meaning = "digits a knight's move apart are different",
       .form = Form::kEverywhere,
       .add = rules::AntiKnight},
      {.name = "AntiTaxicab",
       .meaning = "no digit is as many steps away from itself as it says",
       .form = Form::kEverywhere,
       .add = rules::AntiTaxicab},
      {.name = "Diagonal",
       .meaning = "the digits of a diagonal differ: 1 for the one that rises, "
                  "-1 for the one that falls",
       .form = Form::kEverywhere,
       .fewest_numbers = 1,
       .most_numbers = 1,
       .add = rules::Diagonal},
      {.name = "DisjointSets",
       .meaning = "digits in the same place of boxes are different",
       .form = Form::kEverywhere,
       .needs_boxes = true,
       .add = rules::DisjointSets},
      {.name = "DutchFlatmates",
       .meaning = "each 5 has a 1 above it or a 9 below it",
       .form = Form::kEverywhere,
       .size = 9,
       .add = rules::DutchFlatmates},
      {.name = "GlobalEntropy",
       .meaning = "each four cells around a point have a low, a middle and a "
                  "high digit",
       .form = Form::kEverywhere,
       .size = 9,
       .add = rules::GlobalEntropy},
      {.name = "GlobalMod",
       .meaning = "each four cells around a point have all remainders by 3",
       .form = Form::kEverywhere,
       .size = 9,
       .add = rules::GlobalMod},
      {.name = "StrictBlackDots",
       .meaning = "no digit is so many times the one beside it (2) where there "
                  "is no dot",
       .form = Form::kEverywhere,
       .most_numbers = 1,
       .numbers = {2},
       .add = rules::StrictBlackDots},
      {.name = "StrictKropki",
       .meaning = "all white and black dots are given",
       .form = Form::kEverywhere,
       .add = rules::StrictKropki},
      {.name = "StrictWhiteDots",
       .meaning = "no digits side by side differ by the number (1) where there "
                  "is no dot",
       .form = Form::kEverywhere,
       .most_numbers = 1,
       .numbers = {1},
       .add = rules::StrictWhiteDots},
      {.name = "StrictXV",
       .meaning = "all X and V are given",
       .form = Form::kEverywhere,
       .add = rules::StrictXV},
      {.name = "Windoku",
       .meaning = "the digits of each window are different",
       .form = Form::kEverywhere,
       .size = 9,
       .add = rules::Windoku},
  };
  return *table;
}

}  // namespace

absl::Span<const RuleKind> RuleKinds() { return Table(); }

const RuleKind* FindRuleKind(dlx::StringView name) {
  const auto kind = absl::c_find_if(Table(), [&](const RuleKind& row) {
    return absl::string_view(row.name) == absl::string_view(name);
  });
  return kind == Table().end() ? nullptr : &*kind;
}

}  // namespace sudoku
