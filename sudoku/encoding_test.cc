#include "sudoku/encoding.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;

TEST(EncodingTest, SizesOfTheProblem) {
  const struct {
    Geometry geometry;
    size_t options, primary, secondary, uses;
  } kCases[] = {
      {Geometry::Standard(), 729, 324, 0, 4 * 729},
      {*Geometry::FromSize(4), 64, 64, 0, 4 * 64},
      {*Geometry::Classic(2, 3), 216, 144, 0, 4 * 216},
      {*Geometry::FromSize(16), 4096, 1024, 0, 4 * 4096},
      {*Geometry::FromSize(25), 15625, 2500, 0, 4 * 15625},
      {*Geometry::FromSize(36), 46656, 5184, 0, 4 * 46656},
      {Geometry::Standard().WithDiagonals(), 729, 324 + 18, 0,
       4 * 729 + 18 * 9},
      {*Geometry::Standard().WithWindows(), 729, 324 + 36, 0, 4 * 729 + 36 * 9},
      // Two cells in an extra region: the 4 items of the region are secondary.
      {*Geometry::FromSize(4)->WithExtraRegions("a.....a........."), 64, 64, 4,
       4 * 64 + 8},
      {*Geometry::Irregular("1112122233344443"), 64, 64, 0, 4 * 64},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.geometry.Description());
    const Encoding encoding = Encoding::ForGeometry(test.geometry);
    const dlx::Problem& problem = encoding.problem();
    EXPECT_EQ(problem.option_count(), test.options);
    EXPECT_EQ(problem.primary_count(), test.primary);
    EXPECT_EQ(problem.secondary_count(), test.secondary);
    EXPECT_EQ(problem.use_count(), test.uses);
  }
}

TEST(EncodingTest, OptionsAndItemsHaveReadableNames) {
  const Encoding encoding = Encoding::ForGeometry(Geometry::Standard());
  const struct {
    uint32_t option;
    const char* name;
    const char* items;
  } kCases[] = {
      {0, "r1c1=1", "r1c1 r1#1 c1#1 b1#1"},
      {15, "r1c2=7", "r1c2 r1#7 c2#7 b1#7"},
      {400, "r5c9=5", "r5c9 r5#5 c9#5 b6#5"},
      {728, "r9c9=9", "r9c9 r9#9 c9#9 b9#9"},
  };
  for (const auto& test : kCases) {
    const dlx::OptionId option(test.option);
    EXPECT_EQ(encoding.OptionName(option), test.name);
    EXPECT_EQ(encoding.problem().OptionToString(option), test.items);
  }
  const Encoding x_sudoku =
      Encoding::ForGeometry(Geometry::Standard().WithDiagonals());
  EXPECT_EQ(x_sudoku.problem().OptionToString(dlx::OptionId(40 * 9 + 8)),
            "r5c5 r5#9 c5#9 b5#9 d1#9 d2#9");
  const Encoding large = Encoding::ForGeometry(*Geometry::FromSize(36));
  EXPECT_EQ(large.OptionName(dlx::OptionId(46655)), "r36c36=@");
}

TEST(EncodingTest, OptionsArePlacementsInOrder) {
  const Encoding encoding = Encoding::ForGeometry(*Geometry::Classic(3, 4));
  uint32_t next = 0;
  for (uint16_t cell = 0; cell < 144; ++cell) {
    for (uint8_t digit = 1; digit <= 12; ++digit) {
      const Placement placement = {cell, digit};
      EXPECT_EQ(encoding.placement(dlx::OptionId(next)), placement);
      EXPECT_EQ(encoding.FindOption(placement), dlx::OptionId(next));
      ++next;
    }
  }
  EXPECT_EQ(encoding.FindOption({0, 13}), std::nullopt);
  EXPECT_EQ(encoding.FindOption({144, 1}), std::nullopt);
}

