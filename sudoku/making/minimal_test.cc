#include "sudoku/making/minimal.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "dlx/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/rule_text.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// One of the known puzzles with 17 clues, which are all needed.
constexpr absl::string_view kMinimal =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8..."
    "962...7.."
    ".";

Puzzle PuzzleOf(absl::string_view line) {
  return Puzzle(Geometry::Standard(), *Grid::FromLine(line));
}

class MinimalTest : public ::testing::Test {
 protected:
  Solver solver_ = *Solver::Create(Geometry::Standard());
};

TEST_F(MinimalTest, EveryClueOfAMinimalPuzzleIsNeeded) {
  const Minimality result = CheckMinimal(PuzzleOf(kMinimal), solver_);
  EXPECT_EQ(result.verdict, Verdict::kUnique);
  EXPECT_TRUE(result.is_minimal());
  EXPECT_THAT(result.redundant, IsEmpty());
}

TEST_F(MinimalTest, AClueTooManyIsFound) {
  Puzzle puzzle = PuzzleOf(kMinimal);
  const Grid solution = solver_.Solve(puzzle).solution;
  puzzle.clues[0] = solution[0];
  const Minimality result = CheckMinimal(puzzle, solver_);
  EXPECT_FALSE(result.is_minimal());
  EXPECT_THAT(result.redundant, ::testing::Contains(0));
}

// From the examples of the interactive solver by sigh (MIT). Without eight
// clues, the states of the rule are too many.
TEST_F(MinimalTest, ARuleMayBeTooLargeWithoutSomeClues) {
  Puzzle puzzle(Geometry::Standard());
  ASSERT_FALSE(
      AddRules("SumLine~10~R1C2~R1C3~R1C4~R1C5~R1C6~R2C6~R2C7~R2C8~R2C9~R3C9~R"
               "4C9~R4C8~R5C7~R5C6~R5C5~R6C5~R6C6~R6C7~R6C8~R6C9~R7C9~R8C9~R8C"
               "8~R8C7~R8C6~R9C6~R9C5~R9C4~R9C3~R8C3~R8C2~R8C1~R7C1~R7C2~R7C3~"
               "R7C4~R6C4~R5C4~R5C3~R5C2~R4C2~R4C1~R3C1~R3C2~R3C3~R3C4~R3C5~R2"
               "C5~R2C4~R2C3~R2C2~R2C1~R1C1~LOOP",
               &puzzle));
  const std::pair<int, int> clues[] = {{31, 2}, {78, 8}, {7, 1},  {3, 2},
                                       {4, 7},  {58, 8}, {59, 4}, {60, 2},
                                       {26, 2}, {35, 3}, {46, 5}};
  for (const auto& [cell, digit] : clues) puzzle.SetClue(cell, digit);
  const Minimality result = CheckMinimal(puzzle, solver_);
  EXPECT_EQ(result.verdict, Verdict::kUnique);
  EXPECT_THAT(result.redundant, ElementsAre(4, 7, 26, 31, 35, 46, 58, 59, 60));
  EXPECT_THAT(result.undecided, IsEmpty());
}

TEST_F(MinimalTest, WithoutAUniqueSolutionThereIsNothingToSay) {
  EXPECT_EQ(CheckMinimal(PuzzleOf(std::string(81, '.')), solver_).verdict,
            Verdict::kMultiple);
  EXPECT_EQ(
      CheckMinimal(PuzzleOf("11" + std::string(79, '.')), solver_).verdict,
      Verdict::kNone);
}

TEST_F(MinimalTest, ReducesAFullGridToAMinimalPuzzle) {
  const Grid solution = solver_.Solve(PuzzleOf(kMinimal)).solution;
  const Puzzle full(Geometry::Standard(), solution);
  std::vector<int> cells(81);
  std::iota(cells.begin(), cells.end(), 0);
  const Grid reduced = Reduce(full, cells, solver_).grid;
  EXPECT_LT(reduced.filled_count(), 35);
  const Puzzle puzzle(Geometry::Standard(), reduced);
  EXPECT_TRUE(CheckMinimal(puzzle, solver_).is_minimal());
  EXPECT_EQ(solver_.Solve(puzzle).solution, solution);
  // In another order another puzzle is left.
  EXPECT_NE(
      Reduce(full, std::vector<int>(cells.rbegin(), cells.rend()), solver_)
          .grid,
      reduced);
}

