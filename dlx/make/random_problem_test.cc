#include "dlx/make/random_problem.h"

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/id.h"
#include "dlx/search.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::random_problem_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(MakeRandomProblemTest, HasTheWantedSize) {
  const absl::StatusOr<Problem> problem =
      MakeRandomProblem({.items = 10, .options = 7, .option_size = 3});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->primary_count(), 10);
  ASSERT_EQ(problem->option_count(), 7);
  for (uint32_t option = 0; option < 7; ++option) {
    EXPECT_EQ(problem->option(OptionId(option)).size(), 3);
  }
}

// The planted cover is options 1, 2 and 4.
TEST(MakeRandomProblemTest, IsTheSameEverywhere) {
  const absl::StatusOr<Problem> problem = MakeRandomProblem(
      {.items = 9, .options = 5, .option_size = 3, .seed = 1, .planted = true});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "i0 i1 i2 i3 i4 i5 i6 i7 i8\n"
            "i3 i7 i8\n"
            "i0 i1 i4\n"
            "i2 i3 i8\n"
            "i2 i3 i5\n"
            "i5 i6 i7\n");
}

TEST(MakeRandomProblemTest, DependsOnTheSeed) {
  RandomProblemParams params = {.items = 30, .options = 30};
  const absl::StatusOr<Problem> problem = MakeRandomProblem(params);
  params.seed = 1;
  const absl::StatusOr<Problem> other = MakeRandomProblem(params);
  ASSERT_THAT(problem, IsOk());
  ASSERT_THAT(other, IsOk());
  EXPECT_NE(ToNotation(*problem), ToNotation(*other));
}

TEST(MakeRandomProblemTest, HasThePlantedCover) {
  for (int seed = 0; seed < 20; ++seed) {
    const absl::StatusOr<Problem> problem =
        MakeRandomProblem({.items = 30,
                           .options = 12,
                           .option_size = 3,
                           .seed = seed,
                           .planted = true});
    ASSERT_THAT(problem, IsOk());
    const absl::StatusOr<FirstResult> first = FindFirst(*problem);
    ASSERT_THAT(first, IsOk());
    EXPECT_TRUE(first->options.has_value()) << seed;
  }
}

TEST(MakeRandomProblemTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeRandomProblem({.items = 3, .option_size = 4}),
              StatusIs(kInvalid, HasSubstr("300 options of 4 out of 3 items")));
  EXPECT_THAT(MakeRandomProblem({.option_size = 0}),
              StatusIs(kInvalid, HasSubstr("options of 0")));
  EXPECT_THAT(MakeRandomProblem({.options = -1}),
              StatusIs(kInvalid, HasSubstr("cannot have -1 options")));
  EXPECT_THAT(MakeRandomProblem({.items = 61, .planted = true}),
              StatusIs(kInvalid, HasSubstr("no cover of 61 items")));
  EXPECT_THAT(MakeRandomProblem({.options = 14, .planted = true}),
              StatusIs(kInvalid, HasSubstr("at most 14 options of 4")));
  EXPECT_THAT(MakeRandomProblem({.options = 1'000'000'000}),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("the random problem is too large")));
}

}  // namespace
}  // namespace dlx::make::random_problem_test