TEST(EncodingTest, ItemsAreCellsThenHouses) {
  const Encoding encoding = Encoding::ForGeometry(*Geometry::FromSize(4));
  std::vector<std::string> names;
  for (uint32_t item : {0, 15, 16, 19, 20, 32, 48, 63}) {
    names.emplace_back(encoding.problem().item_name(dlx::ItemId(item)));
  }
  EXPECT_THAT(names, ElementsAre("r1c1", "r4c4", "r1#1", "r1#4", "r2#1", "c1#1",
                                 "b1#1", "b4#4"));
}

TEST(EncodingTest, CluesBecomeGivensAndComeBack) {
  const Encoding encoding = Encoding::ForGeometry(Geometry::Standard());
  const Grid clues = *Grid::FromLine(
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1"
      "..9....4..");
  std::vector<dlx::OptionId> givens;
  encoding.AppendGivens(clues, givens);
  ASSERT_EQ(givens.size(), 21u);
  EXPECT_EQ(encoding.OptionName(givens[0]), "r1c1=8");
  EXPECT_EQ(encoding.OptionName(givens[1]), "r2c3=3");
  EXPECT_EQ(encoding.OptionName(givens[20]), "r9c7=4");
  Grid decoded(9);
  encoding.Decode(givens, decoded);
  EXPECT_EQ(decoded, clues);
}

TEST(EncodingTest, GivensAreTheOptionsOfTheClues) {
  std::mt19937 random(1);
  for (const int size : {4, 6, 9, 10, 12, 16, 36}) {
    SCOPED_TRACE(size);
    const Encoding encoding = Encoding::ForGeometry(*Geometry::FromSize(size));
    // One cell in so many has a clue; with 1, all of them have.
    for (const int sparsity : {1, 2, 4, 30, 2000}) {
      Grid clues(size);
      std::vector<dlx::OptionId> expected = {dlx::OptionId(3)};
      for (int cell = 0; cell < clues.cell_count(); ++cell) {
        if (random() % sparsity != 0) continue;
        clues[cell] = static_cast<uint8_t>(1 + random() % size);
        expected.push_back(
            *encoding.FindOption({static_cast<uint16_t>(cell), clues[cell]}));
      }
      std::vector<dlx::OptionId> givens = {dlx::OptionId(3)};
      encoding.AppendGivens(clues, givens);
      EXPECT_EQ(givens, expected);
    }
  }
}

TEST(EncodingTest, OnlyTheOptionsThatAPuzzleLeaves) {
  const Puzzle puzzle(*Geometry::FromSize(4),
                      *Grid::FromLine("1....2....3....4"));
  const Encoding encoding = Encoding::ForPuzzle(puzzle);
  EXPECT_EQ(encoding.problem().item_count(), 64u);
  std::vector<std::string> names;
  for (uint32_t i = 0; i < encoding.problem().option_count(); ++i) {
    names.push_back(encoding.OptionName(dlx::OptionId(i)));
  }
  EXPECT_THAT(
      names,
      ElementsAre("r1c1=1", "r1c2=3", "r1c2=4", "r1c3=2", "r1c3=4", "r1c4=2",
                  "r1c4=3", "r2c1=3", "r2c1=4", "r2c2=2", "r2c3=1", "r2c3=4",
                  "r2c4=1", "r2c4=3", "r3c1=2", "r3c1=4", "r3c2=1", "r3c2=4",
                  "r3c3=3", "r3c4=1", "r3c4=2", "r4c1=2", "r4c1=3", "r4c2=1",
                  "r4c2=3", "r4c3=1", "r4c3=2", "r4c4=4"));
  EXPECT_EQ(encoding.FindOption({1, 3}), dlx::OptionId(1));
  EXPECT_EQ(encoding.FindOption({1, 1}), std::nullopt);
  EXPECT_EQ(encoding.problem().OptionToString(dlx::OptionId(1)),
            "r1c2 r1#3 c2#3 b1#3");
}

// ---------------------------------------------------------------------------
// Further rules.

