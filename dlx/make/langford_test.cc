#include "dlx/make/langford.h"

#include <cstdint>

#include "absl/status/status.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::langford_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

TEST(MakeLangfordTest, HasTheItemsAndOptionsOfTheLiterature) {
  const absl::StatusOr<Problem> problem = MakeLangford({.size = 3});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "1 2 3 s0 s1 s2 s3 s4 s5\n"
            "1 s0 s2\n1 s1 s3\n1 s2 s4\n1 s3 s5\n"
            "2 s0 s3\n2 s1 s4\n2 s2 s5\n"
            "3 s0 s4\n3 s1 s5\n");
}

struct CountCase {
  int size;
  int copies;
  uint64_t halves;  // The sequences, without their mirror images.
};

TEST(LangfordCountTest, IsThatOfTheLiterature) {
  const CountCase cases[] = {
      {1, 2, 0},  {2, 2, 0},      {3, 2, 1},  {4, 2, 1},
      {5, 2, 0},  {6, 2, 0},      {7, 2, 26}, {8, 2, 150},
      {9, 2, 0},  {11, 2, 17792},  // OEIS A014552
      {1, 3, 0},  {2, 3, 0},      {8, 3, 0},  {9, 3, 3},
      {10, 3, 5}, {11, 3, 0},  // OEIS A059106
  };
  for (const auto& [size, copies, halves] : cases) {
    SCOPED_TRACE(::testing::Message() << copies << " copies up to " << size);
    EXPECT_THAT(MakeLangford({.size = size, .copies = copies}),
                HasCovers(2 * halves));
    EXPECT_THAT(MakeLangford({.size = size, .copies = copies, .halve = true}),
                HasCovers(halves));
  }
}

TEST(MakeLangfordTest, RefusesWhatMakesNoSense) {
  constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(MakeLangford({.size = 0}),
              StatusIs(kInvalid, HasSubstr("up to 1 or more, not 0")));
  EXPECT_THAT(MakeLangford({.size = 4, .copies = 1}),
              StatusIs(kInvalid, HasSubstr("2 or more copies")));
  EXPECT_THAT(
      MakeLangford({.size = 1'000'000}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("too large")));
  EXPECT_THAT(
      MakeLangford({.size = 2, .copies = 2'000'000'000}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("too large")));
}

}  // namespace
}  // namespace dlx::make::langford_test
