#include "sudoku/lab/mistakes.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/recording.h"
#include "sudoku/lab/table.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;

Puzzle Make(const char* line) {
  return Puzzle(*Geometry::FromSize(4), *Grid::FromLine(line));
}

TEST(MistakesTest, CountsDigitsTooMany) {
  // Two cells are empty: r1c1 = 1 and r1c2 = 2 are right.
  const Puzzle puzzle = Make("..34341221434321");
  using Kind = Event::Kind;
  const Mistakes mistakes = MistakesInTime(
      puzzle, {Event{.kind = Kind::kTry, .digit = 2, .cell = 0},
               Event{.kind = Kind::kTry, .digit = 1, .cell = 1},
               Event{.kind = Kind::kSwap, .cell = 0, .other_cell = 1},
               Event{.kind = Kind::kSolution}, Event{.kind = Kind::kRestart},
               Event{.kind = Kind::kTry, .digit = 1, .cell = 0},
               Event{.kind = Kind::kTry, .digit = 1, .cell = 1}});
  // Both columns have a digit too many; then nothing is wrong; then row 1, box
  // 1 and column 2 have one.
  EXPECT_THAT(mistakes.in_time, ElementsAre(2, 0, 3));
  EXPECT_THAT(mistakes.restarts, ElementsAre(2));
}

TEST(MistakesTest, EndWithNoneWhereDiceFindTheSolution) {
  const Puzzle puzzle = Make("1..4..1..2..3..2");
  for (const char* method : {"annealing", "tabu", "genetic"}) {
    const Recording recording =
        Record(*FindMethod(method), puzzle, {}, 1'000'000);
    ASSERT_TRUE(recording.result.solution.has_value()) << method;
    const std::vector<int> mistakes =
        MistakesInTime(puzzle, recording.events).in_time;
    ASSERT_FALSE(mistakes.empty()) << method;
    EXPECT_THAT(mistakes, Each(Ge(0)));
    EXPECT_EQ(mistakes.back(), 0) << method;
  }
}

TEST(MistakesTest, AreNoneOfMethodsThatLeaveCellsEmpty) {
  EXPECT_THAT(MistakesInTime(Make("1..............."), {}).in_time, IsEmpty());
}

}  // namespace
}  // namespace sudoku