// The 4x4 grid whose cells r1c1 and r2c4 together make 5: two of the placements
// share an option that says which pair it is.
Encoding WithSumOfFive(const Encoding& plain) {
  dlx::ProblemBuilder builder(plain.problem());
  const dlx::ItemId pair = builder.AddPrimary("pair");
  for (int first = 1; first <= 4; ++first) {
    const dlx::ItemId a =
        builder.AddSecondary("r1c1 is not " + std::to_string(first));
    const dlx::ItemId b =
        builder.AddSecondary("r2c4 is not " + std::to_string(first));
    builder.AddToOption(*plain.FindOption({0, static_cast<uint8_t>(first)}),
                        {a});
    builder.AddToOption(*plain.FindOption({7, static_cast<uint8_t>(first)}),
                        {b});
  }
  for (int first = 1; first <= 4; ++first) {
    std::vector<dlx::ItemUse> uses = {pair};
    for (int digit = 1; digit <= 4; ++digit) {
      const std::string name = std::to_string(digit);
      if (digit != first) {
        uses.push_back(*builder.FindItem("r1c1 is not " + name));
      }
      if (digit != 5 - first) {
        uses.push_back(*builder.FindItem("r2c4 is not " + name));
      }
    }
    builder.AddOption(uses);
  }
  const absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  EXPECT_TRUE(problem.ok()) << problem.status();
  const absl::StatusOr<Encoding> encoding = plain.WithRules(*problem);
  EXPECT_TRUE(encoding.ok()) << encoding.status();
  return *encoding;
}

// The grids that a solver for this encoding finds, in order.
std::vector<std::string> Solutions(const Encoding& encoding,
                                   const Puzzle& puzzle, int threads) {
  absl::StatusOr<Solver> solver =
      Solver::Create(encoding, {.threads = threads});
  EXPECT_TRUE(solver.ok()) << solver.status();
  std::vector<std::string> lines;
  const auto collect = [&](const Grid& grid) {
    lines.push_back(grid.ToLine());
    return true;
  };
  EXPECT_TRUE(
      solver->EnumerateSolutions(puzzle, Order::kLexicographic, collect).ok());
  EXPECT_EQ(solver->CountSolutions(puzzle)->count, lines.size());
  const Answer& answer = solver->Solve(puzzle);
  EXPECT_EQ(answer.verdict, lines.empty()       ? Verdict::kNone
                            : lines.size() == 1 ? Verdict::kUnique
                                                : Verdict::kMultiple);
  if (answer.has_solution()) {
    EXPECT_THAT(lines, ::testing::Contains(answer.solution.ToLine()));
  }
  return lines;
}

TEST(WithRulesTest, SolutionsAreThoseThatKeepTheRule) {
  const Geometry geometry = *Geometry::FromSize(4);
  const Encoding plain = Encoding::ForGeometry(geometry);
  const Encoding with_sum = WithSumOfFive(plain);
  std::vector<DigitSet> marks(16, AllDigits(4));
  marks[0] = DigitBit(2) | DigitBit(3);
  marks[5] &= ~DigitBit(1);
  Puzzle clues(geometry);
  clues.clues[0] = 2;
  clues.clues[13] = 4;
  for (const Puzzle& puzzle :
       {Puzzle(geometry), clues, FromCandidates(geometry, marks)}) {
    for (const int threads : {1, 3}) {
      std::vector<std::string> expected;
      for (const std::string& line : Solutions(plain, puzzle, 1)) {
        if (line[0] - '0' + line[7] - '0' == 5) expected.push_back(line);
      }
      EXPECT_GT(expected.size(), 1);
      EXPECT_EQ(Solutions(with_sum, puzzle, threads), expected);
    }
  }
}

