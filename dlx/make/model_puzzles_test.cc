// Nonograms, Kakuro and magic squares: what people write, and known numbers.

#include <string>
#include <vector>

#include "dlx/make/cover_count.h"
#include "dlx/make/kakuro.h"
#include "dlx/make/magic_square.h"
#include "dlx/make/nonogram.h"
#include "dlx/search.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::model_puzzles_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

// The values of the cells in the only cover: "r1c1=3".
std::vector<std::string> ValuesOf(const absl::StatusOr<Problem>& problem) {
  std::vector<std::string> values;
  if (!problem.ok()) return {problem.status().ToString()};
  const auto first = FindFirst(*problem);
  for (const OptionId option : first->options.value()) {
    for (const ItemUse& use : problem->option(option)) {
      const std::string name(problem->item_name(use.item));
      if (name[0] == 'r' && name[1] >= '0' && name[1] <= '9' &&
          name.find('=') != name.npos) {
        values.push_back(name);
      }
    }
  }
  std::sort(values.begin(), values.end());
  return values;
}

TEST(NonogramTest, IsReadAsPeopleWriteIt) {
  const auto clues = ParseNonogram(
      "title \"A file\"\nwidth 2\nrows\n2\n 0\n# note\ncolumns:\n1\n1, 1\n");
  ASSERT_THAT(clues, IsOk());
  EXPECT_EQ(*clues, (NonogramClues{{{2}, {}}, {{1}, {1, 1}}}));
}

TEST(NonogramTest, HasThePicturesThatFit) {
  EXPECT_THAT(MakeNonogram({{{2, 1}, {1, 3}, {1, 2}, {3}, {4}, {1, 1}},
                            {{1}, {5}, {2}, {6}, {2, 1}, {1, 1}}}),
              HasCovers(1));
  EXPECT_THAT(ValuesOf(MakeNonogram({{{2}, {}}, {{1}, {1}}})),
              ElementsAre("r1c1=1", "r1c2=1", "r2c1=0", "r2c2=0"));
}

// All pictures of 3x3, by the lengths of their blocks.
TEST(NonogramTest, AgreesWithAllPictures) {
  const auto blocks_of = [](int line, int step, int picture) {
    std::vector<int> blocks;
    bool was_black = false;
    for (int i = 0; i < 3; ++i) {
      const bool is_black = (picture >> (line + i * step) & 1) != 0;
      if (is_black && !was_black) blocks.push_back(0);
      if (is_black) ++blocks.back();
      was_black = is_black;
    }
    return blocks;
  };
  const auto clues_of = [&](int picture) {
    NonogramClues clues;
    for (int i = 0; i < 3; ++i) {
      clues.rows.push_back(blocks_of(3 * i, 1, picture));
      clues.columns.push_back(blocks_of(i, 3, picture));
    }
    return clues;
  };
  for (int picture = 0; picture < 512; ++picture) {
    const NonogramClues clues = clues_of(picture);
    uint64_t count = 0;
    for (int other = 0; other < 512; ++other) {
      if (clues_of(other) == clues) ++count;
    }
    EXPECT_THAT(MakeNonogram(clues), HasCovers(count)) << picture;
  }
}

TEST(NonogramTest, SaysWhatIsWrong) {
  EXPECT_THAT(ParseNonogram("rows\n1 x\n"),
              StatusIs(kInvalid, HasSubstr("line 2: lengths of blocks")));
  EXPECT_THAT(ParseNonogram("1 1\n"), StatusIs(kInvalid, HasSubstr("line 1:")));
  EXPECT_THAT(MakeNonogram({{{1}}, {}}),
              StatusIs(kInvalid, HasSubstr("below \"columns\"")));
  EXPECT_THAT(MakeNonogram({{{2, 1}}, {{1}, {1}, {1}}}),
              StatusIs(kInvalid, HasSubstr("row 1 needs 4 cells and has 3")));
}

constexpr char kKakuro[] =
    "#    6\\   9\\   #\n"
    "\\11  .    .    5\\\n"
    "\\6   .    .    .\n"
    "#    \\3   .    .\n";

