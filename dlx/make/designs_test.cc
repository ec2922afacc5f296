#include "dlx/make/designs.h"

#include <cstdint>

#include "absl/status/status.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::designs_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

constexpr absl::StatusCode kExhausted = absl::StatusCode::kResourceExhausted;
constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(MakeSetPartitionsTest, OptionsAreTheSubsets) {
  absl::StatusOr<Problem> problem = MakeSetPartitions({.size = 2});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem), "x0 x1\nx0\nx1\nx0 x1\n");
  problem = MakeSetPartitions({.size = 2, .blocks = 2});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem), "2:2|# x0 x1\n# x0\n# x1\n# x0 x1\n");
}

TEST(MakeSetPartitionsTest, AreCountedByTheBellNumbers) {  // OEIS A000110
  constexpr uint64_t kBell[] = {1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975};
  int size = 0;
  for (uint64_t count : kBell) {
    EXPECT_THAT(MakeSetPartitions({.size = ++size}), HasCovers(count)) << size;
  }
}

TEST(MakeSetPartitionsTest, IntoBlocksAreCountedByStirlingNumbers) {
  constexpr uint64_t kStirling[] = {1, 63, 301, 350, 140, 21, 1, 0};
  int blocks = 0;
  for (uint64_t count : kStirling) {
    EXPECT_THAT(MakeSetPartitions({.size = 7, .blocks = ++blocks}),
                HasCovers(count))
        << blocks;
  }
}

TEST(MakeSetPartitionsTest, RefusesWhatMakesNoSense) {
  constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(MakeSetPartitions({.size = 0}),
              StatusIs(kInvalid, HasSubstr("size 1 or more, not 0")));
  EXPECT_THAT(MakeSetPartitions({.size = 3, .blocks = 0}),
              StatusIs(kInvalid, HasSubstr("must be 1 or more, not 0")));
  for (int size : {24, 40, 2'000'000'000}) {
    EXPECT_THAT(
        MakeSetPartitions({.size = size}),
        StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("too large")));
  }
}

TEST(MakeOneFactorizationsTest, OptionsAreRounds) {
  const absl::StatusOr<Problem> problem = MakeOneFactorizations({.size = 4});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "01 02 03 12 13 23\n"
            "01 23\n02 13\n03 12\n");
}

struct FactorizationCase {
  int size;
  bool fix_first;
  uint64_t covers;
};

// OEIS A000438. Of the (N-1)!! rounds, N-1 are in each factorization: fixing
// one divides the number by (N-3)!!.
TEST(OneFactorizationsCountTest, IsThatOfTheLiterature) {
  const FactorizationCase cases[] = {
      {2, false, 1},    {2, true, 1},         {3, false, 0}, {4, false, 1},
      {4, true, 1},     {6, false, 6},        {6, true, 2},  {7, true, 0},
      {8, false, 6240}, {8, true, 6240 / 15},
  };
  for (const FactorizationCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [size, fix_first, covers] = param;
    EXPECT_THAT(MakeOneFactorizations({.size = size, .fix_first = fix_first}),
                HasCovers(covers));
  }
}

// Every set of four of the six points has an item; and so have those of eight
// points, but of two complementary ones only that with point 0.
TEST(MakeOneFactorizationsTest, PerfectOnesHaveItemsForSmallCycles) {
  absl::StatusOr<Problem> problem =
      MakeOneFactorizations({.size = 6, .perfect = true});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->secondary_count(), 0);
  problem = MakeOneFactorizations({.size = 8, .perfect = true});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->secondary_count(), 35);
  // {01, 23, 45, 67} plays within 0123, 0145 and 0167.
  EXPECT_THAT(ToNotation(*problem),
              HasSubstr("\n01 23 45 67 c0123 c0145 c0167\n"));
}

// There is one perfect factorization of 8 points, and one of 10, but for the
// names of the points. With p = 7 and p = 5 they belong to two infinite
// families, for p + 1 and 2p points, which have p (p - 1) and 2p (p - 1)
// automorphisms. So there are 8! / 42 and 10! / 40 of them.
TEST(MakeOneFactorizationsTest, PerfectOnesAreCountedByTheirAutomorphisms) {
  constexpr struct {
    int size;
    bool fix_first;
    uint64_t covers;
  } kCases[] = {{2, false, 1},
                {4, false, 1},
                {5, false, 0},
                {6, false, 6},
                {6, true, 2},
                {8, false, 40320 / 42},
                {8, true, 40320 / 42 / 15},
                {10, true, 3628800 / 40 / 105}};
  for (const auto& [size, fix_first, covers] : kCases) {
    EXPECT_THAT(MakeOneFactorizations(
                    {.size = size, .fix_first = fix_first, .perfect = true}),
                HasCovers(covers))
        << size;
  }
}

TEST(MakeOneFactorizationsTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeOneFactorizations({.size = 1}),
              StatusIs(kInvalid, HasSubstr("2 or more points, not 1")));
  for (int size : {18, 1'000'000'000}) {
    EXPECT_THAT(MakeOneFactorizations({.size = size}),
                StatusIs(kExhausted, HasSubstr("too large")));
  }
  EXPECT_THAT(MakeOneFactorizations({.size = 16, .perfect = true}),
              StatusIs(kExhausted, HasSubstr("too large")));
}

