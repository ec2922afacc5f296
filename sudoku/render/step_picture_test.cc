#include "sudoku/render/step_picture.h"

#include <memory>
#include <optional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/steps_page.h"
#include "sudoku/render/svg.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

// The board of a puzzle at the first step of a technique.
struct Moment {
  Board board;
  std::optional<Step> step;
};
Moment MomentOf(const std::string& line, Technique technique) {
  const int size = line.size() == 16 ? 4 : 9;
  const Puzzle puzzle(*Geometry::FromSize(size), *Grid::FromLine(line));
  const auto blank = *BlankBoard::Create(puzzle.geometry);
  Moment moment{*Board::Create(blank, puzzle), std::nullopt};
  while ((moment.step = NextStep(moment.board)).has_value() &&
         moment.step->technique != technique) {
    moment.board.Apply(moment.step->deduction);
  }
  return moment;
}

// With an XY-chain, then a swordfish.
constexpr char kPuzzle[] =
    "8.......5.7.2..1...4.9...6.....193....1.4.9.."
    "..478.....3...5.8...7..3.1.9.......7";

TEST(StepPictureTest, ASingleHasItsHouseAndItsDigit) {
  const Moment moment =
      MomentOf("1..4..1..2..3..2", Technique::kHiddenSingleInBox);
  ASSERT_TRUE(moment.step.has_value());
  const GridPicture picture = PictureOf(moment.board, moment.step);
  ASSERT_TRUE(picture.is_well_formed());
  ASSERT_THAT(picture.outlines, SizeIs(1));
  EXPECT_THAT(picture.outlines[0].cells, SizeIs(4));
  EXPECT_EQ(picture.marked_candidates[4], DigitBit(2));
  EXPECT_THAT(picture.links, SizeIs(0));
}

TEST(StepPictureTest, AFishHasBaseAndCover) {
  const Moment moment = MomentOf(kPuzzle, Technique::kSwordfish);
  ASSERT_TRUE(moment.step.has_value());
  const GridPicture picture = PictureOf(moment.board, moment.step);
  ASSERT_TRUE(picture.is_well_formed());
  ASSERT_THAT(picture.outlines, SizeIs(6));
  int dashed = 0;
  for (const GridPicture::Outline& outline : picture.outlines) {
    EXPECT_THAT(outline.cells, SizeIs(9));
    dashed += outline.is_dashed ? 1 : 0;
  }
  EXPECT_EQ(dashed, 3);
  const Geometry& geometry = moment.board.geometry();
  EXPECT_EQ(picture.marked_candidates[geometry.CellAt(4, 0)], DigitBit(2));
  EXPECT_EQ(picture.struck_candidates[geometry.CellAt(4, 7)], DigitBit(2));
  EXPECT_THAT(GridSvg(picture), HasSubstr("stroke-dasharray=\"2 6\""));
}

TEST(StepPictureTest, AChainHasLinks) {
  const Moment moment = MomentOf(kPuzzle, Technique::kXYChain);
  ASSERT_TRUE(moment.step.has_value());
  const GridPicture picture = PictureOf(moment.board, moment.step);
  ASSERT_TRUE(picture.is_well_formed());
  // Five cells of two candidates, and what joins them.
  ASSERT_THAT(picture.links, SizeIs(9));
  const Geometry& geometry = moment.board.geometry();
  EXPECT_EQ(picture.squared_candidates[geometry.CellAt(0, 4)], DigitBit(3));
  EXPECT_EQ(picture.marked_candidates[geometry.CellAt(0, 4)], DigitBit(6));
  EXPECT_EQ(picture.struck_candidates[geometry.CellAt(1, 4)], DigitBit(3));
}

TEST(StepPictureTest, SetsOfAChainAreOutlinedWhole) {
  const Moment moment = MomentOf(
      "..............1..2.34....5.....3........6...."
      "21......7...3.......5...46.7..2.8...",
      Technique::kAlmostLockedXZ);
  ASSERT_TRUE(moment.step.has_value());
  const GridPicture picture = PictureOf(moment.board, moment.step);
  // Two cells of a row, and four of a column, each by itself.
  ASSERT_THAT(picture.outlines, SizeIs(6));
  const Geometry& geometry = moment.board.geometry();
  for (const int cell :
       {geometry.CellAt(5, 2), geometry.CellAt(5, 7), geometry.CellAt(3, 8),
        geometry.CellAt(4, 8), geometry.CellAt(6, 8), geometry.CellAt(8, 8)}) {
    EXPECT_THAT(picture.outlines,
                ::testing::Contains(::testing::Field(
                    &GridPicture::Outline::cells, std::vector<int>{cell})));
  }
}

TEST(StepPictureTest, RulesAreDrawnBelowTheStep) {
  const Moment moment =
      MomentOf("1..4..1..2..3..2", Technique::kHiddenSingleInBox);
  Puzzle puzzle(moment.board.geometry());
  ASSERT_FALSE(AddRules("Cage~6~R1C1~R1C2", &puzzle).has_value());
  StepsPage page;
  page.Add(moment.board, moment.step, "", puzzle.rules);
  EXPECT_THAT(page.Page("", ""), HasSubstr("stroke-dasharray=\\\"4 3\\\""));
  EXPECT_EQ(PictureOf(moment.board, moment.step, puzzle.rules).rules,
            puzzle.rules);
}

TEST(StepPictureTest, APageHasTheStepsAndTheirColours) {
  const Moment moment = MomentOf(kPuzzle, Technique::kXYChain);
  StepsPage page;
  page.Add(moment.board, std::nullopt, "");
  page.Add(moment.board, moment.step, "a <chain>");
  page.set_end_text("at the end");
  const std::string text = page.Page("A & B", "9x9");
  EXPECT_THAT(text, HasSubstr(std::string(kStepsPageMark)));
  EXPECT_THAT(text, HasSubstr("<h1>A &amp; B</h1>"));
  EXPECT_THAT(text, HasSubstr("\"stepCount\":1,"));
  EXPECT_THAT(text, HasSubstr("a \\u003cchain>"));
  EXPECT_THAT(text, HasSubstr("[stroke=\"#9141ac\"]{stroke:#dc8add}"));
  EXPECT_THAT(text, HasSubstr("\"endText\":\"at the end\""));
}

}  // namespace
}  // namespace sudoku
