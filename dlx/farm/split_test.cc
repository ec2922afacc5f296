#include "dlx/farm/split.h"

#include <algorithm>
#include <vector>

#include "dlx/farm/covers_of_unit.h"
#include "dlx/farm/partition.h"
#include "dlx/make/chess.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::units {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::Dice;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::Field;
using ::testing::Ge;
using ::testing::Le;
using ::testing::SizeIs;

std::vector<Unit> UnitsOf(const std::vector<SizedUnit>& sized) {
  std::vector<Unit> units;
  for (const SizedUnit& unit : sized) units.push_back(unit.unit);
  return units;
}

void ExpectPartition(const Problem& problem, const Unit& whole, size_t count) {
  SCOPED_TRACE(testing::ToNotation(problem));
  const std::vector<SizedUnit> parts =
      SplitUnit(problem, whole, {.units = count});
  std::vector<Cover> covers;
  for (const SizedUnit& part : parts) {
    for (Cover& cover : CoversOfUnit(problem, part.unit)) {
      covers.push_back(std::move(cover));
    }
  }
  std::sort(covers.begin(), covers.end());
  EXPECT_EQ(covers, CoversOfUnit(problem, whole));
  EXPECT_THAT(parts, Each(Field(&SizedUnit::nodes, Ge(1))));
  if (whole.empty()) {
    EXPECT_THAT(CheckPartition(problem, UnitsOf(parts)), IsOk());
  }
}

TEST(SplitTest, PartsTinyProblems) {
  for (const testing::TinyFamily& family : testing::TinyFamilies()) {
    int number = 0;
    testing::ForEachProblem(family, [&](const Problem& problem) {
      // There are thousands.
      if (++number % 5 != 0) return;
      for (const size_t count : {1, 2, 3, 99}) {
        ExpectPartition(problem, {}, count);
      }
    });
  }
}

TEST(SplitTest, PartsUnitsOfRandomProblems) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Dice dice(seed);
    const Problem problem =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    ExpectPartition(problem, {}, 2 + dice(10));
    for (const SizedUnit& part : SplitUnit(problem, {}, {.units = 4})) {
      ExpectPartition(problem, part.unit, 2 + dice(5));
    }
  }
}

TEST(SplitTest, MakesAboutAsManyAsAreWantedAndAllOfThemSmall) {
  const Problem problem = *make::MakeQueens({.size = 10});
  const std::vector<SizedUnit> units = SplitUnit(problem, {}, {.units = 200});
  // A unit of ten children is replaced at once.
  EXPECT_THAT(units, SizeIs(AllOf(Ge(200), Le(210))));
  double sum = 0;
  double most = 0;
  for (const SizedUnit& unit : units) {
    sum += unit.nodes;
    most = std::max(most, unit.nodes);
  }
  EXPECT_LT(most, sum / 20);
  EXPECT_THAT(CheckPartition(problem, UnitsOf(units)), IsOk());
}

TEST(SplitTest, ShortSearchesHaveFewUnits) {
  EXPECT_EQ(UnitsFor(1), 1);
  EXPECT_EQ(UnitsFor(5'000), 2);
  EXPECT_EQ(UnitsFor(100'000), 32);
  EXPECT_EQ(UnitsFor(1e6), 32);
  EXPECT_EQ(UnitsFor(2e7), 100);
  EXPECT_EQ(UnitsFor(1e30), 1000);
  const auto units_of_queens = [](int size) {
    return SplitUnit(*make::MakeQueens({.size = size}), {}).size();
  };
  EXPECT_EQ(units_of_queens(6), 1);
  // A unit of thirteen children is replaced at once.
  EXPECT_THAT(units_of_queens(13), AllOf(Ge(32), Le(45)));
  EXPECT_THAT(units_of_queens(22), AllOf(Ge(1000), Le(1022)));
}

TEST(SplitTest, IsAlwaysTheSame) {
  const Problem problem = *make::MakeQueens({.size = 8});
  const auto split = [&problem](uint64_t seed) {
    return UnitsOf(SplitUnit(problem, {}, {.units = 50, .seed = seed}));
  };
  EXPECT_EQ(split(1), split(1));
}

TEST(SplitTest, LeavesAloneWhatCannotBeSplit) {
  // One cover, and no choice on the way to it.
  const Problem problem = ProblemFromNotation("a b c\na b\nb c\nc\n");
  EXPECT_EQ(UnitsOf(SplitUnit(problem, {}, {.units = 9})),
            std::vector<Unit>(1));
}

TEST(SplitTest, EndsWhenInterrupted) {
  Interrupter interrupter;
  interrupter.Request();
  const Problem problem = *make::MakeQueens({.size = 8});
  EXPECT_THAT(SplitUnit(problem, {},
                        {.units = 50, .limits = {.interrupter = &interrupter}}),
              SizeIs(1));
}

TEST(SplitTest, EndsWhenThereIsNoTime) {
  const Problem problem = *make::MakeQueens({.size = 8});
  const Limits limits = {.time = absl::ZeroDuration()};
  const std::vector<SizedUnit> units =
      SplitUnit(problem, {}, {.limits = limits});
  ASSERT_THAT(units, SizeIs(1));
  EXPECT_EQ(units[0].nodes, 1);  // There was no probe.
}

}  // namespace
}  // namespace dlx::units
