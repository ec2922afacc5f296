#include "dlx/ask/diagram/size_bound.h"

#include <cstddef>
#include <cstdint>
#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::diagram {
namespace {

constexpr uint64_t kAlways = uint64_t{1} << 50;

// Ways through so many states at each depth, all equally likely.
SizeBound Explore(double room, size_t depths, uint64_t states,
                  uint64_t seed = 1) {
  SizeBound bound(room);
  std::mt19937_64 random(seed);
  while (bound.wants_more(kAlways)) {
    for (size_t d = 0; d < depths; ++d) bound.Visit(d, random() % states);
    bound.EndWay(depths);
  }
  return bound;
}

TEST(SizeBoundTest, IsNearWhereAllStatesAreEquallyLikely) {
  const SizeBound bound = Explore(1'500, 1, 1'000);
  EXPECT_FALSE(bound.exceeds_room());
  EXPECT_GT(bound.states(), 500);
  EXPECT_LT(bound.states(), 1'000);
  const SizeBound several = Explore(7'500, 5, 1'000);
  EXPECT_GT(several.states(), 2'500);
  EXPECT_LT(several.states(), 5'000);
}

TEST(SizeBoundTest, FewWaysTellThatThereAreFarTooMany) {
  const SizeBound bound = Explore(1'000'000, 1, uint64_t{1} << 60);
  EXPECT_TRUE(bound.exceeds_room());
  EXPECT_LT(bound.ways(), 6'000);
  // The more depths there are, the fewer ways are needed.
  EXPECT_LT(Explore(1'000'000, 50, uint64_t{1} << 60).ways(), bound.ways() / 5);
}

TEST(SizeBoundTest, NothingIsRefusedThatHasRoom) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    EXPECT_FALSE(Explore(500, 5, 100, seed).exceeds_room());
  }
}

TEST(SizeBoundTest, SomeStatesMayBeMoreLikelyThanOthers) {
  SizeBound bound(1'000'000);
  std::mt19937_64 random(1);
  while (bound.wants_more(kAlways)) {
    // Half of the ways go through one state.
    bound.Visit(0, random() % 2 == 0 ? 0 : random());
    bound.EndWay(1);
  }
  EXPECT_LT(bound.states(), 5);
  EXPECT_GT(bound.states(), 1);
}

TEST(SizeBoundTest, StopsWhenAllIsClear) {
  EXPECT_LT(Explore(1'000'000'000, 3, 100).ways(), 1'000);
}

TEST(SizeBoundTest, StepsAreNotMostOfTheWork) {
  SizeBound bound(1'600);
  EXPECT_FALSE(bound.wants_more(99));
  EXPECT_TRUE(bound.wants_more(100));
  bound.Visit(0, 1);
  bound.EndWay(/*steps=*/10);
  EXPECT_FALSE(bound.wants_more(119));
  EXPECT_TRUE(bound.wants_more(120));
}

TEST(SizeBoundTest, WithoutStates) {
  SizeBound bound(10);
  while (bound.wants_more(kAlways)) bound.EndWay(1);
  EXPECT_EQ(bound.states(), 0);
  EXPECT_FALSE(bound.exceeds_room());
}

}  // namespace
}  // namespace dlx::internal::diagram
