// Each rule of f-puzzles, as the text of the rule that it becomes.

#include "sudoku/format/fpuzzles_rules.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/json.h"
#include "sudoku/format/reading.h"
#include "sudoku/rules/rule.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The rules of an object with these fields, in their order, each behind a dot;
// or where something is wrong, and what.
std::string RulesOf(absl::string_view fields, int size = 9) {
  JsonValue object;
  std::vector<Rule> rules;
  auto error = ReadJsonObject(absl::StrCat("{", fields, "}"), 1,
                              JsonStyle::kStrict, &object);
  if (!error.has_value()) error = ReadFpuzzlesRules(object, size, &rules);
  if (error.has_value()) {
    return absl::StrCat(error->place.column, ": ", error->sentence);
  }
  std::string text;
  for (const Rule& rule : rules) absl::StrAppend(&text, ".", rule.text);
  return text;
}

TEST(FpuzzlesRulesTest, EachField) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("antiking":true)", ".AntiKing"},
      {R"("antiknight":true)", ".AntiKnight"},
      {R"("disjointgroups":true)", ".DisjointSets"},
      {R"("nonconsecutive":true)", ".StrictWhiteDots~1"},
      {R"("even":[{"cell":"R1C1"},{"cell":"R9C9"}])", ".Even~R1C1~R9C9"},
      {R"("odd":[{"cell":"R1C1"}])", ".Odd~R1C1"},
      {R"("grid":[[{"parity":"Odd"},{"parity":"Even"}],[{"parity":"Odd"},{}]])",
       ".Even~R1C2.Odd~R1C1~R1C3"},
      {R"("maximum":[{"cell":"R1C1"},{"cell":"R1C2"}])", ".Maximum~R1C1~R1C2"},
      {R"("minimum":[{"cell":"R1C1"}])", ".Minimum~R1C1"},
      {R"("columnindexer":[{"cells":["R1C1","R2C1"]}])",
       ".Indexing~C~R1C1~R2C1"},
      {R"("rowindexer":[{"cells":["R1C1"]}])", ".Indexing~R~R1C1"},
      {R"("boxindexer":[{"cells":["R1C1"]}])", ".Indexing~B~R1C1"},
      {R"("killercage":[{"cells":["R1C1","R1C2"],"value":"3"},)"
       R"({"cells":["R2C1"],"value":4}])",
       ".Cage~3~R1C1~R1C2.Cage~4~R2C1"},
      {R"("clone":[{"cells":["R1C1","R1C2","R1C3"],)"
       R"("cloneCells":["R4C4","R1C1","R1C3"]}])",
       ".Palindrome~R1C1~R4C4.Palindrome~R1C2~R1C1"},
      {R"("quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],)"
       R"("values":[2,2,5]}])",
       ".ContainAtLeast~2~2~5~R1C1~R1C2~R2C1~R2C2"},
      {R"("difference":[{"cells":["R1C1","R1C2"],"value":"3"}])",
       ".WhiteDot~3~R1C1~R1C2"},
      {R"("ratio":[{"cells":["R1C1","R2C1"],"value":"3"}])",
       ".BlackDot~3~R1C1~R2C1"},
      {R"("xv":[{"cells":["R1C1","R1C2"],"value":"X"},)"
       R"({"cells":["R1C1","R2C1"],"value":"v"}])",
       ".X~R1C1~R1C2.V~R1C1~R2C1"},
      {R"("arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2"],)"
       R"(["R1C1","R2C1","R3C1"]]}])",
       ".Arrow~R1C1~R1C2.Arrow~R1C1~R2C1~R3C1"},
      {R"("arrow":[{"cells":["R1C1","R1C2"],"lines":[["R1C2","R2C3"]]}])",
       ".PillArrow~2~R1C1~R1C2~R2C3"},
      {R"("betweenline":[{"lines":[["R1C1","R1C2","R1C3"]]}])",
       ".Between~R1C1~R1C2~R1C3"},
      {R"("doublearrow":[{"lines":[["R1C1","R1C2","R1C3"]]}])",
       ".DoubleArrow~R1C1~R1C2~R1C3"},
      {R"("entropicline":[{"lines":[["R1C1","R1C2"]]}])",
       ".Entropic~R1C1~R1C2"},
      {R"("lockout":[{"lines":[["R1C1","R1C2"]],"value":"3"}])",
       ".Lockout~3~R1C1~R1C2"},
      {R"("modularline":[{"lines":[["R1C1","R1C2"]]}])",
       ".Modular~3~R1C1~R1C2"},
      {R"("nabner":[{"lines":[["R1C1","R1C2"]]}])", ".Nabner~R1C1~R1C2"},
      {R"("palindrome":[{"lines":[["R1C1","R1C2"]]}])",
       ".Palindrome~R1C1~R1C2"},
      {R"("parityline":[{"lines":[["R1C1","R1C2"]]}])", ".Parity~R1C1~R1C2"},
      {R"("regionsumline":[{"lines":[["R1C3","R1C4"]]}])",
       ".RegionSumLine~R1C3~R1C4"},
      {R"("renban":[{"lines":[["R1C1","R1C2"],["R3C3","R4C4"]]}])",
       ".Renban~R1C1~R1C2.Renban~R3C3~R4C4"},
      {R"("slowthermometer":[{"lines":[["R1C1","R1C2"]]}])",
       ".SlowThermo~R1C1~R1C2"},
      {R"("thermometer":[{"lines":[["R1C1","R1C2"]]}])", ".Thermo~R1C1~R1C2"},
      {R"("whispers":[{"lines":[["R1C1","R1C2"]],"value":"4"}])",
       ".Whisper~4~R1C1~R1C2"},
      {R"("zipperline":[{"lines":[["R1C1","R1C2"]]}])", ".Zipper~R1C1~R1C2"},
      {R"("littlekillersum":[{"cell":"R0C4","cells":["R1C3","R2C2","R3C1"],)"
       R"("direction":"DL","value":"17"}])",
       ".Sum~17~R1C3~R2C2~R3C1"},
      {R"("sandwichsum":[{"cell":"R0C3","value":"8"},)"
       R"({"cell":"R2C10","value":"0"}])",
       ".Sandwich~8~C3.Sandwich~0~R2"},
      {R"("skyscraper":[{"cell":"R0C3","value":"2"},)"
       R"({"cell":"R10C3","value":"5"}])",
       ".Skyscraper~C3~2~.Skyscraper~C3~~5"},
      {R"("xsum":[{"cell":"R1C0","value":"2"},{"cell":"R1C10","value":"5"}])",
       ".XSum~R1~2~.XSum~R1~~5"},
  };
  for (const auto& [fields, expected] : cases) {
    EXPECT_EQ(RulesOf(fields), expected) << fields;
  }
}

