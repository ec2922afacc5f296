#include "dlx/farm/unit.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/farm/covers_of_unit.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::units {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::Dice;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(UnitTest, IsTextAndBack) {
  const Problem problem = testing::SevenItems();
  for (const char* text : {"", "0:1", "+5 -3 2:0", "-0 -1 -2 -3 -4 -5"}) {
    const absl::StatusOr<Unit> unit = ParseUnit(text, problem);
    ASSERT_THAT(unit, IsOk()) << text;
    EXPECT_EQ(UnitToString(*unit), text);
  }
  EXPECT_THAT(*ParseUnit(" +4  0:3 ", problem),
              ElementsAre(Decision::Take(OptionId(4)),
                          Decision::Cover(ItemId(0), OptionId(3))));
}

TEST(UnitTest, NotesTextsThatAreNoUnits) {
  const Problem problem = ProblemFromNotation("a 0:2|b | x\na\nb\na b x\n");
  const struct {
    const char* text;
    const char* complaint;
  } cases[] = {
      {"5", "not a decision"},
      {"+", "not a decision"},
      {"-x", "not a decision"},
      {"+-1", "not a decision"},
      {"+1:1", "not a decision"},
      {"1:", "not a decision"},
      {":1", "not a decision"},
      {"0:1:2", "not a decision"},
      {"+99999999999", "not a decision"},
      {"+3", "there is no option 3"},
      {"0:3", "there is no option 3"},
      {"0:1", "does not contain an item 0"},
      {"7:1", "does not contain an item 7"},
      {"1:1", "exactly once"},
      {"2:2", "exactly once"},
  };
  for (const auto& [text, complaint] : cases) {
    EXPECT_THAT(
        ParseUnit(text, problem),
        StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(complaint)))
        << text;
  }
}

TEST(UnitTest, ContradictionsHaveNoCovers) {
  const Problem problem = ProblemFromNotation("0:9|a b\na\na\nb\nb a\n");
  for (const char* text : {"+0 -0", "-0 +0", "+2 +3", "-2 -3"}) {
    const Unit unit = *ParseUnit(text, problem);
    internal::PartialCover cover(problem);
    EXPECT_FALSE(Decide(unit, cover)) << text;
    EXPECT_THAT(CoversOfUnit(problem, unit), IsEmpty()) << text;
  }
}

// Some decisions about random options.
Unit RandomUnit(const Problem& problem, const Dice& dice) {
  Unit unit;
  for (uint32_t i = dice(4); i > 0; --i) {
    const OptionId option(dice(static_cast<uint32_t>(problem.option_count())));
    const ItemId item = problem.option(option)[0].item;
    const bool is_exact = problem.is_primary(item) &&
                          problem.multiplicity(item) == Multiplicity{};
    switch (dice(3)) {
      case 0:
        unit.push_back(Decision::Take(option));
        break;
      case 1:
        unit.push_back(Decision::Exclude(option));
        break;
      default:
        unit.push_back(is_exact ? Decision::Cover(item, option)
                                : Decision::Take(option));
    }
  }
  return unit;
}

TEST(UnitTest, HasTheCoversThatAgreeWithItsDecisions) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    const Dice dice(seed);
    const Problem problem =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    if (problem.option_count() == 0) continue;
    const Unit unit = RandomUnit(problem, dice);
    SCOPED_TRACE(testing::ToNotation(problem) + UnitToString(unit));
    std::vector<Cover> expected;
    for (const Cover& cover : AllCovers(problem)) {
      bool agrees = true;
      for (const Decision& decision : unit) {
        const bool is_in = std::find(cover.begin(), cover.end(),
                                     decision.option) != cover.end();
        agrees = agrees && is_in == decision.takes_option();
      }
      if (agrees) expected.push_back(cover);
    }
    EXPECT_EQ(CoversOfUnit(problem, unit), expected);
    internal::PartialCover cover(problem);
    if (!Decide(unit, cover)) {
      EXPECT_THAT(expected, IsEmpty());
    }
  }
}

}  // namespace
}  // namespace dlx::units
