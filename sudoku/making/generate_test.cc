#include "sudoku/making/generate.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/difficulty.h"
#include "sudoku/making/minimal.h"
#include "sudoku/making/symmetry.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::testing::HasSubstr;

std::vector<GeneratedPuzzle> Make(const Geometry& geometry,
                                  const GenerateOptions& options, int count,
                                  uint64_t first = 0) {
  absl::StatusOr<Generator> generator = Generator::Create(geometry, options);
  EXPECT_TRUE(generator.ok()) << generator.status();
  absl::StatusOr<std::vector<GeneratedPuzzle>> puzzles =
      generator->Generate(first, count);
  EXPECT_TRUE(puzzles.ok()) << puzzles.status();
  return *std::move(puzzles);
}

// By another engine than the one that made them.
void ExpectUnique(const Geometry& geometry,
                  const std::vector<GeneratedPuzzle>& puzzles) {
  Solver solver =
      *Solver::Create(geometry, {.engine = dlx::EngineKind::kDancingLinks});
  for (const GeneratedPuzzle& puzzle : puzzles) {
    const Answer& answer = solver.Solve(Puzzle(geometry, puzzle.clues));
    EXPECT_EQ(answer.verdict, Verdict::kUnique) << puzzle.clues.ToLine();
    EXPECT_EQ(answer.solution, puzzle.solution) << puzzle.clues.ToLine();
  }
}

bool IsMinimal(const Geometry& geometry, const Grid& clues) {
  Solver solver = *Solver::Create(geometry);
  return CheckMinimal(Puzzle(geometry, clues), solver).is_minimal();
}

TEST(GenerateTest, PuzzlesAreUniqueMinimalAndDifferent) {
  const Geometry geometry = Geometry::Standard();
  const std::vector<GeneratedPuzzle> puzzles = Make(geometry, {.seed = 1}, 200);
  ExpectUnique(geometry, puzzles);
  std::set<std::string> lines;
  double clues = 0;
  for (const GeneratedPuzzle& puzzle : puzzles) {
    EXPECT_TRUE(IsMinimal(geometry, puzzle.clues)) << puzzle.clues.ToLine();
    lines.insert(puzzle.clues.ToLine());
    clues += puzzle.clues.filled_count();
  }
  EXPECT_EQ(lines.size(), 200u);
  EXPECT_NEAR(clues / 200, 24.4, 0.4);
}

// Sharing out the numbers gives the same puzzles.
TEST(GenerateTest, APuzzleDependsOnItsNumberAlone) {
  const Geometry geometry = Geometry::Standard();
  for (const GenerateOptions& options :
       {GenerateOptions{.seed = 3},
        GenerateOptions{
            .seed = 3, .symmetry = Symmetry::kDiagonal, .minimal = true},
        GenerateOptions{.seed = 3, .difficulty = DifficultyRange{0, 0}}}) {
    const std::vector<GeneratedPuzzle> together = Make(geometry, options, 8);
    for (const int number : {0, 3, 7}) {
      const GeneratedPuzzle alone = Make(geometry, options, 1, number)[0];
      EXPECT_EQ(alone.clues, together[number].clues) << number;
      EXPECT_EQ(alone.attempts, together[number].attempts) << number;
    }
  }
  EXPECT_NE(Make(geometry, {.seed = 3}, 1)[0].clues,
            Make(geometry, {.seed = 4}, 1)[0].clues);
}

TEST(GenerateTest, EveryKindOfGeometry) {
  for (const Geometry& geometry :
       {*Geometry::Classic(2, 2), *Geometry::Classic(2, 3),
        *Geometry::Classic(4, 2), *Geometry::Classic(3, 4),
        *Geometry::Irregular("1122113243324443"),
        Geometry::Standard().WithDiagonals(),
        *Geometry::Standard().WithWindows()}) {
    const std::vector<GeneratedPuzzle> puzzles = Make(geometry, {.seed = 2}, 2);
    ExpectUnique(geometry, puzzles);
    for (const GeneratedPuzzle& puzzle : puzzles) {
      EXPECT_TRUE(IsMinimal(geometry, puzzle.clues))
          << geometry.Description() << ": " << puzzle.clues.ToLine();
    }
  }
}

