#include "dlx/engine/layers/queued_walk.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layer_table.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/layers/number_row.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/layers/state_queue.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::layers {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(NumberRowTest, IsAsWideAsItsLargestNumber) {
  NumberRow row;
  for (int i = 0; i < 3; ++i) row.PushBack(NumberRow::One());
  Natural expected = 1;
  for (int i = 0; i < 200; ++i) {
    row.Add(1, row[1]);
    expected += expected;
    ASSERT_EQ(row.ToNatural(1), expected);
  }
  EXPECT_EQ(row[0].size(), 4);
  EXPECT_EQ(row.ToNatural(0), 1);
  EXPECT_EQ(row.ToNatural(2), 1);
  // A wide one to a narrow one; and to one to which it need not be carried.
  NumberRow narrow;
  narrow.PushBack(NumberRow::One());
  narrow.Add(0, row[1]);
  EXPECT_EQ(narrow.ToNatural(0), expected + 1);
  row.PushBack(NumberRow::One());
  row.Add(3, NumberRow::One());
  EXPECT_EQ(row.ToNatural(3), 2);
  narrow.PushBack(row[2]);
  EXPECT_EQ(narrow.ToNatural(1), 1);
}

TEST(NumberRowTest, CarriesThroughAllWords) {
  const std::vector<uint64_t> ones(3, ~uint64_t{0});
  NumberRow row;
  row.PushBack(ones);
  row.Add(0, NumberRow::One());
  EXPECT_THAT(row[0], ElementsAre(0, 0, 0, 1));
  row.PushBack(NumberRow::One());
  row.Add(1, ones);
  EXPECT_THAT(row[1], ElementsAre(0, 0, 0, 1));
}

TEST(StateQueueTest, ThereIsEachStateOnce) {
  using Key = BitSet<2>;
  StateQueue<Key> queue;
  constexpr size_t kStates = 1000;
  const auto key = [](size_t i) {
    Key key;
    key.words = {i % 7, i / 7};
    return key;
  };
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 0; i < kStates; ++i) {
      EXPECT_EQ(queue.Arrive(key(i), key(i).Hash(), NumberRow::One()), i);
    }
  }
  // With the same hash, too.
  EXPECT_EQ(queue.Arrive(key(kStates), key(5).Hash(), NumberRow::One()),
            kStates);
  ASSERT_EQ(queue.size(), kStates + 1);
  for (size_t i = 0; i < kStates; ++i) {
    EXPECT_TRUE(queue.key(i) == key(i));
    EXPECT_THAT(queue.ways(i), ElementsAre(2));
  }
}

TEST(QueuedWalkTest, NamesStatesInOrder) {
  // A row of cells; after "b c", d is left as after "c".
  const Problem problem =
      testing::ProblemFromNotation("a b c d\na\na b\nb\nb c\nc\nc d\nd\n");
  const Seating seating =
      SeatForLayers(problem, {.branching = Branching::kInputOrder});
  const LayerPlan<1> plan(problem, seating);
  QueuedWalk<LayerPlan<1>> walk(plan, 0, plan.size());
  std::vector<std::pair<size_t, size_t>> named;
  while (!walk.is_done()) {
    walk.Expand(1, [&](size_t position, size_t state) {
      named.emplace_back(position, state);
    });
  }
  EXPECT_THAT(named, ElementsAre(Pair(1, 0), Pair(2, 0), Pair(2, 0), Pair(3, 0),
                                 Pair(3, 0)));
  EXPECT_EQ(walk.covers(), 5);
  EXPECT_EQ(walk.expanded(), 4);
  EXPECT_EQ(walk.transitions(), 7);
}

TEST(QueuedWalkTest, CountsBeyondAnyWord) {
  std::string items;
  std::string options;
  for (int i = 0; i < 100; ++i) {
    const std::string item = "i" + std::to_string(i);
    items += item + " ";
    for (int copy = 0; copy < 4; ++copy) options += item + "\n";
  }
  const Problem problem = testing::ProblemFromNotation(items + "\n" + options);
  const Seating seating = SeatForLayers(problem, {});
  const LayerPlan<1> plan(problem, seating);
  QueuedWalk<LayerPlan<1>> walk(plan, 0, plan.size());
  EXPECT_GT(walk.bytes(), 0);
  while (!walk.is_done()) walk.Expand(1000, [](size_t, size_t) {});
  EXPECT_EQ(walk.bytes(), 0);
  EXPECT_EQ(walk.covers(), Natural::PowerOfTwo(200));
}

}  // namespace
}  // namespace dlx::internal::layers
