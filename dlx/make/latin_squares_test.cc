#include "dlx/make/latin_squares.h"

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::latin_squares_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
constexpr absl::StatusCode kExhausted = absl::StatusCode::kResourceExhausted;

TEST(MakeLatinSquaresTest, HasTheItemsAndOptionsOfTheLiterature) {
  const absl::StatusOr<Problem> problem = MakeLatinSquares({.size = 2});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "p00 p01 p10 p11 r00 r01 r10 r11 c00 c01 c10 c11\n"
            "p00 r00 c00\np00 r01 c01\np01 r00 c10\np01 r01 c11\n"
            "p10 r10 c00\np10 r11 c01\np11 r10 c10\np11 r11 c11\n");
}

struct CountCase {
  LatinSquaresParams params;
  uint64_t covers;
};

// OEIS A002860, A000315 and A274806.
TEST(LatinSquaresCountTest, IsThatOfTheLiterature) {
  const CountCase cases[] = {
      {{.size = 1}, 1},
      {{.size = 2}, 2},
      {{.size = 3}, 12},
      {{.size = 4}, 576},
      {{.size = 5}, 161280},
      {{.size = 1, .reduced = true}, 1},
      {{.size = 4, .reduced = true}, 4},
      {{.size = 5, .reduced = true}, 56},
      {{.size = 6, .reduced = true}, 9408},
      {{.size = 1, .diagonal = true}, 1},
      {{.size = 2, .diagonal = true}, 0},
      {{.size = 3, .diagonal = true}, 0},
      {{.size = 4, .diagonal = true}, 48},
      {{.size = 5, .diagonal = true}, 960},
  };
  for (const CountCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(MakeLatinSquares(param.params), HasCovers(param.covers));
  }
}

struct GivensCase {
  std::string text;
  uint64_t covers;
};

TEST(GivensTest, RestrictTheSquares) {
  const GivensCase cases[] = {
      {"...\n...\n...", 12},
      {"012\n...\n...\n", 2},
      {" 0 1 2\r\n\r\n 1 . .\r\n . . .\r\n", 1},
      {"012\n120\n201\n", 1},
      {"012\n0..\n...\n", 0},
      {"00.\n...\n...\n", 0},
      {"01234\n1....\n2....\n3....\n4....\n", 56},
      {"0", 1},
  };
  for (const GivensCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const absl::StatusOr<PartialSquare> givens = ParsePartialSquare(param.text);
    ASSERT_THAT(givens, IsOk());
    EXPECT_THAT(
        MakeLatinSquares({.size = givens->size, .givens = givens->symbols}),
        HasCovers(param.covers));
  }
}

TEST(ParsePartialSquareTest, TakesLettersAfterTheDigits) {
  std::string text;
  for (int row = 0; row < 12; ++row) text += "aB..........\n";
  const absl::StatusOr<PartialSquare> square = ParsePartialSquare(text);
  ASSERT_THAT(square, IsOk());
  EXPECT_EQ(square->size, 12);
  EXPECT_EQ(square->symbols[0], 10);
  EXPECT_EQ(square->symbols[1], 11);
  EXPECT_EQ(square->symbols[2], PartialSquare::kEmpty);
}

struct BadTextCase {
  std::string text;
  std::string message;
};

TEST(BadSquareTest, IsExplained) {
  const BadTextCase cases[] = {
      {"", "line 1, column 1: the square ends after 0 of 0 rows"},
      {"01\n1?\n", "line 2, column 2: a cell is a digit, a letter or '.'"},
      {"01\n 1.0\n", "line 2, column 1: this row has 3 cells"},
      {"01\n1 2\n", "line 2, column 3: '2' is not one of the first 2 symbols"},
      {"0 c\n..\n", "line 1, column 3: 'c' is not one of"},
      {"012\n120\n", "line 3, column 1: the square ends after 2 of 3 rows"},
      {"01\n10\n01\n", "line 4, column 1: the square ends after 3 of 2 rows"},
  };
  for (const BadTextCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(ParsePartialSquare(param.text),
                StatusIs(kInvalid, HasSubstr(param.message)));
  }
}

TEST(MakeLatinSquaresTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeLatinSquares({.size = 0}),
              StatusIs(kInvalid, HasSubstr("size 1 or more, not 0")));
  EXPECT_THAT(MakeLatinSquares({.size = 100'000}),
              StatusIs(kExhausted, HasSubstr("too large")));
}

}  // namespace
}  // namespace dlx::make::latin_squares_test
