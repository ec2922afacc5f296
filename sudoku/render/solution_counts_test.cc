#include "sudoku/render/solution_counts.h"

#include <string>
#include <vector>

#include "dlx/natural.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Of a 4x4 puzzle with two clues: the numbers are not those of a real one.
SolutionCounts Example() {
  SolutionCounts counts = {
      .puzzle =
          Puzzle(*Geometry::FromSize(4), *Grid::FromLine("12..............")),
      .total = 24,
      .by_placement = std::vector<std::vector<dlx::Natural>>(
          16, std::vector<dlx::Natural>{0, 0, 6, 18})};
  counts.by_placement[0] = {24, 0, 0, 0};
  counts.by_placement[1] = {0, 24, 0, 0};
  counts.by_placement[5] = {0, 0, 0, 24};
  return counts;
}

TEST(SolutionCountsTest, NumbersFitIntoTheirRoom) {
  EXPECT_EQ(ShortNumber(14200, 5), "14200");
  EXPECT_EQ(ShortNumber(142001, 5), "1.4e5");
  EXPECT_EQ(ShortNumber(9'999'999, 7), "9999999");
  EXPECT_EQ(ShortNumber(16'073'652, 7), "1.607e7");
  EXPECT_EQ(ShortNumber(dlx::Natural::PowerOfTwo(72), 5), "4.7e21");
}

TEST(SolutionCountsTest, WhatIsTheSameInAllSolutions) {
  const SolutionCounts counts = Example();
  EXPECT_EQ(counts.FixedDigit(5), 4);
  EXPECT_EQ(counts.FixedDigit(2), 0);
  EXPECT_DOUBLE_EQ(counts.Share(2, 3), 0.25);
}

TEST(SolutionCountsTest, Text) {
  const std::string text = DrawCounts(Example(), TextColors::kNone);
  EXPECT_THAT(text, StartsWith("+-------------+-------------+\n"
                               "| [1]   [2]   | 3: 6  3: 6  |\n"
                               "|             | 4:18  4:18  |\n"
                               "|             |             |\n"
                               "| 3: 6  (4)   | 3: 6  3: 6  |\n"
                               "| 4:18        | 4:18  4:18  |\n"
                               "+-------------+-------------+\n"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(DrawCounts(Example(), TextColors::kAnsi),
              AllOf(HasSubstr("\x1b[97;48;5;124m4:18\x1b[0m"),
                    HasSubstr("\x1b[97;48;5;58m3: 6\x1b[0m")));
}

TEST(SolutionCountsTest, HeatMap) {
  EXPECT_THAT(CountsSvg(Example(), "a < b"),
              AllOf(StartsWith("<svg "), HasSubstr("<title>a &lt; b</title>"),
                    HasSubstr("prefers-color-scheme:dark"),
                    HasSubstr("<title>r1c3=3: 6 of 24</title>\n"
                              "<rect class=\"heat\" fill-opacity=\"0.500\""),
                    HasSubstr("class=\"clue\""), HasSubstr("class=\"fixed\""),
                    HasSubstr(">of 24 solutions<"), EndsWith("</svg>\n")));
}

// A quarter of the solutions: a bar of a quarter of 30.
TEST(SolutionCountsTest, HeatMapOnPaper) {
  const std::string svg = CountsSvg(Example(), "");
  EXPECT_THAT(
      svg, AllOf(HasSubstr("@media print{"), HasSubstr(".share{display:none}"),
                 HasSubstr("width=\"7.5\" height=\"3\"/>")));
}

TEST(SolutionCountsTest, Page) {
  SolutionCounts noted = Example();
  noted.puzzle.note = "x & y";
  EXPECT_THAT(CountsPage({{Example(), noted}}, "T"),
              AllOf(StartsWith("<!DOCTYPE html>\n"),
                    HasSubstr(std::string(kCountsPageMark)),
                    HasSubstr("<figcaption>12..............</figcaption>"),
                    HasSubstr("<figcaption>x &amp; y</figcaption>"),
                    Not(HasSubstr("{{"))));
}

}  // namespace
}  // namespace sudoku
