#include "sudoku/solver.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/conflict.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Solver MakeSolver(const Geometry& geometry, SolverOptions options = {}) {
  absl::StatusOr<Solver> solver = Solver::Create(geometry, options);
  EXPECT_TRUE(solver.ok()) << solver.status();
  return *std::move(solver);
}

Puzzle MakePuzzle(const Geometry& geometry, const std::string& line) {
  absl::StatusOr<Grid> grid = Grid::FromLine(line);
  EXPECT_TRUE(grid.ok()) << grid.status();
  return Puzzle(geometry, *grid);
}

Puzzle StandardPuzzle(const std::string& line) {
  return MakePuzzle(Geometry::Standard(), line);
}

std::vector<std::string> AllSolutions(const Puzzle& puzzle, Order order) {
  Solver solver = MakeSolver(puzzle.geometry);
  std::vector<std::string> lines;
  const absl::StatusOr<SolutionCount> result =
      solver.EnumerateSolutions(puzzle, order, [&](const Grid& grid) {
        EXPECT_TRUE(IsSolution(puzzle.geometry, grid));
        lines.push_back(grid.ToLine());
        return true;
      });
  EXPECT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->outcome, dlx::Outcome::kExhausted);
  EXPECT_EQ(result->count, lines.size());
  EXPECT_GE(result->nodes, lines.size());
  return lines;
}

constexpr char kBaeldung[] =
    "8..........36......7..9.2...5...7.......457.."
    "...1...3...1....68..85...1..9....4..";
constexpr char kMoler[] =
    ".2..3..4.6.......3..4...5.....8.6...8...1...6"
    "...7.5.....7...6..4.......8.3..4..2.";
constexpr char kMolerSolution[] =
    "925631847618574293374982561749826135852413976"
    "163795482287359614491267358536148729";

TEST(SolverTest, BaeldungsBoard) {
  Solver solver = MakeSolver(Geometry::Standard());
  const Answer& answer = solver.Solve(StandardPuzzle(kBaeldung));
  EXPECT_EQ(answer.verdict, Verdict::kUnique);
  EXPECT_EQ(answer.solutions_found, 1);
  EXPECT_EQ(answer.outcome, dlx::Outcome::kExhausted);
  EXPECT_EQ(
      answer.solution.ToLine(),
      "812753649943682175675491283154237896369845721287169534521974368438526"
      "917796318452");
}

TEST(SolverTest, MolersBoardHasOneSolutionWith9InItsFirstCell) {
  Solver solver = MakeSolver(Geometry::Standard());
  Puzzle puzzle = StandardPuzzle(kMoler);
  const Answer& answer = solver.Solve(puzzle);
  EXPECT_EQ(answer.verdict, Verdict::kUnique);
  EXPECT_EQ(answer.solution.ToLine(), kMolerSolution);
  const std::pair<int, Verdict> kFirstCell[] = {{1, Verdict::kNone},
                                                {5, Verdict::kNone},
                                                {7, Verdict::kNone},
                                                {9, Verdict::kUnique}};
  for (const auto& [digit, verdict] : kFirstCell) {
    puzzle.clues[0] = digit;
    EXPECT_EQ(solver.Solve(puzzle).verdict, verdict) << digit;
  }
}

TEST(SolverTest, DiagonalBoardHasTwoTransposedSolutions) {
  const Geometry geometry = *Geometry::FromSize(4);
  Solver solver = MakeSolver(geometry);
  const Puzzle puzzle = MakePuzzle(geometry, "1....2....3....4");
  const Answer& answer = solver.Solve(puzzle);
  EXPECT_EQ(answer.verdict, Verdict::kMultiple);
  ASSERT_EQ(answer.solutions_found, 2);
  Grid transposed(4);
  for (int cell = 0; cell < 16; ++cell) {
    transposed[cell % 4 * 4 + cell / 4] = answer.solution[cell];
  }
  EXPECT_EQ(answer.second_solution, transposed);
  EXPECT_THAT(DifferingCells(answer.solution, answer.second_solution),
              SizeIs(12));
  EXPECT_THAT(AllSolutions(puzzle, Order::kLexicographic),
              ElementsAre("1342421324313124", "1423324141322314"));
}

