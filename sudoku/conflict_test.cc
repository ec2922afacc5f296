#include "sudoku/conflict.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Describe(const Geometry& geometry,
                                  const std::string& line) {
  const absl::StatusOr<Grid> grid = Grid::FromLine(line);
  EXPECT_TRUE(grid.ok()) << grid.status();
  std::vector<std::string> descriptions;
  for (const Conflict& conflict : FindConflicts(geometry, *grid)) {
    descriptions.push_back(ConflictToString(geometry, conflict));
  }
  return descriptions;
}

TEST(ConflictTest, NoneAmongProperClues) {
  EXPECT_THAT(
      Describe(Geometry::Standard(),
               "8..........36......7..9.2...5...7.......457.....1...3...1....68"
               "..85...1..9....4.."),
      IsEmpty());
  EXPECT_THAT(Describe(*Geometry::FromSize(4), "................"), IsEmpty());
}

TEST(ConflictTest, NamesTheHouseAndTheCells) {
  EXPECT_THAT(
      Describe(Geometry::Standard(), ".5....5.." + std::string(72, '.')),
      ElementsAre("two 5s in row 1: r1c2 and r1c7"));
  EXPECT_THAT(Describe(Geometry::Standard(), std::string(8, '.') + "7" +
                                                 std::string(62, '.') + "7" +
                                                 std::string(9, '.')),
              ElementsAre("two 7s in column 9: r1c9 and r8c9"));
  EXPECT_THAT(Describe(*Geometry::FromSize(4), "1....1.........."),
              ElementsAre("two 1s in box 1: r1c1 and r2c2"));
}

TEST(ConflictTest, EveryHouseIsNamed) {
  EXPECT_THAT(Describe(*Geometry::FromSize(4), "444.4..........."),
              ElementsAre("three 4s in row 1: r1c1, r1c2 and r1c3",
                          "two 4s in column 1: r1c1 and r2c1",
                          "three 4s in box 1: r1c1, r1c2 and r2c1"));
}

TEST(ConflictTest, OtherHousesAndOtherDigits) {
  EXPECT_THAT(
      Describe(Geometry::FromSize(4)->WithDiagonals(), "3..............3"),
      ElementsAre("two 3s in diagonal 1: r1c1 and r4c4"));
  EXPECT_THAT(
      Describe(*Geometry::FromSize(4)->WithExtraRegions("a.....a........."),
               "3.....3........."),
      ElementsAre("two 3s in extra region 1: r1c1 and r2c3"));
  EXPECT_THAT(
      Describe(*Geometry::Irregular("1112122233344443"), "2..2............"),
      ElementsAre("two 2s in row 1: r1c1 and r1c4"));
  EXPECT_THAT(
      Describe(*Geometry::FromSize(16),
               std::string(10, 'G') + std::string(246, '.')),
      ElementsAre(
          "10 Gs in row 1: r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7, r1c8, "
          "r1c9 and r1c10",
          "four Gs in box 1: r1c1, r1c2, r1c3 and r1c4",
          "four Gs in box 2: r1c5, r1c6, r1c7 and r1c8",
          "two Gs in box 3: r1c9 and r1c10"));
}

TEST(IsSolutionTest, AcceptsSolutionsOnly) {
  const Geometry geometry = Geometry::Standard();
  const std::string solution =
      "812753649943682175675491283154237896369845721287169534521974368438526917"
      "796318452";
  EXPECT_TRUE(IsSolution(geometry, *Grid::FromLine(solution)));
  EXPECT_FALSE(IsSolution(geometry.WithDiagonals(), *Grid::FromLine(solution)));
  for (int cell = 0; cell < 81; ++cell) {
    std::string damaged = solution;
    damaged[cell] = '.';
    EXPECT_FALSE(IsSolution(geometry, *Grid::FromLine(damaged)));
    damaged[cell] = solution[cell] == '9' ? '1' : solution[cell] + 1;
    EXPECT_FALSE(IsSolution(geometry, *Grid::FromLine(damaged)));
  }
  EXPECT_FALSE(IsSolution(geometry, *Grid::FromLine("1234341221434321")));
}

// The cyclic "root solution" of the N^2 x N^2 board.
TEST(IsSolutionTest, AcceptsTheCyclicRootSolution) {
  for (int n = 2; n <= 6; ++n) {
    const int size = n * n;
    Grid grid(size);
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        grid[i * size + j] = (i * n + i / n + j) % size + 1;
      }
    }
    EXPECT_TRUE(IsSolution(*Geometry::FromSize(size), grid)) << grid.ToLine();
  }
}

#ifndef NDEBUG
TEST(ConflictDeathTest, AGridOfAnotherSize) {
  EXPECT_DEATH(static_cast<void>(FindConflicts(Geometry::Standard(), Grid(4))),
               "grid.size");
}
#endif  // NDEBUG

}  // namespace
}  // namespace sudoku
