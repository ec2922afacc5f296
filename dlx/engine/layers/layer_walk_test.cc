// Walks with several threads. That of one thread is tested as an engine.

#include "dlx/engine/layers/layer_walk.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/engine/layers/item_graph.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/layers/static_order.h"
#include "dlx/engine/team.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::internal::layers {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Dice;
using ::dlx::testing::DominoProblem;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::ToNotation;

constexpr size_t kPlenty = size_t{1} << 30;

LayerPlan<1> PlanFor(const Problem& problem) {
  std::vector<uint32_t> items;
  for (const uint32_t item : FindOrder(ItemGraph(problem)).items) {
    if (problem.is_primary(ItemId(item))) items.push_back(item);
  }
  return LayerPlan<1>(problem, Seating(problem, items, GivenItems(problem)));
}

// Pauses as often as that, after so many states each.
template <typename Walk>
Natural CountAll(Walk& walk, uint64_t stride = kUnlimited) {
  const auto pause = [&] {
    const uint64_t expanded = walk.statistics().expanded;
    return stride == kUnlimited ? kUnlimited : expanded + stride;
  };
  uint64_t pause_at = pause();
  WalkStep step = walk.GoOn(pause_at);
  for (; step == WalkStep::kPaused; step = walk.GoOn(pause_at)) {
    EXPECT_LE(walk.statistics().expanded, pause_at + 1);
    EXPECT_LE(walk.Layers().done, walk.Layers().layers);
    EXPECT_GE(walk.ExpectedPart(), 0);
    EXPECT_LT(walk.ExpectedPart(), 1);
    pause_at = pause();
  }
  EXPECT_EQ(step, WalkStep::kDone);
  EXPECT_EQ(walk.ExpectedPart(), 1);
  EXPECT_EQ(walk.Layers().done, walk.Layers().layers);
  return walk.covers().ToNatural();
}

TEST(LayerWalkTest, ThreadsCountAsTheOracleDoes) {
  Team two(2);
  Team three(3);
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem({.primary = 1 + dice(8),
                                           .secondary = dice(4),
                                           .options = dice(14),
                                           .max_option_size = 1 + dice(4),
                                           .colors = dice(3),
                                           .planted = dice(4) * 30},
                                          dice);
    const LayerPlan<1> plan = PlanFor(problem);
    if (plan.is_hopeless()) continue;
    const size_t covers = AllCovers(problem).size();
    with_covers += covers > 1;
    // Every layer is worth a round, and few states end one.
    const Teamwork teamwork = {.team = dice(2) == 0 ? &two : &three,
                               .least_states = 1,
                               .states_in_round = 2 + dice(16)};
    const size_t memory = dice(2) == 0 ? kPlenty : dice(20'000);
    LayerWalk<LayerPlan<1>, 1> walk(plan, memory, teamwork);
    ASSERT_EQ(CountAll(walk, dice(2) == 0 ? kUnlimited : 1 + dice(20)), covers)
        << "seed " << seed << "\n"
        << ToNotation(problem);
  }
  EXPECT_GT(with_covers, 80);
}

// The same states are expanded, and lead to the same.
TEST(LayerWalkTest, ThreadsDoWhatOneDoes) {
  const LayerPlan<1> plan = PlanFor(DominoProblem(8, 9));
  LayerWalk<LayerPlan<1>, 1> alone(plan, kPlenty);
  EXPECT_EQ(CountAll(alone), 108'435'745);
  for (const size_t threads : {2, 3, 8}) {
    Team team(threads);
    for (const uint64_t stride : {kUnlimited, uint64_t{100}}) {
      LayerWalk<LayerPlan<1>, 1> walk(
          plan, kPlenty,
          {.team = &team, .least_states = 10, .states_in_round = 64});
      EXPECT_EQ(CountAll(walk, stride), 108'435'745);
      EXPECT_EQ(walk.statistics().expanded_at, alone.statistics().expanded_at);
      EXPECT_EQ(walk.statistics().transitions, alone.statistics().transitions);
    }
  }
}

TEST(LayerWalkTest, ThreadsNeedNoMoreMemoryThanThereIs) {
  const LayerPlan<1> plan = PlanFor(DominoProblem(6, 8));
  Team team(2);
  uint64_t expanded_before = 0;
  for (const size_t memory : {100'000, 6'000, 3'000, 1'000, 0}) {
    LayerWalk<LayerPlan<1>, 1> walk(
        plan, memory, {.team = &team, .least_states = 2, .states_in_round = 4});
    EXPECT_EQ(CountAll(walk), 167'089) << memory;
    EXPECT_GE(walk.statistics().expanded, expanded_before) << memory;
    expanded_before = walk.statistics().expanded;
  }
}

TEST(LayerWalkTest, ThreadsStopAtAnOverflowAndGoOnWithLargerNumbers) {
  const LayerPlan<1> plan = PlanFor(DominoProblem(12, 14));
  Team team(2);
  const Teamwork teamwork = {
      .team = &team, .least_states = 10, .states_in_round = 256};
  LayerWalk<LayerPlan<1>, 1> narrow(plan, kPlenty, teamwork);
  ASSERT_EQ(narrow.GoOn(kUnlimited), WalkStep::kOverflow);
  LayerWalk<LayerPlan<1>, 2> wide(std::move(narrow));
  const Natural covers = CountAll(wide);
  EXPECT_FALSE(covers.ToWords().size() < 2);
  LayerWalk<LayerPlan<1>, 2> alone(plan, kPlenty);
  EXPECT_EQ(covers, CountAll(alone));
  EXPECT_EQ(wide.statistics().expanded_at, alone.statistics().expanded_at);
  LayerWalk<LayerPlan<1>, kAnyWords> unlimited(plan, kPlenty, teamwork);
  EXPECT_EQ(covers, CountAll(unlimited));
}

TEST(LayerWalkTest, TellsHowLargeLayersAre) {
  const LayerPlan<1> plan = PlanFor(DominoProblem(6, 6));
  LayerWalk<LayerPlan<1>, 1> walk(plan, kPlenty);
  EXPECT_EQ(walk.Layers().done, 0);
  EXPECT_EQ(walk.Layers().layers, 36);
  // The first cell can be covered in two ways.
  EXPECT_EQ(walk.GoOn(1), WalkStep::kPaused);
  EXPECT_EQ(walk.Layers().states + walk.Layers().states_ahead, 3);
  EXPECT_EQ(walk.GoOn(100), WalkStep::kPaused);
  const LayerProgress progress = walk.Layers();
  EXPECT_GT(progress.done, 5);
  EXPECT_LT(progress.done, 30);
  EXPECT_GT(progress.states, 1);
  EXPECT_GT(progress.states_ahead, 1);
}

}  // namespace
}  // namespace dlx::internal::layers