TEST(SolverTest, VerdictsOnContradictions) {
  Solver solver = MakeSolver(Geometry::Standard());
  Puzzle puzzle = StandardPuzzle(kMolerSolution);
  EXPECT_EQ(solver.Solve(puzzle).verdict, Verdict::kUnique) << "a full grid";
  EXPECT_EQ(solver.Solve(puzzle).solution.ToLine(), kMolerSolution);
  std::swap(puzzle.clues[0], puzzle.clues[1]);
  EXPECT_EQ(solver.Solve(puzzle).verdict, Verdict::kNone);
  EXPECT_EQ(solver.Solve(puzzle).solutions_found, 0);
  // Contradicting clues that leave cells open.
  EXPECT_EQ(solver.Solve(StandardPuzzle("55" + std::string(79, '.'))).verdict,
            Verdict::kNone);
  // A cell without any digit left.
  EXPECT_EQ(
      solver.Solve(StandardPuzzle(".123456789........" + std::string(63, '.')))
          .verdict,
      Verdict::kNone);
  // The solver is as good as new afterwards.
  EXPECT_EQ(solver.Solve(StandardPuzzle(kMoler)).verdict, Verdict::kUnique);
}

TEST(SolverTest, VerdictNames) {
  EXPECT_EQ(VerdictName(Verdict::kUnique), "unique");
  EXPECT_EQ(VerdictName(Verdict::kNone), "no solution");
  EXPECT_EQ(VerdictName(Verdict::kMultiple), "multiple solutions");
  EXPECT_EQ(VerdictName(Verdict::kUndecided), "undecided");
}

TEST(SolverTest, HasUniqueSolution) {
  Solver solver = MakeSolver(Geometry::Standard());
  EXPECT_EQ(*solver.HasUniqueSolution(StandardPuzzle(kMoler)), true);
  EXPECT_EQ(*solver.HasUniqueSolution(StandardPuzzle(std::string(81, '.'))),
            false);
  EXPECT_EQ(
      *solver.HasUniqueSolution(StandardPuzzle("55" + std::string(79, '.'))),
      false);
}

class BlankBoardTest : public testing::TestWithParam<int> {};

TEST_P(BlankBoardTest, IsSolvedAtOnce) {
  const Geometry geometry = *Geometry::FromSize(GetParam());
  Solver solver = MakeSolver(geometry);
  const Puzzle blank(geometry);
  const Answer& answer = solver.Solve(blank);
  EXPECT_EQ(answer.verdict, Verdict::kMultiple);
  EXPECT_TRUE(IsSolution(geometry, answer.solution));
  EXPECT_TRUE(IsSolution(geometry, answer.second_solution));
  EXPECT_NE(answer.solution, answer.second_solution);
  EXPECT_EQ(answer.attempts, 1);

  const Answer& any = solver.SolveAny(blank);
  EXPECT_EQ(any.verdict, Verdict::kUndecided);
  EXPECT_EQ(any.solutions_found, 1);
  EXPECT_TRUE(IsSolution(geometry, any.solution));
}

INSTANTIATE_TEST_SUITE_P(Sizes, BlankBoardTest,
                         testing::Values(4, 6, 8, 9, 10, 12, 16, 20, 25, 36));

