#include "dlx/restriction.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::ForEachProblem;
using ::dlx::testing::OneIn;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::SevenItems;
using ::dlx::testing::TinyFamilies;
using ::dlx::testing::TinyFamily;
using ::dlx::testing::ToNotation;
using ::testing::ElementsAre;

// The covers of what is left, as covers of the original problem.
std::vector<Cover> OriginalCovers(const Restriction& rest) {
  std::vector<Cover> covers = AllCovers(rest.problem);
  for (Cover& cover : covers) {
    for (OptionId& option : cover) option = rest.original[option.value()];
    std::sort(cover.begin(), cover.end());
  }
  std::sort(covers.begin(), covers.end());
  return covers;
}

// All lists of up to two givens, each option twice among them.
std::vector<std::vector<OptionId>> SomeGivens(const Problem& problem) {
  std::vector<std::vector<OptionId>> all = {{}};
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    all.push_back({OptionId(k)});
    for (uint32_t l = 0; l < problem.option_count(); ++l) {
      all.push_back({OptionId(k), OptionId(l)});
    }
  }
  return all;
}

void TestAllGivens(const Problem& problem) {
  const std::vector<Cover> covers = AllCovers(problem);
  for (const std::vector<OptionId>& givens : SomeGivens(problem)) {
    const Restriction rest = RestrictToGivens(problem, givens);
    ASSERT_EQ(rest.original.size(), rest.problem.option_count());
    ASSERT_EQ(OriginalCovers(rest), CoversWith(covers, givens))
        << ToNotation(problem) << "with " << givens.size()
        << " givens, which leave\n"
        << ToNotation(rest.problem);
  }
}

TEST(RestrictionTest, GivensInAllTinyProblems) {
  for (const TinyFamily& family : TinyFamilies()) {
    SCOPED_TRACE(family.name);
    int problems = 0;
    ForEachProblem(family, [&](const Problem& problem) {
      if (++problems % OneIn(1) == 0) TestAllGivens(problem);
    });
    if (HasFatalFailure()) return;
  }
}

TEST(RestrictionTest, GivensInRandomProblems) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    TestAllGivens(RandomProblem(RandomShape(dice), dice));
    if (HasFatalFailure()) return;
  }
}

TEST(RestrictionTest, DropsWhatCannotBeChosenAnyMore) {
  // 0: c e   1: a d g   2: b c f   3: a d f   4: b g   5: d e g
  const Restriction rest = RestrictToGivens(SevenItems(), {OptionId(0)});
  EXPECT_THAT(rest.original,
              ElementsAre(OptionId(0), OptionId(1), OptionId(3), OptionId(4)));
  EXPECT_EQ(rest.problem.item_count(), 7) << "Nothing had to be forced.";
  EXPECT_EQ(rest.problem.OptionToString(OptionId(2)),
            SevenItems().OptionToString(OptionId(3)));
}

TEST(RestrictionTest, KeepsItemsColorsMultiplicitiesAndCosts) {
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a", {2, 3});
  const ItemId x = builder.AddSecondary("x");
  const ItemId given = builder.AddPrimary("given 1", {0, 1});
  const ColorId red = builder.AddColor("red");
  const ColorId blue = builder.AddColor("blue");
  builder.AddOption({a, {x, red}}, 5);
  builder.AddOption({a, {x, blue}}, 6);
  builder.AddOption({a}, 7);
  builder.AddOption({a, given, {x, blue}}, 8);
  const Problem problem = *std::move(builder).Build();

  const Restriction rest = RestrictToGivens(problem, {OptionId(1)});
  EXPECT_THAT(rest.original,
              ElementsAre(OptionId(1), OptionId(2), OptionId(3)));
  EXPECT_EQ(rest.problem.multiplicity(a), (Multiplicity{2, 3}));
  EXPECT_FALSE(rest.problem.is_primary(x));
  EXPECT_EQ(rest.problem.color_name(blue), "blue");
  EXPECT_EQ(rest.problem.cost(OptionId(0)), 6);
  // Item a alone would not force option 1: it has an item of its own, whose
  // name is not taken.
  EXPECT_EQ(rest.problem.OptionToString(OptionId(0)), "a x:blue given 1'");
  EXPECT_EQ(rest.problem.OptionToString(OptionId(2)), "a given 1 x:blue");
}

TEST(RestrictionTest, ToOptions) {
  const Problem problem = SevenItems();
  const Restriction rest = RestrictToOptions(
      problem, [](OptionId option) { return option.value() % 3 != 1; });
  EXPECT_THAT(rest.original,
              ElementsAre(OptionId(0), OptionId(2), OptionId(3), OptionId(5)));
  for (uint32_t k = 0; k < 4; ++k) {
    EXPECT_EQ(rest.problem.OptionToString(OptionId(k)),
              problem.OptionToString(rest.original[k]));
  }
  EXPECT_THAT(AllCovers(rest.problem), ElementsAre());
}

}  // namespace
}  // namespace dlx
