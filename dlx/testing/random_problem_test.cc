#include "dlx/testing/random_problem.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::testing {
namespace {

std::string TextForSeed(uint64_t seed) {
  Dice dice(seed);
  return ToNotation(RandomProblem(RandomShape(dice), dice));
}

TEST(RandomProblemTest, DependsOnTheSeedAlone) {
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(TextForSeed(seed), TextForSeed(seed));
    texts.insert(TextForSeed(seed));
  }
  EXPECT_GT(texts.size(), 90);
}

TEST(RandomProblemTest, CanBeMadeFromNothing) {
  const auto zero = [](uint32_t) { return 0u; };
  EXPECT_EQ(ToNotation(RandomProblem(RandomShape(zero), zero)), "a\n");
}

TEST(RandomProblemTest, HasItsShape) {
  Dice dice(1);
  const Problem problem = RandomProblem({.primary = 30,
                                         .secondary = 5,
                                         .options = 40,
                                         .max_option_size = 3,
                                         .colors = 2,
                                         .multiplicities = 100,
                                         .costs = 100,
                                         .max_multiplicity = 7,
                                         .cost_unit = 10},
                                        dice);
  EXPECT_EQ(problem.primary_count(), 30);
  EXPECT_EQ(problem.secondary_count(), 5);
  EXPECT_EQ(problem.option_count(), 40);
  EXPECT_EQ(problem.color_count(), 2);
  EXPECT_TRUE(problem.FindItem("#c").has_value());
  EXPECT_TRUE(problem.FindItem("#d1").has_value());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    EXPECT_LE(problem.option(OptionId(k)).size(), 6);
    EXPECT_EQ(problem.cost(OptionId(k)) % 10, 0);
  }
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (!problem.is_primary(ItemId(i))) continue;
    EXPECT_GE(problem.multiplicity(ItemId(i)).low, 1);
    EXPECT_LE(problem.multiplicity(ItemId(i)).high, 7);
  }
}

// What the other tests hope to meet when they take problems from here.
TEST(RandomProblemTest, MeetsEveryKindOfProblem) {
  std::map<std::string, int> met;
  constexpr int kProblems = 1000;
  for (uint64_t seed = 0; seed < kProblems; ++seed) {
    Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice), dice);
    const std::vector<Cover> covers = AllCovers(problem);
    std::set<std::string> options;
    std::set<uint32_t> used_items;
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      options.insert(problem.OptionToString(OptionId(k)));
      for (const ItemUse& use : problem.option(OptionId(k))) {
        used_items.insert(use.item.value());
      }
      met["cost below zero"] += problem.cost(OptionId(k)) < 0;
    }
    for (uint32_t i = 0; i < problem.item_count(); ++i) {
      const Multiplicity multiplicity = problem.multiplicity(ItemId(i));
      if (!problem.is_primary(ItemId(i))) continue;
      met["optional item"] += multiplicity.low == 0;
      met["range"] +=
          multiplicity.low > 0 && multiplicity.low < multiplicity.high;
      met["exactly two or more"] += multiplicity.low > 1;
    }
    met["no cover"] += covers.empty();
    met["one cover"] += covers.size() == 1;
    met["many covers"] += covers.size() > 10;
    met["empty cover"] += !covers.empty() && covers[0].empty();
    met["plain"] +=
        problem.secondary_count() == 0 && !problem.has_multiplicities();
    met["plain with covers"] += problem.secondary_count() == 0 &&
                                !problem.has_multiplicities() &&
                                covers.size() > 1;
    met["secondary"] += problem.secondary_count() > 0;
    met["colors"] += problem.has_colors();
    met["colors with covers"] += problem.has_colors() && covers.size() > 1;
    met["colors and multiplicities"] +=
        problem.has_colors() && problem.has_multiplicities();
    met["costs with covers"] += problem.has_costs() && covers.size() > 1;
    met["equal options"] += options.size() < problem.option_count();
    met["item without options"] += used_items.size() < problem.item_count();
    met["no options"] += problem.option_count() == 0;
  }
  for (const auto& [kind, count] : met) {
    EXPECT_GE(count, kProblems / 50) << kind;
  }
}

}  // namespace
}  // namespace dlx::testing
