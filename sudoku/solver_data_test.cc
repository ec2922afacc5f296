// The solver on puzzles whose answers are known: see testdata/sudoku/README.md.

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/testing/sanitized.h"
#include "gtest/gtest.h"
#include "sudoku/conflict.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

std::vector<std::string> ReadLines(const std::string& name) {
  std::ifstream file(absl::StrCat("testdata/sudoku/", name));
  EXPECT_TRUE(file.is_open()) << name;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

Puzzle ReadPencilmarks(absl::string_view line) {
  EXPECT_EQ(line.size(), 729u);
  std::vector<DigitSet> candidates(81, 0);
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '.') candidates[i / 9] |= DigitBit(i % 9 + 1);
  }
  return FromCandidates(Geometry::Standard(), candidates);
}

// "puzzle" or "puzzle|regions" on some geometry, or 729 pencilmarks.
Puzzle ReadPuzzle(absl::string_view line, const Geometry& geometry) {
  if (line.size() == 729) return ReadPencilmarks(line);
  const std::vector<std::string> parts = absl::StrSplit(line, '|');
  const absl::StatusOr<Grid> clues = Grid::FromLine(parts[0]);
  EXPECT_TRUE(clues.ok()) << clues.status();
  if (parts.size() == 1) return Puzzle(geometry, *clues);
  const absl::StatusOr<Geometry> jigsaw = Geometry::Irregular(parts[1]);
  EXPECT_TRUE(jigsaw.ok()) << jigsaw.status();
  return Puzzle(*jigsaw, *clues);
}

struct File {
  const char* name;
  size_t puzzles;
  Geometry geometry;
  Verdict verdict;
};

class KnownVerdictsTest : public testing::TestWithParam<File> {};

TEST_P(KnownVerdictsTest, EveryPuzzle) {
  const File& file = GetParam();
  std::optional<Solver> solver;
  size_t count = 0;
  for (const std::string& line : ReadLines(file.name)) {
    SCOPED_TRACE(line);
    const Puzzle puzzle = ReadPuzzle(line, file.geometry);
    if (!solver || !(solver->geometry() == puzzle.geometry)) {
      absl::StatusOr<Solver> created = Solver::Create(puzzle.geometry);
      ASSERT_TRUE(created.ok()) << created.status();
      solver = *std::move(created);
    }
    EXPECT_TRUE(FindConflicts(puzzle.geometry, puzzle.clues).empty());
    const Answer& answer = solver->Solve(puzzle);
    EXPECT_EQ(answer.verdict, file.verdict);
    if (answer.verdict == Verdict::kUnique) {
      EXPECT_TRUE(IsSolution(puzzle.geometry, answer.solution));
      for (int cell : DifferingCells(answer.solution, puzzle.clues)) {
        EXPECT_EQ(puzzle.clues[cell], 0) << "A clue was changed";
      }
    }
    ++count;
  }
  EXPECT_EQ(count, file.puzzles);
}

INSTANTIATE_TEST_SUITE_P(
    Files, KnownVerdictsTest,
    testing::Values(
        File{"17_clue.txt", 200, Geometry::Standard(), Verdict::kUnique},
        File{"top1465.txt", 100, Geometry::Standard(), Verdict::kUnique},
        File{"diabolical.txt", 100, Geometry::Standard(), Verdict::kUnique},
        File{"norvig_easy50.txt", 50, Geometry::Standard(), Verdict::kUnique},
        File{"norvig_top95.txt", 95, Geometry::Standard(), Verdict::kUnique},
        File{"norvig_hardest11.txt", 11, Geometry::Standard(),
             Verdict::kUnique},
        File{"minimal.txt", 200, Geometry::Standard(), Verdict::kUnique},
        File{"nosolution.txt", 100, Geometry::Standard(), Verdict::kNone},
        File{"pencilmarks.txt", 12, Geometry::Standard(), Verdict::kUnique},
        File{"4x4.txt", 5, *Geometry::FromSize(4), Verdict::kUnique},
        File{"6x6.txt", 50, *Geometry::Classic(2, 3), Verdict::kUnique},
        File{"12x12.txt", 10, *Geometry::Classic(3, 4), Verdict::kUnique},
        File{"16x16.txt", 5, *Geometry::FromSize(16), Verdict::kUnique},
        File{"xsudoku.txt", 50, Geometry::Standard().WithDiagonals(),
             Verdict::kUnique},
        File{"jigsaw.txt", 50, Geometry::Standard(), Verdict::kUnique}),
    [](const testing::TestParamInfo<File>& info) {
      return std::string(absl::string_view(
          info.param.name, absl::string_view(info.param.name).find('.')));
    });

