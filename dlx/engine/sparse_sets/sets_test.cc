#include "dlx/engine/sparse_sets/sets.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::sparse_sets {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::testing::ElementsAre;

Sets SetsOf(const Problem& problem) {
  return Sets(problem, OrderItems(problem, false, std::nullopt),
              OrderOptions(problem, std::nullopt));
}

std::vector<OptionId> OptionsLeft(const Sets& sets, int32_t item) {
  std::vector<OptionId> options;
  for (const int32_t node : sets.NodesOf(item)) {
    options.push_back(sets.OptionOf(node));
  }
  std::sort(options.begin(), options.end());
  return options;
}

// The options that are left for each item that is to be covered.
std::vector<std::pair<int32_t, std::vector<OptionId>>> StateOf(
    const Sets& sets) {
  std::vector<std::pair<int32_t, std::vector<OptionId>>> state;
  for (int32_t i = 0; i < sets.primary_count(); ++i) {
    if (!sets.is_covered(i)) state.emplace_back(i, OptionsLeft(sets, i));
  }
  return state;
}

TEST(SetsTest, AChoiceTakesOutWhatCompetesWithIt) {
  const Problem problem =
      ProblemFromNotation("a b c | s\na b\nb c s\nc\nc s\na s\n");
  Sets sets = SetsOf(problem);
  ASSERT_TRUE(sets.Choose(sets.PrimaryNode(OptionId(0))));
  EXPECT_TRUE(sets.is_covered(0));
  EXPECT_TRUE(sets.is_covered(1));
  EXPECT_THAT(OptionsLeft(sets, 2), ElementsAre(OptionId(2), OptionId(3)));
  EXPECT_FALSE(sets.CanBeChosen(sets.PrimaryNode(OptionId(4))));
  EXPECT_EQ(sets.CheckInvariants(), "");
  sets.UndoTo({});
  EXPECT_THAT(OptionsLeft(sets, 2),
              ElementsAre(OptionId(1), OptionId(2), OptionId(3)));
  EXPECT_TRUE(sets.CanBeChosen(sets.PrimaryNode(OptionId(4))));
}

TEST(SetsTest, AColorTakesOutTheOthersOnly) {
  const Problem problem =
      ProblemFromNotation("a b | x\na x:1\nb x:1\nb x:2\nb x\n");
  Sets sets = SetsOf(problem);
  ASSERT_TRUE(sets.Choose(sets.PrimaryNode(OptionId(0))));
  EXPECT_THAT(OptionsLeft(sets, 1), ElementsAre(OptionId(1)));
  EXPECT_EQ(sets.CheckInvariants(), "");
  const int32_t forced = sets.TakeForcedNode();
  EXPECT_EQ(sets.OptionOf(forced), OptionId(1));
  EXPECT_TRUE(sets.Choose(forced));
  EXPECT_EQ(sets.TakeForcedNode(), -1);
}

TEST(SetsTest, TellsWhichItemHasNoOptionLeft) {
  const Problem problem = ProblemFromNotation("a b c\na b\nb c\n");
  Sets sets = SetsOf(problem);
  EXPECT_FALSE(sets.Choose(sets.PrimaryNode(OptionId(0))));
  EXPECT_EQ(sets.dead_item(), 2);
  sets.UndoTo({});
  EXPECT_FALSE(sets.Exclude(sets.PrimaryNode(OptionId(0))));
  EXPECT_EQ(sets.dead_item(), 0);
  sets.UndoTo({});
  EXPECT_TRUE(sets.FindForcedItems());
  Sets empty = SetsOf(ProblemFromNotation("a b\na\n"));
  EXPECT_FALSE(empty.FindForcedItems());
  EXPECT_EQ(empty.dead_item(), 1);
}

TEST(SetsTest, AnOptionWithFewCompetitorsIsFound) {
  // Option 0 competes with three others, option 1 with one of them.
  const Sets sets = SetsOf(ProblemFromNotation("a b c\na b\na c\nb\nb\nc\n"));
  EXPECT_EQ(sets.OptionOf(sets.NodeWithFewestCompetitors(0)), OptionId(1));
}

// A walk up and down, of which all that was done is taken back.
void Wander(Sets& sets, const Dice& dice, int depth) {
  ASSERT_EQ(sets.CheckInvariants(), "");
  std::vector<int32_t> nodes;
  for (int32_t i = 0; i < sets.primary_count(); ++i) {
    if (sets.is_covered(i)) continue;
    const absl::Span<const int32_t> left = sets.NodesOf(i);
    nodes.insert(nodes.end(), left.begin(), left.end());
  }
  if (nodes.empty() || depth == 0) return;
  const auto before = StateOf(sets);
  const Sets::Mark mark = sets.mark();
  for (int i = 0; i < 2; ++i) {
    const int32_t node = nodes[dice(nodes.size())];
    if (dice(3) == 0 ? sets.Exclude(node) : sets.Choose(node)) {
      Wander(sets, dice, depth - 1);
    }
    sets.UndoTo(mark);
    ASSERT_EQ(StateOf(sets), before);
  }
}

TEST(SetsTest, WhatIsTakenBackHasLeftNoTrace) {
  const Dice dice(1);
  for (int i = 0; i < 200; ++i) {
    testing::ProblemShape shape = testing::RandomShape(dice, 20);
    shape.multiplicities = 0;
    const Problem problem = RandomProblem(shape, dice);
    SCOPED_TRACE(testing::ToNotation(problem));
    Sets sets = SetsOf(problem);
    Wander(sets, dice, 4);
    if (HasFatalFailure()) return;
  }
}

TEST(SetsTest, AResetRestoresTheOrder) {
  Sets sets = SetsOf(ProblemFromNotation("a b\na\na\na b\nb\n"));
  const auto order = [&] {
    const absl::Span<const int32_t> nodes = sets.NodesOf(0);
    return std::vector<int32_t>(nodes.begin(), nodes.end());
  };
  const std::vector<int32_t> before = order();
  ASSERT_TRUE(sets.Exclude(sets.PrimaryNode(OptionId(0))));
  sets.UndoTo({});
  EXPECT_NE(order(), before);
  sets.Reset();
  EXPECT_EQ(order(), before);
  EXPECT_EQ(sets.updates(), 0);
}

}  // namespace
}  // namespace dlx::internal::sparse_sets