TEST(FpuzzlesRulesTest, WhatIsNotWrittenIsTheUsualNumber) {
  JsonValue object;
  std::vector<Rule> rules;
  ASSERT_FALSE(
      ReadJsonObject(R"({"whispers":[{"lines":[["R1C1","R1C2"]],"value":""}],)"
                     R"("lockout":[{"lines":[["R1C1","R1C2"]]}],)"
                     R"("ratio":[{"cells":["R1C1","R1C2"],"value":""}],)"
                     R"("difference":[{"cells":["R1C1","R1C2"]}]})",
                     1, JsonStyle::kStrict, &object)
          .has_value());
  ASSERT_FALSE(ReadFpuzzlesRules(object, 9, &rules).has_value());
  std::vector<std::pair<std::string, int>> numbers;
  for (const Rule& rule : rules) {
    numbers.push_back({rule.text.substr(0, 5), rule.numbers[0]});
  }
  EXPECT_THAT(numbers,
              ElementsAre(std::pair("White", 1), std::pair("Black", 2),
                          std::pair("Locko", 4), std::pair("Whisp", 5)));
}

// As pages that read these files have it.
TEST(FpuzzlesRulesTest, TheUsualDifferenceOfWhispersIsHalfTheDigits) {
  constexpr absl::string_view kWhispers =
      R"("whispers":[{"lines":[["R1C1","R1C2"]],"value":""}])";
  EXPECT_EQ(RulesOf(kWhispers, 4), ".Whisper~2~R1C1~R1C2");
  EXPECT_EQ(RulesOf(kWhispers, 6), ".Whisper~3~R1C1~R1C2");
  EXPECT_EQ(RulesOf(kWhispers, 9), ".Whisper~5~R1C1~R1C2");
  EXPECT_EQ(RulesOf(kWhispers, 16), ".Whisper~8~R1C1~R1C2");
}

