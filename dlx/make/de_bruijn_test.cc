#include "dlx/make/de_bruijn.h"

#include <cstdint>

#include "absl/status/status.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::de_bruijn_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
constexpr absl::StatusCode kExhausted = absl::StatusCode::kResourceExhausted;

TEST(MakeDeBruijnTest, LettersAreColors) {
  const absl::StatusOr<Problem> problem =
      MakeDeBruijn({.length = 1, .letters = 2});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "t0 t1 w0 w1 | x0 x1\n"
            "t0 w0 x0:0\nt0 w1 x0:1\nt1 w0 x1:0\nt1 w1 x1:1\n");
}

struct CountCase {
  int length;
  int letters;
  uint64_t cycles;
};

// There are (k!)^(k^(n-1)) / k^n cycles (OEIS A016031 for two letters), each
// of which can be cut in k^n places.
TEST(DeBruijnCountTest, IsThatOfTheLiterature) {
  const CountCase cases[] = {
      {1, 2, 1}, {1, 4, 6}, {2, 2, 1}, {3, 2, 2}, {4, 2, 16}, {2, 3, 24},
  };
  for (const CountCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [length, letters, cycles] = param;
    uint64_t places = 1;
    for (int k = 0; k < length; ++k) places *= letters;
    DeBruijnParams params = {.length = length, .letters = letters};
    EXPECT_THAT(MakeDeBruijn(params), HasCovers(cycles * places));
    params.fix_start = true;
    EXPECT_THAT(MakeDeBruijn(params), HasCovers(cycles));
  }
}

TEST(MakeDeBruijnTest, HasManyLongerCycles) {
  EXPECT_THAT(MakeDeBruijn({.length = 5, .fix_start = true}), HasCovers(2048));
}

TEST(MakeDeBruijnTorusTest, HasKnownNumbersOfCovers) {
  EXPECT_THAT(MakeDeBruijnTorus({}), HasCovers(32));
  EXPECT_THAT(MakeDeBruijnTorus({.fix_start = true}), HasCovers(2));
  // A torus of one row is a cycle.
  EXPECT_THAT(
      MakeDeBruijnTorus(
          {.rows = 1, .columns = 8, .window_rows = 1, .window_columns = 3}),
      HasCovers(2 * 8));
}

TEST(MakeDeBruijnTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeDeBruijn({.length = 0}),
              StatusIs(kInvalid, HasSubstr("length 1 or more, not 0")));
  EXPECT_THAT(MakeDeBruijn({.length = 3, .letters = 1}),
              StatusIs(kInvalid, HasSubstr("2 or more letters, not 1")));
  EXPECT_THAT(MakeDeBruijn({.length = 1'000'000'000}),
              StatusIs(kExhausted, HasSubstr("too large")));
  EXPECT_THAT(MakeDeBruijn({.length = 2, .letters = 1'000'000'000}),
              StatusIs(kExhausted, HasSubstr("too large")));
}

TEST(MakeDeBruijnTorusTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(
      MakeDeBruijnTorus({.rows = 4, .columns = 5}),
      StatusIs(kInvalid, HasSubstr("16 patterns, but an array of 4 x 5 has "
                                   "room for 20")));
  EXPECT_THAT(
      MakeDeBruijnTorus({.rows = 1, .columns = 16}),
      StatusIs(kInvalid, HasSubstr("2 x 2 does not fit an array of 1")));
  EXPECT_THAT(MakeDeBruijnTorus({.window_rows = 0}),
              StatusIs(kInvalid, HasSubstr("does not fit")));
  EXPECT_THAT(MakeDeBruijnTorus({.rows = 1'000'000'000,
                                 .columns = 1'000'000'000,
                                 .window_rows = 1'000'000,
                                 .window_columns = 1'000'000}),
              StatusIs(kExhausted, HasSubstr("at most 64 places")));
}

}  // namespace
}  // namespace dlx::make::de_bruijn_test
