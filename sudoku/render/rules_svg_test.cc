// Rules in pictures and in words.

#include "sudoku/render/rules_svg.h"

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/render/rules_text.h"
#include "sudoku/render/svg.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Puzzle With(const std::string& rules, int size = 9) {
  Puzzle puzzle(*Geometry::FromSize(size));
  const auto error = AddRules(rules, &puzzle);
  EXPECT_FALSE(error.has_value()) << error->sentence;
  return puzzle;
}

RulesSvg Drawn(const std::string& rules) {
  const Puzzle puzzle = With(rules);
  return DrawRules(puzzle.rules, puzzle.geometry, 40);
}

TEST(RulesSvgTest, AThermometerHasABulbAtItsFirstCell) {
  const std::string below = Drawn("Thermo~R1C1~R2C1~R2C2").below;
  EXPECT_THAT(below, HasSubstr("d=\"M20.0 20.0L20.0 60.0L60.0 60.0\""));
  EXPECT_THAT(below, HasSubstr("<circle cx=\"20.0\" cy=\"20.0\" r=\"15.2\""));
}

TEST(RulesSvgTest, ALoopIsClosed) {
  EXPECT_THAT(Drawn("Whisper~5~R1C1~R1C2~R2C2~LOOP").below,
              HasSubstr("M20.0 20.0L60.0 20.0L60.0 60.0L20.0 20.0"));
}

// Its border runs along the inner side of its cells, without those that two of
// them share: eight sides, of which two go beyond the turn.
TEST(RulesSvgTest, ACageIsDashedAndHasItsSum) {
  const std::string above = Drawn("Cage~17~R1C1~R2C1~R2C2").above;
  EXPECT_THAT(above, HasSubstr("stroke-dasharray"));
  EXPECT_THAT(above, HasSubstr(">17</text>"));
  EXPECT_THAT(above, HasSubstr("M36.8 3.2L36.8 43.2")) << "right of r1c1";
  EXPECT_THAT(above, HasSubstr("M36.8 43.2L76.8 43.2")) << "above r2c2";
  EXPECT_THAT(above, Not(HasSubstr("M3.2 36.8"))) << "below r1c1";
  for (const char* const without_sum : {"Cage~R1C1~R1C2", "Cage~0~R1C1~R1C2"}) {
    EXPECT_THAT(Drawn(without_sum).above, Not(HasSubstr("<text")));
  }
}

TEST(RulesSvgTest, DotsLieBetweenTheirCells) {
  EXPECT_THAT(Drawn("BlackDot~3~R1C1~R1C2").above,
              HasSubstr("<circle cx=\"40.0\" cy=\"20.0\" r=\"5.2\" "
                        "fill=\"#222\""));
  EXPECT_THAT(Drawn("BlackDot~3~R1C1~R1C2").above, HasSubstr(">3</text>"));
  EXPECT_THAT(Drawn("BlackDot~2~R1C1~R1C2").above, Not(HasSubstr("<text")));
  EXPECT_THAT(Drawn("Quad~R1C1~2~5").above,
              HasSubstr("<circle cx=\"40.0\" cy=\"40.0\""));
}

TEST(RulesSvgTest, NumbersOutsideWidenThePicture) {
  const std::string plain = GridSvg(GridPicture::OfClues(With("Odd~R1C1")));
  EXPECT_THAT(plain, HasSubstr("width=\"456\" height=\"456\""));
  const std::string wide =
      GridSvg(GridPicture::OfClues(With("Skyscraper~R1~~3")));
  EXPECT_THAT(wide, HasSubstr("width=\"552\" height=\"552\""));
  EXPECT_THAT(Drawn("Skyscraper~R1~~3").above, HasSubstr("<text x=\"374.0\""))
      << "right of column 9";
  EXPECT_THAT(Drawn("LittleKiller~7~R1C2").above, HasSubstr(">7</text>"));
  EXPECT_EQ(Drawn("LittleKiller~7~R1C2").above, Drawn("Sum~7~R1C2~R2C1").above);
}

TEST(RulesSvgTest, WhatHasNoPictureIsWords) {
  EXPECT_THAT(Drawn("AntiKnight.AntiKing").words,
              ElementsAre("AntiKnight", "AntiKing"));
  EXPECT_THAT(GridSvg(GridPicture::OfClues(With("AntiKnight"))),
              HasSubstr(">AntiKnight</text>"));
  EXPECT_THAT(Drawn("RellikCage~8~R1C1~R1C2").above,
              HasSubstr(">RellikCage 8</text>"));
}

// A kind of rule that has cells is seen, whatever it is.
TEST(RulesSvgTest, EachKindIsSeen) {
  const std::set<RuleForm> with_cells = {RuleForm::kCells};
  for (const RuleKind& kind : RuleKinds()) {
    Rule rule = {.kind = &kind};
    rule.text = std::string(kind.name);
    rule.numbers = {1};
    if (kind.form != RuleForm::kEverywhere) rule.parts = {{0, 1, 10}};
    const RulesSvg drawn = DrawRules({&rule, 1}, Geometry::Standard(), 40);
    EXPECT_FALSE(drawn.below.empty() && drawn.above.empty() &&
                 drawn.words.empty())
        << rule.text;
  }
}

TEST(RulesTextTest, AKindIsExplainedOnce) {
  const Puzzle puzzle = With(
      "Thermo~R1C1~R1C2.AntiKing.Skyscraper~C1~2~.Thermo~R2C1~R2C2.Cage~5~R3C1",
      4);
  EXPECT_EQ(RulesText(puzzle.rules, puzzle.geometry),
            "Thermo: digits rise from the first cell on\n"
            "  r1c1 r1c2\n"
            "  r2c1 r2c2\n"
            "AntiKing: digits a king's move apart are different\n"
            "Skyscraper: how many digits are greater than all before them\n"
            "  2: r1c1 to r4c1\n"
            "Cage: the digits are different and have the sum, if there is one\n"
            "  5: r3c1\n");
  const Puzzle letters = With(
      "Indexing~R~R1C1.Pair~8H_xf8H_xf8H_B~_far~R1C1~R1C2.LookAndSay~23~R1C1");
  const std::string text = RulesText(letters.rules, letters.geometry);
  EXPECT_THAT(text, HasSubstr("\n  R: r1c1\n"));
  EXPECT_THAT(text, HasSubstr("\n  far: r1c1 r1c2\n"));
  EXPECT_THAT(text, HasSubstr("\n  23: r1c1\n"));
  EXPECT_THAT(RulesText({}, puzzle.geometry), IsEmpty());
}

}  // namespace
}  // namespace sudoku
