// Rules of a setter's own: which digits go together, in letters.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sudoku/rules/code.h"
#include "sudoku/rules/functions.h"
#include "sudoku/rules/regex.h"

namespace sudoku::rules {
namespace {

// The table is right: the text of the rule was read.
void CodedPairs(const Rule& rule, RuleModel& model, const std::string& letters,
                bool all) {
  const PairTable table = *DecodePairs(letters, model.size());
  const int before = model.least() - 1;  // Letters number digits from 1.
  const std::vector<int>& cells = rule.cells();
  for (size_t i = 0; i < cells.size(); ++i) {
    const size_t end = all ? cells.size() : std::min(i + 2, cells.size());
    for (size_t j = i + 1; j < end; ++j) {
      model.Pair(cells[i], cells[j], [&](int one, int other) {
        return table[one - before][other - before];
      });
    }
  }
}

// The sets of states that an automaton is in, by numbers.
class SetsOfStates {
 public:
  explicit SetsOfStates(CodedAutomaton automaton)
      : automaton_(std::move(automaton)) {}

  int64_t Start() {
    std::set<int> states;
    for (int state = 0; state < automaton_.starts; ++state) {
      states.insert(state);
    }
    return *Number(std::move(states));
  }
  State Next(int64_t number, int digit) {
    std::set<int> next;
    for (const int state : sets_[number]) {
      const auto& by_symbol = automaton_.next[state];
      if (digit > static_cast<int>(by_symbol.size())) continue;
      next.insert(by_symbol[digit - 1].begin(), by_symbol[digit - 1].end());
    }
    return Number(std::move(next));
  }
  bool Accepts(int64_t number) const {
    return absl::c_any_of(
        sets_[number], [this](int state) { return automaton_.accepts[state]; });
  }

 private:
  State Number(std::set<int> states) {
    if (states.empty()) return std::nullopt;
    const auto [entry, is_new] =
        numbers_.try_emplace(std::move(states), std::ssize(sets_));
    if (is_new) sets_.push_back(entry->first);
    return entry->second;
  }

  const CodedAutomaton automaton_;
  std::map<std::set<int>, int64_t> numbers_;
  std::vector<std::set<int>> sets_;
};

void AcceptedBy(CodedAutomaton automaton, const Rule& rule, RuleModel& model) {
  const auto sets = std::make_shared<SetsOfStates>(std::move(automaton));
  model.Path(
      rule.cells(), sets->Start(),
      [sets, before = model.least() - 1](size_t, int64_t state, int digit)
          -> State { return sets->Next(state, digit - before); },
      [sets](int64_t state) { return sets->Accepts(state); });
}

}  // namespace

void Pair(const Rule& rule, RuleModel& model) {
  CodedPairs(rule, model, rule.code, /*all=*/false);
}

void PairX(const Rule& rule, RuleModel& model) {
  CodedPairs(rule, model, rule.code, /*all=*/true);
}

void Binary(const Rule& rule, RuleModel& model) {
  CodedPairs(rule, model, WithOtherDashes(rule.code), /*all=*/false);
}

void BinaryX(const Rule& rule, RuleModel& model) {
  CodedPairs(rule, model, WithOtherDashes(rule.code), /*all=*/true);
}

void Nfa(const Rule& rule, RuleModel& model) {
  AcceptedBy(*DecodeAutomaton(rule.code), rule, model);
}

void Regex(const Rule& rule, RuleModel& model) {
  AcceptedBy(*AutomatonOfRegex(rule.code, model.size(), model.least()), rule,
             model);
}

}  // namespace sudoku::rules
