#include "dlx/engine/bit_sets/cost_model.h"

#include <cstddef>
#include <cstdint>

#include "gtest/gtest.h"

namespace dlx::internal::bit_sets {
namespace {

TEST(CostModelTest, SizeClassesGrowWithTheSize) {
  EXPECT_EQ(CostModel::SizeClass(64), CostModel::SizeClass(79));
  EXPECT_NE(CostModel::SizeClass(64), CostModel::SizeClass(80));
  for (size_t size = 1; size < 3000; ++size) {
    EXPECT_LE(CostModel::SizeClass(size), CostModel::SizeClass(size + 1));
  }
  for (size_t size = 4; size < 3000; ++size) {
    EXPECT_EQ(CostModel::SizeClass(2 * size), CostModel::SizeClass(size) + 4);
  }
}

TEST(CostModelTest, LargeSubtreesAreWorthASmallerStage) {
  const auto is_worthwhile = [](const CostModel& cost, size_t options) {
    return cost.IsWorthwhile(/*words=*/8, /*groups=*/5, options,
                             /*new_words=*/1, /*new_groups=*/4);
  };
  CostModel cost(/*uses_per_option=*/5, /*most_words=*/64);
  EXPECT_FALSE(is_worthwhile(cost, 50));  // Nothing is known.
  cost.Report(/*words=*/8, CostModel::SizeClass(50), /*nodes=*/1000);
  EXPECT_TRUE(is_worthwhile(cost, 50));
  EXPECT_TRUE(is_worthwhile(cost, 55));  // Of the same class.
  EXPECT_FALSE(is_worthwhile(cost, 60));
  EXPECT_FALSE(cost.IsWorthwhile(/*words=*/64, /*groups=*/5, 50,
                                 /*new_words=*/1, /*new_groups=*/4));

  // The mean counts.
  for (int i = 0; i < 1000; ++i) {
    cost.Report(/*words=*/8, CostModel::SizeClass(50), /*nodes=*/1);
  }
  EXPECT_FALSE(is_worthwhile(cost, 50));

  cost.Report(/*words=*/8, CostModel::SizeClass(40), /*nodes=*/1000);
  EXPECT_TRUE(is_worthwhile(cost, 40));
  cost.Reset();
  EXPECT_FALSE(is_worthwhile(cost, 40));
}

TEST(CostModelTest, StagesOfLongOptionsTakeLongerToBuild) {
  constexpr uint64_t kNodes = 100;
  for (const double uses : {3, 100}) {
    CostModel cost(uses, /*most_words=*/4);
    cost.Report(/*words=*/4, CostModel::SizeClass(60), kNodes);
    EXPECT_EQ(cost.IsWorthwhile(/*words=*/4, /*groups=*/8, 60,
                                /*new_words=*/1, /*new_groups=*/6),
              uses == 3);
  }
}

TEST(SubtreeMeterTest, LeavesOutWhatWasVisitedElsewhere) {
  SubtreeMeter meter;
  meter.Start(/*size_class=*/9, /*visited=*/100);
  const Subtree outer = meter.Begin(/*size_class=*/8, /*visited=*/110);
  EXPECT_EQ(outer.size_class, 8);
  meter.AddElsewhere(50);  // From 120 to 170.
  const Subtree inner = meter.Begin(/*size_class=*/7, /*visited=*/175);
  meter.AddElsewhere(10);
  EXPECT_EQ(meter.NodesOf(inner, /*visited=*/190), 5);
  EXPECT_EQ(meter.NodesOf(outer, /*visited=*/200), 30);
  EXPECT_EQ(meter.NodesOf(meter.whole(), /*visited=*/200), 40);
  EXPECT_EQ(meter.AllNodes(/*visited=*/200), 100);
  EXPECT_EQ(meter.whole().size_class, 9);
  meter.Start(/*size_class=*/1, /*visited=*/200);
  EXPECT_EQ(meter.NodesOf(meter.whole(), /*visited=*/201), 1);
}

}  // namespace
}  // namespace dlx::internal::bit_sets