TEST(MakeSteinerSystemsTest, OptionsAreBlocks) {
  const absl::StatusOr<Problem> problem =
      MakeSteinerSystems({.points = 4, .block_size = 3, .strength = 2});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "01 02 03 12 13 23\n"
            "01 02 12\n01 03 13\n02 03 23\n12 13 23\n");
}

struct SteinerCase {
  int points;
  int block_size;
  int strength;
  uint64_t covers;
  // In how many ways the points but the first strength - 1 can be divided among
  // the blocks through these.
  uint64_t first_blocks;
};

TEST(SteinerSystemsCountTest, IsThatOfTheLiterature) {
  const SteinerCase cases[] = {
      {3, 3, 2, 1, 1},       {5, 3, 2, 0, 1},
      {6, 3, 2, 0, 1},       {7, 3, 2, 30, 15},  // The Fano plane: 7! / 168.
      {9, 3, 2, 840, 105},    // The affine plane of order 3: 9! / 432.
      {6, 2, 1, 15, 15},      // Perfect matchings.
      {8, 4, 3, 30, 15},      // 8! / 1344
      {10, 4, 3, 2520, 105},  // 10! / 1440
  };
  for (const SteinerCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [points, block_size, strength, covers, first_blocks] = param;
    SteinerSystemsParams params = {
        .points = points, .block_size = block_size, .strength = strength};
    EXPECT_THAT(MakeSteinerSystems(params), HasCovers(covers));
    params.fix_first = true;
    EXPECT_THAT(MakeSteinerSystems(params), HasCovers(covers / first_blocks));
  }
}

TEST(MakeSteinerSystemsTest, MathieuGroupM11) {
  // 11! / 7920 systems; the blocks through three points pair the other eight.
  EXPECT_THAT(
      MakeSteinerSystems(
          {.points = 11, .block_size = 5, .strength = 4, .fix_first = true}),
      HasCovers(5040 / 105));
}

TEST(MakeSteinerSystemsTest, ProjectivePlaneOfOrderThree) {
  // 13! / 5616 planes; the first point's lines divide 12 points into threes.
  EXPECT_THAT(
      MakeSteinerSystems({.points = 13, .block_size = 4, .fix_first = true}),
      HasCovers(1108800 / 15400));
}

TEST(MakeSteinerSystemsTest, OptionsKeepOutOfTheHole) {
  absl::StatusOr<Problem> problem =
      MakeSteinerSystems({.points = 5, .hole = 3});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "03 04 13 14 23 24 34\n03 04 34\n13 14 34\n23 24 34\n");
  // The blocks through point 0 are 0 and two points outside of the hole.
  problem = MakeSteinerSystems({.points = 7, .fix_first = true, .hole = 3});
  ASSERT_THAT(problem, IsOk());
  EXPECT_THAT(ToNotation(*problem), HasSubstr("\n03 04 34\n05 06 56\n13"));
}

// A system that is a part of `all` systems with `parts` such parts each, of
// `places` where one can be, is at one place in all * parts / places of them.
TEST(MakeSteinerSystemsTest, CompletesASystemInTheHole) {
  const auto with_hole = [](int points, int hole, bool fix_first) {
    return MakeSteinerSystems(
        {.points = points, .fix_first = fix_first, .hole = hole});
  };
  EXPECT_THAT(with_hole(7, 0, false), HasCovers(30));
  EXPECT_THAT(with_hole(7, 1, false), HasCovers(30));
  EXPECT_THAT(with_hole(7, 3, false), HasCovers(30 * 7 / 35));
  EXPECT_THAT(with_hole(7, 6, false), HasCovers(0));
  EXPECT_THAT(with_hole(9, 3, false), HasCovers(840 * 12 / 84));
  // Outside of a hole of 7 there are 8 points, and each point in it divides
  // these into pairs: the 6240 one-factorizations, in any order of factors; one
  // factor of 105 is fixed.
  EXPECT_THAT(with_hole(15, 7, true), HasCovers(6240 * 5040 / 105));
}

TEST(MakeSteinerSystemsTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeSteinerSystems({.points = 7, .hole = 7}),
              StatusIs(kInvalid,
                       "a hole in 7 points has 0 to 6 of them, not "
                       "7"));
  EXPECT_THAT(MakeSteinerSystems({.points = 7, .hole = -1}),
              StatusIs(kInvalid, HasSubstr("not -1")));
  EXPECT_THAT(MakeSteinerSystems({.points = 2}),
              StatusIs(kInvalid, HasSubstr("t = 2, k = 3, n = 2")));
  EXPECT_THAT(MakeSteinerSystems({.points = 7, .strength = 0}),
              StatusIs(kInvalid, HasSubstr("1 <= t < k <= n")));
  EXPECT_THAT(MakeSteinerSystems({.points = 7, .block_size = 2}),
              StatusIs(kInvalid, HasSubstr("1 <= t < k <= n")));
  EXPECT_THAT(MakeSteinerSystems({.points = 2'000'000'000}),
              StatusIs(kExhausted, HasSubstr("too large")));
  EXPECT_THAT(MakeSteinerSystems({.points = 2'000'000'000,
                                  .block_size = 1'999'999'999,
                                  .strength = 1'000'000'000}),
              StatusIs(kExhausted, HasSubstr("too large")));
}

}  // namespace
}  // namespace dlx::make::designs_test
