#include "sudoku/rules/rule_model.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "sudoku/rules/forty_five.h"
#include "sudoku/rules/kind.h"

namespace sudoku {
namespace {

// As they are called.
std::vector<int> DigitsOf(DigitSet set, const Geometry& geometry) {
  std::vector<int> digits;
  for (int digit = 1; digit <= geometry.size(); ++digit) {
    if (set & DigitBit(digit)) {
      digits.push_back(digit - 1 + geometry.least_digit());
    }
  }
  return digits;
}

// Appends the sets of `count` digits from `first` to `last` with that sum, each
// behind `chosen`.
void AppendSets(int first, int last, size_t count, int64_t sum,
                std::vector<int>& chosen, std::vector<std::vector<int>>& sets) {
  if (count == 0) {
    if (sum == 0) sets.push_back(chosen);
    return;
  }
  for (int digit = first; digit <= last && digit <= sum; ++digit) {
    chosen.push_back(digit);
    AppendSets(digit + 1, last, count - 1, sum - digit, chosen, sets);
    chosen.pop_back();
  }
}

constexpr double kMostSetsOfSums = 130;

// More terms of a sum than that are gathered by houses.
constexpr size_t kMostTerms = 2;

// Digits are counted among that many cells themselves, not by houses.
constexpr size_t kMostCountedCells = 3;

}  // namespace

RuleModel::RuleModel(const Puzzle& puzzle,
                     absl::Span<const DigitSet> candidates)
    : geometry_(puzzle.geometry), rules_(puzzle.rules) {
  for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
    model_.AddVariable(geometry_.CellName(cell),
                       DigitsOf(candidates[cell], geometry_));
  }
  for (const House& house : geometry_.houses()) {
    model_.AssumeAllDifferent(VariablesOf(house.cells));
  }
}

absl::StatusOr<RuleModel> RuleModel::Create(const Puzzle& puzzle,
                                            std::vector<DigitSet> candidates) {
  RuleModel model(puzzle, candidates);
  std::set<absl::string_view> known;
  for (const Rule& rule : puzzle.rules) {
    if (known.insert(rule.text).second) model.Add(rule);
  }
  // Of a full grid they say nothing.
  if (!absl::c_all_of(candidates, std::has_single_bit<DigitSet>)) {
    model.rule_name_ = "sum-of-houses";
    model.constraints_of_rule_ = 0;
    AddSumsOfHouses(model);
  }
  if (!model.model_.status().ok()) return model.model_.status();
  return model;
}

void RuleModel::Add(const Rule& rule) {
  rule_name_ = rule.text;
  constraints_of_rule_ = 0;
  rule.kind->add(rule, *this);
}

std::string RuleModel::NextName() {
  const int number = ++constraints_of_rule_;
  return number == 1 ? rule_name_ : absl::StrCat(rule_name_, "/", number);
}

std::vector<dlx::Variable> RuleModel::VariablesOf(Cells cells) const {
  std::vector<dlx::Variable> variables;
  for (const int cell : cells) variables.push_back(dlx::Variable(cell));
  return variables;
}

std::vector<DigitSet> RuleModel::Candidates() {
  model_.Narrow();
  std::vector<DigitSet> candidates(geometry_.cell_count(), 0);
  for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
    for (const int digit : model_.values(dlx::Variable(cell))) {
      candidates[cell] |= DigitBit(digit - least() + 1);
    }
  }
  return candidates;
}

absl::Status RuleModel::AddTo(
    dlx::ProblemBuilder& builder,
    absl::FunctionRef<dlx::OptionId(int cell, int digit)> option) {
  // Helpers come behind the cells, and have options of their own.
  model_.Narrow();
  const int cells = geometry_.cell_count();
  std::map<std::pair<int, int>, dlx::OptionId> helper_options;
  for (int i = cells; i < static_cast<int>(model_.variable_count()); ++i) {
    const dlx::ItemId item = builder.AddPrimary(absl::StrCat("helper-", i));
    for (const int value : model_.values(dlx::Variable(i))) {
      helper_options[{i, value}] = builder.AddOption({item});
    }
  }
  return model_.AddTo(builder, [&](dlx::Variable variable, int value) {
    const int number = static_cast<int>(variable);
    return number < cells ? option(number, value - least() + 1)
                          : helper_options.at({number, value});
  });
}

bool RuleModel::AreDifferent(Cells cells) const {
  for (size_t i = 0; i < cells.size(); ++i) {
    for (size_t j = i + 1; j < cells.size(); ++j) {
      if (!absl::c_binary_search(geometry_.PeersOf(cells[i]), cells[j])) {
        return false;
      }
    }
  }
  return true;
}

