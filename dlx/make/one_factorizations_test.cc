#include "dlx/make/one_factorizations.h"

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

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
constexpr absl::StatusCode kExhausted = absl::StatusCode::kResourceExhausted;

TEST(MakeOneFactorizationsTest, OptionsAreRounds) {
  const absl::StatusOr<Problem> problem = MakeOneFactorizations({.size = 4});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "01 02 03 12 13 23\n"
            "01 23\n02 13\n03 12\n");
}

struct CountCase {
  int size;
  bool fix_first;
  uint64_t covers;
};

class OneFactorizationsCountTest : public ::testing::TestWithParam<CountCase> {
};

TEST_P(OneFactorizationsCountTest, IsThatOfTheLiterature) {
  const auto& [size, fix_first, covers] = GetParam();
  EXPECT_THAT(MakeOneFactorizations({.size = size, .fix_first = fix_first}),
              HasCovers(covers));
}

// OEIS A000438. Of the (N-1)!! rounds, N-1 are in each factorization: fixing
// one divides the number by (N-3)!!.
INSTANTIATE_TEST_SUITE_P(All, OneFactorizationsCountTest,
                         ::testing::ValuesIn<CountCase>({
                             {2, false, 1},
                             {2, true, 1},
                             {3, false, 0},
                             {4, false, 1},
                             {4, true, 1},
                             {6, false, 6},
                             {6, true, 2},
                             {7, true, 0},
                             {8, false, 6240},
                             {8, true, 6240 / 15},
                         }));

TEST(MakeOneFactorizationsTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeOneFactorizations({.size = 1}),
              StatusIs(kInvalid, HasSubstr("2 or more points, not 1")));
  for (int size : {18, 1'000'000'000}) {
    EXPECT_THAT(MakeOneFactorizations({.size = size}),
                StatusIs(kExhausted, HasSubstr("too large")));
  }
}

}  // namespace
}  // namespace dlx::make
