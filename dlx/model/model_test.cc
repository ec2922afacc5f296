#include "dlx/model/model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/engines.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Values = std::vector<int>;
using Random = std::mt19937;

int Between(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

// A random subset of low..high, which may be empty.
Values SomeOf(Random& random, int low, int high) {
  Values some;
  for (int value = low; value <= high; ++value) {
    if (Between(random, 0, 3) > 0) some.push_back(value);
  }
  return some;
}

// A model, and what its constraints say, in other words.
struct Case {
  Model model;
  std::vector<Values> domains;
  std::vector<Variable> variables;
  std::vector<std::function<bool(const Values&)>> conditions = {};

  explicit Case(std::vector<Values> its_domains)
      : domains(std::move(its_domains)) {
    for (size_t i = 0; i < domains.size(); ++i) {
      variables.push_back(model.AddVariable(absl::StrCat("x", i), domains[i]));
    }
  }
  static Case Random(Random& random) {
    std::vector<Values> domains(Between(random, 2, 5));
    for (Values& values : domains) values = SomeOf(random, -1, 3);
    return Case(domains);
  }

  size_t size() const { return domains.size(); }

  // By trying all assignments.
  std::set<Values> Solutions() const {
    std::set<Values> solutions;
    Values values;
    Try(values, solutions);
    return solutions;
  }

 private:
  void Try(Values& values, std::set<Values>& solutions) const {
    if (values.size() == size()) {
      if (absl::c_all_of(conditions, [&](const auto& is_satisfied) {
            return is_satisfied(values);
          })) {
        solutions.insert(values);
      }
      return;
    }
    for (const int value : domains[values.size()]) {
      values.push_back(value);
      Try(values, solutions);
      values.pop_back();
    }
  }
};

void ExpectSameSolutions(Case& test) {
  const std::set<Values> expected = test.Solutions();
  const absl::StatusOr<ModelProblem> problem = test.model.Build();
  ASSERT_TRUE(problem.ok()) << problem.status();
  std::multiset<Values> found;
  const auto note = [&](const Solution& cover) {
    found.insert(problem->Values(cover.options));
    return true;
  };
  ASSERT_TRUE(ForEachSolution(problem->problem(), note).ok());
  EXPECT_EQ(found, std::multiset<Values>(expected.begin(), expected.end()));
  for (const EngineInfo& engine : AllEngines()) {
    if (!CheckEngine(engine.kind, problem->problem(), Task::kCount).ok()) {
      continue;
    }
    const auto count =
        CountSolutions(problem->problem(), {.engine = engine.kind});
    ASSERT_TRUE(count.ok()) << count.status();
    EXPECT_EQ(count->count, expected.size()) << engine.name.data();
  }
}

// --- random constraints, each with its condition ---

std::vector<Variable> SomeVariables(const Case& test, Random& random,
                                    std::vector<size_t>* numbers) {
  std::vector<Variable> variables;
  for (size_t i = 0; i < test.size(); ++i) {
    if (Between(random, 0, 3) > 0 || i + 1 == test.size()) {
      numbers->push_back(i);
    }
  }
  absl::c_shuffle(*numbers, random);
  for (const size_t i : *numbers) variables.push_back(test.variables[i]);
  return variables;
}

Values Picked(const Values& values, const std::vector<size_t>& numbers) {
  Values picked;
  for (const size_t i : numbers) picked.push_back(values[i]);
  return picked;
}

bool AreDifferent(Values values) {
  absl::c_sort(values);
  return absl::c_adjacent_find(values) == values.end();
}

using AddRandom = void (*)(Case& test, Random& random);

// Its states are numbers below 4, its steps random.
void AddRandomAutomaton(Case& test, Random& random) {
  std::vector<size_t> numbers;
  std::vector<Variable> variables = SomeVariables(test, random, &numbers);
  if (Between(random, 0, 2) == 0) {  // A variable twice.
    variables.push_back(variables.front());
    numbers.push_back(numbers.front());
  }
  const uint32_t seed = random();
  const auto step = [seed](size_t position, int64_t state,
                           int value) -> std::optional<int64_t> {
    dlx::Random own(seed + 1000 * position + 10 * state + value);
    const int next = Between(own, 0, 4);
    return next == 4 ? std::nullopt : std::optional<int64_t>(next);
  };
  const auto accepts = [](int64_t state) { return state % 2 == 0; };
  test.model.AddAutomaton(variables, {.step = step, .accepts = accepts});
  test.conditions.push_back([=](const Values& values) {
    std::optional<int64_t> state = 0;
    for (size_t i = 0; i < numbers.size() && state.has_value(); ++i) {
      state = step(i, *state, values[numbers[i]]);
    }
    return state.has_value() && accepts(*state);
  });
}

void AddRandomTable(Case& test, Random& random) {
  std::vector<size_t> numbers;
  const std::vector<Variable> variables = SomeVariables(test, random, &numbers);
  std::vector<Values> tuples(Between(random, 0, 20));
  for (Values& tuple : tuples) {
    for (size_t i = 0; i < numbers.size(); ++i) {
      tuple.push_back(Between(random, -1, 3));
    }
  }
  test.model.AddTable(variables, tuples);
  test.conditions.push_back([=](const Values& values) {
    return absl::c_linear_search(tuples, Picked(values, numbers));
  });
}

void AddRandomForbidden(Case& test, Random& random) {
  const Values some = SomeOf(random, -1, 3);
  const Values others = SomeOf(random, -1, 3);
  const size_t one = Between(random, 0, static_cast<int>(test.size()) - 2);
  test.model.AddForbidden(test.variables[one], some, test.variables.back(),
                          others);
  test.conditions.push_back([=](const Values& values) {
    return !absl::c_linear_search(some, values[one]) ||
           !absl::c_linear_search(others, values.back());
  });
}

void AddRandomDifferent(Case& test, Random& random) {
  std::vector<size_t> numbers;
  test.model.AddAllDifferent(SomeVariables(test, random, &numbers));
  test.conditions.push_back([=](const Values& values) {
    return AreDifferent(Picked(values, numbers));
  });
}

// Some variables have the values of one of so many sets, made from `all`.
void AddOneOfRandomSets(Case& test, Random& random, Values all, int count) {
  std::vector<size_t> numbers;
  const std::vector<Variable> variables = SomeVariables(test, random, &numbers);
  std::vector<Values> sets(count);
  for (Values& set : sets) {
    absl::c_shuffle(all, random);
    set.assign(all.begin(), all.begin() + numbers.size());
    absl::c_sort(set);
  }
  test.model.AddOneOfSets(variables, sets);
  test.conditions.push_back([=](const Values& values) {
    Values picked = Picked(values, numbers);
    absl::c_sort(picked);
    return absl::c_linear_search(sets, picked);
  });
}

void AddRandomSets(Case& test, Random& random) {
  AddOneOfRandomSets(test, random, ValuesFrom(-1, 3), Between(random, 0, 6));
}

// Of values that all occur, those of some variables are one of the sets, and
// the others have the rest.
void AddRandomSetsOfPermutation(Case& test, Random& random) {
  test = Case(std::vector<Values>(Between(random, 2, 5)));
  const int last = static_cast<int>(test.size());
  for (Values& values : test.domains) {
    values = ValuesFrom(1, last);
    if (Between(random, 0, 2) == 0)
      std::erase(values, Between(random, 1, last));
  }
  test = Case(test.domains);
  if (Between(random, 0, 1) == 0) {
    test.model.AddAllDifferent(test.variables);
  } else {
    test.model.AssumeAllDifferent(test.variables);
    for (int value = 1; value <= last; ++value) {
      test.model.AddCount(test.variables, {value}, 1, 1);
    }
  }
  test.conditions.push_back(AreDifferent);
  AddOneOfRandomSets(test, random, ValuesFrom(1, last), Between(random, 1, 4));
}

// The last variable is the sum of some others.
void AddRandomSumOfDifferent(Case& test, Random& random) {
  std::vector<size_t> numbers;
  SomeVariables(test, random, &numbers);
  std::erase(numbers, test.size() - 1);
  if (numbers.empty()) numbers.push_back(0);
  std::vector<Variable> variables;
  for (const size_t i : numbers) variables.push_back(test.variables[i]);
  test.model.AddSumOfDifferent(variables, test.variables.back());
  test.conditions.push_back([=](const Values& values) {
    const Values picked = Picked(values, numbers);
    return AreDifferent(picked) &&
           absl::c_accumulate(picked, 0) == values.back();
  });
}

// The last variable says whether the value is among all others.
void AddRandomOccurs(Case& test, Random& random) {
  const int value = Between(random, -1, 3);
  const auto others =
      absl::MakeConstSpan(test.variables).first(test.size() - 1);
  test.model.AddOccurs(others, value, test.variables.back());
  test.conditions.push_back([=](const Values& values) {
    const auto count = std::count(values.begin(), values.end() - 1, value);
    return count <= 1 && count == values.back();
  });
}

void AddRandomSameSets(Case& test, Random&) {
  const size_t half = test.size() / 2;
  const auto begin = test.variables.begin();
  test.model.AddSameSets(std::vector<std::vector<Variable>>{
      {begin, begin + half}, {begin + half, begin + 2 * half}});
  test.conditions.push_back([=](const Values& values) {
    const auto begin = values.begin();
    const std::multiset<int> one(begin, begin + half);
    const std::multiset<int> other(begin + half, begin + 2 * half);
    return one == other && AreDifferent({one.begin(), one.end()});
  });
}

// Each case's selector, key and value are any; exactly one has its key.
void AddRandomElement(Case& test, Random& random) {
  struct Numbers {
    size_t selector;
    int key;
    size_t value;
  };
  std::vector<Numbers> numbers(Between(random, 0, 4));
  std::vector<Model::Case> cases;
  const int last = static_cast<int>(test.size()) - 1;
  for (Numbers& own : numbers) {
    own = {static_cast<size_t>(Between(random, 0, last)),
           Between(random, -1, 3),
           static_cast<size_t>(Between(random, 0, last))};
    cases.push_back(
        {test.variables[own.selector], own.key, test.variables[own.value]});
  }
  test.model.AddElement(cases, test.variables.back());
  test.conditions.push_back([=](const Values& values) {
    std::vector<int> selected;
    for (const Numbers& own : numbers) {
      if (values[own.selector] != own.key) continue;
      selected.push_back(values[own.value]);
    }
    return selected == Values{values.back()};
  });
}

void AddRandomEqual(Case& test, Random& random) {
  const size_t one = Between(random, 0, static_cast<int>(test.size()) - 2);
  test.model.AddEqual(test.variables[one], test.variables.back());
  test.conditions.push_back(
      [=](const Values& values) { return values[one] == values.back(); });
}

void AddRandomSum(Case& test, Random& random) {
  std::vector<size_t> numbers;
  const std::vector<Variable> variables = SomeVariables(test, random, &numbers);
  std::vector<int> factors;
  for (size_t i = 0; i < numbers.size(); ++i) {
    factors.push_back(Between(random, -2, 2));
  }
  const int total = Between(random, -2, 4);
  test.model.AddSum(variables, total, factors);
  test.conditions.push_back([=](const Values& values) {
    int sum = 0;
    for (size_t i = 0; i < numbers.size(); ++i) {
      sum += factors[i] * values[numbers[i]];
    }
    return sum == total;
  });
}

void AddRandomCount(Case& test, Random& random) {
  std::vector<size_t> numbers;
  const std::vector<Variable> variables = SomeVariables(test, random, &numbers);
  const Values counted = SomeOf(random, -1, 3);
  const int low = Between(random, 0, 2);
  const int high = Between(random, low, 3);
  test.model.AddCount(variables, counted, low, high);
  test.conditions.push_back([=](const Values& values) {
    const auto count = absl::c_count_if(
        Picked(values, numbers),
        [&](int value) { return absl::c_linear_search(counted, value); });
    return low <= count && count <= high;
  });
}

void AddRandomLex(Case& test, Random&) {
  const size_t half = test.size() / 2;
  const auto variables = absl::MakeConstSpan(test.variables);
  test.model.AddLex(variables.first(half), variables.subspan(half, half));
  test.conditions.push_back([=](const Values& values) {
    return Values(values.begin(), values.begin() + half) <=
           Values(values.begin() + half, values.begin() + 2 * half);
  });
}

constexpr AddRandom kConstraints[] = {
    AddRandomAutomaton,      AddRandomTable,
    AddRandomForbidden,      AddRandomDifferent,
    AddRandomSets,           AddRandomSameSets,
    AddRandomEqual,          AddRandomSum,
    AddRandomCount,          AddRandomLex,
    AddRandomSumOfDifferent, AddRandomOccurs,
    AddRandomElement};

TEST(ModelTest, CoversAreTheAssignmentsThatSatisfyAConstraint) {
  for (const AddRandom& add : kConstraints) {
    for (uint32_t seed = 0; seed < 100; ++seed) {
      SCOPED_TRACE(
          absl::StrCat("constraint ", &add - kConstraints, ", seed ", seed));
      Random random(seed);
      Case test = Case::Random(random);
      add(test, random);
      ExpectSameSolutions(test);
      if (HasFailure()) return;
    }
  }
}

TEST(ModelTest, SetsOfAPermutationHaveTheRestBesideThem) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    Random random(seed);
    Case test({});
    AddRandomSetsOfPermutation(test, random);
    ExpectSameSolutions(test);
    if (HasFailure()) return;
  }
}

