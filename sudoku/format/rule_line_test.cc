#include "sudoku/format/rule_line.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/reading.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> ReadWithRules(const std::string& text) {
  return testing::ReadAll(text, {.takes_rules = true}, /*piece_size=*/7);
}

TEST(RuleLineTest, RulesAndPlainPuzzlesInOneFile) {
  EXPECT_THAT(ReadWithRules(".Shape~4x4.~R1C2_3.Thermo~R1C1~R1C2 Monday, hard\n"
                            "1..4..1..2..3..2\n"
                            "..Shape~4x4.AntiKnight .Cage~3~R1C1~R1C2\n"),
              ElementsAre("1: .3.............. (Monday, hard)",
                          "2: 1..4..1..2..3..2", "3: ................"));
}

TEST(RuleLineTest, GivensMayBeCandidates) {
  EXPECT_THAT(ReadWithRules(".Shape~2x2.NoBoxes.~R1C1_1_2~R1C2_2.AntiKing"),
              ElementsAre("1: .2..|1122"));
  EXPECT_THAT(ReadWithRules(".Shape~3x3.NoBoxes.~R1C1_1_2~R1C2_2.AntiKing"),
              ElementsAre("1: {12}{2}{123}{123}{123}{123}{123}{123}{123}"
                          "|111222333"));
}

TEST(RuleLineTest, ARecordMayHaveOne) {
  EXPECT_THAT(
      ReadWithRules(R"({"puzzle":".Shape~4x4.~R1C2_3.AntiKing","name":"A"})"
                    "\n"),
      ElementsAre("1: .3.............. (A)"));
  EXPECT_THAT(
      ReadWithRules("puzzle,solution,name\n"
                    ".Shape~4x4.~R1C2_3.AntiKing,,A b\n"
                    "1..4..1..2..3..2,,B\n"),
      ElementsAre("2: .3.............. (A b)", "3: 1..4..1..2..3..2 (B)"));
  EXPECT_THAT(
      ReadWithRules("puzzle,regions\n.Shape~4x4.AntiKing,1111222233334444\n"),
      ElementsAre("2:21: the regions are said twice: the puzzle has rules"));
}

TEST(RuleLineTest, DigitsMayBeginAtZero) {
  EXPECT_THAT(ReadWithRules(".Shape~4x4~0-3.~R1C1_0~R1C2_3 zero\n"),
              ElementsAre("1: 03.............. (zero)"));
  const std::vector<std::string> results =
      testing::ReadAll(".Shape~4x4~0-3.~R1C1_0\n1..4..1..2..3..2\n");
  EXPECT_THAT(results[0], HasSubstr("this puzzle has digits from 0"));
  EXPECT_EQ(results[1], "2: 1..4..1..2..3..2");
}

TEST(RuleLineTest, WhatIsWrongHasItsPlace) {
  const std::vector<std::string> results = ReadWithRules(
      "1..4..1..2..3..2\n"
      ".Shape~4x4.Thermo~R1C1~R5C2\n"
      ".NoBoxes.DisjointSets\n"
      ".Var~A~Outside~3.Arrow~VA1~R1C1\n"
      "1..4..1..2..3..2\n");
  ASSERT_EQ(results.size(), 5);
  EXPECT_THAT(results[1],
              HasSubstr("2:24: \"R5C2\" is not a cell of a grid of 4x4"));
  EXPECT_THAT(results[2], HasSubstr("is about boxes"));
  EXPECT_EQ(results[3],
            "4:24: \"VA1\" is neither a number nor a cell; the rule \"Var\" is "
            "not known here");
}

TEST(RuleLineTest, RulesAboutBoxesNeedThemOrOtherRegions) {
  for (const char* const text :
       {".NoBoxes.DisjointSets", ".NoBoxes.Indexing~B~R1C1",
        ".NoBoxes.Or.Odd~R1C1.DisjointSets.End"}) {
    EXPECT_THAT(ReadWithRules(text),
                ElementsAre(HasSubstr("is about boxes, and there are none")))
        << text;
  }
  EXPECT_THAT(ReadWithRules(".Shape~4x4.NoBoxes.Indexing~C~R1C1"),
              ElementsAre("1: ................|1111222233334444"));
  Puzzle puzzle(*Geometry::Irregular("1112132233243444"));
  EXPECT_FALSE(AddRules("RegionSumLine~R1C1~R2C2", &puzzle));
}

TEST(RuleLineTest, ACallerWhoDoesNotLookAtRulesGetsAnError) {
  const std::vector<std::string> results =
      testing::ReadAll(".Shape~4x4.AntiKnight\n1..4..1..2..3..2\n");
  ASSERT_EQ(results.size(), 2);
  EXPECT_THAT(results[0], HasSubstr("this puzzle has rules"));
  EXPECT_EQ(results[1], "2: 1..4..1..2..3..2");
}

TEST(RuleLineTest, WhatHousesSayIsNoRule) {
  const std::vector<std::string> results = testing::ReadAll(
      ".Shape~4x4.~R1C2_3.Diagonal~1.Diagonal~-1.AllDifferent~R1C1~R2C1 X\n"
      ".Shape~4x4.Windoku\n"
      ".Shape~4x4.Diagonal~1\n"
      ".Shape~4x4.AllDifferent~R1C1~R2C1.AntiKing\n");
  ASSERT_EQ(results.size(), 4);
  EXPECT_EQ(results[0], "1: .3.............. (X)");
  EXPECT_EQ(results[1], "2: ................");
  EXPECT_THAT(results[2], HasSubstr("this puzzle has rules"));
  EXPECT_THAT(results[3], HasSubstr("this puzzle has rules"));
}

}  // namespace
}  // namespace sudoku