TEST(GenerateTest, EverySymmetry) {
  const Geometry geometry = Geometry::Standard();
  for (const Symmetry symmetry : kSymmetries) {
    const std::vector<GeneratedPuzzle> puzzles =
        Make(geometry, {.seed = 5, .symmetry = symmetry}, 5);
    ExpectUnique(geometry, puzzles);
    for (const GeneratedPuzzle& puzzle : puzzles) {
      // There may be more symmetry than was asked for.
      for (const std::vector<int>& orbit : CellOrbits(symmetry, 9)) {
        for (const int cell : orbit) {
          EXPECT_EQ(puzzle.clues[cell] == 0, puzzle.clues[orbit[0]] == 0)
              << SymmetryName(symmetry) << ": " << puzzle.clues.ToLine();
        }
      }
    }
  }
}

TEST(GenerateTest, SymmetricalAndMinimal) {
  const Geometry geometry = Geometry::Standard();
  for (const Symmetry symmetry :
       {Symmetry::kHalfTurn, Symmetry::kDiagonal, Symmetry::kBothDiagonals}) {
    for (const GeneratedPuzzle& puzzle : Make(
             geometry, {.seed = 5, .symmetry = symmetry, .minimal = true}, 3)) {
      EXPECT_TRUE(IsMinimal(geometry, puzzle.clues)) << puzzle.clues.ToLine();
    }
  }
}

TEST(GenerateTest, NumbersOfClues) {
  const Geometry geometry = Geometry::Standard();
  std::set<int> numbers;
  const std::vector<GeneratedPuzzle> puzzles =
      Make(geometry, {.seed = 6, .least_clues = 28, .most_clues = 30}, 30);
  ExpectUnique(geometry, puzzles);
  for (const GeneratedPuzzle& puzzle : puzzles) {
    numbers.insert(puzzle.clues.filled_count());
  }
  EXPECT_THAT(numbers, ::testing::ElementsAre(28, 29, 30));
  for (const GeneratedPuzzle& puzzle :
       Make(geometry,
            {.seed = 6, .least_clues = 26, .most_clues = 26, .minimal = true},
            3)) {
    EXPECT_EQ(puzzle.clues.filled_count(), 26);
    EXPECT_TRUE(IsMinimal(geometry, puzzle.clues));
  }
  for (const GeneratedPuzzle& puzzle :
       Make(geometry, {.seed = 6, .most_clues = 23}, 3)) {
    EXPECT_LE(puzzle.clues.filled_count(), 23);
  }
}

// More than a hundred grids do not have so few, unless clues are exchanged.
TEST(GenerateTest, FewClues) {
  const Geometry geometry = Geometry::Standard();
  const std::vector<GeneratedPuzzle> puzzles = Make(
      geometry,
      {.seed = 1, .least_clues = 20, .most_clues = 20, .minimal = true}, 5);
  ExpectUnique(geometry, puzzles);
  for (const GeneratedPuzzle& puzzle : puzzles) {
    EXPECT_EQ(puzzle.clues.filled_count(), 20);
    EXPECT_TRUE(IsMinimal(geometry, puzzle.clues)) << puzzle.clues.ToLine();
    EXPECT_LT(puzzle.attempts, 200u);
  }
}

TEST(GenerateTest, APatternIsKept) {
  const Geometry geometry = Geometry::Standard();
  const Grid drawing = *Grid::FromLine(
      "1.11.11.11.......1..11111..1..1.1..1...111...1..1.1..1..11111..1.......1"
      "1.11.11.1");
  std::vector<int> pattern;
  for (int cell = 0; cell < 81; ++cell) {
    if (drawing[cell] != 0) pattern.push_back(cell);
  }
  const std::vector<GeneratedPuzzle> puzzles =
      Make(geometry, {.seed = 1, .pattern = pattern}, 4);
  ExpectUnique(geometry, puzzles);
  for (const GeneratedPuzzle& puzzle : puzzles) {
    for (int cell = 0; cell < 81; ++cell) {
      EXPECT_EQ(puzzle.clues[cell] == 0, drawing[cell] == 0);
    }
  }
  EXPECT_NE(puzzles[0].clues, puzzles[1].clues);
}

