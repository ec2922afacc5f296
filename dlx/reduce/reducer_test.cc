#include "dlx/reduce/reducer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::DominoProblem;
using ::dlx::testing::ForEachProblem;
using ::dlx::testing::OneIn;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::SevenItems;
using ::dlx::testing::TinyFamilies;
using ::dlx::testing::TinyFamily;
using ::dlx::testing::ToNotation;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<OptionId> Ids(std::vector<uint32_t> ids) {
  return {ids.begin(), ids.end()};
}

Reduction RestOf(const Problem& problem, const std::vector<OptionId>& taken,
                 const std::vector<OptionId>& excluded = {}) {
  Reducer reducer(problem);
  reducer.TakeAll(taken);
  for (const OptionId option : excluded) reducer.Exclude(option);
  return reducer.Rest();
}

// The covers of what is left, as covers of the whole.
std::vector<Cover> LiftedCovers(const Reduction& rest) {
  std::vector<Cover> covers;
  for (const Cover& cover : AllCovers(rest.problem())) {
    rest.Lift(cover, covers.emplace_back());
    std::sort(covers.back().begin(), covers.back().end());
  }
  std::sort(covers.begin(), covers.end());
  return covers;
}

std::vector<Cover> Without(std::vector<Cover> covers, OptionId option) {
  std::erase_if(covers, [option](const Cover& cover) {
    return std::find(cover.begin(), cover.end(), option) != cover.end();
  });
  return covers;
}

// All lists of up to two options, each option twice among them.
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

void TestDecisions(const Problem& problem) {
  const std::vector<Cover> covers = AllCovers(problem);
  for (const std::vector<OptionId>& givens : SomeGivens(problem)) {
    const Reduction rest = RestOf(problem, givens);
    ASSERT_EQ(LiftedCovers(rest), CoversWith(covers, givens))
        << ToNotation(problem) << "with " << givens.size()
        << " givens, which leave\n"
        << ToNotation(rest.problem());
    if (rest.is_impossible()) {
      ASSERT_THAT(CoversWith(covers, givens), IsEmpty());
    }
    if (givens.size() != 2) continue;
    ASSERT_EQ(LiftedCovers(RestOf(problem, {givens[0]}, {givens[1]})),
              Without(CoversWith(covers, {givens[0]}), givens[1]))
        << ToNotation(problem);
  }
}

TEST(ReducerTest, DecisionsInAllTinyProblems) {
  for (const TinyFamily& family : TinyFamilies()) {
    SCOPED_TRACE(family.name);
    int problems = 0;
    ForEachProblem(family, [&](const Problem& problem) {
      if (++problems % OneIn(1) == 0) TestDecisions(problem);
    });
    if (HasFatalFailure()) return;
  }
}

TEST(ReducerTest, DecisionsInRandomProblems) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    TestDecisions(RandomProblem(RandomShape(dice), dice));
    if (HasFatalFailure()) return;
  }
}

TEST(ReducerTest, DropsWhatIsDecided) {
  const Reduction rest = RestOf(SevenItems(), {OptionId(3)});
  EXPECT_EQ(ToNotation(rest.problem()),
            ToNotation(ProblemFromNotation("b c e g\nc e\nb g\n")));
  EXPECT_THAT(rest.original(), ElementsAre(OptionId(0), OptionId(4)));
  EXPECT_THAT(rest.chosen(), ElementsAre(OptionId(3)));
}

TEST(ReducerTest, KeepsColorsMultiplicitiesAndCosts) {
  const Problem problem = ProblemFromNotation(
      "2:3|a b | x y\na x:red y:blue |5\na x:blue |6\na b y:green |7\nb |8\n"
      "a b x:red |9\n");
  const Reduction rest = RestOf(problem, {OptionId(0)});
  EXPECT_EQ(ToNotation(rest.problem()),
            ToNotation(ProblemFromNotation("1:2|a b\nb |8\na b |9\n")));
  EXPECT_EQ(rest.cost(), 5);
}

