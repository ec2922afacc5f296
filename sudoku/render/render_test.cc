// What pictures of grids look like, as text and as SVG.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/candidates.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/singles.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/dark_colors.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/render/print_page.h"
#include "sudoku/render/svg.h"
#include "sudoku/rules/kind.h"

namespace sudoku::render_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Puzzle Small() {
  return Puzzle(*Geometry::FromSize(4), *Grid::FromLine("1..4..1..2..3..2"));
}

Puzzle Jigsaw() {
  return Puzzle(*Geometry::Irregular("1122"
                                     "1132"
                                     "4332"
                                     "4443"),
                *Grid::FromLine("1...2.......3..."));
}

// Counts how often a piece of text occurs.
int Count(absl::string_view text, absl::string_view piece) {
  int count = 0;
  for (size_t at = text.find(piece); at != absl::string_view::npos;
       at = text.find(piece, at + 1)) {
    ++count;
  }
  return count;
}

TEST(DrawGridTest, FramesBoxes) {
  EXPECT_EQ(DrawGrid(GridPicture::OfClues(Small())),
            "+-----+-----+\n"
            "| 1 . | . 4 |\n"
            "| . . | 1 . |\n"
            "+-----+-----+\n"
            "| . 2 | . . |\n"
            "| 3 . | . 2 |\n"
            "+-----+-----+\n");
}

TEST(DrawGridTest, FramesLyingBoxes) {
  EXPECT_EQ(DrawGrid(GridPicture(*Geometry::Classic(2, 3))),
            "+-------+-------+\n"
            "| . . . | . . . |\n"
            "| . . . | . . . |\n"
            "+-------+-------+\n"
            "| . . . | . . . |\n"
            "| . . . | . . . |\n"
            "+-------+-------+\n"
            "| . . . | . . . |\n"
            "| . . . | . . . |\n"
            "+-------+-------+\n");
}

TEST(DrawGridTest, FramesIrregularRegions) {
  EXPECT_EQ(DrawGrid(GridPicture::OfClues(Jigsaw())),
            "+-------+-------+\n"
            "| 1   . | .   . |\n"
            "|       +---+   |\n"
            "| 2   . | . | . |\n"
            "+---+---+   |   |\n"
            "| . | .   . | . |\n"
            "|   +-------+---+\n"
            "| 3   .   . | . |\n"
            "+-----------+---+\n");
}

TEST(DrawGridTest, ColorsTellCluesFromFilledDigits) {
  GridPicture picture =
      GridPicture::OfSolution(Small(), *Grid::FromLine("1324241341323241"));
  picture.wrong_cells = {2};
  const std::string text = DrawGrid(picture, TextColors::kAnsi);
  EXPECT_THAT(text, HasSubstr("\x1b[1m1\x1b[0m \x1b[38;5;32m3\x1b[0m | "
                              "\x1b[1;38;5;196m2\x1b[0m \x1b[1m4\x1b[0m |"));
  picture.tried_cells = {1};
  EXPECT_THAT(DrawGrid(picture, TextColors::kAnsi),
              HasSubstr("\x1b[1m1\x1b[0m \x1b[1;38;5;134m3\x1b[0m | "));
  picture.active_cells = {1};
  EXPECT_THAT(DrawGrid(picture, TextColors::kAnsi),
              HasSubstr("\x1b[1;38;5;134m\x1b[7m3\x1b[0m | "));
  EXPECT_THAT(DrawGrid(picture, TextColors::kStyles),
              HasSubstr("\x1b[1m1\x1b[0m \x1b[4m\x1b[7m3\x1b[0m | "));
  EXPECT_THAT(DrawGrid(picture), Not(HasSubstr("\x1b")));
}

TEST(DrawGridTest, AWrongCellThatIsEmptyIsADeadEnd) {
  GridPicture picture = GridPicture::OfClues(Small());
  picture.wrong_cells = {1};
  EXPECT_THAT(DrawGrid(picture), HasSubstr("| 1 ? | . 4 |"));
  EXPECT_THAT(GridSvg(picture), HasSubstr(">?</text>"));
}

TEST(DrawLegendTest, LooksLikeTheGrid) {
  EXPECT_EQ(DrawLegend(TextColors::kNone, true),
            "[1] clue  <2> tried  (3) implied  (4) wrong");
  EXPECT_EQ(DrawLegend(TextColors::kStyles, false),
            "\x1b[1m1\x1b[0m clue  \x1b[4m2\x1b[0m tried  3 implied  "
            "\x1b[1;4m4\x1b[0m wrong");
}

