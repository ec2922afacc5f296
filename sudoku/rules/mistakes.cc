#include "sudoku/rules/mistakes.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "sudoku/geometry.h"
#include "sudoku/rules/code.h"
#include "sudoku/rules/pairs.h"
#include "sudoku/rules/regex.h"

namespace sudoku::rules {

std::string MistakeInModular(const Rule& rule, int size) {
  const int number = rule.numbers[0];
  return number < 2 || number > size
             ? absl::StrCat("needs a number from 2 to ", size)
             : "";
}

std::string MistakeInDifference(const Rule& rule, int size) {
  const int number = rule.numbers[0];
  return number < 0 || number > size
             ? absl::StrCat("needs a number from 0 to ", size)
             : "";
}

std::string MistakeInDiagonal(const Rule& rule, int) {
  const int number = rule.numbers[0];
  return number != 1 && number != -1 ? "needs the number 1 or -1" : "";
}

std::string MistakeInNeighbours(const Rule& rule, int size) {
  return PairsOf(rule, size).empty() ? "needs cells side by side" : "";
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

std::string MistakeInRank(const Rule& rule, int size) {
  const int rank = rule.numbers[0];
  return rank < 1 || rank > 4 * size
             ? absl::StrCat("needs a number from 1 to ", 4 * size)
             : "";
}

// It says how often, and which digit.
std::string MistakeInPairsOfDigits(const Rule& rule, int) {
  return rule.numbers.size() % 2 != 0 ? "needs two digits for each that it "
                                        "counts: 23 is two times 3"
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

std::string MistakeInWindows(const Rule&, int size) {
  const auto boxes = Geometry::FromSize(size);
  return boxes.ok() && boxes->WithWindows().ok() ? "" : "needs square boxes";
}

std::string MistakeInPairs(const Rule& rule, int size) {
  return std::string(DecodePairs(rule.code, size).status().message());
}

std::string MistakeInOldPairs(const Rule& rule, int size) {
  return std::string(
      DecodePairs(WithOtherDashes(rule.code), size).status().message());
}

std::string MistakeInAutomaton(const Rule& rule, int) {
  return std::string(DecodeAutomaton(rule.code).status().message());
}

// Whatever the least digit is.
std::string MistakeInRegex(const Rule& rule, int size) {
  return std::string(AutomatonOfRegex(rule.code, size, 1).status().message());
}

}  // namespace sudoku::rules