TEST(SolverTest, AcceptsTheCyclicRootSolution) {
  for (int n = 2; n <= 6; ++n) {
    const int size = n * n;
    Puzzle puzzle(*Geometry::FromSize(size));
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        puzzle.clues[i * size + j] = (i * n + i / n + j) % size + 1;
      }
    }
    Solver solver = MakeSolver(puzzle.geometry);
    EXPECT_EQ(solver.Solve(puzzle).verdict, Verdict::kUnique);
    EXPECT_EQ(solver.Solve(puzzle).solution, puzzle.clues);
    // With its first cell and row empty, it is still the only one.
    for (int j = 0; j < size; ++j) puzzle.clues[j] = 0;
    EXPECT_EQ(solver.Solve(puzzle).verdict, Verdict::kUnique);
  }
}

TEST(SolverTest, Candidates) {
  const Geometry geometry = *Geometry::FromSize(4);
  Solver solver = MakeSolver(geometry);
  std::vector<DigitSet> marks(16, AllDigits(4));
  for (int i = 0; i < 4; ++i) marks[5 * i] = DigitBit(i + 1);
  EXPECT_EQ(solver.Solve(FromCandidates(geometry, marks)).verdict,
            Verdict::kMultiple);
  marks[1] = AllDigits(4) & ~DigitBit(4);
  const Answer& answer = solver.Solve(FromCandidates(geometry, marks));
  EXPECT_EQ(answer.verdict, Verdict::kUnique);
  EXPECT_EQ(answer.solution.ToLine(), "1342421324313124");
  EXPECT_EQ(solver.CountSolutions(FromCandidates(geometry, marks))->count, 1);
  marks[1] = DigitBit(1) | DigitBit(2);
  EXPECT_EQ(solver.Solve(FromCandidates(geometry, marks)).verdict,
            Verdict::kNone);
  marks[1] = 0;
  EXPECT_EQ(solver.Solve(FromCandidates(geometry, marks)).verdict,
            Verdict::kNone);
}

// --- Counting and enumeration ---------------------------------------------

TEST(SolverTest, CountsOfEmptyGrids) {
  const struct {
    Geometry geometry;
    uint64_t count;
  } kCases[] = {
      {*Geometry::FromSize(4), 288},
      {Geometry::FromSize(4)->WithDiagonals(), 48},
      {*Geometry::FromSize(4)->WithExtraRegions("a.....a........."), 144},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.geometry.Description());
    Solver solver = MakeSolver(test.geometry);
    const absl::StatusOr<SolutionCount> count =
        solver.CountSolutions(Puzzle(test.geometry));
    ASSERT_TRUE(count.ok()) << count.status();
    EXPECT_EQ(count->count, test.count);
    EXPECT_EQ(count->outcome, dlx::Outcome::kExhausted);
    EXPECT_THAT(AllSolutions(Puzzle(test.geometry), Order::kAny),
                SizeIs(test.count));
  }
}

TEST(SolverTest, EnumeratesInLexicographicOrder) {
  const Geometry small = *Geometry::FromSize(4);
  // Baeldung's board without its last two clues.
  Puzzle weakened = StandardPuzzle(kBaeldung);
  weakened.clues[73] = weakened.clues[78] = 0;
  const Puzzle kPuzzles[] = {Puzzle(small),
                             MakePuzzle(small, "...............1"),
                             MakePuzzle(*Geometry::FromSize(6),
                                        "1..2............3......4....5......."),
                             weakened};
  for (const Puzzle& puzzle : kPuzzles) {
    std::vector<std::string> lines =
        AllSolutions(puzzle, Order::kLexicographic);
    EXPECT_GT(lines.size(), 1u);
    EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end()));
    EXPECT_EQ(std::adjacent_find(lines.begin(), lines.end()), lines.end());
    std::vector<std::string> others = AllSolutions(puzzle, Order::kAny);
    std::sort(others.begin(), others.end());
    EXPECT_EQ(lines, others);
  }
}