TEST(DrawGridTest, LinesOfUnicodeMeet) {
  EXPECT_EQ(DrawGrid(GridPicture::OfClues(Jigsaw()), TextColors::kNone,
                     LineArt::kBoxDrawing),
            "┌───────┬───────┐\n"
            "│ 1   . │ .   . │\n"
            "│       ├───┐   │\n"
            "│ 2   . │ . │ . │\n"
            "├───┬───┘   │   │\n"
            "│ . │ .   . │ . │\n"
            "│   └───────┼───┤\n"
            "│ 3   .   . │ . │\n"
            "└───────────┴───┘\n");
}

TEST(DrawCandidatesTest, PutsSmallDigitsAtTheirPlaces) {
  const Puzzle puzzle = Small();
  GridPicture picture = GridPicture::OfClues(puzzle);
  picture.candidates = Candidates(puzzle);
  picture.digits[3 * 4 + 1] = 1;
  EXPECT_EQ(DrawCandidates(picture),
            "+-------------+-------------+\n"
            "|  [1]        |   2    [4]  |\n"
            "|        3    |  3          |\n"
            "|             |             |\n"
            "|   2         |  [1]        |\n"
            "|   4    34   |        3    |\n"
            "+-------------+-------------+\n"
            "|        [2]  |        1    |\n"
            "|   4         |  34    3    |\n"
            "|             |             |\n"
            "|  [3]   (1)  |        [2]  |\n"
            "|             |   4         |\n"
            "+-------------+-------------+\n");
}

TEST(DrawCandidatesTest, TellsTriedDigitsFromOthersWithoutColors) {
  GridPicture picture = GridPicture::OfClues(Small());
  picture.digits[1] = 3;
  picture.digits[2] = 2;
  picture.tried_cells = {1};
  EXPECT_THAT(DrawCandidates(picture),
              HasSubstr("|  [1]   <3>  |  (2)   [4]  |\n"));
}

TEST(DrawCandidatesTest, CanDoWithoutGaps) {
  GridPicture picture(*Geometry::FromSize(4));
  picture.candidates.assign(16, AllDigits(4));
  EXPECT_EQ(DrawCandidates(picture, TextColors::kNone, LineArt::kAscii,
                           /*has_gaps=*/false),
            "+-------------+-------------+\n"
            "|  12    12   |  12    12   |\n"
            "|  34    34   |  34    34   |\n"
            "|  12    12   |  12    12   |\n"
            "|  34    34   |  34    34   |\n"
            "+-------------+-------------+\n"
            "|  12    12   |  12    12   |\n"
            "|  34    34   |  34    34   |\n"
            "|  12    12   |  12    12   |\n"
            "|  34    34   |  34    34   |\n"
            "+-------------+-------------+\n");
}

TEST(DrawCandidatesTest, StrikesOutWhatHasJustBeenRuledOut) {
  GridPicture picture(*Geometry::FromSize(4));
  picture.candidates.assign(16, AllDigits(4) & ~DigitBit(2));
  picture.struck_candidates.assign(16, 0);
  picture.struck_candidates[0] = DigitBit(2);
  EXPECT_THAT(DrawCandidates(picture), HasSubstr("|  1x    1    |"));
  EXPECT_THAT(DrawCandidates(picture, TextColors::kStyles),
              HasSubstr("\x1b[2m1\x1b[0m\x1b[1mx\x1b[0m"));
  EXPECT_THAT(DrawCandidates(picture, TextColors::kAnsi),
              HasSubstr("\x1b[9;38;5;196m2\x1b[0m"));
  EXPECT_EQ(Count(GridSvg(picture), "line-through"), 1);
}

TEST(DrawCandidatesTest, ShowsDeadEnds) {
  GridPicture picture(*Geometry::FromSize(4));
  picture.candidates.assign(16, AllDigits(4));
  picture.candidates[0] = 0;
  EXPECT_THAT(DrawCandidates(picture), HasSubstr("|   ?    12"));
}

TEST(FindSinglesTest, FindsNakedAndHiddenSingles) {
  const Puzzle puzzle = Small();
  const std::vector<DigitSet> candidates = Candidates(puzzle);
  const std::vector<Single> singles =
      FindSingles(puzzle.geometry, puzzle.clues, candidates);
  std::vector<std::string> names;
  for (const Single& single : singles) {
    names.push_back(absl::StrCat(
        CellName(single.cell, 4), "=", single.digit, " ",
        single.is_naked() ? "naked"
                          : puzzle.geometry.houses()[single.house].LongName()));
  }
  EXPECT_THAT(names, ElementsAre("r1c2=3 naked", "r2c4=3 naked", "r3c1=4 naked",
                                 "r4c3=4 naked", "r1c3=2 row 1", "r2c1=2 row 2",
                                 "r3c4=1 row 3", "r4c2=1 row 4"));
}

