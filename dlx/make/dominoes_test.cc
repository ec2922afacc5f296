#include "dlx/make/dominoes.h"

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

TEST(MakeDominoesTest, OptionsAreNeighbours) {
  const absl::StatusOr<Problem> problem =
      MakeDominoes({.rows = 2, .columns = 3});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "00 01 02 10 11 12\n"
            "00 01\n00 10\n01 02\n01 11\n02 12\n10 11\n11 12\n");
}

struct CountCase {
  int rows;
  int columns;
  bool mutilated;
  uint64_t covers;
};

class DominoesCountTest : public ::testing::TestWithParam<CountCase> {};

TEST_P(DominoesCountTest, IsThatOfTheLiterature) {
  const auto& [rows, columns, mutilated, covers] = GetParam();
  EXPECT_THAT(
      MakeDominoes({.rows = rows, .columns = columns, .mutilated = mutilated}),
      HasCovers(covers));
}

INSTANTIATE_TEST_SUITE_P(All, DominoesCountTest,
                         ::testing::ValuesIn<CountCase>({
                             {1, 1, false, 0},
                             {1, 2, false, 1},
                             {2, 1, false, 1},
                             {2, 10, false, 89},  // OEIS A000045
                             {3, 3, false, 0},
                             {3, 8, false, 153},  // OEIS A001835
                             {4, 4, false, 36},   // OEIS A004003
                             {6, 6, false, 6728},
                             {4, 4, true, 0},
                             {6, 6, true, 0},
                             {3, 4, true, 5},
                             {1, 4, true, 1},
                         }));

TEST(MakeDominoesTest, LargeBoardsHaveLongerNames) {
  const absl::StatusOr<Problem> problem =
      MakeDominoes({.rows = 2, .columns = 40});
  ASSERT_THAT(problem, IsOk());
  EXPECT_TRUE(problem->FindItem("1.39").has_value());
}

TEST(MakeDominoesTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeDominoes({.rows = 0, .columns = 3}),
              StatusIs(kInvalid, HasSubstr("not 0 x 3")));
  EXPECT_THAT(MakeDominoes({.rows = 3, .columns = -1}),
              StatusIs(kInvalid, HasSubstr("not 3 x -1")));
  EXPECT_THAT(MakeDominoes({.rows = 1, .columns = 2, .mutilated = true}),
              StatusIs(kInvalid, HasSubstr("more than 2 cells")));
  EXPECT_THAT(MakeDominoes({.rows = 2'000'000'000, .columns = 2'000'000'000}),
              StatusIs(kExhausted, HasSubstr("too large")));
}

}  // namespace
}  // namespace dlx::make
