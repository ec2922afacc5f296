#include "sudoku/grid.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/names.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(GridTest, StartsEmpty) {
  const Grid grid(9);
  EXPECT_EQ(grid.size(), 9);
  EXPECT_EQ(grid.cell_count(), 81);
  EXPECT_EQ(grid.filled_count(), 0);
  EXPECT_FALSE(grid.is_full());
  EXPECT_EQ(grid.ToLine(), std::string(81, '.'));
}

TEST(GridTest, LinesAreReadBackAsWritten) {
  for (const std::string& line :
       {std::string("1..4..1..3..4..3"),
        std::string("8..........36......7..9.2...5...7.......457.....1...3...1"
                    "....68..85...1..9....4.."),
        std::string(34, '.') + "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@" +
            std::string(36 * 36 - 70, '.')}) {
    const absl::StatusOr<Grid> grid = Grid::FromLine(line);
    ASSERT_TRUE(grid.ok()) << grid.status();
    EXPECT_EQ(grid->ToLine(), line);
  }
}

TEST(GridTest, CellsCanBeFilledAndEmptied) {
  absl::StatusOr<Grid> grid = Grid::FromLine("1000200000030000");
  ASSERT_TRUE(grid.ok()) << grid.status();
  EXPECT_EQ(grid->filled_count(), 3);
  EXPECT_EQ((*grid)[4], 2);
  (*grid)[4] = 0;
  (*grid)[5] = 4;
  EXPECT_EQ(grid->ToLine(), "1....4.....3....");
  grid->Clear();
  EXPECT_EQ(*grid, Grid(4));
}

TEST(GridTest, DifferingCells) {
  EXPECT_THAT(DifferingCells(*Grid::FromLine("1...2.......3..."),
                             *Grid::FromLine("1...3........4..")),
              ElementsAre(4, 12, 13));
  EXPECT_THAT(DifferingCells(Grid(9), Grid(9)), IsEmpty());
}

TEST(GridTest, EveryCharacterIsADigitOrNot) {
  for (const int size : {4, 8, 9, 10, 16}) {
    for (int c = 0; c < 256; ++c) {
      const char character = static_cast<char>(c);
      std::string line(size * size, '.');
      line[size + 1] = character;
      const absl::StatusOr<Grid> grid = Grid::FromLine(line);
      const bool is_empty = character == '.' || character == '0';
      const std::optional<int> digit = CharToDigit(character, size);
      ASSERT_EQ(grid.ok(), is_empty || digit.has_value()) << c;
      if (!grid.ok()) continue;
      EXPECT_EQ((*grid)[size + 1], is_empty ? 0 : *digit) << c;
      EXPECT_EQ(grid->filled_count(), is_empty ? 0 : 1) << c;
    }
  }
}

TEST(GridTest, BadLines) {
  const struct {
    std::string line;
    const char* message;
  } kCases[] = {
      {"", "this line has 0"},
      {"12", "this line has 2"},
      {std::string(80, '.'), "this line has 80"},
      {std::string(37 * 37, '.'), "this line has 1369"},
      {"....5...........",
       "'5' in cell r2c1 is not a digit of a grid of size 4"},
      {"...............\x01", "'\\x01' in cell r4c4"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(std::string(Grid::FromLine(test.line).status().message()),
                HasSubstr(test.message));
  }
}

#ifndef NDEBUG
TEST(GridDeathTest, CellsThatDoNotExist) {
  Grid grid(4);
  EXPECT_DEATH(grid[16] = 1, "cell < cell_count");
  EXPECT_DEATH(static_cast<void>(std::as_const(grid)[-1]), "0 <= cell");
  EXPECT_DEATH(Grid(-1), "0 <= size");
  EXPECT_DEATH(static_cast<void>(DifferingCells(grid, Grid(9))), "a.size");
}
#endif  // NDEBUG

}  // namespace
}  // namespace sudoku