// As Reduce() would do it if it had all the time in the world.
Grid ReduceOneByOne(const Puzzle& puzzle, const std::vector<int>& cells,
                    Solver& solver) {
  Puzzle changed = puzzle;
  for (const int cell : cells) {
    const uint8_t clue = std::exchange(changed.clues[cell], 0);
    if (solver.Solve(changed).verdict != Verdict::kUnique) {
      changed.clues[cell] = clue;
    }
  }
  return changed.clues;
}

TEST(ReduceTest, LeavesWhatOneQuestionForEachClueLeaves) {
  std::mt19937 random(1);
  for (const Geometry& geometry :
       {*Geometry::FromSize(4), *Geometry::FromSize(6), Geometry::Standard(),
        Geometry::Standard().WithDiagonals()}) {
    Solver solver = *Solver::Create(geometry);
    const Puzzle full(geometry, solver.Solve(Puzzle(geometry)).solution);
    std::vector<int> cells(geometry.cell_count());
    std::iota(cells.begin(), cells.end(), 0);
    for (int i = 0; i < 25; ++i) {
      std::shuffle(cells.begin(), cells.end(), random);
      const Grid reduced = Reduce(full, cells, solver).grid;
      EXPECT_EQ(reduced, ReduceOneByOne(full, cells, solver));
      // Of a part of the cells, from a puzzle that has not all clues.
      Puzzle puzzle(geometry, reduced);
      for (int k = 0; k < 12; ++k) {
        puzzle.clues[cells[k]] = full.clues[cells[k]];
      }
      std::shuffle(cells.begin(), cells.end(), random);
      const std::vector<int> some(cells.begin(), cells.begin() + 10 + i % 3);
      EXPECT_EQ(Reduce(puzzle, some, solver).grid,
                ReduceOneByOne(puzzle, some, solver));
    }
  }
}

// A limit of each question, rather than of all.
TEST(ReduceTest, WhatIsUndecidedStays) {
  Solver solver = *Solver::Create(Geometry::Standard());
  Solver hasty =
      *Solver::Create(Geometry::Standard(), {.limits = {.nodes = 2}});
  const Puzzle full(Geometry::Standard(),
                    solver.Solve(Puzzle(Geometry::Standard())).solution);
  std::vector<int> cells(81);
  std::iota(cells.begin(), cells.end(), 0);
  const Reduction reduction = Reduce(full, cells, hasty);
  EXPECT_FALSE(reduction.is_complete);
  EXPECT_LT(reduction.grid.filled_count(), 81);
  EXPECT_EQ(solver.Solve(Puzzle(Geometry::Standard(), reduction.grid)).verdict,
            Verdict::kUnique);
}

TEST_F(MinimalTest, ReducesOnlyTheCellsThatItIsGiven) {
  const Grid solution = solver_.Solve(PuzzleOf(kMinimal)).solution;
  const Grid reduced =
      Reduce(Puzzle(Geometry::Standard(), solution), {3, 4}, solver_).grid;
  EXPECT_EQ(reduced.filled_count(), 79);
  EXPECT_EQ(reduced[3], 0);
  EXPECT_EQ(reduced[4], 0);
}

// The limits are those of all questions together.
TEST_F(MinimalTest, LimitsLeaveCluesUndecided) {
  const Puzzle puzzle = PuzzleOf(kMinimal);
  const uint64_t all_nodes = CheckMinimal(puzzle, solver_).nodes;
  EXPECT_GT(all_nodes, 0);
  const Minimality half =
      CheckMinimal(puzzle, solver_, {.nodes = all_nodes / 2});
  EXPECT_FALSE(half.undecided.empty());
  EXPECT_LT(half.undecided.size(),
            static_cast<size_t>(puzzle.clues.filled_count()));
  EXPECT_LT(half.nodes, all_nodes);
  // They are obeyed in the middle of a question, too: two nodes are visited at
  // a time.
  for (uint64_t limit = 1; limit < all_nodes; limit += 7) {
    EXPECT_LE(CheckMinimal(puzzle, solver_, {.nodes = limit}).nodes, limit + 2);
  }
  EXPECT_EQ(solver_.limits().nodes, dlx::kUnlimited) << "as before";
  const Minimality none =
      CheckMinimal(puzzle, solver_, {.time = absl::ZeroDuration()});
  EXPECT_EQ(none.verdict, Verdict::kUndecided);

  const Puzzle full(Geometry::Standard(), solver_.Solve(puzzle).solution);
  const Reduction reduction =
      Reduce(full, {0, 1, 2}, solver_, {.time = absl::ZeroDuration()});
  EXPECT_FALSE(reduction.is_complete);
  EXPECT_EQ(reduction.grid, full.clues);
}

}  // namespace
}  // namespace sudoku