TEST(SolveAllTest, AnswersAsSolveDoes) {
  int lines = 0;
  std::vector<Puzzle> puzzles;
  for (const char* name : {"17_clue.txt", "nosolution.txt", "pencilmarks.txt",
                           "norvig_top95.txt"}) {
    for (const std::string& line : ReadLines(name)) {
      if (lines++ % dlx::testing::OneIn(1) != 0) continue;
      puzzles.push_back(ReadPuzzle(line, Geometry::Standard()));
      // Without its first clue, a puzzle of 17 has several solutions.
      Puzzle puzzle = puzzles.back();
      for (int cell = 0; cell < 81; ++cell) {
        if (std::exchange(puzzle.clues[cell], 0) != 0) break;
      }
      puzzles.push_back(std::move(puzzle));
    }
  }
  std::vector<const Puzzle*> pointers;
  for (const Puzzle& puzzle : puzzles) pointers.push_back(&puzzle);
  // The second solver's first attempts are not enough.
  for (const uint64_t nodes : {100'000, 4}) {
    absl::StatusOr<Solver> solver =
        Solver::Create(Geometry::Standard(), {.first_attempt_nodes = nodes});
    ASSERT_TRUE(solver.ok()) << solver.status();
    std::vector<Verdict> verdicts(puzzles.size());
    std::vector<Grid> solutions(puzzles.size());
    std::vector<int> calls(puzzles.size());
    solver->SolveAll(pointers, [&](size_t i, const Answer& answer) {
      ++calls[i];
      verdicts[i] = answer.verdict;
      if (answer.verdict == Verdict::kUnique) solutions[i] = answer.solution;
    });
    for (size_t i = 0; i < puzzles.size(); ++i) {
      SCOPED_TRACE(puzzles[i].clues.ToLine());
      EXPECT_EQ(calls[i], 1);
      const Answer& answer = solver->Solve(puzzles[i]);
      EXPECT_EQ(verdicts[i], answer.verdict);
      if (answer.verdict == Verdict::kUnique) {
        EXPECT_EQ(solutions[i], answer.solution);
      }
    }
  }
}

TEST(KnownCountsTest, UnderconstrainedPuzzles) {
  absl::StatusOr<Solver> solver = Solver::Create(Geometry::Standard());
  ASSERT_TRUE(solver.ok()) << solver.status();
  size_t lines = 0;
  for (const std::string& line : ReadLines("underconstrained_counts.csv")) {
    ++lines;
    const std::vector<std::string> parts = absl::StrSplit(line, ',');
    ASSERT_EQ(parts.size(), 2u);
    uint64_t expected = 0;
    ASSERT_TRUE(absl::SimpleAtoi(parts[1], &expected));
    // The larger counts take too long for a test.
    if (expected > 30'000) continue;
    const absl::StatusOr<SolutionCount> count =
        solver->CountSolutions(ReadPuzzle(parts[0], Geometry::Standard()));
    ASSERT_TRUE(count.ok()) << count.status();
    EXPECT_EQ(count->count, expected) << parts[0];
    EXPECT_EQ(count->outcome, dlx::Outcome::kExhausted);
  }
  EXPECT_EQ(lines, 78u);
}

}  // namespace
}  // namespace sudoku
