#include "dlx/engine/bit_sets/stage_cost.h"

#include <cstddef>
#include <cstdint>

#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

TEST(StageCostTest, SizeClassesGrowWithTheSize) {
  EXPECT_EQ(StageCost::SizeClass(64), StageCost::SizeClass(79));
  EXPECT_NE(StageCost::SizeClass(64), StageCost::SizeClass(80));
  for (size_t size = 1; size < 3000; ++size) {
    EXPECT_LE(StageCost::SizeClass(size), StageCost::SizeClass(size + 1));
  }
  for (size_t size = 4; size < 3000; ++size) {
    EXPECT_EQ(StageCost::SizeClass(2 * size), StageCost::SizeClass(size) + 4);
  }
}

TEST(StageCostTest, LargeSubtreesAreWorthASmallerStage) {
  const auto is_worthwhile = [](const StageCost& cost, size_t options) {
    return cost.IsWorthwhile(/*words=*/8, /*groups=*/5, options,
                             /*new_words=*/1, /*new_groups=*/4);
  };
  StageCost cost;
  cost.Reset(/*uses_per_option=*/5);
  EXPECT_FALSE(is_worthwhile(cost, 50));  // Nothing is known.
  cost.Report(/*words=*/8, StageCost::SizeClass(50), /*nodes=*/1000);
  EXPECT_TRUE(is_worthwhile(cost, 50));
  EXPECT_TRUE(is_worthwhile(cost, 55));  // Of the same class.
  EXPECT_FALSE(is_worthwhile(cost, 60));
  EXPECT_FALSE(cost.IsWorthwhile(/*words=*/64, /*groups=*/5, 50,
                                 /*new_words=*/1, /*new_groups=*/4));

  // The mean counts.
  for (int i = 0; i < 1000; ++i) {
    cost.Report(/*words=*/8, StageCost::SizeClass(50), /*nodes=*/1);
  }
  EXPECT_FALSE(is_worthwhile(cost, 50));

  cost.Report(/*words=*/8, StageCost::SizeClass(40), /*nodes=*/1000);
  EXPECT_TRUE(is_worthwhile(cost, 40));
  cost.Reset(/*uses_per_option=*/5);
  EXPECT_FALSE(is_worthwhile(cost, 40));
}

TEST(StageCostTest, StagesOfLongOptionsTakeLongerToBuild) {
  constexpr uint64_t kNodes = 100;
  StageCost cost;
  for (const double uses : {3, 100}) {
    cost.Reset(uses);
    cost.Report(/*words=*/4, StageCost::SizeClass(60), kNodes);
    EXPECT_EQ(cost.IsWorthwhile(/*words=*/4, /*groups=*/8, 60,
                                /*new_words=*/1, /*new_groups=*/6),
              uses == 3);
  }
}

}  // namespace
}  // namespace dlx::internal
