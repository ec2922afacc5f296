// Counts calls of operator new: a warm solver makes none for a puzzle.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/testing/allocation_counter.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::dlx::testing::AllocationCount;
using ::dlx::testing::kCountsAllocations;

std::vector<Puzzle> MakePuzzles() {
  std::vector<Puzzle> puzzles;
  for (
      const char* line : {
          // Easy, hard, with 17 clues; without a solution; with conflicting
          // clues; with many solutions; full.
          "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2."
          "3..9..5.1.3..",
          "8..........36......7..9.2...5...7.......457.....1...3...1....68..85."
          "..1..9....4..",
          ".................1.....2.3......3.2...1.4......5....6..3......4.7..8"
          "...962...7...",
          ".7...2.1.9.1.4.....8...5..22.6.....3...9...2..4.6..8......7........."
          "3"
          "4.....8..6.5",
          "55..........................................................."
          "....................",
          "................................................................."
          "................",
          "81275364994368217567549128315423789636984572128716953452197436843852"
          "6917796318452",
      }) {
    puzzles.emplace_back(Geometry::Standard(), *Grid::FromLine(line));
  }
  return puzzles;
}

TEST(SolverAllocationTest, NoneForAPuzzleOnceWarm) {
  if (!kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  absl::StatusOr<Solver> solver = Solver::Create(Geometry::Standard());
  ASSERT_TRUE(solver.ok()) << solver.status();
  const std::vector<Puzzle> puzzles = MakePuzzles();
  const auto solve_all = [&] {
    int decided = 0;
    for (const Puzzle& puzzle : puzzles) {
      decided += solver->Solve(puzzle).verdict != Verdict::kUndecided;
    }
    return decided;
  };
  ASSERT_EQ(solve_all(), 7);
  const uint64_t before = AllocationCount();
  for (int i = 0; i < 10; ++i) ASSERT_EQ(solve_all(), 7);
  EXPECT_EQ(AllocationCount() - before, 0);
}

TEST(SolverAllocationTest, NoneForCountsAndEnumerationsOnceWarm) {
  if (!kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  absl::StatusOr<Solver> solver = Solver::Create(Geometry::Standard());
  ASSERT_TRUE(solver.ok()) << solver.status();
  std::vector<Puzzle> puzzles = MakePuzzles();
  puzzles.erase(puzzles.begin() + 5);  // The empty grid.
  const auto count_all = [&] {
    int count = 0;
    for (const Puzzle& puzzle : puzzles) {
      for (Order order : {Order::kAny, Order::kLexicographic}) {
        EXPECT_TRUE(solver->Start(puzzle, order).ok());
        while (solver->Next()) ++count;
      }
      count +=
          static_cast<int>(solver->CountSolutions(puzzle)->count.ToUint128());
    }
    return count;
  };
  ASSERT_EQ(count_all(), 3 * 4);
  const uint64_t before = AllocationCount();
  ASSERT_EQ(count_all(), 3 * 4);
  EXPECT_EQ(AllocationCount() - before, 0);
}

}  // namespace
}  // namespace sudoku