TEST(KakuroTest, HasTheDigitsThatFit) {
  const auto kakuro = ParseKakuro(kKakuro);
  ASSERT_THAT(kakuro, IsOk());
  EXPECT_EQ(kakuro->runs.size(), 6);
  EXPECT_EQ(kakuro->runs[0], (Kakuro::Run{{5, 6}, 11}));
  EXPECT_THAT(MakeKakuro(*kakuro), HasCovers(1));
  EXPECT_THAT(ValuesOf(MakeKakuro(*kakuro)),
              ElementsAre("r2c2=5", "r2c3=6", "r3c2=1", "r3c3=2", "r3c4=3",
                          "r4c3=1", "r4c4=2"));
}

TEST(KakuroTest, CountsWhatIsLeftOpen) {
  EXPECT_THAT(MakeKakuro(*ParseKakuro("\\3 . .\n")), HasCovers(2));
  EXPECT_THAT(MakeKakuro(*ParseKakuro("# . .\n")), HasCovers(72));
  EXPECT_THAT(MakeKakuro(*ParseKakuro("\\3 1 .\n")), HasCovers(1));
  EXPECT_THAT(MakeKakuro(*ParseKakuro("\\3 3 .\n")), HasCovers(0));
  EXPECT_THAT(MakeKakuro(*ParseKakuro("\\2 . .\n")), HasCovers(0));
}

TEST(KakuroTest, SaysWhatIsWrong) {
  EXPECT_THAT(ParseKakuro("# .\n# 46\\ \n"),
              StatusIs(kInvalid, HasSubstr("line 2, word 2: a cell is")));
  EXPECT_THAT(ParseKakuro("# .\n#\n"),
              StatusIs(kInvalid, HasSubstr("line 2: this row has 1 cells")));
  EXPECT_THAT(ParseKakuro("\\4 # .\n"),
              StatusIs(kInvalid, HasSubstr("the sum 4 in r1c1 is of no cell")));
  EXPECT_THAT(ParseKakuro(". . . . . . . . . .\n"),
              StatusIs(kInvalid, HasSubstr("has 10 cells")));
  EXPECT_THAT(ParseKakuro("\n"), StatusIs(kInvalid, HasSubstr("no cells")));
}

TEST(MagicSquareTest, HasKnownNumbers) {
  EXPECT_THAT(MakeMagicSquare({.size = 1}), HasCovers(1));
  EXPECT_THAT(MakeMagicSquare({.size = 2}), HasCovers(0));
  EXPECT_THAT(MakeMagicSquare({.size = 3}), HasCovers(8));
  EXPECT_THAT(MakeMagicSquare({.size = 3, .semi = true}), HasCovers(72));
}

// As many as a program of three loops finds; see examples/models.
TEST(MagicSquareTest, TakesGivens) {
  const auto givens =
      ParseMagicSquare(". . . .\n. . . .\n. . . .\n4 15 14 1\n", 4);
  ASSERT_THAT(givens, IsOk());
  const auto problem = MakeMagicSquare({.size = 4, .givens = *givens});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(CountSolutions(*problem)->count, 10);
}

TEST(MagicSquareTest, SaysWhatIsWrong) {
  EXPECT_THAT(MakeMagicSquare({.size = 0}),
              StatusIs(kInvalid, HasSubstr("not 0")));
  EXPECT_THAT(
      MakeMagicSquare({.size = 100}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("too large")));
  EXPECT_THAT(ParseMagicSquare("1 2\n3\n", 2),
              StatusIs(kInvalid, HasSubstr("line 2: this row has 1 cells")));
  EXPECT_THAT(ParseMagicSquare("1 5\n3 4\n", 2),
              StatusIs(kInvalid, HasSubstr("from 1 to 4, not \"5\"")));
  EXPECT_THAT(ParseMagicSquare("1 2\n", 2),
              StatusIs(kInvalid, HasSubstr("has 1 rows instead of 2")));
}

}  // namespace
}  // namespace dlx::make::model_puzzles_test