TEST(SolverTest, TheFirstEmptyGridsInOrder) {
  Solver solver = MakeSolver(Geometry::Standard());
  ASSERT_TRUE(
      solver.Start(Puzzle(Geometry::Standard()), Order::kLexicographic).ok());
  ASSERT_TRUE(solver.Next());
  EXPECT_EQ(
      solver.solution().ToLine(),
      "123456789456789123789123456214365897365897214897214365531642978642978"
      "531978531642");
  const std::string first = solver.solution().ToLine();
  ASSERT_TRUE(solver.Next());
  EXPECT_LT(first, solver.solution().ToLine());
  EXPECT_EQ(solver.outcome(), dlx::Outcome::kRunning);
}

TEST(SolverTest, EnumerationStopsWhenToldTo) {
  const Geometry geometry = *Geometry::FromSize(4);
  Solver solver = MakeSolver(geometry);
  int visits = 0;
  const absl::StatusOr<SolutionCount> result = solver.EnumerateSolutions(
      Puzzle(geometry), Order::kAny, [&](const Grid&) { return ++visits < 5; });
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->outcome, dlx::Outcome::kInterrupted);
  EXPECT_EQ(result->count, 5);
  EXPECT_EQ(visits, 5);
}

TEST(SolverTest, NextBeforeStartIsFalse) {
  Solver solver = MakeSolver(*Geometry::FromSize(4));
  EXPECT_FALSE(solver.Next());
  EXPECT_EQ(solver.outcome(), dlx::Outcome::kRunning);
}

// All solutions of a 4x4 puzzle, in order, without any search: a look at each
// of the 288 grids.
std::vector<std::string> SolutionsByBruteForce(
    const Puzzle& puzzle, const std::vector<std::string>& all_grids) {
  std::vector<std::string> solutions;
  for (const std::string& line : all_grids) {
    const Grid grid = *Grid::FromLine(line);
    bool fits = IsSolution(puzzle.geometry, grid);
    for (int cell = 0; cell < 16 && fits; ++cell) {
      fits = (puzzle.clues[cell] == 0 || puzzle.clues[cell] == grid[cell]) &&
             (!puzzle.has_candidates() ||
              (puzzle.candidates[cell] & DigitBit(grid[cell])) != 0);
    }
    if (fits) solutions.push_back(line);
  }
  return solutions;
}

TEST(SolverTest, AgreesWithBruteForceOnRandomSmallPuzzles) {
  const Geometry plain = *Geometry::FromSize(4);
  const std::vector<std::string> all_grids =
      AllSolutions(Puzzle(plain), Order::kLexicographic);
  std::mt19937 random(1);
  int verdicts[3] = {};
  for (const Geometry& geometry :
       {plain, plain.WithDiagonals(), *plain.WithWindows(),
        *plain.WithExtraRegions("a.....a....b..b.")}) {
    SCOPED_TRACE(geometry.Description());
    Solver solver = MakeSolver(geometry);
    for (int i = 0; i < 200; ++i) {
      Puzzle puzzle(geometry);
      if (i % 2 == 0) {
        const uint32_t clues = random() % 6;
        for (uint32_t k = 0; k < clues; ++k) {
          puzzle.clues[random() % 16] = random() % 4 + 1;
        }
      } else {
        std::vector<DigitSet> marks(16, AllDigits(4));
        const uint32_t excluded = random() % 30;
        for (uint32_t k = 0; k < excluded; ++k) {
          marks[random() % 16] &= ~DigitBit(random() % 4 + 1);
        }
        puzzle = FromCandidates(geometry, marks);
      }
      const std::vector<std::string> expected =
          SolutionsByBruteForce(puzzle, all_grids);
      const Answer& answer = solver.Solve(puzzle);
      EXPECT_EQ(answer.verdict, expected.empty()       ? Verdict::kNone
                                : expected.size() == 1 ? Verdict::kUnique
                                                       : Verdict::kMultiple);
      ++verdicts[std::min<size_t>(expected.size(), 2)];
      EXPECT_EQ(solver.CountSolutions(puzzle)->count, expected.size());
      std::vector<std::string> found;
      ASSERT_TRUE(solver.Start(puzzle, Order::kLexicographic).ok());
      while (solver.Next()) found.push_back(solver.solution().ToLine());
      EXPECT_EQ(found, expected);
    }
  }
  for (int count : verdicts) EXPECT_GT(count, 30) << "Every kind was met";
}