// The values at the ends of a chain are both even or both odd, says a path; and
// not both, says the chain. Nothing follows before one value is chosen.
TEST(ModelTest, ForcedOptionsDropTheValuesThatNoPathHas) {
  Case test(std::vector<Values>(6, ValuesFrom(0, 3)));
  const auto add = [&](size_t one, size_t other, bool are_alike) {
    test.model.AddAutomaton(
        {test.variables[one], test.variables[other]},
        {.step = [](size_t position, int64_t state,
                    int value) -> std::optional<int64_t> {
           return position == 0 ? value % 2 : (state + value) % 2;
         },
         .accepts = [=](int64_t state) { return (state == 0) == are_alike; }});
  };
  for (size_t i = 0; i + 1 < test.size(); ++i) add(i, i + 1, false);
  add(0, test.size() - 1, true);
  const auto problem = test.model.Build();
  ASSERT_TRUE(problem.ok()) << problem.status();
  for (uint32_t value = 0; value <= 3; ++value) {
    const auto count = CountSolutions(
        problem->problem(),
        {.givens = {OptionId(value)}, .engine = EngineKind::kNogoods});
    ASSERT_TRUE(count.ok()) << count.status();
    EXPECT_EQ(count->count, 0u);
    EXPECT_EQ(count->summary.statistics.nodes, 1u);
  }
}

