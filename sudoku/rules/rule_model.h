#ifndef SUDOKU_RULES_RULE_MODEL_H_
#define SUDOKU_RULES_RULE_MODEL_H_

// The rules of a puzzle as constraints on the digits of its cells.
//
// Example:
//
//   absl::StatusOr<RuleModel> model = RuleModel::Create(puzzle, candidates);
//   candidates = model->Candidates();      // Those that the rules leave.
//   absl::Status status = model->AddTo(builder, option_of_placement);

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/model/model.h"
#include "dlx/problem.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/recognizer.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

// What a rule may use.
//
// REQUIRES, of all functions: cells are of the geometry.
class RuleModel {
 public:
  using Cells = absl::Span<const int>;
  using Step = std::function<std::optional<int64_t>(size_t, int64_t, int)>;
  using Accepts = std::function<bool(int64_t)>;

  // Above that, there are too many sets of digits.
  static constexpr int kLargestSizeForSets = 16;

  // With all rules of the puzzle, of which each cell has one of its
  // `candidates`. Fails if a rule is too large.
  static absl::StatusOr<RuleModel> Create(const Puzzle& puzzle,
                                          std::vector<DigitSet> candidates);

  // For each cell the digits that the rules, each by itself, leave it.
  std::vector<DigitSet> Candidates();
  // Adds the rules to a problem in which `option` says that a cell has one of
  // its Candidates().
  absl::Status AddTo(
      dlx::ProblemBuilder& builder,
      absl::FunctionRef<dlx::OptionId(int cell, int digit)> option);

  // --- for rules ---

  const Geometry& geometry() const { return geometry_; }
  int size() const { return geometry_.size(); }
  // Digits as they are called, which is what rules mean: 1 and size(), or 0 and
  // size() - 1.
  int least() const { return geometry_.least_digit(); }
  int greatest() const { return geometry_.greatest_digit(); }
  int sum_of_all() const { return size() * (least() + greatest()) / 2; }
  absl::Span<const Rule> rules() const { return rules_; }
  // Rules are in a block, where what follows from a rule is not to be said.
  bool is_in_block() const { return recognizers_ != nullptr; }
  // True if no two of the cells have the same digit anyway.
  bool AreDifferent(Cells cells) const;

  // False if the puzzle's givens rule out the digit.
  bool MayHold(int cell, int digit) const {
    return absl::c_binary_search(model_.values(dlx::Variable(cell)), digit);
  }

  // See the functions of dlx::Model.
  void Path(
      Cells cells, int64_t start, Step step,
      Accepts accepts = [](int64_t) { return true; });
  void Different(Cells cells);
  void OneOfSets(Cells cells, std::vector<std::vector<int>> sets);
  // By sets of digits, if these differ anyway and there are no factors. Of more
  // than two terms, those of a house are one term.
  void Sum(Cells cells, int64_t total, absl::Span<const int> factors = {});
  // How often a digit is among cells: that many of these places, which count as
  // cells, have the value 1, and the others 0. (There is one for all cells of a
  // house.) REQUIRES: the model is not in a block.
  std::vector<int> PlacesWith(Cells cells, int digit);
  void Count(Cells cells, std::vector<int> digits, size_t low, size_t high);
  // Exactly one of the cells in `selectors` has the digit, and `result` has the
  // digit of the cell at the same place of `values`.
  // REQUIRES: the model is not in a block.
  void Element(Cells selectors, int digit, Cells values, int result);
  void Equal(int one, int other);
  void Forbid(int one, std::vector<int> digits, int other,
              std::vector<int> other_digits);

  // The digits of two cells are in a relation.
  void Pair(int one, int other, absl::FunctionRef<bool(int, int)> may_be);
  // The sum of cells whose digits differ.
  void DifferentWithSum(Cells cells, int64_t total);
  // The sums of all the parts are equal.
  void EqualSums(absl::Span<const std::vector<int>> parts);
  // Each of the parts, which have different digits in their cells, has the
  // same set of them.
  void SameSets(absl::Span<const std::vector<int>> parts);

  // A value that the digits determine, for Path(): it counts as a cell.
  int AddHelper(absl::Span<const int> values);

  // The sum of cells whose digits differ, as a value of its own; the same one
  // for the same cells. Nothing if there are too many sets of digits.
  std::optional<int> SumAsHelper(std::vector<int> cells);

  // Says the rules to a list, and not to the model.
  // REQUIRES: none of them needs helpers.
  std::vector<Recognizer> Recognizers(absl::Span<const Rule> rules);

 private:
  RuleModel(const Puzzle& puzzle, absl::Span<const DigitSet> candidates);

  void Add(const Rule& rule);
  // Takes those cells from the list that are in one house: the one with the
  // most of them.
  std::vector<int> TakeHouse(std::vector<int>& cells) const;
  // Replaces cells that differ anyway, and have the same factor, by their sums,
  // if these are several.
  void GatherDifferent(std::vector<int>& cells, std::vector<int>& factors);
  // The text of the rule; for all constraints but its first with their number.
  std::string NextName();
  std::vector<dlx::Variable> VariablesOf(Cells cells) const;

  Geometry geometry_;
  std::vector<Rule> rules_;
  dlx::Model model_;
  // Where rules are said to, if that is not the model.
  std::vector<Recognizer>* recognizers_ = nullptr;
  std::map<std::vector<int>, int> sums_;  // SumAsHelper().
  // PlacesWith(), by cells of a house and a digit behind them.
  std::map<std::vector<int>, int> places_;
  std::string rule_name_;
  int constraints_of_rule_ = 0;
};

}  // namespace sudoku

#endif  // SUDOKU_RULES_RULE_MODEL_H_
