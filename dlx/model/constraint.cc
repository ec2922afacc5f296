#include "dlx/model/constraint.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace dlx::internal {
namespace {

using Values = std::vector<int>;

Values Intersection(const Values& a, const Values& b) {
  Values both;
  absl::c_set_intersection(a, b, std::back_inserter(both));
  return both;
}

bool Has(const Values& values, int value) {
  return absl::c_binary_search(values, value);
}

bool HaveCommon(const Values& a, const Values& b) {
  return absl::c_any_of(a, [&](int value) { return Has(b, value); });
}

void MakeSet(Values& values) {
  absl::c_sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// The values that the variables have, ascending.
Values AllValues(const Scope& scope, const Statement& statement) {
  Values all;
  for (const uint32_t variable : scope) {
    absl::c_copy(statement.values(variable), std::back_inserter(all));
  }
  MakeSet(all);
  return all;
}

// Makes the options of a value of these variables cover the item.
void CoverValue(ItemId item, const Scope& scope, int value,
                Statement& statement) {
  for (const uint32_t variable : scope) {
    if (absl::c_linear_search(statement.values(variable), value)) {
      statement.Cover(item, variable, value);
    }
  }
}

// An item that many options are to cover. The engine that learns from conflicts
// knows items with up to 62 options only, and it is the best one for models. So
// options in excess are gathered in groups: each has an item, which one of
// them covers, or the option "not this group"; and the option "this group"
// covers the item itself.
//
//   this group      | item     choice
//   not this group  | choice   group
//   its options     | group ...
class WideItem {
 public:
  // `other_options` cover the item itself, besides `options` that are to come.
  WideItem(ItemId item, const std::string& name, size_t options,
           size_t other_options, ProblemBuilder& builder)
      : item_(item),
        name_(name),
        is_wide_(options + other_options > kMost),
        builder_(builder) {}

  // What the next option is to cover.
  ItemId Next() {
    if (!is_wide_) return item_;
    if (count_++ % kGroup == 0) AddGroup();
    return group_;
  }

 private:
  static constexpr size_t kMost = 60;
  static constexpr size_t kGroup = 30;

  void AddGroup() {
    const std::string name = absl::StrCat(name_, "/group-", count_ / kGroup);
    group_ = builder_.AddPrimary(name);
    const ItemId choice = builder_.AddPrimary(absl::StrCat(name, "?"));
    builder_.AddOption({item_, choice});
    builder_.AddOption({choice, group_});
  }

  ItemId item_;
  std::string name_;
  bool is_wide_;
  ProblemBuilder& builder_;
  size_t count_ = 0;
  ItemId group_;
};

// Writes a path as a flow. Each position has an item for each value, which a
// step with that value covers, unless the variable has another one. Each state
// has an item that a step into it covers and an item that a step out of it
// covers, or an option says that it is not used, and covers both:
//
//   step 0 into state    | /0=v  /1<state
//   step 1 out of state  | /1=v  /1>state ...
//   not used             | /1<state  /1>state
//
// Taking forced options then drops every value and step that no path has: what
// a propagator for automata does.
//
// Fewer options say the same where one step leads into a state, or one out of
// it: each on the other side, if these are few, becomes one with it. And where
// there is one step with a value, the option of the value itself is that step.
class Flow {
 public:
  Flow(const std::string& name, const Scope& scope,
       const LayeredAutomaton& automaton, Statement& statement)
      : name_(name),
        scope_(scope),
        automaton_(automaton),
        statement_(statement),
        builder_(statement.builder()) {}

  void Write() {
    AddSteps();
    for (State& state : states_) Join(state);
    std::erase_if(steps_, [](const Step& step) { return step.is_gone; });
    if (!HasRepeated(scope_)) FindValuesThatAreSteps();
    AddValues();
    AddStates();
    for (const Step& step : steps_) Write(step);
  }

 private:
  static constexpr size_t kMostJoined = 6;

  // A value at a position.
  using Place = std::pair<size_t, int>;

  // From one state to another, at one position or several in a row.
  struct Step {
    uint32_t from;
    uint32_t to;
    std::vector<Place> places;
    // The option of that value is this step.
    std::optional<Place> value = std::nullopt;
    bool is_gone = false;
  };
  struct State {
    size_t layer;
    bool is_alone;                  // So it need not be told apart.
    std::vector<uint32_t> in = {};  // Steps.
    std::vector<uint32_t> out = {};
  };

  void AddSteps() {
    for (size_t layer = 0; layer <= automaton_.length(); ++layer) {
      const uint32_t count = automaton_.state_count(layer);
      for (uint32_t i = 0; i < count; ++i) {
        states_.push_back({layer, count == 1});
      }
    }
    uint32_t from = 0;
    for (size_t position = 0; position < automaton_.length(); ++position) {
      const uint32_t to = from + automaton_.state_count(position);
      for (const LayeredAutomaton::Arc& arc : automaton_.arcs(position)) {
        AddStep({from + arc.from, to + arc.to, {{position, arc.value}}});
      }
      from = to;
    }
  }

  void AddStep(Step step) {
    const auto number = static_cast<uint32_t>(steps_.size());
    states_[step.from].out.push_back(number);
    states_[step.to].in.push_back(number);
    steps_.push_back(std::move(step));
  }

  void Join(State& state) {
    if (state.is_alone) return;
    const auto is_gone = [&](uint32_t step) { return steps_[step].is_gone; };
    std::erase_if(state.in, is_gone);
    std::erase_if(state.out, is_gone);
    if (state.in.size() != 1 && state.out.size() != 1) return;
    if (state.in.size() * state.out.size() > kMostJoined) return;
    for (const uint32_t in : state.in) {
      for (const uint32_t out : state.out) {
        Step step = {steps_[in].from, steps_[out].to, steps_[in].places};
        absl::c_copy(steps_[out].places, std::back_inserter(step.places));
        AddStep(std::move(step));
        steps_[out].is_gone = true;
      }
      steps_[in].is_gone = true;
    }
  }

  std::map<Place, size_t> CountPlaces() const {
    std::map<Place, size_t> counts;
    for (const Step& step : steps_) {
      for (const Place& place : step.places) ++counts[place];
    }
    return counts;
  }

  void FindValuesThatAreSteps() {
    const std::map<Place, size_t> counts = CountPlaces();
    for (Step& step : steps_) {
      const auto value = absl::c_find_if(step.places, [&](const Place& place) {
        return counts.at(place) == 1;
      });
      if (value == step.places.end()) continue;
      step.value = *value;
      step.places.erase(value);
    }
  }

  void AddValues() {
    for (const auto& [place, count] : CountPlaces()) {
      const auto& [position, value] = place;
      const std::string name = absl::StrCat(name_, "/", position, "=", value);
      const ItemId item = builder_.AddPrimary(name);
      statement_.CoverUnless(item, scope_[position], value);
      values_.try_emplace(place, item, name, count, 1, builder_);
    }
  }

  void AddStates() {
    std::map<uint32_t, size_t> in;
    std::map<uint32_t, size_t> out;
    for (const Step& step : steps_) {
      if (!states_[step.to].is_alone) ++in[step.to];
      if (!states_[step.from].is_alone) ++out[step.from];
    }
    for (const auto& [state, count] : in) {
      const auto add = [&, number = state](
                           absl::string_view sign, size_t steps,
                           std::map<uint32_t, WideItem>& items) {
        const std::string name =
            absl::StrCat(name_, "/", states_[number].layer, sign, number);
        const ItemId item = builder_.AddPrimary(name);
        items.try_emplace(number, item, name, steps, 1, builder_);
        return item;
      };
      const ItemId in_item = add("<", count, in_items_);
      builder_.AddOption({in_item, add(">", out.at(state), out_items_)});
    }
  }

  void Write(const Step& step) {
    std::vector<ItemUse> uses;
    for (const Place& place : step.places) {
      uses.push_back(values_.at(place).Next());
    }
    const auto out = out_items_.find(step.from);
    if (out != out_items_.end()) uses.push_back(out->second.Next());
    const auto in = in_items_.find(step.to);
    if (in != in_items_.end()) uses.push_back(in->second.Next());
    if (!step.value.has_value()) {
      builder_.AddOption(uses);
      return;
    }
    for (const ItemUse& use : uses) {
      statement_.Cover(use.item, scope_[step.value->first], step.value->second);
    }
  }

  const std::string& name_;
  const Scope& scope_;
  const LayeredAutomaton& automaton_;
  Statement& statement_;
  ProblemBuilder& builder_;
  std::vector<Step> steps_;
  std::vector<State> states_;
  std::map<Place, WideItem> values_;
  // By the states that are told apart.
  std::map<uint32_t, WideItem> in_items_;
  std::map<uint32_t, WideItem> out_items_;
};

}  // namespace

void Statement::CoverUnless(ItemId item, uint32_t variable, int value) {
  const absl::Span<const int> all = values(variable);
  if (all.size() <= 2) {
    for (const int other : all) {
      if (other != value) Cover(item, variable, other);
    }
    return;
  }
  const auto [known, is_new] =
      not_options_.try_emplace({variable, value}, OptionId(0));
  if (is_new) {
    const ItemId is_either =
        builder_.AddPrimary(absl::StrCat(names_[variable], "!=", value));
    Cover(is_either, variable, value);
    known->second = builder_.AddOption({is_either, item});
  } else {
    builder_.AddToOption(known->second, {item});
  }
}

bool HasRepeated(Scope scope) {
  absl::c_sort(scope);
  return absl::c_adjacent_find(scope) != scope.end();
}

Domains DomainsOf(const Scope& scope, const Domains& domains) {
  Domains own;
  for (const uint32_t variable : scope) own.push_back(domains[variable]);
  return own;
}

void PathConstraint::Narrow(Domains& domains) {
  automaton_.Restrict(DomainsOf(scope_, domains));
  for (size_t position = 0; position < scope_.size(); ++position) {
    Values& values = domains[scope_[position]];
    values = Intersection(values, automaton_.ValuesAt(position));
  }
}

void PathConstraint::State(const std::string& name,
                           Statement& statement) const {
  Flow(name, scope_, automaton_, statement).Write();
}

// A variable with one value leaves it to no other.
void DifferentConstraint::Narrow(Domains& domains) {
  for (const uint32_t variable : scope_) {
    if (domains[variable].size() != 1) continue;
    const int value = domains[variable].front();
    for (const uint32_t other : scope_) {
      if (other != variable) std::erase(domains[other], value);
    }
  }
}

// An item for each value. If there are as many values as variables, each has to
// occur.
void DifferentConstraint::State(const std::string& name,
                                Statement& statement) const {
  const Values all = AllValues(scope_, statement);
  const bool is_exact = all.size() == scope_.size();
  for (const int value : all) {
    const std::string item_name = absl::StrCat(name, "#", value);
    const ItemId item = is_exact ? statement.builder().AddPrimary(item_name)
                                 : statement.builder().AddSecondary(item_name);
    CoverValue(item, scope_, value, statement);
  }
}

// Each variable has a value in the set, and each value of the set a variable.
void SetConstraint::Narrow(Domains& domains) {
  std::erase_if(sets_, [&](const KeyedSet& set) {
    return (key_.has_value() && !Has(domains[*key_], set.key)) ||
           absl::c_any_of(scope_,
                          [&](uint32_t variable) {
                            return !HaveCommon(set.values, domains[variable]);
                          }) ||
           absl::c_any_of(set.values, [&](int value) {
             return absl::c_none_of(scope_, [&](uint32_t variable) {
               return Has(domains[variable], value);
             });
           });
  });
  Values possible;
  Values certain = sets_.empty() ? Values() : sets_.front().values;
  Values keys;
  for (const KeyedSet& set : sets_) {
    absl::c_copy(set.values, std::back_inserter(possible));
    certain = Intersection(certain, set.values);
    keys.push_back(set.key);
  }
  MakeSet(possible);
  MakeSet(keys);
  if (key_.has_value()) domains[*key_] = Intersection(domains[*key_], keys);
  for (const uint32_t variable : scope_) {
    domains[variable] = Intersection(domains[variable], possible);
  }
  for (const Scope& rest : rests_) {
    for (const uint32_t variable : rest) {
      std::erase_if(domains[variable],
                    [&](int value) { return Has(certain, value); });
    }
  }
}

// With keys, each has an item, which its sets cover, unless the variable has
// another value.
std::map<int, ItemId> SetConstraint::ChosenItems(const std::string& name,
                                                 Statement& statement) const {
  std::map<int, ItemId> items;
  if (!key_.has_value()) {
    items.try_emplace(0, statement.builder().AddPrimary(name));
    return items;
  }
  for (const int key : statement.values(*key_)) {
    const ItemId item =
        statement.builder().AddPrimary(absl::StrCat(name, "/sum=", key));
    statement.CoverUnless(item, *key_, key);
    items.try_emplace(key, item);
  }
  return items;
}

// Of a value that only some sets have, an option says that it is in the set
// that is taken, and another one that it is not:
//
//   a variable has the value  |           #v
//   not in the set            | #v?       #v           #v-in
//   in the set                | #v?  #v-out   #v-rest
//   a set with the value      |                        #v-in
//   a set without the value   |      #v-out
//   the rest has the value    |               #v-rest
//
// Taking forced options then finds that sets are impossible because of a
// variable, or of the rest, and what sets leave to both.
void SetConstraint::StateValue(int value, const std::string& name,
                               Statement& statement,
                               std::vector<std::vector<ItemUse>>& uses) const {
  ProblemBuilder& builder = statement.builder();
  const ItemId occurs = builder.AddPrimary(name);
  CoverValue(occurs, scope_, value, statement);
  const auto has_value = [&](const KeyedSet& set) {
    return Has(set.values, value);
  };
  const size_t with = absl::c_count_if(sets_, has_value);
  if (with == sets_.size()) return;
  const ItemId is_decided = builder.AddPrimary(absl::StrCat(name, "?"));
  const ItemId in = builder.AddPrimary(absl::StrCat(name, "-in"));
  const ItemId out = builder.AddPrimary(absl::StrCat(name, "-out"));
  builder.AddOption({is_decided, occurs, in});
  std::vector<ItemUse> is_in = {is_decided, out};
  for (const Scope& rest : rests_) {
    const ItemId item =
        builder.AddPrimary(absl::StrCat(name, "-rest-", is_in.size() - 1));
    CoverValue(item, rest, value, statement);
    is_in.push_back(item);
  }
  builder.AddOption(is_in);
  WideItem wide_in(in, absl::StrCat(name, "-in"), with, 1, builder);
  WideItem wide_out(out, absl::StrCat(name, "-out"), sets_.size() - with, 1,
                    builder);
  for (size_t i = 0; i < sets_.size(); ++i) {
    uses[i].push_back(has_value(sets_[i]) ? wide_in.Next() : wide_out.Next());
  }
}

void SetConstraint::State(const std::string& name, Statement& statement) const {
  const std::map<int, ItemId> chosen = ChosenItems(name, statement);
  std::vector<std::vector<ItemUse>> uses;
  for (const KeyedSet& set : sets_) uses.push_back({chosen.at(set.key)});
  for (const int value : AllValues(scope_, statement)) {
    StateValue(value, absl::StrCat(name, "#", value), statement, uses);
  }
  for (const auto& option : uses) statement.builder().AddOption(option);
}

// A value that one scope cannot have is for none.
void SameSetsConstraint::Narrow(Domains& domains) {
  std::optional<Values> common;
  for (const Scope& scope : scopes_) {
    Values own;
    for (const uint32_t variable : scope) {
      absl::c_copy(domains[variable], std::back_inserter(own));
    }
    MakeSet(own);
    common = common.has_value() ? Intersection(*common, own) : own;
  }
  for (const Scope& scope : scopes_) {
    for (const uint32_t variable : scope) {
      domains[variable] = Intersection(domains[variable], *common);
    }
  }
}

// For each value an item for each scope. An option says that the value is
// missing, and covers all of them.
void SameSetsConstraint::State(const std::string& name,
                               Statement& statement) const {
  for (const int value : AllValues(scopes_.front(), statement)) {
    std::vector<ItemUse> missing;
    for (size_t i = 0; i < scopes_.size(); ++i) {
      const ItemId item = statement.builder().AddPrimary(
          absl::StrCat(name, "/", i, "#", value));
      CoverValue(item, scopes_[i], value, statement);
      missing.push_back(item);
    }
    statement.builder().AddOption(missing);
  }
}

void OccursConstraint::Narrow(Domains& domains) {
  Scope possible;
  for (const uint32_t variable : scope_) {
    if (Has(domains[variable], value_)) possible.push_back(variable);
  }
  const auto certain = absl::c_find_if(possible, [&](uint32_t variable) {
    return domains[variable].size() == 1;
  });
  Values& occurs = domains[occurs_];
  std::erase_if(occurs, [](int number) { return number != 0 && number != 1; });
  if (certain != possible.end()) std::erase(occurs, 0);
  if (possible.empty()) std::erase(occurs, 1);
  for (const uint32_t variable : possible) {
    if (!Has(occurs, 1) ||
        (certain != possible.end() && variable != *certain)) {
      std::erase(domains[variable], value_);
    } else if (!Has(occurs, 0) && possible.size() == 1) {
      domains[variable] = {value_};
    }
  }
}

// An item: a variable has the value, or it does not occur.
void OccursConstraint::State(const std::string& name,
                             Statement& statement) const {
  const ItemId item = statement.builder().AddPrimary(name);
  CoverValue(item, scope_, value_, statement);
  CoverValue(item, {occurs_}, 0, statement);
}

// Drops the cases that cannot hold, with their keys; and what the result cannot
// be in any of the others.
void ElementConstraint::Narrow(Domains& domains) {
  Values& result = domains[result_];
  Values possible;
  std::erase_if(cases_, [&](const Case& one) {
    if (!Has(domains[one.selector], one.key)) return true;
    const Values both = Intersection(domains[one.value], result);
    absl::c_copy(both, std::back_inserter(possible));
    if (both.empty()) std::erase(domains[one.selector], one.key);
    return both.empty();
  });
  MakeSet(possible);
  result = Intersection(result, possible);  // A selector may be the result.
  if (cases_.size() != 1) return;
  Values& selector = domains[cases_[0].selector];
  selector = Intersection(selector, {cases_[0].key});
  domains[cases_[0].value] = Intersection(domains[cases_[0].value], result);
}

// An option for each case and value. It says that the selector has the key (an
// item that is covered unless it has), that the case's variable has the value
// (an item that is not to be covered, too, by another value of it), and the
// result, too (like the selector).
void ElementConstraint::State(const std::string& name,
                              Statement& statement) const {
  ProblemBuilder& builder = statement.builder();
  std::map<int, WideItem> results;
  for (const int value : statement.values(result_)) {
    const std::string item_name = absl::StrCat(name, "=", value);
    const ItemId item = builder.AddPrimary(item_name);
    statement.CoverUnless(item, result_, value);
    results.try_emplace(value, item, item_name, cases_.size(), 1, builder);
  }
  for (size_t i = 0; i < cases_.size(); ++i) {
    const Case& one = cases_[i];
    const std::string case_name = absl::StrCat(name, "/", i);
    const ItemId holds = builder.AddPrimary(case_name);
    statement.CoverUnless(holds, one.selector, one.key);
    for (const int value : Intersection({statement.values(one.value).begin(),
                                         statement.values(one.value).end()},
                                        {statement.values(result_).begin(),
                                         statement.values(result_).end()})) {
      const ItemId is_value =
          builder.AddSecondary(absl::StrCat(case_name, "=", value));
      statement.CoverUnless(is_value, one.value, value);
      builder.AddOption({holds, is_value, results.at(value).Next()});
    }
  }
}

void ForbiddenConstraint::Narrow(Domains& domains) {
  const auto narrow = [&domains](const Side& side, const Side& other) {
    const Values& left = domains[other.variable];
    if (left.empty() || !absl::c_includes(other.values, left)) return;
    std::erase_if(domains[side.variable],
                  [&](int value) { return Has(side.values, value); });
  };
  narrow(one_, other_);
  narrow(other_, one_);
}

// A variable has one value, so its values can share the item.
void ForbiddenConstraint::State(const std::string& name,
                                Statement& statement) const {
  const ItemId item = statement.builder().AddSecondary(name);
  for (const Side& side : {one_, other_}) {
    for (const int value : statement.values(side.variable)) {
      if (Has(side.values, value)) statement.Cover(item, side.variable, value);
    }
  }
}

void EqualConstraint::Narrow(Domains& domains) {
  domains[one_] = domains[other_] =
      Intersection(domains[one_], domains[other_]);
}

// An item for each value: the one variable has it, or the other another.
void EqualConstraint::State(const std::string& name,
                            Statement& statement) const {
  for (const int value : statement.values(one_)) {
    const ItemId item =
        statement.builder().AddPrimary(absl::StrCat(name, "#", value));
    statement.Cover(item, one_, value);
    statement.CoverUnless(item, other_, value);
  }
}

}  // namespace dlx::internal
