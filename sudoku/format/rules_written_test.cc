// Rules that are written and read again: nothing is lost.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/rule_line.h"
#include "sudoku/format/writer.h"

namespace sudoku {
namespace {

using ::testing::HasSubstr;

// The only puzzle of the text, which must be one.
Puzzle ReadOne(const std::string& text, bool skips_unknown_rules = false) {
  PuzzleReader reader(
      {.takes_rules = true, .skips_unknown_rules = skips_unknown_rules});
  reader.Feed(text);
  reader.Finish();
  Puzzle puzzle(Geometry::Standard());
  EXPECT_EQ(reader.Next(&puzzle), PuzzleReader::Result::kPuzzle) << text;
  return puzzle;
}

std::string WrittenIn(const std::string& format, const Puzzle& puzzle) {
  const WrittenFormat& written = *FindWrittenFormat(format);
  const absl::Status status = CanWrite(written, puzzle);
  return status.ok() ? written.write(puzzle, 1) : std::string(status.message());
}

TEST(RulesWrittenTest, ALineReadsAsItWasWritten) {
  for (const std::string& line : std::vector<std::string>{
           ".~R1C1_5~R2C2_1_2.Thermo~R1C1~R2C1.Cage~17~R5C5~R5C6 Monday",
           ".Shape~4x4.~R3C3_4.Or.Odd~R1C1.And.Even~R1C1.Even~R1C2.End.End",
           ".NoBoxes.AntiKnight",
           ".Shape~4x4.NoBoxes.Jigsaw~1112133223442344.Renban~R1C1~R1C2",
           ".Shape~6x6.Whisper~3~R1C1~R1C2~R2C2~R2C1~LOOP.Skyscraper~R1~~3",
           ".Shape~9x9~0-8.~R1C1_0_8.Sandwich~8~C1 from zero",
           ".Sum~7_=_1_-1~R1C1~R2C2.Pair~EAEBEAAQAAAAE~_near~R1C1~R1C2"}) {
    EXPECT_EQ(RuleLine(ReadOne(line)), line);
    EXPECT_EQ(WrittenIn("line", ReadOne(line)), absl::StrCat(line, "\n"));
  }
}

TEST(RulesWrittenTest, HousesAreRulesOfALine) {
  Puzzle puzzle = ReadOne(".Shape~4x4.AntiKing");
  puzzle.geometry =
      *puzzle.geometry.WithDiagonals().WithExtraRegions("1...1...........");
  puzzle.note = ".hidden\nby A.";
  EXPECT_EQ(RuleLine(puzzle),
            ".Shape~4x4.Diagonal~1.Diagonal~-1.AllDifferent~R1C1~R2C1"
            ".AntiKing hidden by A.");
}

TEST(RulesWrittenTest, RegionsBesidesBoxes) {
  EXPECT_EQ(RuleLine(ReadOne(".Shape~4x4.Jigsaw~1112133223442344")),
            ".Shape~4x4.AllDifferent~R1C1~R1C2~R1C3~R2C1"
            ".AllDifferent~R1C4~R2C4~R3C1~R4C1"
            ".AllDifferent~R2C2~R2C3~R3C2~R4C2"
            ".AllDifferent~R3C3~R3C4~R4C3~R4C4");
  // There are no boxes of 5 or 7 cells.
  const std::string line =
      ".Shape~5x5.NoBoxes.Jigsaw~1112211222333443344545555.Thermo~R1C1~R1C2";
  EXPECT_EQ(RuleLine(ReadOne(".Shape~5x5.Jigsaw~1112211222333443344545555"
                             ".Thermo~R1C1~R1C2")),
            line);
  EXPECT_EQ(RuleLine(ReadOne(line)), line);
}

// Each rule that f-puzzles has, in the words in which it comes back.
TEST(RulesWrittenTest, FpuzzlesKeepsItsRules) {
  for (const char* const rule : {"AntiKing",
                                 "AntiKnight",
                                 "DisjointSets",
                                 "StrictWhiteDots~1",
                                 "Even~R1C1~R9C9",
                                 "Odd~R1C1",
                                 "Maximum~R1C1~R1C2",
                                 "Minimum~R1C1",
                                 "Indexing~C~R1C1~R2C1",
                                 "Indexing~R~R1C1",
                                 "Indexing~B~R4C5",
                                 "Cage~3~R1C1~R1C2",
                                 "ContainAtLeast~2~2~5~R1C1~R1C2~R2C1~R2C2",
                                 "WhiteDot~3~R1C1~R1C2",
                                 "BlackDot~2~R1C1~R1C2",
                                 "X~R1C1~R1C2",
                                 "V~R1C1~R2C1",
                                 "Arrow~R1C1~R1C2~R2C3",
                                 "PillArrow~2~R1C1~R1C2~R2C3",
                                 "Between~R1C1~R1C2~R2C3",
                                 "DoubleArrow~R1C1~R1C2~R2C3",
                                 "Entropic~R1C1~R1C2~R2C3",
                                 "Lockout~4~R1C1~R1C2~R2C3",
                                 "Modular~3~R1C1~R1C2~R2C3",
                                 "Nabner~R1C1~R1C2~R2C3",
                                 "Palindrome~R1C1~R1C2~R2C3",
                                 "Parity~R1C1~R1C2~R2C3",
                                 "RegionSumLine~R1C1~R1C2~R2C4",
                                 "Renban~R1C1~R1C2~R2C3",
                                 "SlowThermo~R1C1~R1C2~R2C3",
                                 "Thermo~R1C1~R1C2~R2C3",
                                 "Whisper~4~R1C1~R1C2~R2C3",
                                 "Zipper~R1C1~R1C2~R2C3",
                                 "Sum~9~R2C1~R1C2",
                                 "Sum~9~R8C9~R9C8",
                                 "Sandwich~8~C3",
                                 "Skyscraper~C2~3~",
                                 "Skyscraper~R2~~3",
                                 "XSum~C9~~7",
                                 "XSum~R1~12~",
                                 "StrictXV",
                                 "BlackDot~3~R1C1~R1C2.StrictBlackDots~3"}) {
    const std::string line = absl::StrCat(".", rule);
    const Puzzle puzzle = ReadOne(line);
    for (const char* const format :
         {"f-puzzles-json", "f-puzzles", "sudokupad"}) {
      EXPECT_EQ(RuleLine(ReadOne(WrittenIn(format, puzzle))), line) << format;
    }
  }
}

// What there is no place for is named.
TEST(RulesWrittenTest, JsonOfSudokuPadKeepsSomeRules) {
  const auto again = [](const std::string& line) {
    return RuleLine(ReadOne(WrittenIn("sudokupad-json", ReadOne(line))));
  };
  for (const char* const line :
       {".AntiKnight.AntiKing", ".Cage~17~R1C1~R1C2.Sum~9~R2C1~R9C9",
        ".Diagonal~1.Diagonal~-1.Cage~3~R1C1~R1C2",
        ".AllDifferent~R1C1~R5C5.AntiKing"}) {
    EXPECT_EQ(again(line), line);
  }
  EXPECT_EQ(again(".Cage~R1C1~R5C5.AntiKing"),
            ".AllDifferent~R1C1~R5C5.AntiKing");
  EXPECT_EQ(again(".AntiKnight.AntiKing.AntiKnight"), ".AntiKnight.AntiKing");
  EXPECT_EQ(again(".Diagonal~-1.AntiKing"),
            ".AllDifferent~R1C1~R2C2~R3C3~R4C4~R5C5~R6C6~R7C7~R8C8~R9C9"
            ".AntiKing");
  for (const char* const rule : {"Thermo~R1C1~R1C2", "Sum~7_=_1_-1~R1C1~R2C2",
                                 "Sum~9~R1C1~R1C1", "Windoku", "Cage~R1C1"}) {
    EXPECT_EQ(
        WrittenIn("sudokupad-json", ReadOne(absl::StrCat(".AntiKing.", rule))),
        absl::StrCat("the format sudokupad-json cannot keep the rule ", rule));
  }
}

// f-puzzles, whose JSON such addresses mostly have, can keep neither.
TEST(RulesWrittenTest, AnAddressOfSudokuPadKeepsItsDrawingsAndSums) {
  const std::string json = absl::StrReplaceAll(
      WrittenIn("sudokupad-json", ReadOne(".Sum~9~R2C1~R9C9")),
      {{"\"arrows\":[]", "\"arrows\":[{\"color\":\"#123\",\"x\":true}]"}});
  const std::string address = WrittenIn("sudokupad", ReadOne(json, true));
  EXPECT_THAT(address, HasSubstr("/scl"));
  EXPECT_EQ(WrittenIn("sudokupad-json", ReadOne(address, true)), json);
}

// That site has no letters for rows and columns from 10 on.
TEST(RulesWrittenTest, FpuzzlesNamesCellsInNumbers) {
  const std::string json = WrittenIn(
      "f-puzzles-json",
      ReadOne(".Shape~16x16.Cage~3~RaCb~RaCc.Thermo~R9Cg~RaCg.Sandwich~8~Ca"));
  EXPECT_THAT(json, HasSubstr("\"cells\":[\"R10C11\",\"R10C12\"]"));
  EXPECT_THAT(json, HasSubstr("[\"R9C16\",\"R10C16\"]"));
  EXPECT_EQ(RuleLine(ReadOne(json)),
            ".Shape~16x16.Cage~3~R10C11~R10C12.Thermo~R9C16~R10C16"
            ".Sandwich~8~C10");
}

// In other words, with the same meaning.
TEST(RulesWrittenTest, FpuzzlesSaysSomeRulesOtherwise) {
  const auto again = [](const std::string& line) {
    return RuleLine(ReadOne(WrittenIn("f-puzzles", ReadOne(line))));
  };
  EXPECT_EQ(again(".Quad~R1C1~2~5"), ".ContainAtLeast~2~5~R1C1~R1C2~R2C1~R2C2");
  EXPECT_EQ(again(".Diagonal~1.AntiKing.AllDifferent~R1C1~R9C1~R1C9"),
            ".AllDifferent~R1C1~R1C9~R9C1.AllDifferent~R1C9~R2C8~R3C7~R4C6"
            "~R5C5~R6C4~R7C3~R8C2~R9C1.AntiKing");
  EXPECT_EQ(again(".LittleKiller~9~R1C3"), ".Sum~9~R1C3~R2C2~R3C1");
  EXPECT_EQ(again(".Sum~9~R9C9"), ".Cage~9~R9C9");
  EXPECT_EQ(again(".WhiteDot~1~R1C1~R1C2~R1C3"),
            ".WhiteDot~1~R1C1~R1C2.WhiteDot~1~R1C2~R1C3");
  EXPECT_EQ(again(".StrictKropki"), ".StrictWhiteDots~1.StrictBlackDots");
  EXPECT_EQ(again(".Whisper~5~R1C1~R1C2~R2C2~R2C1~LOOP"),
            ".Whisper~5~R1C1~R1C2~R2C2~R2C1~R1C1");
}

TEST(RulesWrittenTest, AFormatThatCannotKeepARuleSaysSo) {
  EXPECT_EQ(WrittenIn("csv", ReadOne(".AntiKing")),
            "the format csv cannot keep rules");
  EXPECT_EQ(WrittenIn("f-puzzles", ReadOne(".RellikCage~8~R1C1~R1C2~R1C3")),
            "the format f-puzzles cannot keep the rule "
            "RellikCage~8~R1C1~R1C2~R1C3");
  EXPECT_THAT(WrittenIn("f-puzzles", ReadOne(".StrictBlackDots~3")),
              HasSubstr("cannot keep the rule StrictBlackDots~3"));
}

TEST(RulesWrittenTest, UnknownRulesAreLeftOutWhereThatIsWanted) {
  const Puzzle puzzle =
      ReadOne(".Shape~4x4.Magic~C1~6~20.AntiKing.Doppelganger", true);
  EXPECT_EQ(RuleLine(puzzle), ".Shape~4x4.AntiKing");
  ASSERT_EQ(puzzle.unknown_rules.size(), 2);
  EXPECT_EQ(puzzle.unknown_rules[0].name, "Magic");
  EXPECT_EQ(puzzle.unknown_rules[0].column, 12);
  EXPECT_EQ(puzzle.unknown_rules[1].name, "Doppelganger");
}

TEST(RulesWrittenTest, InABlockAnUnknownRuleIsAnError) {
  PuzzleReader reader({.takes_rules = true, .skips_unknown_rules = true});
  reader.Feed(".Shape~4x4.Or.AntiKing.Magic~C1~6~.End");
  reader.Finish();
  Puzzle puzzle(Geometry::Standard());
  ASSERT_EQ(reader.Next(&puzzle), PuzzleReader::Result::kError);
  EXPECT_THAT(reader.error().sentence, HasSubstr("Magic"));
}

}  // namespace
}  // namespace sudoku
