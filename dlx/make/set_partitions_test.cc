#include "dlx/make/set_partitions.h"

#include <cstdint>

#include "absl/status/status.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

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

}  // namespace
}  // namespace dlx::make
