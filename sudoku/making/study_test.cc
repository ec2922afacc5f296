// Of the files about what those ask who study puzzles: backdoors, unavoidable
// sets, the fewest clues, bands.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/candidates.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/backdoors.h"
#include "sudoku/making/band_table.h"
#include "sudoku/making/bands.h"
#include "sudoku/making/cell_set.h"
#include "sudoku/making/fewest_clues.h"
#include "sudoku/making/singles.h"
#include "sudoku/making/unavoidable.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

using Sets = std::vector<std::vector<int>>;

Grid GridOf(const char* line) {
  absl::StatusOr<Grid> grid = Grid::FromLine(line);
  EXPECT_TRUE(grid.ok()) << grid.status();
  return *grid;
}

// The Java tutorial's board, and its solution.
constexpr char kHard[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1.."
    "9."
    "...4..";
constexpr char kHardSolution[] =
    "81275364994368217567549128315423789636984572128716953452197436843852691779"
    "6"
    "318452";
// The two essentially different grids of 4x4.
constexpr char kSmall[] = "1234341221434321";
constexpr char kOtherSmall[] = "1234341223414123";

bool IsEasy(const Puzzle& puzzle) {
  Grid digits = puzzle.clues;
  while (!digits.is_full()) {
    const Puzzle now(puzzle.geometry, digits);
    const std::vector<Single> singles =
        FindSingles(puzzle.geometry, digits, Candidates(now));
    if (singles.empty()) return false;
    for (const Single& single : singles) {
      digits[single.cell] = static_cast<uint8_t>(single.digit);
    }
  }
  return true;
}

TEST(BackdoorsTest, AnEasyPuzzleHasTheEmptySet) {
  const Puzzle puzzle(*Geometry::FromSize(4), GridOf("1..4..1..2..3..2"));
  EXPECT_THAT(FindBackdoors(puzzle, GridOf("1324241342313142"), 3).sets,
              ElementsAre(IsEmpty()));
}

TEST(BackdoorsTest, AreAllThereAre) {
  const Puzzle puzzle(Geometry::Standard(), GridOf(kHard));
  const Grid solution = GridOf(kHardSolution);
  Sets expected;
  for (int cell = 0; cell < 81; ++cell) {
    if (puzzle.clues[cell] != 0) continue;
    Puzzle told = puzzle;
    told.clues[cell] = solution[cell];
    if (IsEasy(told)) expected.push_back({cell});
  }
  const bool takes_one = !expected.empty();
  for (int a = 0; a < 81 && !takes_one; ++a) {
    for (int b = a + 1; b < 81; ++b) {
      Puzzle told = puzzle;
      if (told.clues[a] != 0 || told.clues[b] != 0) continue;
      told.clues[a] = solution[a];
      told.clues[b] = solution[b];
      if (IsEasy(told)) expected.push_back({a, b});
    }
  }
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(FindBackdoors(puzzle, solution, 3).sets, expected);
  // With fewer cells there is none.
  const int size = static_cast<int>(expected.front().size());
  EXPECT_THAT(FindBackdoors(puzzle, solution, size - 1).sets, IsEmpty());
}

TEST(BackdoorsTest, StopsWhenItIsInterrupted) {
  dlx::Interrupter interrupter;
  interrupter.Request();
  const Puzzle puzzle(Geometry::Standard(), GridOf(kHard));
  const Backdoors backdoors = FindBackdoors(puzzle, GridOf(kHardSolution), 3,
                                            {.interrupter = &interrupter});
  EXPECT_TRUE(backdoors.was_stopped);
  EXPECT_THAT(backdoors.sets, IsEmpty());
  // And when there is no time.
  EXPECT_TRUE(FindBackdoors(puzzle, GridOf(kHardSolution), 3,
                            {.time = absl::ZeroDuration()})
                  .was_stopped);
}

// All solutions of the blank board, and in which cells they differ from this
// one; of that, what contains no smaller set.
Sets UnavoidableSetsByAllGrids(const Geometry& geometry, const Grid& grid) {
  absl::StatusOr<Solver> solver = Solver::Create(geometry);
  EXPECT_TRUE(solver.ok());
  std::set<std::vector<int>> all;
  EXPECT_TRUE(solver
                  ->EnumerateSolutions(Puzzle(geometry), Order::kAny,
                                       [&](const Grid& other) {
                                         if (other != grid) {
                                           all.insert(
                                               DifferingCells(grid, other));
                                         }
                                         return true;
                                       })
                  .ok());
  Sets minimal;
  for (const std::vector<int>& set : all) {
    const bool contains_other =
        std::any_of(all.begin(), all.end(), [&](const auto& other) {
          return other != set && std::includes(set.begin(), set.end(),
                                               other.begin(), other.end());
        });
    if (!contains_other) minimal.push_back(set);
  }
  std::stable_sort(
      minimal.begin(), minimal.end(),
      [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return minimal;
}

TEST(UnavoidableSetsTest, AreAllOfSmallGrids) {
  const Geometry geometry = *Geometry::FromSize(4);
  for (const char* line : {kSmall, kOtherSmall}) {
    const Grid grid = GridOf(line);
    const absl::StatusOr<Sets> sets = UnavoidableSets(geometry, grid, 4);
    ASSERT_TRUE(sets.ok()) << sets.status();
    EXPECT_EQ(*sets, UnavoidableSetsByAllGrids(geometry, grid));
    // With two digits, those of up to five cells: they have four.
    const absl::StatusOr<Sets> small = UnavoidableSets(geometry, grid, 2);
    ASSERT_TRUE(small.ok());
    Sets expected;
    for (const std::vector<int>& set : *sets) {
      std::set<int> digits;
      for (const int cell : set) digits.insert(grid[cell]);
      if (digits.size() <= 2) expected.push_back(set);
      EXPECT_GE(set.size(), 2 * digits.size());
    }
    EXPECT_EQ(*small, expected);
  }
}

TEST(UnavoidableSetsTest, EachHasAClueOfEveryPuzzle) {
  const absl::StatusOr<Sets> sets =
      UnavoidableSets(Geometry::Standard(), GridOf(kHardSolution), 3);
  ASSERT_TRUE(sets.ok()) << sets.status();
  EXPECT_THAT(*sets, SizeIs(testing::Gt(20)));
  const Grid clues = GridOf(kHard);
  for (const std::vector<int>& set : *sets) {
    EXPECT_TRUE(std::any_of(set.begin(), set.end(),
                            [&](int cell) { return clues[cell] != 0; }));
  }
}

TEST(UnavoidableSetsTest, SaysWhatItCannotDo) {
  EXPECT_THAT(std::string(UnavoidableSets(*Geometry::FromSize(12), Grid(12), 2)
                              .status()
                              .message()),
              HasSubstr("up to 11x11"));
  dlx::Interrupter interrupter;
  interrupter.Request();
  EXPECT_FALSE(UnavoidableSets(Geometry::Standard(), GridOf(kHardSolution), 2,
                               {.interrupter = &interrupter})
                   .ok());
  EXPECT_TRUE(absl::IsCancelled(UnavoidableSets(Geometry::Standard(),
                                                GridOf(kHardSolution), 2,
                                                {.time = absl::ZeroDuration()})
                                    .status()));
}

// By all sets of so many cells.
int FewestCluesByTrying(const Geometry& geometry, const Grid& grid) {
  absl::StatusOr<Solver> solver = Solver::Create(geometry);
  int fewest = geometry.cell_count();
  for (uint32_t cells = 0; cells < 1u << geometry.cell_count(); ++cells) {
    if (std::popcount(cells) >= fewest) continue;
    Puzzle puzzle(geometry);
    for (int cell = 0; cell < geometry.cell_count(); ++cell) {
      if ((cells >> cell & 1) != 0) puzzle.clues[cell] = grid[cell];
    }
    if (solver->Solve(puzzle).verdict == Verdict::kUnique) {
      fewest = std::popcount(cells);
    }
  }
  return fewest;
}

TEST(FewestCluesTest, AreRightForSmallGrids) {
  const Geometry geometry = *Geometry::FromSize(4);
  for (const char* line : {kSmall, kOtherSmall}) {
    const Grid grid = GridOf(line);
    const int expected = FewestCluesByTrying(geometry, grid);
    // Also if it has to learn all of the sets.
    for (const Sets& sets : {Sets(), *UnavoidableSets(geometry, grid, 2),
                             *UnavoidableSets(geometry, grid, 4)}) {
      const absl::StatusOr<FewestClues> found =
          FindFewestClues(geometry, grid, sets, 16, {});
      ASSERT_TRUE(found.ok());
      EXPECT_EQ(found->outcome, dlx::Outcome::kExhausted);
      EXPECT_EQ(found->at_least, expected);
      ASSERT_TRUE(found->puzzle.has_value());
      EXPECT_EQ(found->puzzle->filled_count(), expected);
      absl::StatusOr<Solver> solver = Solver::Create(geometry);
      const Answer& answer = solver->Solve(Puzzle(geometry, *found->puzzle));
      EXPECT_EQ(answer.verdict, Verdict::kUnique);
      EXPECT_EQ(answer.solution, grid);
    }
  }
}

TEST(FewestCluesTest, StopsWhereItIsToldTo) {
  const Grid grid = GridOf(kHardSolution);
  const Sets sets = *UnavoidableSets(Geometry::Standard(), grid, 3);
  const absl::StatusOr<FewestClues> nine =
      FindFewestClues(Geometry::Standard(), grid, sets, 8, {});
  ASSERT_TRUE(nine.ok());
  EXPECT_EQ(nine->at_least, 9);
  EXPECT_EQ(nine->outcome, dlx::Outcome::kExhausted);
  EXPECT_FALSE(nine->puzzle.has_value());
  const absl::StatusOr<FewestClues> limited =
      FindFewestClues(Geometry::Standard(), grid, sets, 81, {.nodes = 5'000});
  ASSERT_TRUE(limited.ok());
  EXPECT_EQ(limited->outcome, dlx::Outcome::kNodeLimit);
  EXPECT_GE(limited->at_least, 9);
  EXPECT_LE(limited->at_least, 17);
}

TEST(BandFormsTest, AreTheSameForAllDisguises) {
  const Geometry geometry = Geometry::Standard();
  const Grid grid = GridOf(kHardSolution);
  const absl::StatusOr<std::vector<std::string>> forms =
      BandForms(geometry, grid);
  ASSERT_TRUE(forms.ok()) << forms.status();
  EXPECT_THAT(*forms, SizeIs(6));
  EXPECT_THAT(*forms, Each(StartsWith("123456789")));
  // Rows 1 and 3 exchanged, columns 4 and 5, stacks 1 and 2; digits renamed.
  Grid disguised(9);
  constexpr int kRows[] = {2, 1, 0, 3, 4, 5, 6, 7, 8};
  constexpr int kColumns[] = {4, 3, 5, 0, 1, 2, 6, 7, 8};
  for (int cell = 0; cell < 81; ++cell) {
    disguised[cell] = static_cast<uint8_t>(
        grid[kRows[cell / 9] * 9 + kColumns[cell % 9]] % 9 + 1);
  }
  std::vector<std::string> others = *BandForms(geometry, disguised);
  std::swap(others[3], others[4]);
  EXPECT_EQ(others, *forms);
}

TEST(BandFormsTest, KnowTheMostSymmetricalGrid) {
  const std::vector<std::string> forms =
      *BandForms(Geometry::Standard(), GridOf("123456789456789123789123456"
                                              "231564897564897231897231564"
                                              "312645978645978312978312645"));
  EXPECT_THAT(forms, Each("123456789456789123789123456"));
}

TEST(BandTableTest, HasCanonicalFormsInOrder) {
  const absl::Span<const dlx::StringView> bands = StandardBands();
  ASSERT_EQ(bands.size(), 416);
  EXPECT_EQ(BandNumber("123456789456789123789123456"), 1);
  EXPECT_EQ(BandNumber("123456789789123456456789123"), std::nullopt);
  EXPECT_EQ(BandNumber("12343412"), std::nullopt);
  for (size_t i = 0; i < bands.size(); ++i) {
    EXPECT_EQ(BandNumber(absl::StrCat("123456789", bands[i])), i + 1);
    if (i > 0) {
      EXPECT_LT(bands[i - 1], bands[i]);
    }
  }
}

TEST(BandTableTest, KnowsTheBandsOfGrids) {
  std::vector<std::string> forms =
      *BandForms(Geometry::Standard(), GridOf(kHardSolution));
  for (const std::string& form : forms) {
    EXPECT_TRUE(BandNumber(form).has_value()) << form;
  }
  // The last one, with the rest of a grid below it.
  const std::string clues =
      absl::StrCat("123456789", StandardBands().back(), std::string(54, '.'));
  absl::StatusOr<Solver> solver = Solver::Create(Geometry::Standard());
  ASSERT_TRUE(solver.ok());
  const Answer& answer =
      solver->Solve(Puzzle(Geometry::Standard(), GridOf(clues.c_str())));
  ASSERT_NE(answer.verdict, Verdict::kNone);
  forms = *BandForms(Geometry::Standard(), answer.solution);
  EXPECT_EQ(BandNumber(forms[0]), 416);
}

TEST(BandFormsTest, SayWhatTheyCannotDo) {
  EXPECT_THAT(
      std::string(
          BandForms(*Geometry::FromSize(12), Grid(12)).status().message()),
      HasSubstr("up to 9x9"));
}

TEST(CellSetTest, HoldsCells) {
  const std::vector<int> cells = {0, 5, 63, 64, 80, 127};
  EXPECT_EQ(CellsOf(CellSetOf(cells)), cells);
  EXPECT_EQ(CellCount(CellSetOf(cells)), 6);
  EXPECT_EQ(FirstCell(CellBit(80)), 80);
}

}  // namespace
}  // namespace sudoku
