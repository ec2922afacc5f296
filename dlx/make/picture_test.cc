#include "dlx/make/picture.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::picture_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(ParseBoardTest, KnowsThreeKindsOfCells) {
  const absl::StatusOr<Board> board = ParseBoard(
      "| A board.\r\n"
      "\r\n"
      " #.?\r\n"
      "\r\n"
      "| In the middle.\r\n"
      "?#  \r\n"
      "\r\n");
  ASSERT_THAT(board, IsOk());
  EXPECT_THAT(board->cells, ElementsAre(Cell{0, 0, 1}, Cell{0, 2, 1}));
  EXPECT_THAT(board->optional_cells, ElementsAre(Cell{0, 0, 3}, Cell{0, 2, 0}));
}

TEST(ParseBoardTest, LayersAreOneBelowTheOther) {
  const absl::StatusOr<Board> board = ParseBoard("##\n-\n\n.#\n----\n#");
  ASSERT_THAT(board, IsOk());
  EXPECT_THAT(board->cells, ElementsAre(Cell{0, 0, 0}, Cell{0, 0, 1},
                                        Cell{1, 1, 1}, Cell{2, 0, 0}));
}

struct BadCase {
  std::string text;
  std::string message;
};

TEST(BadPictureTest, IsExplained) {
  const BadCase cases[] = {
      {"", "the board has no cells"},
      {"...\n...\n", "the board has no cells"},
      {"| ###\n", "the board has no cells"},
      {"---\n", "the board has no cells"},
      {"##\n#x#\n", "line 2, column 2: a picture consists of"},
      {"##\n--#\n", "line 2, column 1: a picture consists of"},
      {"|\n\n##\n\t#\n", "line 4, column 1: a picture consists of"},
      {"##\n #\xff", "line 2, column 3: a picture consists of"},
      {"##\n #|", "line 2, column 3: a picture consists of"},
  };
  for (const BadCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(ParseBoard(param.text),
                StatusIs(kInvalid, HasSubstr(param.message)));
  }
}

TEST(ParsePiecesTest, HaveNamesAndCopies) {
  const absl::StatusOr<std::vector<Piece>> pieces = ParsePieces(
      "\n| Two pieces.\n"
      "piece one\n"
      " .##\n"
      "piece\ttwo   0:3  \n"
      "\n"
      "#\n"
      "-\n"
      "#\n");
  ASSERT_THAT(pieces, IsOk());
  ASSERT_EQ(pieces->size(), 2);
  EXPECT_EQ((*pieces)[0].name, "one");
  EXPECT_EQ((*pieces)[0].copies, (Copies{1, 1}));
  EXPECT_THAT((*pieces)[0].shape, ElementsAre(Cell{0, 0, 0}, Cell{0, 0, 1}));
  EXPECT_EQ((*pieces)[1].name, "two");
  EXPECT_EQ((*pieces)[1].copies, (Copies{0, 3}));
  EXPECT_THAT((*pieces)[1].shape, ElementsAre(Cell{0, 0, 0}, Cell{1, 0, 0}));
}

TEST(BadPiecesTest, AreExplained) {
  const BadCase cases[] = {
      {"", "there are no pieces"},
      {"| Nothing.\n\n", "there are no pieces"},
      {"\n##\n", "line 2, column 1: the first line must be like 'piece "},
      {"pieces A\n#\n", "line 1, column 1: the first line must be like"},
      {"piece\n#\n", "line 1, column 6: the name of the piece is missing"},
      {"piece A:B\n#\n", "line 1, column 8: the name of a piece has no ':'"},
      {"piece A|B\n#\n", "line 1, column 8: the name of a piece has no ':'"},
      {"piece A x\n#\n", "line 1, column 9: a number of copies is like"},
      {"piece A 2:1\n#\n", "line 1, column 9: there cannot be at least 2"},
      {"piece A 1 B\n#\n", "line 1, column 11: this word is one too many"},
      {"piece A\n\npiece B\n#\n", "line 1, column 1: the piece has no cells"},
      {"piece A\n#\npiece B", "line 3, column 1: the piece has no cells"},
      {"piece A\n#?\n", "line 1, column 1: a piece has no optional cells '?'"},
      {"piece A\n#\n#A#\n", "line 3, column 2: a picture consists of"},
  };
  for (const BadCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(ParsePieces(param.text),
                StatusIs(kInvalid, HasSubstr(param.message)));
  }
}

}  // namespace
}  // namespace dlx::make::picture_test
