#include "dlx/engine/nogoods/item_choice.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace dlx::internal::nogoods {
namespace {

using ::dlx::testing::Dice;

TEST(ItemActivityTest, LaterConflictsCountMore) {
  ItemActivity activity(3);
  activity.Bump(0);
  EXPECT_EQ(activity.values()[0], 1);
  EXPECT_EQ(activity.values()[1], 0);
  activity.NoteConflict();
  activity.Bump(1);
  EXPECT_GT(activity.values()[1], activity.values()[0]);
  activity.Bump(0);
  EXPECT_GT(activity.values()[0], activity.values()[1]);
  activity.Clear();
  EXPECT_EQ(activity.values()[0], 0);
}

TEST(ItemActivityTest, StaysFiniteAndInOrderForever) {
  ItemActivity activity(3);
  for (int i = 0; i < 100'000; ++i) {
    activity.Bump(i % 2);
    if (i % 10 == 0) activity.Bump(0);
    activity.NoteConflict();
  }
  EXPECT_LT(activity.values()[0], 1e21f);
  EXPECT_GT(activity.values()[0], activity.values()[1]);
  EXPECT_GT(activity.values()[1], activity.values()[2]);
}

size_t SlowChooseItem(const std::vector<uint64_t>& masks,
                      const std::vector<float>& activities, size_t begin,
                      size_t end) {
  size_t best = end;
  const auto merit = [&](size_t i) {
    return std::tuple(-std::popcount(masks[i]), activities[i]);
  };
  for (size_t i = begin; i < end; ++i) {
    if ((masks[i] & kCovered) != 0) continue;
    if (best == end || merit(i) > merit(best)) best = i;
  }
  return best;
}

// Once for each vector instruction set that this machine has.
class ChooseItemTest : public ::testing::TestWithParam<int64_t> {
 protected:
  ChooseItemTest() { hwy::SetSupportedTargetsForTest(GetParam()); }
  ~ChooseItemTest() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(ChooseItemTest, IsTheFirstOfTheMostActiveOfThoseWithFewestOptions) {
  Dice dice(1);
  for (size_t size = 0; size < 100; ++size) {
    // With so many options at least, and so many different activities.
    for (const uint32_t fewest : {2, 3, 40}) {
      for (const uint32_t bound : {1, 4, 1'000'000}) {
        std::vector<uint64_t> masks;
        std::vector<float> activities;
        for (size_t i = 0; i < size; ++i) {
          const uint32_t count = fewest + dice(3);
          uint64_t mask = (uint64_t{1} << count) - 1;
          mask = std::rotl(mask, static_cast<int>(dice(kMaskSlots - count)));
          // Covered items have one option, at the end.
          masks.push_back(dice(3) == 0 ? kCovered | (mask & -mask) : mask);
          activities.push_back(static_cast<float>(dice(bound)) * 0.5f);
        }
        // What is behind the end would be the best of all.
        masks.resize(size + kItemChoicePadding, 3);
        activities.resize(size + kItemChoicePadding, 1e20f);
        const size_t begin = size == 0 ? 0 : dice(static_cast<uint32_t>(size));
        ASSERT_EQ(ChooseItem(masks.data(), activities.data(), begin, size),
                  SlowChooseItem(masks, activities, begin, size))
            << "size " << size << ", begin " << begin;
      }
    }
  }
}

TEST(ChooseMostActiveItemTest, WeighsActivityAgainstTheNumberOfOptions) {
  // By activity for each option: 1, 2, (covered), 2, 1.5; the last is outside.
  std::vector<uint64_t> masks = {0b11, 0b111, kCovered | 1, 0b11, 0b11, 0b11};
  std::vector<float> activities = {2, 6, 100, 4, 3, 100};
  masks.resize(masks.size() + kItemChoicePadding);
  activities.resize(activities.size() + kItemChoicePadding);
  const auto choose = [&](size_t begin, size_t end) {
    return ChooseMostActiveItem(masks.data(), activities.data(), begin, end);
  };
  EXPECT_EQ(choose(0, 5), 1u);
  EXPECT_EQ(choose(2, 5), 3u);
  EXPECT_EQ(choose(4, 5), 4u);
  EXPECT_EQ(choose(2, 3), 3u) << "the end, as there is none";
  EXPECT_EQ(choose(2, 2), 2u);
}

INSTANTIATE_TEST_SUITE_P(
    AllTargets, ChooseItemTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

}  // namespace
}  // namespace dlx::internal::nogoods