TEST(FindSinglesTest, DoesNotLookForEveryDigitInSmallHouses) {
  const Geometry geometry =
      *Geometry::FromSize(4)->WithExtraRegions("aa..............");
  std::vector<DigitSet> candidates(16, AllDigits(4));
  EXPECT_THAT(FindSingles(geometry, Grid(4), candidates), ElementsAre());
}

TEST(GridSvgTest, HasADigitForEachFilledCell) {
  const std::string svg = GridSvg(
      GridPicture::OfSolution(Small(), *Grid::FromLine("1324241341323241")),
      "A \"small\" <one>");
  EXPECT_THAT(svg, HasSubstr("<title>A &quot;small&quot; &lt;one&gt;</title>"));
  EXPECT_EQ(Count(svg, "<text "), 16);
  EXPECT_EQ(Count(svg, "fill=\"#111\">"), 6) << "clues";
  EXPECT_EQ(Count(svg, "fill=\"#1a5fb4\">"), 10) << "filled digits";
}

TEST(GridSvgTest, IsWellFormedWhateverItsTitleIs) {
  GridPicture picture = GridPicture::OfClues(Small());
  picture.caption = "a < b & \x01";
  const std::string svg = GridSvg(picture, "\x1b<caf\xE9> \"&\" \xC2\x9B.svg");
  EXPECT_THAT(svg, HasSubstr("<title>\xEF\xBF\xBD&lt;caf\xEF\xBF\xBD&gt; "
                             "&quot;&amp;&quot; \xEF\xBF\xBD.svg</title>"));
  EXPECT_THAT(svg, HasSubstr(">a &lt; b &amp; \xEF\xBF\xBD</text>"));
}

TEST(GridSvgTest, DrawsRegionsWithThickLines) {
  const std::string svg = GridSvg(GridPicture::OfClues(Jigsaw()));
  // The border between regions 1 and 2, and the one below region 1.
  EXPECT_THAT(svg, HasSubstr("M96 0V96"));
  EXPECT_THAT(svg, HasSubstr("M0 96H96"));
}

TEST(GridSvgTest, MarksCandidates) {
  const Puzzle puzzle = Small();
  GridPicture picture = GridPicture::OfClues(puzzle);
  picture.candidates = Candidates(puzzle);
  picture.marked_candidates.assign(16, 0);
  picture.marked_candidates[1] = DigitBit(3);
  const std::string svg = GridSvg(picture);
  EXPECT_EQ(Count(svg, "<circle "), 1);
  // Clues, the candidates of each other cell, and the one that is marked.
  EXPECT_EQ(picture.candidates[1] & ~DigitBit(3), 0);
  EXPECT_EQ(Count(svg, "<text "), 6 + 9 + 1);
}

TEST(GridSvgTest, ShowsWhatHappens) {
  GridPicture picture = GridPicture::OfClues(Small());
  picture.digits[1] = 3;
  picture.tried_cells = {1};
  EXPECT_THAT(GridSvg(picture), HasSubstr("fill=\"#9141ac\">3</text>"));
  EXPECT_THAT(GridSvg(picture), Not(HasSubstr("#ffe8b0")));
  picture.active_cells = {1};
  EXPECT_THAT(GridSvg(picture), HasSubstr("fill=\"#ffe8b0\""));
  picture.caption = "Step 1: try r1c2 = 3 & see";
  EXPECT_THAT(GridSvg(picture),
              AllOf(HasSubstr(">Step 1: try r1c2 = 3 &amp; see<"),
                    HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                              "width=\"456\"")));
}

TEST(GridTest, EmptyCellsCanHoldTexts) {
  GridPicture picture = GridPicture::OfClues(Small());
  picture.cell_texts.assign(16, "");
  int empty = 0;
  while (picture.clues[empty] != 0) ++empty;
  picture.cell_texts[empty] = "r1<2";
  EXPECT_THAT(GridSvg(picture), HasSubstr(">r1&lt;2</text>"));
  const std::string text = DrawGrid(picture);
  EXPECT_EQ(Count(text, "r1<2"), 1);
  EXPECT_EQ(text.substr(0, text.find('\n')), "+-----------+-----------+");
  // Clues stay.
  picture.cell_texts.assign(16, "name");
  EXPECT_EQ(Count(GridSvg(picture), ">name<"),
            16 - picture.clues.filled_count());
}

