#include "dlx/model/model.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "dlx/model/constraint.h"

namespace dlx {
namespace {

uint32_t Number(Variable variable) { return static_cast<uint32_t>(variable); }

std::vector<int> Ascending(absl::Span<const int> values) {
  std::vector<int> ascending(values.begin(), values.end());
  absl::c_sort(ascending);
  return ascending;
}

// What the terms from a position on can add to a sum.
struct Bounds {
  absl::int128 low = 0;
  absl::int128 high = 0;
};

int FactorOf(absl::Span<const int> factors, size_t position) {
  return factors.empty() ? 1 : factors[position];
}

// bounds[i] is of the terms from i on.
std::vector<Bounds> BoundsOfRest(const internal::Domains& domains,
                                 absl::Span<const int> factors) {
  std::vector<Bounds> bounds(domains.size() + 1);
  for (size_t i = domains.size(); i-- > 0;) {
    bounds[i] = bounds[i + 1];
    if (domains[i].empty()) continue;
    const int64_t factor = FactorOf(factors, i);
    const auto [low, high] =
        std::minmax({factor * domains[i].front(), factor * domains[i].back()});
    bounds[i].low += low;
    bounds[i].high += high;
  }
  return bounds;
}

// Appends the sets of `count` values, each behind what is chosen and with the
// sum as its key. False if there are more than `most`.
bool AppendSets(absl::Span<const int> values, size_t count, size_t most,
                internal::KeyedSet& chosen,
                std::vector<internal::KeyedSet>& sets) {
  if (count == 0) {
    sets.push_back(chosen);
    return sets.size() <= most;
  }
  for (size_t i = 0; i + count <= values.size(); ++i) {
    chosen.values.push_back(values[i]);
    chosen.key += values[i];
    const bool there_is_room =
        AppendSets(values.subspan(i + 1), count - 1, most, chosen, sets);
    chosen.values.pop_back();
    chosen.key -= values[i];
    if (!there_is_room) return false;
  }
  return true;
}

// Those that variables have, ascending.
std::vector<int> ValuesOf(const internal::Scope& scope,
                          const internal::Domains& domains) {
  std::vector<int> values;
  for (const uint32_t variable : scope) {
    absl::c_copy(domains[variable], std::back_inserter(values));
  }
  absl::c_sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// A trie of tuples as an automaton: a state stands for how a tuple begins.
class Trie {
 public:
  void Add(absl::Span<const int> tuple) {
    int64_t state = 0;
    for (const int value : tuple) {
      state =
          nodes_.try_emplace({state, value}, nodes_.size() + 1).first->second;
    }
  }
  std::optional<int64_t> Next(int64_t state, int value) const {
    const auto node = nodes_.find({state, value});
    if (node == nodes_.end()) return std::nullopt;
    return node->second;
  }

 private:
  std::map<std::pair<int64_t, int>, int64_t> nodes_;
};

}  // namespace

std::vector<int> ValuesFrom(int first, int last) {
  std::vector<int> values(last < first ? 0 : last - first + 1);
  std::iota(values.begin(), values.end(), first);
  return values;
}

std::vector<int> ModelProblem::Values(absl::Span<const OptionId> cover) const {
  std::vector<int> values(variable_count_, 0);
  for (const OptionId option : cover) {
    if (option.value() >= value_of_option_.size()) continue;
    const auto& [variable, value] = value_of_option_[option.value()];
    values[Number(variable)] = value;
  }
  return values;
}

Model::Model(ModelOptions options) : options_(options) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

std::string Model::NameOf(StringView name) const {
  if (!name.empty()) return std::string(name);
  return absl::StrCat("constraint_", constraints_.size() + 1);
}

void Model::Fail(StringView name, StringView what) {
  if (!status_.ok()) return;
  status_ = absl::InvalidArgumentError(
      absl::StrCat(absl::string_view(name), " ", absl::string_view(what)));
}

Model::Scope Model::ScopeOf(Variables variables, bool once, StringView name) {
  Scope scope;
  for (const Variable variable : variables) {
    if (Number(variable) >= domains_.size()) {
      Fail(NameOf(name), "has a variable that is not of the model");
    }
    scope.push_back(Number(variable));
  }
  if (scope.empty()) Fail(NameOf(name), "has no variables");
  if (once && internal::HasRepeated(scope)) {
    Fail(NameOf(name), "has a variable twice");
  }
  return scope;
}

Model::Scope Model::ScopeBeside(Variables variables, Variable other,
                                StringView name) {
  std::vector<Variable> all(variables.begin(), variables.end());
  all.push_back(other);
  Scope scope = ScopeOf(all, /*once=*/true, name);
  scope.pop_back();
  return scope;
}

void Model::Add(std::unique_ptr<internal::Constraint> constraint,
                StringView name) {
  if (!status_.ok()) return;
  constraints_.push_back({NameOf(name), std::move(constraint)});
  is_narrow_ = false;
}

Variable Model::AddVariable(StringView name, absl::Span<const int> values) {
  const Variable variable{static_cast<uint32_t>(domains_.size())};
  names_.push_back(std::string(name));
  domains_.push_back(Ascending(values));
  if (absl::c_adjacent_find(domains_.back()) != domains_.back().end()) {
    Fail(absl::StrCat("variable ", names_.back()), "has a value twice");
  }
  return variable;
}

void Model::AddAutomaton(Variables variables, const Automaton& automaton,
                         StringView name) {
  Scope scope = ScopeOf(variables, /*once=*/false, name);
  if (!status_.ok()) return;
  const internal::Domains domains = internal::DomainsOf(scope, domains_);
  absl::StatusOr<internal::LayeredAutomaton> layered =
      internal::LayeredAutomaton::Unroll(automaton, domains,
                                         options_.most_steps);
  if (!layered.ok()) {
    status_ = absl::ResourceExhaustedError(
        absl::StrCat(NameOf(name), " ", layered.status().message()));
    return;
  }
  Add(std::make_unique<internal::PathConstraint>(std::move(scope),
                                                 *std::move(layered)),
      name);
}

void Model::AddTable(Variables variables,
                     absl::Span<const std::vector<int>> tuples,
                     StringView name) {
  Trie trie;
  for (const std::vector<int>& tuple : tuples) {
    if (tuple.size() != variables.size()) {
      return Fail(NameOf(name),
                  absl::StrCat("has a tuple of ", tuple.size(), " values for ",
                               variables.size(), " variables"));
    }
    trie.Add(tuple);
  }
  AddAutomaton(variables,
               {.step = [&trie](size_t, int64_t state,
                                int value) { return trie.Next(state, value); }},
               name);
}

void Model::AddForbidden(Variable variable, absl::Span<const int> values,
                         Variable other, absl::Span<const int> other_values,
                         StringView name) {
  ScopeOf({variable, other}, /*once=*/true, name);
  Add(std::make_unique<internal::ForbiddenConstraint>(
          internal::ForbiddenConstraint::Side{Number(variable),
                                              Ascending(values)},
          internal::ForbiddenConstraint::Side{Number(other),
                                              Ascending(other_values)}),
      name);
}

void Model::AddAllDifferent(Variables variables, StringView name) {
  Add(std::make_unique<internal::DifferentConstraint>(
          ScopeOf(variables, /*once=*/true, name)),
      name);
  AssumeAllDifferent(variables);
}

void Model::AssumeAllDifferent(Variables variables) {
  Scope scope = ScopeOf(variables, /*once=*/true, "variables");
  if (!status_.ok()) return;
  absl::c_sort(scope);
  if (ValuesOf(scope, domains_).size() == scope.size()) {
    permutations_.push_back(std::move(scope));
  }
}

std::vector<Model::Scope> Model::RestsOf(const Scope& scope) const {
  Scope ascending = scope;
  absl::c_sort(ascending);
  std::vector<Scope> rests;
  for (const Scope& all : permutations_) {
    if (!absl::c_includes(all, ascending)) continue;
    absl::c_set_difference(all, ascending,
                           std::back_inserter(rests.emplace_back()));
  }
  return rests;
}

void Model::AddOneOfSets(Variables variables,
                         std::vector<std::vector<int>> sets, StringView name) {
  for (std::vector<int>& set : sets) {
    absl::c_sort(set);
    if (set.size() != variables.size() ||
        absl::c_adjacent_find(set) != set.end()) {
      return Fail(NameOf(name), absl::StrCat("needs sets of ", variables.size(),
                                             " different values"));
    }
  }
  absl::c_sort(sets);
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  std::vector<internal::KeyedSet> without_keys;
  for (std::vector<int>& set : sets) {
    without_keys.push_back({.values = std::move(set)});
  }
  const Scope scope = ScopeOf(variables, /*once=*/true, name);
  Add(std::make_unique<internal::SetConstraint>(scope, std::move(without_keys),
                                                RestsOf(scope)),
      name);
}

void Model::AddSumOfDifferent(Variables variables, Variable sum,
                              StringView name) {
  const Scope scope = ScopeBeside(variables, sum, name);
  if (!status_.ok()) return;
  const std::vector<int> values = ValuesOf(scope, domains_);
  std::vector<internal::KeyedSet> sets;
  internal::KeyedSet chosen;
  if (!AppendSets(values, scope.size(), options_.most_steps, chosen, sets)) {
    return Fail(NameOf(name), "has too many sets of values");
  }
  absl::c_stable_sort(
      sets, [](const auto& a, const auto& b) { return a.key < b.key; });
  Add(std::make_unique<internal::SetConstraint>(scope, std::move(sets),
                                                RestsOf(scope), Number(sum)),
      name);
}

void Model::AddOccurs(Variables variables, int value, Variable occurs,
                      StringView name) {
  Scope scope = ScopeBeside(variables, occurs, name);
  if (!status_.ok()) return;
  Add(std::make_unique<internal::OccursConstraint>(std::move(scope), value,
                                                   Number(occurs)),
      name);
}

void Model::AddSameSets(absl::Span<const std::vector<Variable>> lists,
                        StringView name) {
  std::vector<Scope> scopes;
  for (const std::vector<Variable>& list : lists) {
    scopes.push_back(ScopeOf(list, /*once=*/true, name));
    if (list.size() != lists.front().size()) {
      return Fail(NameOf(name), "needs lists of the same length");
    }
  }
  if (scopes.empty()) return Fail(NameOf(name), "has no variables");
  Add(std::make_unique<internal::SameSetsConstraint>(std::move(scopes)), name);
}

void Model::AddElement(absl::Span<const Case> cases, Variable result,
                       StringView name) {
  ScopeOf({result}, /*once=*/false, name);
  std::vector<internal::ElementConstraint::Case> own;
  for (const Case& one : cases) {
    ScopeOf({one.selector, one.value}, /*once=*/false, name);
    own.push_back({Number(one.selector), one.key, Number(one.value)});
  }
  Add(std::make_unique<internal::ElementConstraint>(std::move(own),
                                                    Number(result)),
      name);
}

void Model::AddEqual(Variable one, Variable other, StringView name) {
  ScopeOf({one, other}, /*once=*/true, name);
  Add(std::make_unique<internal::EqualConstraint>(Number(one), Number(other)),
      name);
}

void Model::AddSum(Variables variables, int64_t total,
                   absl::Span<const int> factors, StringView name) {
  if (!factors.empty() && factors.size() != variables.size()) {
    return Fail(NameOf(name), "needs a factor for each variable");
  }
  const Scope scope = ScopeOf(variables, /*once=*/false, name);
  if (!status_.ok()) return;
  const internal::Domains domains = internal::DomainsOf(scope, domains_);
  const std::vector<Bounds> rest = BoundsOfRest(domains, factors);
  // No state is beyond these.
  if (rest[0].low < std::numeric_limits<int64_t>::min() ||
      rest[0].high > std::numeric_limits<int64_t>::max()) {
    return Fail(NameOf(name), "has sums that are too large");
  }
  // A state is what is missing. Where the rest cannot add that, there is none.
  const auto step = [&](size_t position, int64_t state,
                        int value) -> std::optional<int64_t> {
    const absl::int128 left =
        absl::int128(state) - int64_t{FactorOf(factors, position)} * value;
    const Bounds& bounds = rest[position + 1];
    if (left < bounds.low || left > bounds.high) return std::nullopt;
    return static_cast<int64_t>(left);
  };
  AddAutomaton(variables, {.start = total, .step = step}, name);
}

void Model::AddCount(Variables variables, absl::Span<const int> values,
                     size_t low, size_t high, StringView name) {
  const std::vector<int> counted = Ascending(values);
  const auto step = [&](size_t, int64_t state,
                        int value) -> std::optional<int64_t> {
    state += absl::c_binary_search(counted, value) ? 1 : 0;
    if (state > static_cast<int64_t>(high)) return std::nullopt;
    return state;
  };
  AddAutomaton(
      variables,
      {.step = step,
       .accepts =
           [low](int64_t state) { return state >= static_cast<int64_t>(low); }},
      name);
}

// The lists are read in pairs. Between the two values of a pair the state is
// the first of them; otherwise, whether the order is decided.
void Model::AddLex(Variables first, Variables second, StringView name) {
  if (first.size() != second.size()) {
    return Fail(NameOf(name), "needs two lists of the same length");
  }
  constexpr int64_t kDecided = std::numeric_limits<int64_t>::max();
  constexpr int64_t kEqual = kDecided - 1;
  std::vector<Variable> pairs;
  for (size_t i = 0; i < first.size(); ++i) {
    pairs.push_back(first[i]);
    pairs.push_back(second[i]);
  }
  const auto step = [=](size_t position, int64_t state,
                        int value) -> std::optional<int64_t> {
    if (state == kDecided) return kDecided;
    if (position % 2 == 0) return value;
    if (value < state) return std::nullopt;
    return value == state ? kEqual : kDecided;
  };
  AddAutomaton(pairs, {.start = kEqual, .step = step}, name);
}

void Model::Narrow() {
  if (std::exchange(is_narrow_, true)) return;
  internal::Domains before;
  while (before != domains_) {
    before = domains_;
    for (const NamedConstraint& named : constraints_) {
      named.constraint->Narrow(domains_);
    }
  }
}

absl::StatusOr<ModelProblem> Model::Build() {
  Narrow();
  ProblemBuilder builder;
  std::vector<std::pair<Variable, int>> value_of_option;
  std::vector<size_t> first_options;
  for (size_t i = 0; i < domains_.size(); ++i) {
    first_options.push_back(value_of_option.size());
    const ItemId item = builder.AddPrimary(names_[i]);
    for (const int value : domains_[i]) {
      builder.AddOption({item});
      value_of_option.push_back({Variable(i), value});
    }
  }
  const auto option = [&](Variable variable, int value) {
    const std::vector<int>& values = domains_[Number(variable)];
    const auto place = absl::c_lower_bound(values, value) - values.begin();
    return OptionId(static_cast<uint32_t>(first_options[Number(variable)] +
                                          static_cast<size_t>(place)));
  };
  if (const absl::Status status = AddTo(builder, option); !status.ok()) {
    return status;
  }
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  if (!problem.ok()) return problem.status();
  return ModelProblem(*std::move(problem), std::move(value_of_option),
                      domains_.size());
}

absl::Status Model::AddTo(ProblemBuilder& builder,
                          absl::FunctionRef<OptionId(Variable, int)> option) {
  if (!status_.ok()) return status_;
  Narrow();
  const auto option_of = [&](uint32_t variable, int value) {
    return option(Variable(variable), value);
  };
  internal::Statement statement(names_, domains_, option_of, builder);
  for (const NamedConstraint& named : constraints_) {
    named.constraint->State(named.name, statement);
  }
  return builder.status();
}

}  // namespace dlx
