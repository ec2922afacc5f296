#include "dlx/make/kirkman.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::kirkman_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

TEST(MakeKirkmanTest, OptionsAreRowsOfADay) {
  const absl::StatusOr<Problem> problem = MakeKirkman({.girls = 3});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "01 02 12 d00 d01 d02\n01 02 12 d00 d01 d02\n");
}

TEST(MakeKirkmanTest, HasARowForEachThreeGirlsAndDay) {
  const absl::StatusOr<Problem> problem = MakeKirkman({.girls = 9});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->item_count(), 36 + 4 * 9);
  EXPECT_EQ(problem->option_count(), 84 * 4);
  // The rows of girl 0 are fixed.
  const absl::StatusOr<Problem> fixed =
      MakeKirkman({.girls = 9, .fix_first = true});
  ASSERT_THAT(fixed, IsOk());
  EXPECT_EQ(fixed->option_count(), 56 * 4 + 4);
}

// The affine plane of order 3 has its lines in four classes of parallel ones:
// there are 840 such planes, in 1 of 105 of which girl 0 has her fixed rows.
TEST(MakeKirkmanTest, NineGirlsWalkInAffinePlanes) {
  EXPECT_THAT(MakeKirkman({.girls = 9}), HasCovers(840 * 24));
  EXPECT_THAT(MakeKirkman({.girls = 9, .fix_first = true}),
              HasCovers(840 / 105));
}

TEST(MakeKirkmanTest, RefusesWhatMakesNoSense) {
  for (const int girls : {-3, 0, 2, 6, 12, 16}) {
    EXPECT_THAT(MakeKirkman({.girls = girls}),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("schoolgirls (3 modulo 6), not")))
        << girls;
  }
  EXPECT_THAT(
      MakeKirkman({.girls = 600'003}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("too large")));
}

}  // namespace
}  // namespace dlx::make::kirkman_test
