// Layers of problems with multiplicities.

#include "dlx/engine/layers/decisions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/layers/decision_plan.h"
#include "dlx/engine/layers/layer_walk.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/layers/tallies.h"
#include "dlx/engine/team.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "gtest/gtest.h"

namespace dlx::internal::layers::decisions_test {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::Repetitions;
using ::dlx::testing::ToNotation;

constexpr size_t kPlenty = size_t{1} << 30;

Natural CountAll(const Problem& problem, SearchOptions options = {}) {
  const std::unique_ptr<Engine> engine =
      MakeLayers(problem, Task::kCount, options);
  Natural count = 0;
  EXPECT_EQ(engine->Count(kUnlimited, &count), Engine::Step::kExhausted);
  EXPECT_EQ(engine->FractionDone(), 1);
  return count;
}

// Graphs in which each vertex has so many neighbours.
Problem RegularGraphs(int vertices, uint32_t degree) {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int v = 0; v < vertices; ++v) {
    items.push_back(builder.AddPrimary(absl::StrCat(v), {degree, degree}));
  }
  for (int v = 0; v < vertices; ++v) {
    for (int w = 0; w < v; ++w) builder.AddOption({items[v], items[w]});
  }
  return *std::move(builder).Build();
}

// Each cell of a board and its neighbours together hold so many stones; in all,
// there are so many.
Problem Stones(int size, Multiplicity around, Multiplicity in_all) {
  ProblemBuilder builder;
  const ItemId all = builder.AddPrimary("all", in_all);
  std::vector<ItemId> items;
  for (int i = 0; i < size * size; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat(i), around));
  }
  for (int r = 0; r < size; ++r) {
    for (int c = 0; c < size; ++c) {
      std::vector<ItemUse> uses = {all};
      for (int i = 0; i < size * size; ++i) {
        if (std::abs(i / size - r) <= 1 && std::abs(i % size - c) <= 1) {
          uses.emplace_back(items[i]);
        }
      }
      builder.AddOption(uses);
    }
  }
  return *std::move(builder).Build();
}

Problem RandomMultipleProblem(const Dice& dice) {
  return RandomProblem({.primary = 1 + dice(7),
                        .secondary = dice(4),
                        .options = dice(14),
                        .max_option_size = 1 + dice(4),
                        .colors = dice(3),
                        .multiplicities = 30 + dice(70),
                        .duplicates = dice(3) == 0 ? 30u : 0u,
                        .planted = dice(4) * 30,
                        .max_multiplicity = 2 + dice(4)},
                       dice);
}

TEST(DecisionsTest, CountAsTheOracleDoes) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(4'000); ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomMultipleProblem(dice);
    if (!problem.has_multiplicities()) continue;
    const size_t covers = AllCovers(problem).size();
    with_covers += covers > 1;
    const SearchOptions options = {
        .branching =
            dice(2) == 0 ? Branching::kFewestOptions : Branching::kInputOrder,
        .memory_limit = dice(2) == 0 ? kPlenty : dice(5'000)};
    ASSERT_EQ(CountAll(problem, options), covers) << "seed " << seed << "\n"
                                                  << ToNotation(problem);
  }
  EXPECT_GT(with_covers, Repetitions(800));
}

TEST(DecisionsTest, CountInAnyOrderOfTheItems) {
  const Problem problem = Stones(5, {1, 2}, {0, 25});
  const Natural covers = CountAll(problem);
  EXPECT_GT(covers, 1000);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const Dice dice(seed);
    std::vector<ItemId> order;
    for (uint32_t i = 0; i < problem.item_count(); ++i) order.emplace_back(i);
    for (size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[dice(static_cast<uint32_t>(i))]);
    }
    EXPECT_EQ(CountAll(problem, {.item_order = order}), covers);
    const LayersOutlook outlook = ForeseeLayers(problem, {.item_order = order});
    EXPECT_EQ(outlook.order, order);
    EXPECT_GE(outlook.log2_states, ForeseeLayers(problem, {}).log2_states);
  }
}

