#include "dlx/make/board.h"

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::board_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

struct GoodCase {
  std::string size;
  std::string holes;
  size_t cells;
};

TEST(RectangularBoardTest, HasAsManyCells) {
  const GoodCase cases[] = {
      {"6x10", "", 60},
      {"1x1", "", 1},
      {"3x4x5", "", 60},
      {"8x8", "2x2", 60},
      {"8x8", "1x1@0,0+1x1@7,7", 62},
      {"8x8", "2x2+1x1@3,3", 60},
      {"3x3x3", "1x1x1", 26},
      {"3x3x3", "3x1x1@0,1,1", 24},
  };
  for (const GoodCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [size, holes, cells] = param;
    const absl::StatusOr<Board> board = RectangularBoard(size, holes);
    ASSERT_THAT(board, IsOk());
    EXPECT_EQ(board->cells.size(), cells);
  }
}

TEST(RectangularBoardTest, HolesAreWhereTheyShouldBe) {
  absl::StatusOr<Board> board = RectangularBoard("3x3", "1x3+1x1@0,1");
  ASSERT_THAT(board, IsOk());
  EXPECT_THAT(board->cells,
              ElementsAre(Cell{0, 0, 0}, Cell{0, 0, 2}, Cell{0, 2, 0},
                          Cell{0, 2, 1}, Cell{0, 2, 2}));
  board = RectangularBoard("2x1x2", "1x1x2@1,0,0");
  ASSERT_THAT(board, IsOk());
  EXPECT_THAT(board->cells, ElementsAre(Cell{0, 0, 0}, Cell{0, 0, 1}));
}

struct BadCase {
  std::string size;
  std::string holes;
  std::string message;
};

TEST(BadBoardTest, IsExplained) {
  const BadCase cases[] = {
      {"", "", "is like 6x10 or 3x4x5, not ''"},
      {"6", "", "not '6'"},
      {"0x6", "", "not '0x6'"},
      {"6x-1", "", "not '6x-1'"},
      {"6xx6", "", "not '6xx6'"},
      {"2x2x2x2", "", "not '2x2x2x2'"},
      {"6x99999999999", "", "not '6x99999999999'"},
      {"6x6", "2", "is like 2x2 or 2x2@0,7, not '2'"},
      {"6x6", "2x2x2", "is like 2x2 or 2x2@0,7, not '2x2x2'"},
      {"3x3x3", "1x1", "is like 1x1x1 or 1x1x1@0,0,7, not '1x1'"},
      {"6x6", "2x2+", "not ''"},
      {"6x6", "2x2@1", "the place of a hole is like 0,7, not '1'"},
      {"6x6", "2x2@1,-1", "the place of a hole is like 0,7, not '1,-1'"},
      {"3x3x3", "1x1x1@1,1", "is like 0,0,7, not '1,1'"},
      {"6x6", "1x2", "a hole of 1x2 has no place in the exact centre"},
      {"6x6", "2x2@5,0", "the hole 2x2@5,0 reaches beyond the board"},
      {"6x6", "8x8", "the hole 8x8 reaches beyond the board"},
      {"6x6", "6x6", "the holes leave nothing of the board"},
  };
  for (const BadCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [size, holes, message] = param;
    EXPECT_THAT(RectangularBoard(size, holes),
                StatusIs(kInvalid, HasSubstr(message)));
  }
}

TEST(RectangularBoardTest, RefusesHugeBoards) {
  EXPECT_THAT(RectangularBoard("100000x100000"),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("the board 100000x100000 is too large")));
}

}  // namespace
}  // namespace dlx::make::board_test
