#include "dlx/make/queens.h"

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
using ::testing::StartsWith;

TEST(MakeQueensTest, HasTheItemsAndOptionsOfTheLiterature) {
  const absl::StatusOr<Problem> problem = MakeQueens({.size = 2});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "r0 c0 r1 c1 | a0 a1 a2 b0 b1 b2\n"
            "r0 c0 a0 b1\n"
            "r0 c1 a1 b0\n"
            "r1 c0 a1 b2\n"
            "r1 c1 a2 b1\n");
}

TEST(MakeQueensTest, OrganPipeOrderBeginsInTheMiddle) {
  absl::StatusOr<Problem> problem = MakeQueens({.size = 5, .organ_pipe = true});
  ASSERT_THAT(problem, IsOk());
  EXPECT_THAT(ToNotation(*problem),
              StartsWith("r2 c2 r3 c3 r1 c1 r4 c4 r0 c0 | a0 "));
  problem = MakeQueens({.size = 4, .organ_pipe = true});
  ASSERT_THAT(problem, IsOk());
  EXPECT_THAT(ToNotation(*problem),
              StartsWith("r1 c1 r2 c2 r0 c0 r3 c3 | a0 "));
}

TEST(MakeQueensTest, HasKnownNumbersOfCovers) {  // OEIS A000170
  constexpr uint64_t kCounts[] = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
  int size = 0;
  for (uint64_t count : kCounts) {
    ++size;
    EXPECT_THAT(MakeQueens({.size = size}), HasCovers(count)) << size;
    EXPECT_THAT(MakeQueens({.size = size, .organ_pipe = true}),
                HasCovers(count))
        << size;
  }
}

TEST(MakeQueensTest, BoardsAreIndependent) {
  const absl::StatusOr<Problem> problem = MakeQueens({.size = 6, .boards = 4});
  EXPECT_THAT(problem, HasCovers(4 * 4 * 4 * 4));
  EXPECT_TRUE(problem->FindItem("Ar0").has_value());
  EXPECT_TRUE(problem->FindItem("Db10").has_value());
}

TEST(MakeQueensTest, RefusesWhatMakesNoSense) {
  constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(MakeQueens({.size = 0}),
              StatusIs(kInvalid, HasSubstr("size 1 or more, not 0")));
  EXPECT_THAT(MakeQueens({.size = -4}), StatusIs(kInvalid, HasSubstr("-4")));
  EXPECT_THAT(MakeQueens({.size = 4, .boards = 27}),
              StatusIs(kInvalid, HasSubstr("1 to 26 boards")));
  EXPECT_THAT(MakeQueens({.size = 1'000'000'000}),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("of 1000000000 queens is too large")));
}

}  // namespace
}  // namespace dlx::make