TEST(ReducerTest, WhatNeedNotBeCoveredIsSecondary) {
  const Problem problem =
      ProblemFromNotation("0:1|a 1:2|b c 0:1|d\na c\nb c\nb\na c d\nd\n");
  const Reduction rest = RestOf(problem, {OptionId(2)});
  // Item d has an option of its own.
  EXPECT_EQ(
      ToNotation(rest.problem()),
      ToNotation(ProblemFromNotation("c 0:1|d | a b\na c\nb c\na c d\nd\n")));
}

TEST(ReducerTest, ImpossibleIsAState) {
  for (const std::vector<OptionId>& givens : {Ids({3, 5}), Ids({3, 3})}) {
    const Reduction rest = RestOf(SevenItems(), givens);
    EXPECT_TRUE(rest.is_impossible());
    EXPECT_THAT(AllCovers(rest.problem()), IsEmpty());
  }
  EXPECT_TRUE(
      RestOf(SevenItems(), {OptionId(3)}, {OptionId(3)}).is_impossible());
  // Once there is no cover, nothing more is done.
  Reducer reducer(SevenItems());
  reducer.GiveUp();
  reducer.Take(OptionId(0));
  reducer.TakeForced();
  EXPECT_THAT(reducer.cover().chosen(), IsEmpty());
  EXPECT_TRUE(reducer.Rest().is_impossible());
}

TEST(ReducerTest, NothingIsLeft) {
  const Reduction rest = RestOf(SevenItems(), Ids({0, 3, 4}));
  EXPECT_THAT(LiftedCovers(rest), ElementsAre(Ids({0, 3, 4})));
}

struct ForcedCase {
  std::string problem;
  std::vector<OptionId> givens;
  std::vector<OptionId> expected;
};

TEST(WithForcedOptionsTest, TakesWhatFollows) {
  const ForcedCase cases[] = {
      {"a b c\na b\nb c\nc\na\n", {}, {}},
      // From one item to the next, in either direction.
      {"a b c d\na b\nb c\nc d\n", {}, Ids({0, 2})},
      {"d c b a\na b\nb c\nc d\n", {}, Ids({2, 0})},
      {"a b c\na b\nb c\nc\na\n", Ids({0}), Ids({0, 2})},
      // As often as an item must be covered.
      {"2|a b\na\na b\nb\n", {}, Ids({0, 1})},
      {"1:2|a b\na\na b\nb\n", {}, {}},
      // Colours agree, or not.
      {"a b | x\na x:1\nb x:1\nb x:2\n", {}, Ids({0, 1})},
      // Nothing is added where there is no cover: one item is dead; givens
      // contradict each other, or are repeated.
      {"a b c\na b\nb c\n", {}, {}},
      {"a b c\na b\nb c\n", Ids({0}), Ids({0})},
      {"a b c\na b\nb c\n", Ids({0, 1}), Ids({0, 1})},
      {"a b c\na b\nb c\n", Ids({0, 0}), Ids({0, 0})},
  };
  for (const ForcedCase& c : cases) {
    EXPECT_EQ(WithForcedOptions(ProblemFromNotation(c.problem), c.givens),
              c.expected)
        << c.problem;
  }
}

TEST(WithForcedOptionsTest, AreInEveryCover) {
  for (const auto& family : TinyFamilies()) {
    ForEachProblem(family, [](const Problem& problem) {
      const std::vector<Cover> covers = AllCovers(problem);
      EXPECT_EQ(CoversWith(covers, WithForcedOptions(problem, {})), covers);
      if (problem.option_count() == 0) return;
      const std::vector<OptionId> givens = {OptionId(0)};
      EXPECT_EQ(CoversWith(covers, WithForcedOptions(problem, givens)),
                CoversWith(covers, givens));
    });
  }
}

std::vector<Part> PartsOf(const Problem& problem) {
  return Reducer(problem).Parts();
}

TEST(PartsTest, OneIsNoneAtAll) {
  for (const Problem& problem :
       {DominoProblem(4, 4), ProblemFromNotation("a b | x\na x\nb x\n"),
        ProblemFromNotation("a | x\na\n")}) {
    EXPECT_THAT(PartsOf(problem), IsEmpty());
  }
  EXPECT_FALSE(MayFallApart(DominoProblem(4, 4)));
}