std::vector<Recognizer> RuleModel::Recognizers(absl::Span<const Rule> rules) {
  std::vector<Recognizer> recognizers;
  std::vector<Recognizer>* const outer =
      std::exchange(recognizers_, &recognizers);
  for (const Rule& rule : rules) rule.kind->add(rule, *this);
  recognizers_ = outer;
  return recognizers;
}

void RuleModel::Path(Cells cells, int64_t start, Step step, Accepts accepts) {
  if (recognizers_ != nullptr) {
    recognizers_->push_back({.cells = {cells.begin(), cells.end()},
                             .start = start,
                             .step = std::move(step),
                             .accepts = std::move(accepts)});
    return;
  }
  model_.AddAutomaton(
      VariablesOf(cells),
      {.start = start, .step = std::move(step), .accepts = std::move(accepts)},
      NextName());
}

void RuleModel::Different(Cells cells) {
  if (AreDifferent(cells)) return;
  if (recognizers_ != nullptr) {
    return recognizers_->push_back(DifferentRecognizer(cells));
  }
  model_.AddAllDifferent(VariablesOf(cells), NextName());
}

void RuleModel::OneOfSets(Cells cells, std::vector<std::vector<int>> sets) {
  if (recognizers_ != nullptr) {
    return recognizers_->push_back(SetRecognizer(cells, sets));
  }
  model_.AddOneOfSets(VariablesOf(cells), std::move(sets), NextName());
}

void RuleModel::Sum(Cells cells, int64_t total, absl::Span<const int> factors) {
  if (factors.empty() && size() <= kLargestSizeForSets && AreDifferent(cells)) {
    return DifferentWithSum(cells, total);
  }
  if (recognizers_ != nullptr) {
    return recognizers_->push_back(SumRecognizer(cells, total, factors));
  }
  std::vector<int> terms(cells.begin(), cells.end());
  std::vector<int> own(factors.begin(), factors.end());
  own.resize(terms.size(), 1);
  if (terms.size() > kMostTerms) GatherDifferent(terms, own);
  model_.AddSum(VariablesOf(terms), total, own, NextName());
}

std::vector<int> RuleModel::TakeHouse(std::vector<int>& cells) const {
  std::vector<int> best;
  for (const House& house : geometry_.houses()) {
    std::vector<int> own;
    for (const int cell : cells) {
      if (absl::c_binary_search(house.cells, cell) &&
          !absl::c_linear_search(own, cell)) {
        own.push_back(cell);
      }
    }
    if (own.size() > best.size()) best = std::move(own);
  }
  if (best.empty()) best.push_back(cells.front());  // A helper.
  for (const int cell : best) cells.erase(absl::c_find(cells, cell));
  absl::c_sort(best);
  return best;
}

void RuleModel::GatherDifferent(std::vector<int>& cells,
                                std::vector<int>& factors) {
  std::map<int, std::vector<int>> by_factor;
  for (size_t i = 0; i < cells.size(); ++i) {
    by_factor[factors[i]].push_back(cells[i]);
  }
  cells.clear();
  factors.clear();
  const auto add = [&](int term, int factor) {
    cells.push_back(term);
    factors.push_back(factor);
  };
  for (auto& [factor, left] : by_factor) {
    while (!left.empty()) {
      const std::vector<int> own = TakeHouse(left);
      std::optional<int> sum;
      if (own.size() > 1) sum = SumAsHelper(own);
      if (sum.has_value()) {
        add(*sum, factor);
        continue;
      }
      for (const int cell : own) add(cell, factor);
    }
  }
}

std::vector<int> RuleModel::PlacesWith(Cells cells, int digit) {
  std::vector<int> left(cells.begin(), cells.end());
  std::vector<int> places;
  while (!left.empty()) {
    const std::vector<int> own = TakeHouse(left);
    std::vector<int> key = own;
    key.push_back(digit);
    const auto [known, is_new] = places_.try_emplace(std::move(key), 0);
    if (is_new) {
      known->second = AddHelper({0, 1});
      model_.AddOccurs(VariablesOf(own), digit, dlx::Variable(known->second),
                       NextName());
    }
    places.push_back(known->second);
  }
  return places;
}

