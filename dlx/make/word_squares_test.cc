#include "dlx/make/word_squares.h"

#include <cstdint>

#include "absl/status/status.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::word_squares_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
constexpr absl::StatusCode kExhausted = absl::StatusCode::kResourceExhausted;

TEST(MakeWordSquaresTest, LettersAreColors) {
  const absl::StatusOr<Problem> problem = MakeWordSquares(
      {.rows = 1, .columns = 2, .words = {"ab", "a", "bä", "abc", "ab"}});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "A0 D0 D1 | 00 01\n"
            "A0 00:a 01:b\nA0 00:b 01:ä\n"
            "D0 00:a\nD1 01:a\n");
}

TEST(MakeWordSquaresTest, SymmetricSquaresNeedHalfTheCells) {
  const absl::StatusOr<Problem> problem = MakeWordSquares(
      {.rows = 2, .columns = 2, .words = {"ab"}, .symmetric = true});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "A0 A1 | 00 01 11\n"
            "A0 00:a 01:b\nA1 01:a 11:b\n");
}

TEST(MakeWordSquaresTest, DistinctWordsAreItems) {
  const absl::StatusOr<Problem> problem = MakeWordSquares(
      {.rows = 2, .columns = 1, .words = {"a", "ab"}, .distinct = true});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "A0 A1 D0 | 00 10 'a 'ab\n"
            "A0 00:a 'a\nA1 10:a 'a\nD0 00:a 10:b 'ab\n");
}

struct CountCase {
  WordSquaresParams params;
  uint64_t covers;
};

TEST(WordSquaresCountTest, IsAsCountedByHand) {
  const CountCase cases[] = {
      // rows and columns out of {ab, ba, aa, bä}.
      {{.rows = 2, .columns = 2, .words = {"aa"}}, 1},
      {{.rows = 2, .columns = 2, .words = {"ab", "ba"}}, 2},
      {{.rows = 2, .columns = 2, .words = {"ab", "ba"}, .distinct = true}, 0},
      {{.rows = 2, .columns = 2, .words = {"ab", "ba"}, .symmetric = true}, 2},
      {{.rows = 2, .columns = 2, .words = {"ab", "cd", "ac", "bd"}}, 4},
      {{.rows = 2,
        .columns = 2,
        .words = {"ab", "cd", "ac", "bd"},
        .distinct = true},
       2},
      {{.rows = 2,
        .columns = 2,
        .words = {"ab", "cd", "ac", "bd"},
        .symmetric = true},
       2},
      {{.rows = 2, .columns = 3, .words = {"abc", "def", "ad", "be", "cf"}}, 1},
      {{.rows = 3, .columns = 3, .words = {}}, 0},
      {{.rows = 2, .columns = 2, .words = {"äö", "öä"}}, 2},
  };
  for (const CountCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(MakeWordSquares(param.params), HasCovers(param.covers));
  }
}

TEST(ParseWordListTest, StripsBlanks) {
  EXPECT_THAT(ParseWordList("one\r\n\n  two\t\nthree"),
              ::testing::ElementsAre("one", "two", "three"));
}

TEST(MakeWordSquaresTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeWordSquares({.rows = 0, .columns = 2}),
              StatusIs(kInvalid, HasSubstr("not 0 x 2")));
  EXPECT_THAT(MakeWordSquares({.rows = 3, .columns = 2, .symmetric = true}),
              StatusIs(kInvalid, HasSubstr("is a square, not 3 x 2")));
  EXPECT_THAT(
      MakeWordSquares({.rows = 2'000'000'000, .columns = 2'000'000'000}),
      StatusIs(kExhausted, HasSubstr("too large")));
}

}  // namespace
}  // namespace dlx::make::word_squares_test