// What all sets have, the others cannot have.
TEST(ModelTest, SetsNarrowTheRestOfAPermutation) {
  Case test(std::vector<Values>(5, ValuesFrom(1, 5)));
  test.model.AssumeAllDifferent(test.variables);
  const std::vector<Variable>& x = test.variables;
  test.model.AddOneOfSets({x[0], x[2]}, {{1, 2}, {1, 4}});
  test.model.Narrow();
  for (const Variable rest : {x[1], x[3], x[4]}) {
    EXPECT_THAT(test.model.values(rest), ElementsAre(2, 3, 4, 5));
  }
  EXPECT_THAT(test.model.values(x[0]), ElementsAre(1, 2, 4));
}

TEST(ModelTest, ConstraintsHoldTogether) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    Random random(seed);
    Case test = Case::Random(random);
    for (int i = Between(random, 2, 4); i > 0; --i) {
      const int last = static_cast<int>(std::size(kConstraints)) - 1;
      kConstraints[Between(random, 0, last)](test, random);
    }
    ExpectSameSolutions(test);
    if (HasFailure()) return;
  }
}

TEST(ModelTest, NarrowsDomains) {
  Model model;
  std::vector<Variable> rising;
  for (const char* name : {"a", "b", "c"}) {
    rising.push_back(model.AddVariable(name, ValuesFrom(1, 4)));
  }
  model.AddAutomaton(rising, {.step = [](size_t, int64_t last, int value) {
                       return value > last ? std::optional<int64_t>(value)
                                           : std::nullopt;
                     }});
  model.AddForbidden(rising[0], {1}, rising[2], {3, 4});
  model.Narrow();
  EXPECT_THAT(model.values(rising[0]), ElementsAre(2));
  EXPECT_THAT(model.values(rising[1]), ElementsAre(3));
  EXPECT_THAT(model.values(rising[2]), ElementsAre(4));
}