TEST(DecisionsTest, ThreadsCountAsTheOracleDoes) {
  Team two(2);
  Team three(3);
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(500); ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomMultipleProblem(dice);
    const DecisionPlan<4> plan(ForeseeDecisionsInInputOrder(problem).tallies);
    if (plan.is_hopeless()) continue;
    const size_t covers = AllCovers(problem).size();
    with_covers += covers > 1;
    const Teamwork teamwork = {.team = dice(2) == 0 ? &two : &three,
                               .least_states = 1,
                               .states_in_round = 2 + dice(16)};
    LayerWalk<DecisionPlan<4>, 1> walk(
        plan, dice(2) == 0 ? kPlenty : dice(20'000), teamwork);
    const uint64_t stride = 1 + dice(20);
    uint64_t pause_at = stride;
    while (walk.GoOn(pause_at) == WalkStep::kPaused) pause_at += stride;
    ASSERT_EQ(walk.covers().ToNatural(), covers) << "seed " << seed << "\n"
                                                 << ToNotation(problem);
  }
  EXPECT_GT(with_covers, Repetitions(100));
}

// Regular graphs with labelled vertices, by a recurrence over how many vertices
// lack how many neighbours.
TEST(DecisionsTest, CountRegularGraphs) {
  EXPECT_EQ(CountAll(RegularGraphs(10, 2)), 286'884);
  EXPECT_EQ(CountAll(RegularGraphs(9, 4)), 1'024'380);
  EXPECT_EQ(CountAll(RegularGraphs(12, 3)), 11'555'272'575);
  EXPECT_EQ(CountAll(RegularGraphs(9, 3)), 0);
}

// The stones on an edge, and what is counted beyond 64 bits.
TEST(DecisionsTest, CountStones) {
  EXPECT_EQ(CountAll(Stones(6, {1, 3}, {0, 36})), 12'832'986);
  // Whatever there is on the board.
  EXPECT_EQ(CountAll(Stones(9, {0, 9}, {0, 81})),
            Natural(absl::uint128(1) << 81));
  EXPECT_EQ(CountAll(Stones(9, {0, 9}, {3, 3})), 81 * 80 * 79 / 6);
  // Nine cells of a 9x9 board are far enough from each other to need a stone
  // each, and with one in the middle of each block that is enough.
  EXPECT_EQ(CountAll(Stones(9, {1, 9}, {9, 9})), 1);
  EXPECT_EQ(CountAll(Stones(9, {1, 9}, {0, 8})), 0);
}

TEST(DecisionsTest, CountCoversWithGivens) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(1'000); ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomMultipleProblem(dice);
    if (!problem.has_multiplicities() || problem.option_count() < 2) continue;
    const std::unique_ptr<Engine> engine =
        MakeLayers(problem, Task::kCount, {});
    for (int i = 0; i < 3; ++i) {
      const auto options = static_cast<uint32_t>(problem.option_count());
      std::vector<OptionId> givens = {OptionId(dice(options))};
      const OptionId another(dice(options));
      if (another != givens[0]) givens.push_back(another);
      uint64_t expected = 0;
      for (const std::vector<OptionId>& cover : AllCovers(problem)) {
        expected +=
            std::all_of(givens.begin(), givens.end(), [&](OptionId given) {
              return std::find(cover.begin(), cover.end(), given) !=
                     cover.end();
            });
      }
      engine->Restart(givens);
      Natural count = 0;
      EXPECT_EQ(engine->Count(kUnlimited, &count), Engine::Step::kExhausted);
      ASSERT_EQ(count, expected) << "seed " << seed << "\n"
                                 << ToNotation(problem);
      with_covers += expected > 0;
    }
  }
  EXPECT_GT(with_covers, Repetitions(300));
}

// 301 items whose tallies are needed to the end.
Problem WideProblem() {
  std::string names = "1:300|all";
  std::string options;
  for (int i = 0; i < 300; ++i) {
    absl::StrAppend(&names, " 1:2|i", i);
    absl::StrAppend(&options, "i", i, i == 0 ? " all\n" : "\n");
  }
  for (int i = 0; i < 300; ++i) {
    absl::StrAppend(&options, "i", i, i == 0 ? " all\n" : "\n");
  }
  return ProblemFromNotation(absl::StrCat(names, "\n", options));
}

TEST(DecisionsTest, WhatIsWideIsTold) {
  const Problem problem = WideProblem();
  const DecisionsOutlook input = ForeseeDecisionsInInputOrder(problem);
  EXPECT_EQ(input.tallies.WidestFrontier(), 301);
  EXPECT_EQ(input.tallies.words(), 5);
  EXPECT_FALSE(MayCountDecisions(input));
  // The items' order is as good as can be.
  const DecisionsOutlook outlook = ForeseeDecisions(problem, {});
  EXPECT_LE(outlook.tallies.WidestFrontier(), 2);
  EXPECT_TRUE(MayCountDecisions(outlook));
  Natural expected = 1;
  for (int i = 0; i < 300; ++i) expected *= 3;
  EXPECT_EQ(CountAll(problem), expected);
}

TEST(DecisionsTest, WhatIsLongIsCounted) {
  constexpr int kOptions = 50'000;
  std::string text = "0:2|a\n";
  for (int i = 0; i < kOptions; ++i) text += "a\n";
  const Problem problem = ProblemFromNotation(text);
  EXPECT_TRUE(MayCountDecisions(ForeseeDecisions(problem, {})));
  EXPECT_EQ(CountAll(problem),
            1 + kOptions + uint64_t{kOptions} * (kOptions - 1) / 2);
}

}  // namespace
}  // namespace dlx::internal::layers::decisions_test