TEST(WithRulesTest, TellsItsOwnOptionsAndItemsFromFurtherOnes) {
  const Encoding plain = Encoding::ForGeometry(*Geometry::FromSize(4));
  const Encoding with_sum = WithSumOfFive(plain);
  EXPECT_TRUE(with_sum.is_placement(dlx::OptionId(63)));
  EXPECT_FALSE(with_sum.is_placement(dlx::OptionId(64)));
  Grid grid(4);
  with_sum.Decode({dlx::OptionId(67), dlx::OptionId(6)}, grid);
  EXPECT_EQ(grid.ToLine(), ".3..............");

  using Kind = ItemMeaning::Kind;
  EXPECT_EQ(with_sum.meaning(dlx::ItemId(15)),
            (ItemMeaning{.kind = Kind::kCell, .cell = 15}));
  EXPECT_EQ(with_sum.meaning(dlx::ItemId(16)),
            (ItemMeaning{.kind = Kind::kHouse, .house = 0, .digit = 1}));
  EXPECT_EQ(with_sum.meaning(dlx::ItemId(63)),
            (ItemMeaning{.kind = Kind::kHouse, .house = 11, .digit = 4}));
  EXPECT_EQ(with_sum.meaning(dlx::ItemId(64)).kind, Kind::kRule);
}

TEST(WithRulesTest, EveryItemMeansWhatItsNameSays) {
  const Geometry geometry = *Geometry::Irregular("1112122233344443")
                                 ->WithExtraRegions("aa..........bb..");
  const Encoding encoding = Encoding::ForGeometry(geometry.WithDiagonals());
  const absl::Span<const House> houses = encoding.geometry().houses();
  for (uint32_t i = 0; i < encoding.problem().item_count(); ++i) {
    const ItemMeaning meaning = encoding.meaning(dlx::ItemId(i));
    const std::string name = meaning.kind == ItemMeaning::Kind::kCell
                                 ? CellName(meaning.cell, 4)
                                 : houses[meaning.house].ShortName() + "#" +
                                       std::to_string(meaning.digit);
    EXPECT_EQ(encoding.problem().item_name(dlx::ItemId(i)), name);
  }
}

TEST(WithRulesTest, RefusesAProblemOfSomethingElse) {
  const Encoding small = Encoding::ForGeometry(*Geometry::FromSize(4));
  const Encoding diagonal =
      Encoding::ForGeometry(Geometry::FromSize(4)->WithDiagonals());
  EXPECT_TRUE(small.WithRules(small.problem()).ok());
  EXPECT_TRUE(
      absl::IsInvalidArgument(diagonal.WithRules(small.problem()).status()));
  EXPECT_TRUE(
      absl::IsInvalidArgument(Encoding::ForGeometry(Geometry::Standard())
                                  .WithRules(small.problem())
                                  .status()));
}

TEST(WithRulesTest, ASolverOfOnePuzzleIsForItAndForWhatLeavesLess) {
  Puzzle puzzle(*Geometry::FromSize(4));
  puzzle.clues[0] = 1;
  absl::StatusOr<Solver> solver = Solver::Create(Encoding::ForPuzzle(puzzle));
  ASSERT_TRUE(solver.ok());
  EXPECT_EQ(solver->CountSolutions(puzzle)->count, 288 / 4);
  puzzle.clues[1] = 2;
  EXPECT_EQ(solver->CountSolutions(puzzle)->count, 288 / 4 / 3);
  puzzle.clues[0] = 3;
  EXPECT_EQ(solver->Solve(puzzle).verdict, Verdict::kNone);
}

#ifndef NDEBUG
TEST(EncodingDeathTest, OptionsAndItemsOfAnotherProblem) {
  const Encoding encoding = Encoding::ForGeometry(*Geometry::FromSize(4));
  Grid grid(4);
  std::vector<dlx::OptionId> givens;
  EXPECT_DEATH(encoding.placement(dlx::OptionId(64)), "is_placement");
  EXPECT_DEATH(encoding.meaning(dlx::ItemId(64)), "item_count");
  EXPECT_DEATH(encoding.Decode({dlx::OptionId(64)}, grid), "is_placement");
  EXPECT_DEATH(encoding.AppendGivens(Grid(9), givens), "clues.size");
  grid[0] = 5;
  EXPECT_DEATH(encoding.AppendGivens(grid, givens), "<= size");
}
#endif  // NDEBUG

}  // namespace
}  // namespace sudoku