// Of five variables that are -kLarge, 0 or kLarge, each times a factor.
absl::StatusOr<ModelProblem> LargeSum(int factor) {
  constexpr int kLarge = 2'000'000'000;
  Model model;
  std::vector<Variable> variables;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    variables.push_back(model.AddVariable(name, {-kLarge, 0, kLarge}));
  }
  const std::vector<int> factors(5, factor);
  model.AddSum(variables, int64_t{2} * kLarge * factor, factors, "the sum");
  return model.Build();
}

TEST(ModelTest, SumsMayBeLarge) {
  const auto problem = LargeSum(900'000'000);
  ASSERT_TRUE(problem.ok()) << problem.status();
  // Two more are positive than negative: 2 and 0, or 3 and 1.
  EXPECT_EQ(CountSolutions(problem->problem())->count, 10 + 20);
  EXPECT_EQ(LargeSum(2'000'000'000).status().message(),
            "the sum has sums that are too large");
}

// --- mistakes ---

std::string Mistake(const std::function<void(Model&, Variable, Variable)>& add,
                    ModelOptions options = {}) {
  Model model(options);
  const Variable a = model.AddVariable("a", {1, 2, 3});
  const Variable b = model.AddVariable("b", {1, 2, 3});
  add(model, a, b);
  const absl::Status status = model.Build().status();
  EXPECT_FALSE(status.ok());
  return std::string(status.message());
}

TEST(ModelTest, AMistakeIsASentence) {
  EXPECT_EQ(Mistake([](Model& model, Variable a, Variable) {
              model.AddAllDifferent({a, a}, "row 1");
            }),
            "row 1 has a variable twice");
  EXPECT_EQ(Mistake([](Model& model, Variable a, Variable) {
              model.AddSum({a, Variable(7)}, 3);
            }),
            "constraint_1 has a variable that is not of the model");
  EXPECT_EQ(
      Mistake([](Model& model, Variable, Variable) { model.AddSum({}, 3); }),
      "constraint_1 has no variables");
  EXPECT_EQ(Mistake([](Model& model, Variable a, Variable b) {
              model.AddTable({a, b}, {{1, 2}, {1, 2, 3}});
            }),
            "constraint_1 has a tuple of 3 values for 2 variables");
  EXPECT_EQ(Mistake([](Model& model, Variable a, Variable b) {
              model.AddOneOfSets({a, b}, {{1, 1}});
            }),
            "constraint_1 needs sets of 2 different values");
  EXPECT_EQ(Mistake([](Model& model, Variable a, Variable b) {
              model.AddSum({a, b}, 3, {1});
            }),
            "constraint_1 needs a factor for each variable");
  EXPECT_EQ(Mistake([](Model& model, Variable a, Variable b) {
              model.AddLex({a, b}, {b});
            }),
            "constraint_1 needs two lists of the same length");
  EXPECT_EQ(Mistake([](Model& model, Variable, Variable) {
              model.AddVariable("c", {2, 2});
            }),
            "variable c has a value twice");
}

TEST(ModelTest, ALargeAutomatonIsRefused) {
  EXPECT_EQ(Mistake(
                [](Model& model, Variable a, Variable b) {
                  model.AddSum({a, b, a, b}, 8, {}, "the sum");
                },
                {.most_steps = 10}),
            "the sum has more than 10 steps");
}

TEST(ModelTest, TheFirstMistakeIsReported) {
  EXPECT_THAT(Mistake([](Model& model, Variable a, Variable b) {
                model.AddEqual(a, a, "first");
                model.AddEqual(b, b, "second");
              }),
              HasSubstr("first"));
}

}  // namespace
}  // namespace dlx