TEST(GridSvgTest, ShadesDiagonalsAndExtraRegions) {
  const std::string plain = GridSvg(GridPicture(Geometry::Standard()));
  EXPECT_EQ(Count(plain, "<path "), 2);
  EXPECT_EQ(Count(GridSvg(GridPicture(Geometry::Standard().WithDiagonals())),
                  "<path "),
            4);
  EXPECT_EQ(Count(GridSvg(GridPicture(*Geometry::Standard().WithWindows())),
                  "<path "),
            6);
}

TEST(MatrixSvgTest, HasASquareForEachUse) {
  const Geometry geometry = *Geometry::FromSize(4);
  const std::string all = MatrixSvg(Encoding::ForGeometry(geometry), "4x4");
  // 64 options of 4 items, and 5 names: 4 of kinds, one in the title.
  EXPECT_EQ(Count(all, "h11v11h-11z"), 64 * 4);
  EXPECT_THAT(all, HasSubstr(">r4c4=4</text>"));
  EXPECT_THAT(all, HasSubstr(">b4#4</text>"));
  EXPECT_THAT(all, HasSubstr(">digits in columns</text>"));
  const Encoding encoding = Encoding::ForPuzzle(Small());
  EXPECT_EQ(Count(MatrixSvg(encoding), "h11v11h-11z"),
            4 * encoding.problem().option_count());
  // The large one is drawn small.
  EXPECT_EQ(
      Count(MatrixSvg(Encoding::ForGeometry(Geometry::Standard())), "h3v3h-3z"),
      729 * 4);
}

TEST(PrintPageTest, LargeGridsHaveMoreRoom) {
  const std::string page = PrintPage(
      {{.puzzle = Small()}, {.puzzle = Puzzle(*Geometry::FromSize(16))}},
      "Two");
  EXPECT_EQ(Count(page, "<figure>"), 1);
  EXPECT_EQ(Count(page, "<figure class=\"large\">"), 1);
}

TEST(PrintPageTest, TellsTheRulesOfEachKind) {
  const PrintedPuzzle small = {.puzzle = Small()};
  EXPECT_THAT(PrintPage({small, small}, "Two", 4),
              AllOf(HasSubstr("<p>Each row, column and box holds the digits "
                              "1 to 4.</p>"),
                    HasSubstr("class=\"sheets-of-4\"")));
  const PrintedPuzzle crossed = {
      .puzzle = Puzzle(Geometry::FromSize(16)->WithDiagonals())};
  EXPECT_THAT(
      PrintPage({crossed}, "One"),
      HasSubstr("<p>Each row, column, box and diagonal holds the digits "
                "1 to 9 and A to G.</p>"));
  EXPECT_THAT(
      PrintPage({small, crossed, small, small, small}, "Five"),
      HasSubstr("<p><b>1, 3 to 5</b> Each row, column and box holds the digits "
                "1 to 4.<br>\n<b>2</b> Each row, column, box and diagonal "
                "holds the digits 1 to 9 and A to G.</p>"));
  PrintedPuzzle with_rules = small;
  with_rules.puzzle.rules.push_back({.kind = FindRuleKind("AntiKing")});
  EXPECT_THAT(
      PrintPage({with_rules}, "One"),
      HasSubstr(
          "<p>Each row, column and box holds the digits 1 to 4. AntiKing: "
          "digits a king&#39;s move apart are different.</p>"));
}

// Every colour of a picture has one for dark pages, and no other is named.
TEST(DarkColorsTest, PicturesHaveARuleForEachOfTheirColors) {
  GridPicture picture(Geometry::Standard().WithDiagonals());
  picture.active_cells = {3};
  picture.caption = "step 3";
  const std::string svg = ForLightAndDark(GridSvg(picture));
  EXPECT_THAT(svg, HasSubstr("@media (prefers-color-scheme:dark)"));
  EXPECT_THAT(svg, HasSubstr("[fill=\"#fff\"]{fill:#17171b}"));
  EXPECT_THAT(svg, HasSubstr("[stroke=\"#999\"]{stroke:"));
  EXPECT_THAT(svg, HasSubstr("[fill=\"#ffe8b0\"]{fill:"));
  EXPECT_THAT(svg, Not(HasSubstr("[fill=\"#b9ecc5\"]")));
}

}  // namespace
}  // namespace sudoku::render_test