std::optional<int> RuleModel::SumAsHelper(std::vector<int> cells) {
  absl::c_sort(cells);
  const auto known = sums_.find(cells);
  if (known != sums_.end()) return known->second;
  const int count = static_cast<int>(cells.size());
  double sets = 1;
  for (int i = 1; i <= count; ++i) sets *= double(size() - i + 1) / i;
  if (sets > kMostSetsOfSums) return std::nullopt;
  const int low = count * least() + count * (count - 1) / 2;
  const int high = count * greatest() - count * (count - 1) / 2;
  const int sum = AddHelper(dlx::ValuesFrom(low, high));
  model_.AddSumOfDifferent(VariablesOf(cells), dlx::Variable(sum), NextName());
  sums_.emplace(std::move(cells), sum);
  return sum;
}

void RuleModel::Count(Cells cells, std::vector<int> digits, size_t low,
                      size_t high) {
  if (recognizers_ != nullptr) {
    return recognizers_->push_back(CountRecognizer(cells, digits, low, high));
  }
  if (digits.size() == 1 && cells.size() > kMostCountedCells &&
      *absl::c_max_element(cells) < geometry_.cell_count()) {
    return model_.AddCount(VariablesOf(PlacesWith(cells, digits[0])), {1}, low,
                           high, NextName());
  }
  model_.AddCount(VariablesOf(cells), digits, low, high, NextName());
}

void RuleModel::Element(Cells selectors, int digit, Cells values, int result) {
  std::vector<dlx::Model::Case> cases;
  for (size_t i = 0; i < selectors.size(); ++i) {
    cases.push_back(
        {dlx::Variable(selectors[i]), digit, dlx::Variable(values[i])});
  }
  model_.AddElement(cases, dlx::Variable(result), NextName());
}

void RuleModel::Equal(int one, int other) {
  if (recognizers_ != nullptr) {
    return recognizers_->push_back(EqualRecognizer(one, other));
  }
  model_.AddEqual(dlx::Variable(one), dlx::Variable(other), NextName());
}

void RuleModel::Forbid(int one, std::vector<int> digits, int other,
                       std::vector<int> other_digits) {
  if (recognizers_ != nullptr) {
    return recognizers_->push_back(
        ForbiddenRecognizer(one, digits, other, other_digits));
  }
  model_.AddForbidden(dlx::Variable(one), digits, dlx::Variable(other),
                      other_digits, NextName());
}

// What a digit forbids is forbidden by all digits that forbid as much or more:
// one item for all of them.
void RuleModel::Pair(int one, int other,
                     absl::FunctionRef<bool(int, int)> may_be) {
  std::map<int, std::vector<int>> forbidden;
  std::set<std::vector<int>> different;
  for (int digit = least(); digit <= greatest(); ++digit) {
    for (int partner = least(); partner <= greatest(); ++partner) {
      if (!may_be(digit, partner)) forbidden[digit].push_back(partner);
    }
    different.insert(forbidden[digit]);
  }
  for (const std::vector<int>& partners : different) {
    if (partners.empty()) continue;
    std::vector<int> digits;
    for (int digit = least(); digit <= greatest(); ++digit) {
      if (absl::c_includes(forbidden[digit], partners)) digits.push_back(digit);
    }
    Forbid(one, digits, other, partners);
  }
}

void RuleModel::DifferentWithSum(Cells cells, int64_t total) {
  if (size() > kLargestSizeForSets) {
    Different(cells);
    return Sum(cells, total);
  }
  std::vector<int> chosen;
  std::vector<std::vector<int>> sets;
  AppendSets(least(), greatest(), cells.size(), total, chosen, sets);
  OneOfSets(cells, std::move(sets));
}

void RuleModel::EqualSums(absl::Span<const std::vector<int>> parts) {
  size_t fewest = parts.front().size();
  for (const auto& part : parts) fewest = std::min(fewest, part.size());
  const int sum =
      AddHelper(dlx::ValuesFrom(static_cast<int>(fewest) * least(),
                                static_cast<int>(fewest) * greatest()));
  for (const std::vector<int>& part : parts) {
    std::vector<int> terms = part;
    terms.push_back(sum);
    std::vector<int> factors(part.size(), 1);
    factors.push_back(-1);
    Sum(terms, 0, factors);
  }
}

void RuleModel::SameSets(absl::Span<const std::vector<int>> parts) {
  std::vector<std::vector<dlx::Variable>> lists;
  for (const std::vector<int>& part : parts) {
    Different(part);
    lists.push_back(VariablesOf(part));
  }
  model_.AddSameSets(lists, NextName());
}

int RuleModel::AddHelper(absl::Span<const int> values) {
  const dlx::Variable helper = model_.AddVariable(
      absl::StrCat("helper-", model_.variable_count()), values);
  return static_cast<int>(helper);
}

}  // namespace sudoku