TEST(FpuzzlesRulesTest, ADiagonalNeedsNoCells) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("cell":"R0C4","direction":"DL")", ".Sum~17~R1C3~R2C2~R3C1"},
      {R"("cell":"r7c0","direction":"dr","cells":[])", ".Sum~17~R8C1~R9C2"},
      {R"("cell":"R10C2","direction":"UL")", ".Sum~17~R9C1"},
      {R"("cell":"R3C10","direction":"UL")", ".Sum~17~R2C9~R1C8"},
  };
  for (const auto& [place, expected] : cases) {
    EXPECT_EQ(RulesOf(absl::StrCat(R"("littlekillersum":[{"value":17,)", place,
                                   "}]")),
              expected);
  }
  for (const char* place : {R"("cell":"R0C4")", R"("direction":"DL")",
                            R"("cell":"R0C4","direction":"X")",
                            R"("cell":"R-1C4","direction":"DL")",
                            R"("cell":"R99C4","direction":"DL")"}) {
    EXPECT_EQ(RulesOf(absl::StrCat(R"("littlekillersum":[{"value":17,)", place,
                                   "}]")),
              R"(21: littlekillersum needs "cell" and "direction")");
  }
}

TEST(FpuzzlesRulesTest, ACellThatIsMarkedTwiceIsMarked) {
  EXPECT_EQ(RulesOf(R"("odd":[{"cell":"R2C1"},{"cell":"R2C1"}])"), ".Odd~R2C1");
}

TEST(FpuzzlesRulesTest, WhatSaysNothingIsNoRule) {
  for (const char* fields :
       {R"("arrow":[],"killercage":[],"negative":[],"antiknight":false)",
        R"("xv":[{"cells":["R1C1","R1C2"],"value":""}],"odd":[{}])",
        R"("littlekillersum":[{"cell":"R0C4","cells":["R1C3"],"value":""}])",
        R"("sandwichsum":[{"cell":"R0C4"}],"xsum":[{"cell":"R0C4"}])",
        R"("arrow":[{"cells":["R1C1"],"lines":[["R1C1"]]}])",
        R"("thermometer":[{"lines":[["R1C1"],[]]},{"lines":[]},{}])",
        R"("quadruple":[{"cells":["R1C1"],"values":[]}])"}) {
    EXPECT_EQ(RulesOf(fields), "") << fields;
  }
  EXPECT_EQ(RulesOf(R"("killercage":[{"cells":["R1C1","R1C2"],"value":""}])"),
            ".Cage~R1C1~R1C2");
}

TEST(FpuzzlesRulesTest, NegativesAreAboutTheNumbersOfTheMarks) {
  EXPECT_EQ(RulesOf(R"("negative":["xv","ratio","difference"])"),
            ".StrictXV.StrictBlackDots.StrictWhiteDots");
  EXPECT_EQ(RulesOf(R"("negative":["ratio"],)"
                    R"("ratio":[{"cells":["R1C1","R1C2"],"value":"3"},)"
                    R"({"cells":["R2C1","R2C2"]},)"
                    R"({"cells":["R3C1","R3C2"],"value":"3"}])"),
            ".BlackDot~3~R1C1~R1C2.BlackDot~R2C1~R2C2.BlackDot~3~R3C1~R3C2"
            ".StrictBlackDots~2.StrictBlackDots~3");
}

