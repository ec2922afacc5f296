#include "sudoku/candidates.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

// The candidates of all cells, joined by spaces.
std::string Describe(const Puzzle& puzzle) {
  std::string text;
  for (DigitSet digits : Candidates(puzzle)) {
    if (!text.empty()) text += ' ';
    text += digits == 0 ? "-" : DigitSetToString(digits);
  }
  return text;
}

TEST(CandidatesTest, MolersFirstCell) {
  const Puzzle puzzle(Geometry::Standard(),
                      *Grid::FromLine(".2..3..4.6.......3..4...5.....8.6...8..."
                                      "1...6...7.5.....7...6..4.......8.3..4.."
                                      "2."));
  const std::vector<DigitSet> candidates = Candidates(puzzle);
  EXPECT_EQ(DigitSetToString(candidates[0]), "1579");
  EXPECT_EQ(DigitSetToString(candidates[1]), "2") << "a clue stands for itself";
}

TEST(CandidatesTest, OfSmallGrids) {
  const Geometry small = *Geometry::FromSize(4);
  const struct {
    Geometry geometry;
    const char* line;
    const char* candidates;
  } kCases[] = {
      {small, "................",
       "1234 1234 1234 1234 1234 1234 1234 1234 "
       "1234 1234 1234 1234 1234 1234 1234 1234"},
      {small, "1...............",
       "1 234 234 234 234 234 1234 1234 "
       "234 1234 1234 1234 234 1234 1234 1234"},
      {small.WithDiagonals(), "1...............",
       "1 234 234 234 234 234 1234 1234 "
       "234 1234 234 1234 234 1234 1234 234"},
      // Contradicting clues leave nothing.
      {small, "1..1............",
       "- 234 234 - 234 234 234 234 "
       "234 1234 1234 234 234 1234 1234 234"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(Describe(Puzzle(test.geometry, *Grid::FromLine(test.line))),
              test.candidates)
        << test.line << " on " << test.geometry.Description();
  }
}

TEST(CandidatesTest, OfPencilmarks) {
  std::vector<DigitSet> marks(16, AllDigits(4));
  marks[0] = DigitBit(3);
  marks[1] = DigitBit(3) | DigitBit(4);
  marks[15] = 0;
  const Puzzle puzzle = FromCandidates(*Geometry::FromSize(4), marks);
  EXPECT_EQ(puzzle.clues.ToLine(), "3...............");
  EXPECT_EQ(Describe(puzzle),
            "3 4 124 124 124 124 1234 1234 124 1234 1234 1234 124 1234 1234 -");
}

TEST(DigitSetTest, ToString) {
  EXPECT_EQ(DigitSetToString(0), "");
  EXPECT_EQ(DigitSetToString(DigitBit(1) | DigitBit(10) | DigitBit(36)), "1A@");
  EXPECT_EQ(DigitSetToString(AllDigits(36)),
            "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@");
}

#ifndef NDEBUG
TEST(PuzzleDeathTest, GridsOfAnotherSize) {
  const Geometry geometry = Geometry::Standard();
  Puzzle puzzle(geometry);
  puzzle.clues = Grid(4);
  EXPECT_DEATH(Puzzle(geometry, Grid(4)), "clues.size");
  EXPECT_DEATH(static_cast<void>(Candidates(puzzle)), "clues.size");
  EXPECT_DEATH(static_cast<void>(FromCandidates(geometry, {DigitBit(1)})),
               "candidates.size");
  EXPECT_DEATH(static_cast<void>(DigitBit(0)), "1 <= digit");
}
#endif  // NDEBUG

}  // namespace
}  // namespace sudoku