// --- Limits ---------------------------------------------------------------

TEST(SolverLimitsTest, SolutionLimitBoundsCountsAndEnumeration) {
  const Geometry geometry = *Geometry::FromSize(4);
  Solver solver = MakeSolver(geometry, {.limits = {.solutions = 10}});
  const absl::StatusOr<SolutionCount> count =
      solver.CountSolutions(Puzzle(geometry));
  ASSERT_TRUE(count.ok()) << count.status();
  EXPECT_EQ(count->count, 10);
  EXPECT_EQ(count->outcome, dlx::Outcome::kSolutionLimit);
  ASSERT_TRUE(solver.Start(Puzzle(geometry)).ok());
  int found = 0;
  while (solver.Next()) ++found;
  EXPECT_EQ(found, 10);
  EXPECT_EQ(solver.outcome(), dlx::Outcome::kSolutionLimit);
  EXPECT_EQ(solver.Solve(Puzzle(geometry)).verdict, Verdict::kMultiple);
}

TEST(SolverLimitsTest, NodeLimitLeavesTheHardUndecided) {
  Solver solver = MakeSolver(Geometry::Standard(), {.limits = {.nodes = 3}});
  const Answer& answer = solver.Solve(StandardPuzzle(kBaeldung));
  EXPECT_EQ(answer.verdict, Verdict::kUndecided);
  EXPECT_EQ(answer.outcome, dlx::Outcome::kNodeLimit);
  EXPECT_EQ(answer.solutions_found, 0);
  EXPECT_EQ(solver.HasUniqueSolution(StandardPuzzle(kBaeldung)).status().code(),
            absl::StatusCode::kResourceExhausted);
  const absl::StatusOr<SolutionCount> count =
      solver.CountSolutions(StandardPuzzle(kBaeldung));
  ASSERT_TRUE(count.ok()) << count.status();
  EXPECT_EQ(count->outcome, dlx::Outcome::kNodeLimit);
}

TEST(SolverLimitsTest, TimeLimitAndInterruption) {
  // Too few clues for a quick count, and no time to count them in.
  const Puzzle puzzle = StandardPuzzle(std::string(81, '.'));
  Solver hurried =
      MakeSolver(Geometry::Standard(), {.limits = {.time = absl::Seconds(-1)}});
  const absl::StatusOr<SolutionCount> count = hurried.CountSolutions(puzzle);
  ASSERT_TRUE(count.ok()) << count.status();
  EXPECT_EQ(count->outcome, dlx::Outcome::kTimeLimit);

  dlx::Interrupter interrupter;
  interrupter.Request();
  Solver interrupted = MakeSolver(Geometry::Standard(),
                                  {.limits = {.interrupter = &interrupter}});
  const Answer& answer = interrupted.Solve(puzzle);
  EXPECT_EQ(answer.verdict, Verdict::kUndecided);
  EXPECT_EQ(answer.outcome, dlx::Outcome::kInterrupted);
}

// --- Further attempts ------------------------------------------------------
//
// With dancing_links, for which these puzzles are hard enough.