TEST(PartsTest, KeepEverything) {
  const Problem problem = ProblemFromNotation(
      "a 1:2|b c d | x y z\na c x:red |3\nb y:blue\nb\nc\nb y:red |2\na\n"
      "d |1\nd\n");
  EXPECT_TRUE(MayFallApart(problem));
  const std::vector<Part> parts = PartsOf(problem);
  ASSERT_THAT(parts, SizeIs(3));
  EXPECT_EQ(ToNotation(parts[0].rest.problem()),
            ToNotation(ProblemFromNotation("a c | x\na c x:red |3\nc\na\n")));
  EXPECT_THAT(parts[0].rest.original(),
              ElementsAre(OptionId(0), OptionId(3), OptionId(5)));
  EXPECT_THAT(parts[0]
                  .rest
                  .OptionsFrom({.item_order = {ItemId(3), ItemId(2), ItemId(1),
                                               ItemId(0)}})
                  .item_order,
              ElementsAre(ItemId(1), ItemId(0)));
  EXPECT_EQ(
      ToNotation(parts[1].rest.problem()),
      ToNotation(ProblemFromNotation("1:2|b | y\nb y:blue\nb\nb y:red |2\n")));
  EXPECT_THAT(parts[2].rest.original(), ElementsAre(OptionId(6), OptionId(7)));
}

TEST(PartsTest, AppearWithADecision) {
  // Option 2 joins what is on either side.
  const Problem problem =
      ProblemFromNotation("a b c d\na\na b\nb c\nb\nc d\nc\nd\n");
  Reducer reducer(problem);
  EXPECT_THAT(reducer.Parts(), IsEmpty());
  reducer.Exclude(OptionId(2));
  EXPECT_THAT(reducer.Parts(), SizeIs(2));
}

TEST(PartsTest, ThatAreAlikeShareTheirProblem) {
  const Problem problem = ProblemFromNotation(
      "a b c d e f #g h | x y\n"
      "a x:red\na b\nb x:blue\n"  // These
      "c y:1\nc d\nd y:2\n"       // are alike;
      "e\ne f |1\nf\n"            // this one has costs,
      "#g\n#g h |1\nh\n");        // and this one is sharp.
  const std::vector<Part> parts = PartsOf(problem);
  ASSERT_THAT(parts, SizeIs(4));
  EXPECT_EQ(parts[0].model, 0u);
  EXPECT_EQ(parts[1].model, 0u);
  EXPECT_EQ(parts[2].model, 2u);
  EXPECT_EQ(parts[3].model, 3u);
  EXPECT_THAT(parts[1].rest.original(),
              ElementsAre(OptionId(3), OptionId(4), OptionId(5)));
}

// Each cover is made of one cover of each part, and of what was taken.
TEST(PartsTest, MakeUpTheCovers) {
  int split = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice), dice);
    Reducer reducer(problem);
    if (problem.option_count() > 0 && dice(2) == 0) {
      reducer.Take(
          OptionId(dice(static_cast<uint32_t>(problem.option_count()))));
    }
    if (!reducer.is_possible()) continue;
    const std::vector<Part> parts = reducer.Parts();
    if (parts.empty()) continue;
    ++split;
    std::vector<Cover> covers = {Cover(reducer.cover().chosen().begin(),
                                       reducer.cover().chosen().end())};
    for (const Part& part : parts) {
      std::vector<Cover> longer;
      for (const Cover& cover : covers) {
        for (const Cover& more : AllCovers(part.rest.problem())) {
          longer.push_back(cover);
          part.rest.AppendOriginals(more, longer.back());
        }
      }
      covers = std::move(longer);
    }
    for (Cover& cover : covers) std::sort(cover.begin(), cover.end());
    std::sort(covers.begin(), covers.end());
    EXPECT_EQ(covers, CoversWith(AllCovers(problem), reducer.cover().chosen()))
        << ToNotation(problem);
  }
  EXPECT_GT(split, 20);
}

}  // namespace
}  // namespace dlx::internal