TEST(FpuzzlesRulesTest, WhatIsWrongHasItsPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("antiknight":7)", "15: antiknight must be true or false"},
      {R"("killercage":7)", "15: killercage must be an array of objects"},
      {R"("killercage":[7])", "16: killercage must be an array of objects"},
      {R"("killercage":[{"value":"7"}])", "16: killercage has no \"cells\""},
      {R"("killercage":[{"cells":[]}])", "16: killercage: Cage has no cells"},
      {R"("killercage":[{"cells":["R1C10"]}])", "27: \"R1C10\" is not a cell"},
      {R"("killercage":[{"cells":["R1C1.AntiKing"]}])",
       "27: \"R1C1.AntiKing\" is not a cell"},
      {R"("killercage":[{"cells":[[1]]}])", "26: \"\" is not a cell"},
      {R"("killercage":[{"cells":["R1C1","R1C1"]}])",
       "16: killercage: Cage has r1c1 twice, and digits of a cage differ; Sum "
       "may have it twice"},
      {R"("killercage":[{"cells":["R1C1"],"value":"1~2"}])",
       "43: \"1~2\" is not a number"},
      {R"("killercage":[{"cells":["R1C1"],"value":{"a":1}}])",
       "42: \"\" is not a number"},
      {R"("killercage":[{"cells":["R1C1"],"value":-1}])",
       "42: \"-1\" is not a number"},
      {R"("killercage":[{"cells":["R1C1"],"value":1000000}])",
       "16: killercage: \"1000000\" is neither a number nor a cell"},
      {R"("thermometer":[{"lines":["R1C1"]}])",
       "27: thermometer has a line that is no array"},
      {R"("thermometer":[{"lines":7}])",
       "26: thermometer has lines that are no array"},
      {R"("thermometer":[{"lines":[["R1C1","R1C2","R1C1"]]}])",
       "17: thermometer: Thermo has r1c1 twice"},
      {R"("arrow":[{"lines":[["R1C1","R1C2"]]}])",
       "11: arrow has no \"cells\""},
      {R"("arrow":[{"cells":["R1C1","R1C2","R1C3","R1C4"],)"
       R"("lines":[["R1C4","R2C4"]]}])",
       "11: arrow: PillArrow needs a pill of 2 or 3 cells"},
      {R"("difference":[{"cells":["R1C1","R1C3"]}])",
       "16: difference needs two cells side by side"},
      {R"("xv":[{"cells":["R1C1","R1C2"],"value":"Y"}])",
       "42: \"Y\" is neither X nor V"},
      {R"("clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R4C4"]}])",
       "11: clone has 1 cells for 2"},
      {R"("quadruple":[{"cells":["R1C1"],"values":["x"]}])",
       "44: \"x\" is not a number"},
      {R"("skyscraper":[{"cell":"R1C1","value":"3"}])",
       "25: \"R1C1\" is not beside a row or column"},
      {R"("sandwichsum":[{"cell":"R0C0","value":"3"}])",
       "26: \"R0C0\" is not beside a row or column"},
      {R"("negative":["clone"])",
       "15: the rule \"negative\" is not known here for \"clone\""},
      {R"("negative":"ratio")", "13: negative must be an array of names"},
  };
  for (const auto& [fields, expected] : cases) {
    EXPECT_EQ(RulesOf(fields), expected) << fields;
  }
}

TEST(FpuzzlesRulesTest, ACallerWhoDoesNotLookAtRulesGetsAnError) {
  const std::string text =
      "{\"size\":2,\"grid\":[[{\"region\":0},{\"region\":0}],"
      "[{\"region\":1},{\"region\":1}]],\"antiking\":true,\"even\":[]}\n"
      "1..4..1..2..3..2\n";
  EXPECT_THAT(
      testing::ReadAll(text),
      ElementsAre(HasSubstr("this puzzle has rules"), "2: 1..4..1..2..3..2"));
  EXPECT_THAT(testing::ReadAll(text, {.takes_rules = true}),
              ElementsAre("1: ....|1122", "2: 1..4..1..2..3..2"));
}

TEST(FpuzzlesRulesTest, SeveralPuzzlesInAnArray) {
  const std::string puzzle =
      "  {\n\"grid\":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},\n"
      "{\"value\":4,\"given\":true}]]\n}";
  EXPECT_THAT(
      testing::ReadAll(absl::StrCat("[\n", puzzle, ",\n", puzzle, "\n]\n")),
      ElementsAre("2: ...............4", "6: ...............4"));
}

}  // namespace
}  // namespace sudoku