TEST(SolverAttemptsTest, DecideWhatTheFirstDoesNot) {
  Solver solver = MakeSolver(
      Geometry::Standard(),
      {.first_attempt_nodes = 2, .engine = dlx::EngineKind::kDancingLinks});
  const Answer& unique = solver.Solve(StandardPuzzle(kMoler));
  EXPECT_EQ(unique.verdict, Verdict::kUnique);
  EXPECT_EQ(unique.solution.ToLine(), kMolerSolution);
  EXPECT_EQ(unique.solutions_found, 1);
  EXPECT_GT(unique.attempts, 1);

  Puzzle wrong = StandardPuzzle(kMoler);
  wrong.clues[0] = 7;
  EXPECT_EQ(solver.Solve(wrong).verdict, Verdict::kNone);
  EXPECT_GT(solver.Solve(wrong).attempts, 1);

  const Answer& multiple = solver.Solve(Puzzle(Geometry::Standard()));
  EXPECT_EQ(multiple.verdict, Verdict::kMultiple);
  EXPECT_NE(multiple.solution, multiple.second_solution);
  EXPECT_TRUE(IsSolution(Geometry::Standard(), multiple.solution));
  EXPECT_TRUE(IsSolution(Geometry::Standard(), multiple.second_solution));
}

TEST(SolverAttemptsTest, GiveTheSameAnswerEveryTime) {
  std::vector<std::string> answers;
  for (int i = 0; i < 2; ++i) {
    Solver solver =
        MakeSolver(Geometry::Standard(), {.first_attempt_nodes = 8});
    const Answer& answer = solver.Solve(Puzzle(Geometry::Standard()));
    answers.push_back(answer.solution.ToLine() +
                      answer.second_solution.ToLine() +
                      std::to_string(answer.nodes));
  }
  EXPECT_EQ(answers[0], answers[1]);
}

TEST(SolverAttemptsTest, TogetherKeepToTheNodeLimit) {
  Solver solver = MakeSolver(Geometry::Standard(),
                             {.limits = {.nodes = 20},
                              .first_attempt_nodes = 2,
                              .engine = dlx::EngineKind::kDancingLinks});
  const Answer& answer = solver.Solve(StandardPuzzle(kMoler));
  EXPECT_EQ(answer.verdict, Verdict::kUndecided);
  EXPECT_EQ(answer.outcome, dlx::Outcome::kNodeLimit);
  EXPECT_GT(answer.attempts, 1);
  EXPECT_GE(answer.nodes, 20u);
  EXPECT_LE(answer.nodes, 40u);
}

TEST(SolverAttemptsTest, CandidatesAreTriedAgain) {
  std::vector<DigitSet> marks(81, AllDigits(9));
  const Puzzle moler = StandardPuzzle(kMoler);
  for (int cell = 0; cell < 81; ++cell) {
    if (moler.clues[cell] != 0) marks[cell] = DigitBit(moler.clues[cell]);
  }
  Solver solver = MakeSolver(
      Geometry::Standard(),
      {.first_attempt_nodes = 2, .engine = dlx::EngineKind::kDancingLinks});
  const Answer& answer =
      solver.Solve(FromCandidates(Geometry::Standard(), marks));
  EXPECT_EQ(answer.verdict, Verdict::kUnique);
  EXPECT_EQ(answer.solution.ToLine(), kMolerSolution);
  EXPECT_GT(answer.attempts, 1);
}

#ifndef NDEBUG
TEST(SolverDeathTest, PuzzlesOfAnotherGeometry) {
  Solver solver = MakeSolver(Geometry::Standard());
  const Puzzle diagonal(Geometry::Standard().WithDiagonals());
  EXPECT_DEATH(static_cast<void>(solver.Solve(diagonal)), "puzzle.geometry");
  EXPECT_DEATH(static_cast<void>(solver.Start(diagonal)), "puzzle.geometry");
}

TEST(SolverDeathTest, UseAfterMove) {
  Solver solver = MakeSolver(Geometry::Standard());
  const Solver moved = std::move(solver);
  // NOLINTBEGIN(bugprone-use-after-move): what happens then is the question.
  EXPECT_DEATH(solver.Next(), "state_ != nullptr");
  EXPECT_DEATH(static_cast<void>(solver.geometry()), "state_ != nullptr");
  // NOLINTEND(bugprone-use-after-move)
}
#endif  // NDEBUG

}  // namespace
}  // namespace sudoku
