// What is said about wrong input: a table of texts and of everything that the
// reader makes of them, the errors and the puzzles around them.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/reading.h"

namespace sudoku {
namespace {

using ::sudoku::testing::ReadAll;
using ::testing::ElementsAreArray;

// In the table, '@' stands for the cells of this puzzle, '$' for its solution,
// '^' for its first eight rows on a line each, and '~' for the last one.
constexpr absl::string_view kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.."
    "..8.."
    "79";
constexpr absl::string_view kSolution =
    "53467891267219534819834256785976142342685379171392485696153728428741963534"
    "52861"
    "79";
constexpr absl::string_view kEightRows =
    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n"
    ".6....28.\n...419..5\n";
constexpr absl::string_view kLastRow = "....8..79\n";

std::string Expand(absl::string_view text) {
  return absl::StrReplaceAll(
      text,
      {{"@", kPuzzle}, {"$", kSolution}, {"^", kEightRows}, {"~", kLastRow}});
}

struct Case {
  const char* name;
  std::string text;
  std::vector<std::string> expected;
  const char* format = "auto";
  int size = 0;  // The size that the user has asked for, if any.
};

std::string Repeat(absl::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) absl::StrAppend(&result, text);
  return result;
}

const std::vector<Case>& Cases() {
  static const auto* const cases = new std::vector<Case>{
      // Lines.
      {"OneCell",
       ".",
       {"1: error: this row has 1 cell, but no grid with boxes has rows of "
        "that length"}},
      {"OneCellTooFew",
       Repeat(".", 80) + "\n@\n",
       {"1:1: a puzzle of 9x9 has 81 cells, but here are 80", "2: @"}},
      {"OneCellTooMany",
       "@1\n@\n",
       {"1:1: a puzzle of 9x9 has 81 cells, but here are 82", "2: @"}},
      {"TwoPuzzlesOnALine",
       "@@\n",
       {"1:1: a puzzle of 12x12 has 144 cells, but here are 162"}},
      {"NoCellAmongCells",
       Repeat(".", 40) + "?" + Repeat(".", 40) + "\n@\n",
       {"1:41: '?' is neither a digit nor an empty cell", "2: @"}},
      {"DashAmongOtherMarks",
       Repeat(".", 40) + "-" + Repeat(".", 40) + "\n@\n",
       {"1:41: '-' is neither a digit nor an empty cell", "2: @"}},
      {"LetterInNineByNine",
       Repeat(".", 70) + "A" + Repeat(".", 10),
       {"1:71: r8c8 holds 'A', but the digits of a 9x9 puzzle are 1 to 9"}},
      {"LetterAmongLetters",
       "ABCDEFGHIJ" + Repeat(".", 71),
       {"1:1: r1c1 holds 'A', but the digits of a 9x9 puzzle are 1 to 9"}},
      {"SevenInSixBySix",
       Repeat(".", 35) + "7",
       {"1:36: r6c6 holds '7', but the digits of a 6x6 puzzle are 1 to 6"}},
      {"FiveInFourByFour",
       "....5...........",
       {"1:5: r2c1 holds '5', but the digits of a 4x4 puzzle are 1 to 4"}},
      {"HInSixteenBySixteen",
       "1" + Repeat(".", 254) + "H",
       {"1:256: r16c16 holds 'H', but the digits of a 16x16 puzzle are 1 to 9 "
        "and A to G"}},
      {"LetterBeyondP",
       "A" + Repeat(".", 254) + "Q",
       {"1:256: r16c16 holds 'Q', but the digits of a 16x16 puzzle are A to "
        "P"}},
      {"ZInTwentyFiveByTwentyFive",
       "1" + Repeat(".", 623) + "Z",
       {"1:625: r25c25 holds 'Z', but the digits of a 25x25 puzzle are 1 to 9 "
        "and A to P"}},
      {"CommentMakesUpTheLength",
       "....." + Repeat("#", 59) + "\n@\n",
       {"1: error: this line is neither a puzzle nor a row of one", "2: @"}},
      {"CommentMakesUpTheBrackets",
       Repeat("{1}", 60) + "#" + Repeat("{", 21) + "\n@\n",
       {"1:1: a puzzle of 8x8 has 64 cells, but here are 60", "2: @"}},
      {"PrimeSize",
       Repeat(".", 49),
       {"1:1: a puzzle of 49 cells has no boxes, because 7 is prime; it needs "
        "a region map after '|'"}},
      {"PrimeSizeElevenByEleven",
       Repeat(".", 121) + " name",
       {"1:1: a puzzle of 121 cells has no boxes, because 11 is prime; it "
        "needs a region map after '|'"}},
      {"TooLarge",
       Repeat(".", 37 * 37),
       {"1:1: a puzzle of 36x36 has 1296 cells, but here are 1369"}},
      {"OneCandidateTooFew",
       Repeat(".", 728),
       {"1:1: the candidates of a 9x9 puzzle are 729 characters, but here are "
        "728"}},
      {"WrongSizeForTheUser",
       Repeat(".", 36) + "\n@\n",
       {"1:1: a puzzle of 9x9 has 81 cells, but here are 36", "2: @"},
       "auto",
       9},
      {"ShortForTheUser",
       Repeat(".", 70),
       {"1:1: a puzzle of 9x9 has 81 cells, but here are 70"},
       "line",
       9},
      {"NoteWithoutSpace",
       "@\"name\"",
       {"1:82: '\"' follows a puzzle of 81 cells without a space or a comma"}},
      {"NoteAfterColon",
       "@:name",
       {"1:82: ':' follows a puzzle of 81 cells without a space or a comma"}},
      // The blank line could be one between bands, but for the rows below.
      {"HalfAGridAboveAnother",
       "12..\n..12\n\n1...\n.2..\n..3.\n...4\n",
       {"1: error: this grid of 4 columns has 2 rows instead of 4",
        "4: 1....2....3....4"}},
      {"HalfADrawingAboveAnother",
       "+--+--+\n|12|..|\n|..|12|\n\n+--+--+\n|1.|..|\n|.2|..|\n+--+--+\n"
       "|..|3.|\n|..|.4|\n+--+--+\n\n1234341221434321\n",
       {"2: error: this grid of 4 columns has 2 rows instead of 4",
        "6: 1....2....3....4", "13: 1234341221434321"}},
      {"OnlyCarriageReturns", "\r\r\r\n@\n", {"2: @"}},
      {"ControlCharacter",
       std::string("..\x01..") + Repeat(".", 76),
       {"1:3: '\\x01' is neither a digit nor an empty cell"}},
      {"ZeroByte",
       std::string("..\0..", 5) + Repeat(".", 76),
       {"1:3: '\\x00' is neither a digit nor an empty cell"}},
      {"HighByte",
       "..\xE9.." + Repeat(".", 76),
       {"1:3: '\\xe9' is neither a digit nor an empty cell"}},
      {"Text",
       "This is not a puzzle.\n@\n",
       {"1: error: this line is neither a puzzle nor a row of one, but prose; "
        "what more there is of it is passed over",
        "2: @"}},
      {"LetterWithPuzzles",
       "Dear all,\n\nhere are two puzzles. The first one is easy:\n\n@\n\n"
       "Is the second one (it has 3 clues): hard?\n\n4321432143214321\n"
       "Have fun with them!\n1....2....3..x.5\n",
       {"1: error: this line is neither a puzzle nor a row of one, but prose; "
        "what more there is of it is passed over",
        "5: @", "9: 4321432143214321",
        "11:16: r4c4 holds '5', but the digits of a 4x4 puzzle are 1 to 4"}},
      {"OnlySeparators",
       ",\n;\n@\n",
       {"1: error: this line is neither a puzzle nor a row of one",
        "2: error: this line is neither a puzzle nor a row of one", "3: @"}},
      {"OneWord",
       "Easy\n@\n",
       {"1: error: this line is neither a puzzle nor a row of one, but prose; "
        "what more there is of it is passed over",
        "2: @"}},
      {"Html",
       "<p>@.</p>\n@\n",
       {"1:4: a puzzle of 9x9 has 81 cells, but here are 82; this was taken "
        "for "
        "markup, which has CELLS between tags",
        "2: @"}},
      {"HtmlTableNotClosed",
       "<table>\n<tr><td>1</td>\n@\n",
       {"1:1: there is no \"</table>\"; this was taken for an HTML table, "
        "which "
        "has a <td> for each cell",
        "3: @"}},
      {"HtmlTableWithAWord",
       "<table>\n <tr><td>1</td><td>one</td></tr>\n</table>\n@\n",
       {"2:20: \"one\" is neither a digit nor an empty cell; this was taken "
        "for "
        "an HTML table, which has a <td> for each cell",
        "4: @"}},
      {"XmlTooShort",
       "<game data=\"123\"/>\n@\n",
       {"1:13: a puzzle of 4x4 has 16 cells, but here are 3; this was taken "
        "for "
        "OpenSudoku's XML, which has data=\"CELLS\"",
        "2: @"}},
      {"HodokuLine",
       ":0000:x:12q4............:::\n@\n",
       {"1:11: r1c3 holds 'q', but the digits of a 4x4 puzzle are 1 to 4; this "
        "was taken for a line of HoDoKu's library, which has "
        ":TECHNIQUE:CANDIDATES:CELLS:DELETED:ELIMINATED:",
        "2: @"}},
      {"HodokuCandidate",
       ":0000:x:12..............:311 31:: "
       "\n:0000:x:12..............:112 113 213 313 413::\n@\n",
       {"1:30: \"31\" is not a digit, a row and a column; this was taken for a "
        "line of HoDoKu's library, which has "
        ":TECHNIQUE:CANDIDATES:CELLS:DELETED:ELIMINATED:",
        "2:42: r1c3 has no candidate left; this was taken for a line of "
        "HoDoKu's library, which has "
        ":TECHNIQUE:CANDIDATES:CELLS:DELETED:ELIMINATED:",
        "3: @"}},
      {"UnknownAddress",
       "https://example.org/?puzzle=1\n@\n",
       {"1:1: nothing is known about the addresses of this page; this was "
        "taken "
        "for an address, which has one of SudokuWiki, f-puzzles or SudokuPad "
        "with a puzzle in it",
        "2: @"}},
      {"SudokuWikiPacked",
       "https://www.sudokuwiki.org/sudoku.htm?bd=S9B9e9e\n@\n",
       {"1:42: the packed form of candidates cannot be read, only 81 cells; "
        "this "
        "was taken for an address of SudokuWiki, which has bd= and 81 cells",
        "2: @"}},
      {"FpuzzlesNotCompressed",
       "https://f-puzzles.com/?load=0000\n@\n",
       {"1:29: this is no text that lz-string made; this was taken for an "
        "address of f-puzzles, which has load= and a compressed puzzle",
        "2: @"}},
      {"SudokuPadOfTheServer",
       "https://sudokupad.app/abcdef\n@\n",
       {"1:23: only SudokuPad's server knows the puzzle of this name; an "
        "address "
        "with the puzzle in it goes on with fpuz, scl or scf; this was taken "
        "for "
        "an address of SudokuPad, which has a puzzle behind the last '/'",
        "2: @"}},
      {"LatexNotClosed",
       "\\begin{sudoku}\n@\n",
       {"1:1: there is no \"\\end{sudoku}\"; this was taken for a sudoku "
        "environment of LaTeX, which has rows such as |2| | |4|.",
        "2: @"}},
      {"MatlabColumns",
       "Columns 1 through 2\n\n 1 0\n 0 2\n 0 0\n\n@\n",
       {"3:2: this row has 2 numbers in all its columns, but there are 3 rows; "
        "this was taken "
        "for columns of a matrix that MATLAB shows, which has as many columns "
        "as "
        "rows",
        "7: @"}},
      {"MatlabDiag",
       "X = diag(1:)\n@\n",
       {"1:10: \"1:\" is no list of up to 36 digits; this was taken for a "
        "diagonal matrix of MATLAB, which has diag(1:4) or diag([2 3 1 4])",
        "2: @"}},
      {"QuestionMarkAmongDots",
       "1..4\n?.1.\n.2..\n3..2\n@\n",
       {"2:1: '?' is neither a digit nor an empty cell", "5: @"}},
      {"DashesAmongDots",
       "1..4\n-31-\n.2..\n3..2\n@\n",
       {"2:1: '-' is neither a digit nor an empty cell", "5: @"}},
      {"LongLine",
       Repeat("1", 2 << 20) + "\n@\n",
       {"1: error: this line is longer than 1048576 characters", "2: @"}},
      {"LongLineWithoutEnd",
       "@\n" + Repeat("1", 2 << 20),
       {"1: @", "2: error: this line is longer than 1048576 characters"}},
      {"SpacedNumberTooLarge",
       "10 " + Repeat("0 ", 80),
       {"1:1: r1c1 holds 10, but the digits of a 9x9 puzzle are 1 to 9"},
       "line",
       9},
      {"EightyNumbers",
       Repeat("0 ", 80) + "\n@\n",
       {"1:1: a puzzle of 9x9 has 81 cells, but here are 80", "2: @"}},
      // What follows a puzzle.
      {"SolutionWithEmptyCell",
       "@," + std::string(kSolution.substr(0, 80)) + ".\n@\n",
       {"1:163: the solution leaves r9c9 empty", "2: @"}},
      {"SolutionWithLetter",
       "@," + std::string(kSolution.substr(0, 80)) + "A",
       {"1:163: r9c9 holds 'A', but the digits of a 9x9 puzzle are 1 to 9"}},
      {"SolutionTooShortInCsv",
       "puzzle,solution\n@," + std::string(kSolution.substr(1)),
       {"2:83: the solution has 80 cells, but the puzzle has 81"}},
      {"SolutionWithQuestionMarkInCsv",
       "puzzle,solution\n@," + std::string(kSolution.substr(0, 80)) + "?",
       {"2:163: the solution holds '?', which is not a digit"}},
      {"RegionMapTooShort",
       "1...2.......3...|112211324332444\n@\n",
       {"1:18: the region map has 15 cells, but the puzzle has 16", "2: @"}},
      {"RegionMapTooLong",
       "1...2.......3...|11221132433244431",
       {"1:18: the region map has 17 cells, but the puzzle has 16"}},
      {"RegionMapMissing",
       "@|",
       {"1:83: the region map has 0 cells, but the puzzle has 81"}},
      {"RegionTooLarge",
       "1...2.......3...|1122113244432443",
       {"1:18: every region of a grid of 4 rows needs 4 cells, but region 3, "
        "which starts at r2c3, has 3"}},
      {"TooManyRegions",
       "1...2.......3...|1122113243324445",
       {"1:18: a grid of 4 rows needs 4 regions, but the map has 5"}},
      {"TooFewRegions",
       "1...2.......3...|1122112241124444",
       {"1:18: a grid of 4 rows needs 4 regions, but the map has 3"}},
      {"RegionMapWithPunctuation",
       "1...2.......3...|1122-13243324443",
       {"1:18: a grid of 4 rows needs 4 regions, but the map has 5"}},
      // Grids.
      {"NineRowsMissingOne",
       "^\n@\n",
       {"1: error: this grid of 9 columns has 8 rows instead of 9", "10: @"}},
      {"OnlyOneRow",
       "53..7....",
       {"1: error: this grid of 9 columns has 1 row instead of 9"}},
      {"EightRowsAndAnotherGrid",
       "^\n^~",
       {"1: error: this grid of 9 columns has 8 rows instead of 9", "10: @"}},
      {"ShortRow",
       "53..7....\n6..195..\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6...."
       "28.\n...419..5\n~^~",
       {"2: error: row 2 of the grid has 8 cells instead of 9", "10: @"}},
      {"LongRow",
       "53..7....\n6..195....\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6.."
       "..28.\n...419..5\n~^~",
       {"2: error: row 2 of the grid has 10 cells instead of 9", "10: @"}},
      {"ShortFirstRow",
       "53..7...\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6...."
       "28.\n...419..5\n~^~",
       {"1: error: row 1 of the grid has 8 cells instead of 9", "10: @"}},
      {"LastRowShort",
       "^....8..7\n^~",
       {"9: error: row 9 of the grid has 8 cells instead of 9", "10: @"}},
      {"BadCharacterInRow",
       "53..7....\n6..1?5...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6..."
       ".28.\n...419..5\n~@\n",
       {"2:5: '?' is neither a digit nor an empty cell", "10: @"}},
      {"BadCharacterInFirstRow",
       "53..?....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6..."
       ".28.\n...419..5\n~@\n",
       {"1:5: '?' is neither a digit nor an empty cell", "10: @"}},
      {"DigitTooLargeInRow",
       "1..4\n..5.\n.2..\n3..2\n@\n",
       {"2:3: r2c3 holds '5', but the digits of a 4x4 puzzle are 1 to 4",
        "5: @"}},
      {"BarredRowTooLong",
       "|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|.|\n|8..|.6.|..3|\n\n@\n",
       {"3: error: row 3 of the grid has 10 cells instead of 9", "6: @"}},
      {"GridEndsAtAPuzzle",
       "53..7....\n6..195...\n@\n",
       {"1: error: this grid of 9 columns has 2 rows instead of 9", "3: @"}},
      {"GridEndsAtAHeading",
       "Grid 1\n53..7....\nGrid 2\n^~",
       {"2: error: this grid of 9 columns has 1 row instead of 9",
        "4: @ (Grid 2)"}},
      {"GridEndsAtASection",
       "[Puzzle]\n53..7....\n6..195...\n[State]\n^~",
       {"2: error: this grid of 9 columns has 2 rows instead of 9"}},
      {"GridEndsAtJson",
       "53..7....\n6..195...\n{\"puzzle\":\"@\"}\n",
       {"1: error: this grid of 9 columns has 2 rows instead of 9", "3: @"}},
      {"GridEndsAtDoubleLine",
       "^==========\n^~",
       {"1: error: this grid of 9 columns has 8 rows instead of 9", "10: @"}},
      {"GridEndsAtABlankLine",
       "53..7....\n6..195...\n\n^~",
       {"1: error: this grid of 9 columns has 2 rows instead of 9", "4: @"}},
      {"BandsAreTwoGrids",
       "53..7....\n6..195...\n.98....6.\n\n^~",
       {"1: error: this grid of 9 columns has 3 rows instead of 9", "5: @"}},
      {"NumberTooLargeInLargeGrid",
       "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n" +
           Repeat("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17\n", 15),
       {"2:31: r2c16 holds 17, but the digits of a 16x16 puzzle are 1 to 9 and "
        "A to G"}},
      {"RowsOfAPrimeSize",
       Repeat("1....\n", 5),
       {"1: error: this row has 5 cells, but no grid with boxes has rows of "
        "that length"}},
      {"RowsOfAnotherSizeThanAskedFor",
       "1..4\n..1.\n.2..\n3..2\n",
       {"1: error: row 1 of the grid has 4 cells instead of 9"},
       "auto",
       9},
      {"NotARowInGridFormat",
       "@\n^~",
       {"1: error: this row has 81 cells, but no grid with boxes has rows of "
        "that length",
        "2: @"},
       "grid"},
      // Candidates.
      {"CandidateOutOfPlace",
       "21......." + Repeat("123456789", 80) + "\n@\n",
       {"1:1: the candidates of r1c1 are written in order: '2' stands where "
        "'1' or an empty mark belongs",
        "2: @"}},
      {"CellWithoutCandidate",
       "123456789........." + Repeat("123456789", 79),
       {"1:10: r1c2 has no candidate left"}},
      {"LetterAmongCandidates",
       "12345678A" + Repeat("123456789", 80),
       {"1:9: the candidates of r1c1 are written in order: 'A' stands where "
        "'9' or an empty mark belongs"}},
      {"BracketNotClosed",
       Repeat("{12}", 80) + "{12\n@\n",
       {"1:321: the bracket '{' is not closed on this line", "2: @"}},
      {"EmptyBracket",
       Repeat("{12}", 80) + "{}\n",
       {"1:321: r9c9 has no candidate left"}},
      {"TextBetweenBrackets",
       Repeat("{12}", 8) + "3{12}\n@\n",
       {"1:33: '3' stands outside the brackets that hold the candidates of a "
        "cell",
        "2: @"}},
      {"CandidateTwiceInACell",
       "{1}{2}{33}{4}{5}{6}{7}{8}{9}\n@\n",
       {"1:8: \"33\" is not a set of digits", "2: @"}},
      {"CandidateTwiceInAList",
       "{1}{2}{3,3}{4}{5}{6}{7}{8}{9}\n@\n",
       {"1:10: a candidate stands twice in the same cell", "2: @"}},
      {"NoDigitInBrackets",
       "{1}{2}{?}{4}{5}{6}{7}{8}{9}\n@\n",
       {"1:8: \"?\" is not a set of digits", "2: @"}},
      {"CandidateTooLarge",
       Repeat("{12}", 15) + "{15}",
       {"1:61: r4c4 holds 5, but the digits of a 4x4 puzzle are 1 to 4"},
       "candidates",
       4},
      {"EightyBrackets",
       Repeat("{12}", 80) + "\n@\n",
       {"1:1: a puzzle of 9x9 has 81 cells, but here are 80", "2: @"}},
      // CSV.
      {"MissingField",
       "puzzle,count\n@\n@,2\n",
       {"2: error: this record has 1 field, but the header names 2",
        "3: @ (2)"}},
      {"OneFieldTooMany",
       "puzzle\n@,2\n@\n",
       {"2: error: this record has 2 fields, but the header names 1", "3: @"}},
      {"EmptyPuzzleField",
       "id,puzzle\n1,\n2,@\n",
       {"2:3: the cells of a puzzle must stand here", "3: @ (2)"}},
      {"WrongPuzzleField",
       "id,puzzle\n1,123\n2,@\n",
       {"2:3: a puzzle of 4x4 has 16 cells, but here are 3", "3: @ (2)"}},
      {"QuotationMarkNotClosed",
       "puzzle,name\n@,\"Monday\n@,Tuesday\n",
       {"2:83: the quotation mark is not closed on this line",
        "3: @ (Tuesday)"}},
      {"TextAfterQuotationMark",
       "puzzle,name\n@,\"Mon\"day\n@,Tuesday\n",
       {"2:88: text follows the closing quotation mark", "3: @ (Tuesday)"}},
      {"WrongRegionsField",
       "puzzle,regions\n................,1122\n",
       {"2:18: the region map has 4 cells, but the puzzle has 16"}},
      {"NumbersAreNoHeader",
       "0,3,1,0,1,4,2,0,0,2,3,1,3,1,0,puzzle\n0,3,1,0,1,4,2,0,0,2,3,1,3,1,0,"
       "0\n",
       {"1:31: \"puzzle\" is not a number", "2: .31.142..23131.."}},
      {"NoPuzzleColumn",
       "grid,name\n@,Monday\n",
       {"1: error: this CSV header has no column \"puzzle\"", "2: @ (Monday)"},
       "csv"},
      // JSON.
      {"JsonWithoutPuzzle",
       "{\"name\":\"Monday\"}\n{\"puzzle\":\"@\"}\n",
       {"1: error: this JSON line has no field \"puzzle\"", "2: @"}},
      {"JsonEmptyObject",
       "{}\n",
       {"1: error: this JSON line has no field \"puzzle\""}},
      {"BandsOfTwoGrids",
       "+-----+-----+\n| 1 . | . . |\n| . . | 2 . |\n"
       "+-----+-----+\n| . . | . 3 |\n| . 4 | . . |\n"
       "+-----+-----+\n| . 1 | . . |\n| . . | . 2 |\n"
       "+-----+-----+\n"
       "+-----+-----+\n| . 1 | . . |\n| . . | 3 . |\n"
       "+-----+-----+\n| . . | . . |\n| . 4 | . . |\n"
       "+-----+-----+\n",
       {"7: error: a grid of 4 rows ends here, but 2 more rows follow: it is "
        "not clear which are one grid",
        "12: .1....3......4.."}},
      {"JsonNotClosed",
       "{\"puzzle\":\"@\"\n{\"puzzle\":\"@\"}\n",
       {"1:94: a ',' or '}' must follow the value of a field", "2: @"}},
      {"JsonTextNotClosed",
       "{\"puzzle\":\"@\n",
       {"1:11: the text in quotes is not closed on this line"}},
      {"JsonWithoutColon",
       "{\"puzzle\" \"@\"}\n",
       {"1:11: a ':' must follow the name of a field"}},
      {"JsonWithoutName",
       "{\"puzzle\":\"@\",}\n",
       {"1:95: a field name in quotes must stand here"}},
      {"JsonNumberForPuzzle",
       "{\"puzzle\":1234}\n",
       {"1:11: the field \"puzzle\" must be a text or an array"}},
      {"JsonNullForPuzzle",
       "{\"puzzle\":null}\n",
       {"1: error: this JSON line has no field \"puzzle\""}},
      {"JsonWordWithoutQuotes",
       "{\"puzzle\":easy}\n",
       {"1:11: \"easy\" is not a JSON value"}},
      {"JsonValueMissing",
       "{\"puzzle\":}\n",
       {"1:11: a value must stand here"}},
      {"JsonObjectInside",
       "{\"puzzle\":\"@\",\"meta\":{}}\n",
       {"1:102: an object within an object is not part of a puzzle"}},
      {"JsonBadEscape",
       "{\"puzzle\":\"@\",\"name\":\"\\q\"}\n",
       {"1:103: this is not an escape sequence of JSON"}},
      {"JsonArrayNotClosed",
       "{\"puzzle\":[1,2\n",
       {"1:15: a ',' or ']' must follow a value in an array"}},
      {"JsonArrayTooDeep",
       "{\"puzzle\":[[[[[[[[[[1]]]]]]]]]]}\n",
       {"1:20: the arrays are nested too deeply"}},
      {"JsonTextAfterObject",
       "{\"puzzle\":\"@\"} easy\n",
       {"1:96: text follows the end of the object"}},
      {"JsonPuzzleTwice",
       "{\"puzzle\":\"@\",\"puzzle\":\"@\"}\n",
       {"1:104: the field \"puzzle\" stands twice"}},
      {"JsonArrayTooShort",
       "{\"puzzle\":[[1,2,3,4],[0,0,0,0],[0,0,0,0]]}\n",
       {"1:11: a puzzle of 4x4 has 16 cells, but here are 12"}},
      {"JsonNegativeDigit",
       "{\"puzzle\":[[1,2,3,-4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}\n",
       {"1:19: \"-4\" is not a digit"}},
      {"JsonDigitTooLarge",
       "{\"puzzle\":[[1,2,3,5],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}\n",
       {"1:19: r1c4 holds 5, but the digits of a 4x4 puzzle are 1 to 4"}},
      {"JsonSolutionArrayTooShort",
       "{\"puzzle\":\"................\",\"solution\":[1,2,3]}\n",
       {"1:41: the solution has 3 cells, but the puzzle has 16"}},
      {"JsonSolutionWithZero",
       "{\"puzzle\":\"................\",\"solution\":[1,2,3,4,3,4,1,2,2,1,4,3,"
       "4,3,2,0]}\n",
       {"1:41: the solution leaves a cell empty"}},
      {"JsonWrongRegions",
       "{\"puzzle\":\"................\",\"regions\":\"1122\"}\n",
       {"1:40: the region map has 4 cells, but the puzzle has 16"}},
      {"NotJson",
       "@\n{\"puzzle\":\"@\"}\n",
       {"1:1: a JSON line begins with '{'", "2: @"},
       "json"},
  };
  return *cases;
}

class WrongInput : public ::testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(All, WrongInput, ::testing::ValuesIn(Cases()),
                         [](const auto& info) { return info.param.name; });

std::vector<std::string> ReadCase(const Case& wrong, size_t piece_size) {
  ReaderOptions options;
  options.format = InputFormatFromName(wrong.format).value();
  if (wrong.size > 0) {
    options.geometries = GeometrySource(*Geometry::FromSize(wrong.size));
  }
  return ReadAll(Expand(wrong.text), options, piece_size);
}

TEST_P(WrongInput, IsReported) {
  std::vector<std::string> expected;
  for (const std::string& result : GetParam().expected) {
    expected.push_back(Expand(result));
  }
  EXPECT_THAT(ReadCase(GetParam(), 1 << 16), ElementsAreArray(expected));
}

TEST_P(WrongInput, IsReportedInPieces) {
  EXPECT_EQ(ReadCase(GetParam(), 61), ReadCase(GetParam(), 1 << 16));
}

TEST(WrongInputTest, ThereAreManyKinds) { EXPECT_GE(Cases().size(), 60u); }

}  // namespace
}  // namespace sudoku