TEST(GenerateTest, Difficulties) {
  const Geometry geometry = Geometry::Standard();
  for (const GeneratedPuzzle& puzzle :
       Make(geometry, {.seed = 1, .difficulty = DifficultyRange{0, 0}}, 5)) {
    EXPECT_EQ(puzzle.difficulty, 0);
    EXPECT_TRUE(IsSolvedBySingles(Puzzle(geometry, puzzle.clues)));
  }
  DifficultyMeter meter = *DifficultyMeter::Create(geometry);
  for (const GeneratedPuzzle& puzzle : Make(
           geometry, {.seed = 1, .difficulty = DifficultyRange{200, 300}}, 5)) {
    EXPECT_FALSE(IsSolvedBySingles(Puzzle(geometry, puzzle.clues)));
    ASSERT_TRUE(puzzle.difficulty.has_value());
    EXPECT_GE(*puzzle.difficulty, 200u);
    EXPECT_LE(*puzzle.difficulty, 300u);
    EXPECT_EQ(meter.Measure(Puzzle(geometry, puzzle.clues)), puzzle.difficulty);
  }
}

TEST(GenerateTest, AJudgeHasTheLastWord) {
  // A clue in the first cell, and the same for patterns.
  const auto judge = [](const Grid& clues) {
    return clues[0] == 5 ? std::optional<std::string>("five") : std::nullopt;
  };
  const Geometry geometry = *Geometry::Classic(2, 3);
  const std::vector<int> pattern = {0,  3,  5,  7,  8,  10, 13, 15, 16,
                                    18, 20, 23, 25, 28, 30, 32, 35};
  for (const GenerateOptions& options :
       {GenerateOptions{.seed = 7, .judge = judge},
        GenerateOptions{.seed = 7, .pattern = pattern, .judge = judge}}) {
    const std::vector<GeneratedPuzzle> puzzles = Make(geometry, options, 5);
    ASSERT_EQ(puzzles.size(), 5u);
    ExpectUnique(geometry, puzzles);
    uint64_t attempts = 0;
    for (const GeneratedPuzzle& puzzle : puzzles) {
      EXPECT_EQ(puzzle.clues[0], 5);
      EXPECT_EQ(puzzle.remark, "five");
      attempts += puzzle.attempts;
    }
    EXPECT_GT(attempts, 5u);
  }
}

TEST(GenerateTest, WhatCannotBeIsAnError) {
  struct Case {
    GenerateOptions options;
    std::string message;
  };
  for (const Case& c : {
           Case{{.most_clues = 16}, "no 9x9 puzzle with 16 clues"},
           Case{{.least_clues = 30, .most_clues = 20}, "from 30 to 20"},
           Case{{.least_clues = 82}, "from 82 to 81"},
           Case{{.symmetry = Symmetry::kFull, .pattern = {1, 2, 3}},
                "no 9x9 puzzle with 3 clues"},
           Case{{.difficulty = DifficultyRange{5, 4}}, "least difficulty"},
       }) {
    const absl::StatusOr<Generator> generator =
        Generator::Create(Geometry::Standard(), c.options);
    EXPECT_EQ(generator.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(generator.status().message()),
                HasSubstr(c.message));
  }
}

TEST(GenerateTest, AnInterruptionEndsWhatWouldTakeForEver) {
  dlx::Interrupter interrupter;
  absl::StatusOr<Generator> generator = Generator::Create(
      Geometry::Standard(), {.most_clues = 17, .interrupter = &interrupter});
  ASSERT_TRUE(generator.ok());
  interrupter.Request();
  EXPECT_EQ(generator->Generate(0, 1).status().code(),
            absl::StatusCode::kCancelled);
}

