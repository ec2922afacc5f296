#include "dlx/reduce/partial_cover.h"

#include <cstdint>
#include <vector>

#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using testing::Dice;
using testing::ProblemFromNotation;

std::vector<OptionId> OptionsLeft(const PartialCover& cover) {
  std::vector<OptionId> options;
  for (uint32_t o = 0; o < cover.problem().option_count(); ++o) {
    if (cover.is_left(OptionId(o))) options.emplace_back(o);
  }
  return options;
}

TEST(PartialCoverTest, TheExampleOfItsHeader) {
  const Problem problem = testing::SevenItems();
  PartialCover cover(problem);
  cover.Choose(OptionId(3));
  EXPECT_EQ(OptionsLeft(cover), (std::vector{OptionId(0), OptionId(4)}));
  EXPECT_EQ(problem.item_name(cover.reason(OptionId(1)).item), "a");
  EXPECT_EQ(problem.item_name(cover.reason(OptionId(5)).item), "d");
  EXPECT_EQ(problem.item_name(cover.reason(OptionId(2)).item), "f");
  EXPECT_EQ(cover.reason(OptionId(2)).depth, 1u);
  EXPECT_FALSE(cover.is_dead());
  EXPECT_EQ(cover.left(*problem.FindItem("b")), 1u);
  EXPECT_EQ(cover.missing(*problem.FindItem("b")), 1u);
  EXPECT_EQ(cover.missing(*problem.FindItem("a")), 0u);
}

TEST(PartialCoverTest, ItemsWithTooFewOptionsAreDeadAtOnce) {
  const PartialCover cover(ProblemFromNotation("2:3|a b\na b\nb"));
  EXPECT_TRUE(cover.is_dead());
  EXPECT_EQ(cover.dead_item(), ItemId(0));
}

TEST(PartialCoverTest, ColoursThatAgreeStay) {
  PartialCover cover(
      ProblemFromNotation("a b c d e | x\na x:red\nb x:red\nc x:blue\nd x\ne"));
  cover.Choose(OptionId(0));
  EXPECT_TRUE(cover.is_dead());  // c or d.
  cover.UndoTo({0, 0});
  EXPECT_FALSE(cover.is_dead());
  EXPECT_EQ(cover.left(), 5u);
}

TEST(PartialCoverTest, MultiplicitiesAreUsedUp) {
  PartialCover cover(ProblemFromNotation("1:2|a b c d\na b\na c\na d\nd\nb c"));
  cover.Choose(OptionId(0));
  EXPECT_EQ(cover.missing(ItemId(0)), 0u);
  EXPECT_TRUE(cover.is_left(OptionId(1)));
  cover.Choose(OptionId(1));
  EXPECT_EQ(cover.covered(ItemId(0)), 2u);
  EXPECT_FALSE(cover.is_left(OptionId(2)));
  EXPECT_EQ(cover.reason(OptionId(2)).item, ItemId(0));
  EXPECT_EQ(cover.reason(OptionId(2)).depth, 2u);
  EXPECT_FALSE(cover.is_dead());
}

// Walks up and down at random, and compares the records with what they should
// be at every step.
TEST(PartialCoverTest, RecordsAreRightAfterAnyMoves) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    PartialCover cover(RandomProblem(testing::RandomShape(dice, 16), dice));
    if (cover.is_dead()) continue;
    ASSERT_TRUE(cover.CheckInvariants());
    std::vector<PartialCover::Mark> marks;
    for (int step = 0; step < 60; ++step) {
      const std::vector<OptionId> options = OptionsLeft(cover);
      const uint32_t move = dice(5);
      if (move == 0 || options.empty() || cover.is_dead()) {
        if (marks.empty()) break;
        const size_t height = dice(static_cast<uint32_t>(marks.size()));
        cover.UndoTo(marks[height]);
        marks.resize(height);
      } else {
        marks.push_back(cover.mark());
        const OptionId option =
            options[dice(static_cast<uint32_t>(options.size()))];
        if (move == 1) {
          cover.Exclude(option);
        } else {
          cover.Choose(option);
        }
      }
      if (!cover.is_dead()) {
        ASSERT_TRUE(cover.CheckInvariants());
      }
    }
  }
}

}  // namespace
}  // namespace dlx::internal
