#include "dlx/make/macmahon.h"

#include "absl/status/status.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::macmahon_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
constexpr absl::StatusCode kExhausted = absl::StatusCode::kResourceExhausted;

TEST(MakeMacMahonTest, EdgesAreColors) {
  const absl::StatusOr<Problem> problem =
      MakeMacMahon({.rows = 1, .columns = 6, .colors = 2, .border = 'a'});
  ASSERT_THAT(problem, IsOk());
  EXPECT_THAT(ToNotation(*problem),
              ::testing::StartsWith(
                  "p00 p01 p02 p03 p04 p05 Taaaa Taaab Taabb Tabab Tabbb Tbbbb "
                  "| v01 v02 v03 v04 v05\n"
                  "p00 Taaaa v01:a\n"
                  "p00 Taaab v01:b\n"
                  "p01 Taaaa v02:a v01:a\n"));
}

TEST(MakeMacMahonTest, HasAllOptionsOfTheFourBySixBoard) {
  const absl::StatusOr<Problem> problem = MakeMacMahon({.border = 'a'});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->primary_count(), 24 + 24);
  EXPECT_EQ(problem->secondary_count(), 3 * 6 + 4 * 5);
  EXPECT_EQ(problem->option_count(), 4 * 9 + (2 * 4 + 2 * 2) * 27 + 8 * 81);
}

TEST(MakeMacMahonTest, HasExpectedNumbersOfCovers) {
  // One colour, one square.
  EXPECT_THAT(MakeMacMahon({.rows = 1, .columns = 1, .colors = 1}),
              HasCovers(1));
  // The same number for both colours of the border: they can be exchanged.
  const absl::StatusOr<Problem> a =
      MakeMacMahon({.rows = 2, .columns = 3, .colors = 2, .border = 'a'});
  const absl::StatusOr<Problem> b =
      MakeMacMahon({.rows = 2, .columns = 3, .colors = 2, .border = 'b'});
  EXPECT_THAT(a, HasCovers(0));
  EXPECT_THAT(b, HasCovers(0));
  EXPECT_THAT(MakeMacMahon({.rows = 2, .columns = 3, .colors = 2}),
              HasCovers(416));
  EXPECT_THAT(MakeMacMahon({.rows = 3, .columns = 2, .colors = 2}),
              HasCovers(416));
}

TEST(MakeMacMahonTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeMacMahon({.colors = 0}),
              StatusIs(kInvalid, HasSubstr("1 to 26 colours, not 0")));
  EXPECT_THAT(MakeMacMahon({.colors = 27}),
              StatusIs(kInvalid, HasSubstr("1 to 26 colours, not 27")));
  EXPECT_THAT(MakeMacMahon({.rows = 5, .columns = 5}),
              StatusIs(kInvalid, HasSubstr("there are 24 squares; they do not "
                                           "fill a board of 5 x 5")));
  EXPECT_THAT(MakeMacMahon({.rows = -4, .columns = -6}),
              StatusIs(kInvalid, HasSubstr("do not fill")));
  EXPECT_THAT(MakeMacMahon({.colors = 26}),
              StatusIs(kExhausted, HasSubstr("too large")));
  EXPECT_THAT(MakeMacMahon({.border = 'd'}),
              StatusIs(kInvalid, HasSubstr("one of the colours a to c")));
}

}  // namespace
}  // namespace dlx::make::macmahon_test