TEST(DifficultyTest, SinglesAndBeyond) {
  const auto puzzle = [](absl::string_view line) {
    return Puzzle(Geometry::Standard(), *Grid::FromLine(line));
  };
  DifficultyMeter meter = *DifficultyMeter::Create(Geometry::Standard());
  // Norvig's grid1 and grid2.
  EXPECT_EQ(meter.Measure(puzzle("..3.2.6..9..3.5..1..18.64....81.29..7.......8"
                                 "..67.82....26.95..8..2.3..9..5.1.3..")),
            0);
  EXPECT_GT(meter.Measure(puzzle("4.....8.5.3..........7......2.....6.....8.4.."
                                 "....1.......6.3.7.5..2.....1.4......")),
            81);
  // Two 4s in a row.
  EXPECT_FALSE(
      IsSolvedBySingles(puzzle(std::string("44") + std::string(79, '.'))));
}

#ifndef NDEBUG
TEST(GeneratorDeathTest, UseAfterMove) {
  absl::StatusOr<Generator> generator =
      Generator::Create(*Geometry::FromSize(4));
  ASSERT_TRUE(generator.ok());
  const Generator moved = *std::move(generator);
  EXPECT_DEATH(static_cast<void>(generator->Generate(0, 1)),
               "state_ != nullptr");
}
#endif  // NDEBUG

// What cannot be is refused, and what was never found is given up.
TEST(GenerateTest, PuzzlesThatCannotBeAreRefused) {
  const Geometry geometry = Geometry::Standard();
  std::vector<int> two_empty_rows;
  for (int cell = 18; cell < 81; ++cell) two_empty_rows.push_back(cell);
  std::vector<int> two_empty_columns;
  for (int cell = 0; cell < 81; ++cell) {
    if (cell % 9 != 3 && cell % 9 != 5) two_empty_columns.push_back(cell);
  }
  for (const auto& [options, sentence] :
       {std::pair(GenerateOptions{.least_clues = 60, .minimal = true},
                  "no 9x9 puzzle is known in which each of 60 clues is needed"),
        std::pair(GenerateOptions{.symmetry = Symmetry::kQuarterTurn,
        .least_clues = 22,
        .most_clues = 23},
                  "clues with the symmetry quarter-turn cannot be as many as "
                  "22 to 23"),
        std::pair(GenerateOptions{.pattern = two_empty_rows},
                  "of the rows 1 to 3, two have no clues"),
        std::pair(GenerateOptions{.pattern = two_empty_columns},
                  "of the columns 4 to 6, two have no clues")}) {
    EXPECT_THAT(Generator::Create(geometry, options).status().message(),
                HasSubstr(sentence));
  }
}

TEST(GenerateTest, APuzzleIsGivenUpAfterSoManyAttempts) {
  const Geometry geometry = Geometry::Standard();
  // Of these, one in a few is as is wanted.
  GenerateOptions options = {.seed = 1, .least_clues = 24, .most_clues = 24};
  options.minimal = true;
  const std::vector<GeneratedPuzzle> all = Make(geometry, options, 30);
  ASSERT_EQ(all.size(), 30u);
  options.most_attempts = 3;
  std::atomic<uint64_t> attempts = 0;
  options.attempts = &attempts;
  const std::vector<GeneratedPuzzle> some = Make(geometry, options, 30);
  ASSERT_LT(some.size(), all.size());
  for (size_t i = 0; i < some.size(); ++i) {
    EXPECT_EQ(some[i].clues, all[i].clues);
    EXPECT_LE(all[i].attempts, 3u);
  }
  EXPECT_GT(all[some.size()].attempts, 3u);
  EXPECT_GT(attempts, some.size());
  // No 4x4 puzzle has three clues.
  EXPECT_TRUE(Make(*Geometry::FromSize(4),
                   {.pattern = {0, 5, 10}, .most_attempts = 20}, 2)
                  .empty());
}

}  // namespace
}  // namespace sudoku
