#include "sudoku/format/rule_line.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/reading.h"

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

TEST(RuleLineTest, WhatIsWrongHasItsPlace) {
  const std::vector<std::string> results = ReadWithRules(
      "1..4..1..2..3..2\n"
      ".Shape~4x4.Thermo~R1C1~R5C2\n"
      ".NoBoxes.DisjointSets\n"
      "1..4..1..2..3..2\n");
  ASSERT_EQ(results.size(), 4);
  EXPECT_THAT(results[1],
              HasSubstr("2:24: \"R5C2\" is not a cell of a grid of 4x4"));
  EXPECT_THAT(results[2], HasSubstr("a rule is about boxes"));
}

TEST(RuleLineTest, ACallerWhoDoesNotLookAtRulesGetsAnError) {
  const std::vector<std::string> results =
      testing::ReadAll(".Shape~4x4.AntiKnight\n1..4..1..2..3..2\n");
  ASSERT_EQ(results.size(), 2);
  EXPECT_THAT(results[0], HasSubstr("this puzzle has rules"));
  EXPECT_EQ(results[1], "2: 1..4..1..2..3..2");
}

}  // namespace
}  // namespace sudoku
