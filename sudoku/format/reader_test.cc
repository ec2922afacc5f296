// What the reader accepts: every format, and the ways to recognise them.

#include "sudoku/format/reader.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/reading.h"

namespace sudoku::reader_test {
namespace {

using ::sudoku::testing::ReadAll;
using ::testing::_;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

// The same puzzle is written in all formats.
constexpr absl::string_view kLine =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.."
    "..8..7"
    "9";
constexpr absl::string_view kSolution =
    "53467891267219534819834256785976142342685379171392485696153728428741963534"
    "5286179";

ReaderOptions Format(absl::string_view name) {
  return {.format = InputFormatFromName(name).value()};
}

struct Form {
  const char* name;
  std::string text;
};

class OnePuzzle : public ::testing::TestWithParam<Form> {};

// The marks that stand for an empty cell are put in the place of '.'.
std::string WithMark(absl::string_view mark) {
  return absl::StrReplaceAll(kLine, {{".", mark}});
}

std::string Rows(absl::string_view between_cells) {
  std::string text;
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < 9; ++column) {
      absl::StrAppend(&text, column == 0 ? "" : between_cells,
                      kLine.substr(9 * row + column, 1));
    }
    absl::StrAppend(&text, "\n");
  }
  return text;
}

const std::vector<Form>& Forms() {
  static const auto* const forms = new std::vector<Form>{
      {"Dots", std::string(kLine)},
      {"Zeros", WithMark("0")},
      {"Stars", WithMark("*")},
      {"Underscores", WithMark("_")},
      {"SmallX", WithMark("x")},
      {"CapitalX", WithMark("X")},
      {"Blanks", WithMark(" ")},
      {"MiddleDots", WithMark("\xC2\xB7")},
      {"Indented", absl::StrCat("  \t", kLine, "  ")},
      {"CarriageReturn", absl::StrCat(kLine, "\r\n")},
      {"ByteOrderMark", absl::StrCat("\xEF\xBB\xBF", kLine, "\n")},
      {"Comments", absl::StrCat("# Monday\n\n   # easy\n", kLine, "\n\n")},
      {"NineGroups", absl::StrReplaceAll(Rows(""), {{"\n", " "}})},
      {"EightyOneNumbers",
       absl::StrReplaceAll(Rows(" "), {{"\n", " "}, {".", "0"}})},
      {"EightyOneWithCommas", absl::StrReplaceAll(Rows(","), {{"\n", ","}})},
      {"Rows", Rows("")},
      {"RowsWithSpaces", Rows(" ")},
      {"RowsWithTabs", Rows("\t")},
      {"RowsWithCommas", Rows(", ")},
      {"RowsWithBars", Rows("|")},
      {"DoubleSpaced", absl::StrReplaceAll(Rows(""), {{"\n", "\n\n"}})},
      {"Sdk", absl::StrCat("#ANobody\n#DA puzzle\n[Puzzle]\n", Rows(""),
                           "[State]\n", kSolution.substr(0, 9), "\n")},
      {"Ss", R"(
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
)"},
      {"DrawnWithSpaces", R"(
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
)"},
      {"DrawnWithBlanks", R"(
+-------+-------+-------+
| 5 3   |   7   |       |
| 6     | 1 9 5 |       |
|   9 8 |       |   6   |
+-------+-------+-------+
| 8     |   6   |     3 |
| 4     | 8   3 |     1 |
| 7     |   2   |     6 |
+-------+-------+-------+
|   6   |       | 2 8   |
|       | 4 1 9 |     5 |
|       |   8   |   7 9 |
+-------+-------+-------+
)"},
      {"TightWithBlanks", R"(
|53 | 7 |   |
|6  |195|   |
| 98|   | 6 |
|8  | 6 |  3|
|4  |8 3|  1|
|7  | 2 |  6|
| 6 |   |28 |
|   |419|  5|
|   | 8 | 79|
)"},
      {"NoOuterBars", R"(
5 3   |   7   |
6     | 1 9 5 |
  9 8 |       |   6
------+-------+------
8     |   6   |     3
4     | 8   3 |     1
7     |   2   |     6
------+-------+------
  6   |       | 2 8
      | 4 1 9 |     5
      |   8   |   7 9
)"},
      {"NoOuterBarsTight", R"(
53 | 7 |
6  |195|
 98|   | 6
---+---+---
8  | 6 |  3
4  |8 3|  1
7  | 2 |  6
---+---+---
 6 |   |28
   |419|  5
   | 8 | 79
)"},
      {"EveryCellBoxed", R"(
+---+---+---+---+---+---+---+---+---+
| 5 | 3 |   |   | 7 |   |   |   |   |
+---+---+---+---+---+---+---+---+---+
| 6 |   |   | 1 | 9 | 5 |   |   |   |
+---+---+---+---+---+---+---+---+---+
|   | 9 | 8 |   |   |   |   | 6 |   |
+---+---+---+---+---+---+---+---+---+
| 8 |   |   |   | 6 |   |   |   | 3 |
+---+---+---+---+---+---+---+---+---+
| 4 |   |   | 8 |   | 3 |   |   | 1 |
+---+---+---+---+---+---+---+---+---+
| 7 |   |   |   | 2 |   |   |   | 6 |
+---+---+---+---+---+---+---+---+---+
|   | 6 |   |   |   |   | 2 | 8 |   |
+---+---+---+---+---+---+---+---+---+
|   |   |   | 4 | 1 | 9 |   |   | 5 |
+---+---+---+---+---+---+---+---+---+
|   |   |   |   | 8 |   |   | 7 | 9 |
+---+---+---+---+---+---+---+---+---+
)"},
      {"BandsWithBlankLines", R"(
53. .7. ...
6.. 195 ...
.98 ... .6.

8.. .6. ..3
4.. 8.3 ..1
7.. .2. ..6

.6. ... 28.
... 419 ..5
... .8. .79
)"},
      {"BoxDrawing", R"(
┌───────┬───────┬───────┐
│ 5 3 · │ · 7 · │ · · · │
│ 6 · · │ 1 9 5 │ · · · │
│ · 9 8 │ · · · │ · 6 · │
├───────┼───────┼───────┤
│ 8 · · │ · 6 · │ · · 3 │
│ 4 · · │ 8 · 3 │ · · 1 │
│ 7 · · │ · 2 · │ · · 6 │
├───────┼───────┼───────┤
│ · 6 · │ · · · │ 2 8 · │
│ · · · │ 4 1 9 │ · · 5 │
│ · · · │ · 8 · │ · 7 9 │
└───────┴───────┴───────┘
)"},
      {"Json", absl::StrCat(R"({"puzzle": ")", kLine, "\"}\n")},
      {"JsonArray",
       absl::StrCat(R"({"puzzle":[)",
                    absl::StrReplaceAll(Rows(","), {{"\n", ","}, {".", "0"}})
                        .substr(0, 161),
                    "]}")},
      {"Csv", absl::StrCat("puzzle\n", kLine, "\n")},
  };
  return *forms;
}

INSTANTIATE_TEST_SUITE_P(Forms, OnePuzzle, ::testing::ValuesIn(Forms()),
                         [](const auto& info) { return info.param.name; });

TEST_P(OnePuzzle, IsRead) {
  const std::vector<std::string> results = ReadAll(GetParam().text);
  ASSERT_THAT(results, SizeIs(1)) << GetParam().text;
  EXPECT_EQ(results[0].substr(results[0].find(": ") + 2), kLine);
}

TEST_P(OnePuzzle, IsReadInPiecesOfAnyLength) {
  const std::vector<std::string> results = ReadAll(GetParam().text);
  for (const size_t piece_size : {1, 2, 3, 7, 80, 81, 82}) {
    EXPECT_EQ(ReadAll(GetParam().text, {}, piece_size), results);
  }
}

TEST_P(OnePuzzle, IsReadTwiceInARow) {
  if (absl::StartsWith(GetParam().name, "ByteOrder")) GTEST_SKIP();
  std::string text = GetParam().text;
  if (text.back() != '\n') text.push_back('\n');
  // A header line stands once; a state section ends with a new puzzle.
  const std::string again =
      absl::StartsWith(text, "puzzle\n") ? text.substr(7) : text;
  const std::vector<std::string> results = ReadAll(text + again);
  ASSERT_THAT(results, SizeIs(2)) << text;
  EXPECT_THAT(results[1], ::testing::EndsWith(kLine));
}

TEST(ReaderTest, AnEmptyTextHoldsNothing) {
  EXPECT_THAT(ReadAll(""), IsEmpty());
  EXPECT_THAT(ReadAll("\n\n# nothing\n"), IsEmpty());
}

TEST(ReaderTest, TellsHowMuchOfItsTextIsStillToBeRead) {
  PuzzleReader reader;
  const std::string line = absl::StrCat(kLine, "\n");
  reader.Feed(absl::StrCat(line, line, " some more"));
  Puzzle puzzle(Geometry::Standard());
  ASSERT_EQ(reader.Next(&puzzle), PuzzleReader::Result::kPuzzle);
  EXPECT_EQ(reader.waiting_bytes(), line.size() + 10);
  ASSERT_EQ(reader.Next(&puzzle), PuzzleReader::Result::kPuzzle);
  EXPECT_EQ(reader.waiting_bytes(), 10);
  reader.Feed(" of it");
  EXPECT_EQ(reader.waiting_bytes(), 16);
}

TEST(ReaderTest, KeepsWhatFollowsAPuzzle) {
  const auto read = [](absl::string_view after) {
    return ReadAll(absl::StrCat(kLine, after))[0].substr(3);
  };
  EXPECT_EQ(read(" Golden Nugget ED=11.9"),
            absl::StrCat(kLine, " (Golden Nugget ED=11.9)"));
  EXPECT_EQ(read(",2"), absl::StrCat(kLine, " (2)"));
  EXPECT_EQ(read("; 3.5 ;x"), absl::StrCat(kLine, " (3.5 ;x)"));
  EXPECT_EQ(read(" # hard"), absl::StrCat(kLine, " (hard)"));
  EXPECT_EQ(read(absl::StrCat(",", kSolution)),
            absl::StrCat(kLine, " =", kSolution));
  EXPECT_EQ(read(absl::StrCat(" ", kSolution, " easy")),
            absl::StrCat(kLine, " =", kSolution, " (easy)"));
}

TEST(ReaderTest, KeepsHeadings) {
  EXPECT_THAT(
      ReadAll(absl::StrCat("Grid 01\n", Rows(""), "Grid 02\n", Rows(""))),
      ElementsAre(absl::StrCat("2: ", kLine, " (Grid 01)"),
                  absl::StrCat("12: ", kLine, " (Grid 02)")));
}

TEST(ReaderTest, ReadsCsvColumnsInAnyOrder) {
  const std::string with_commas =
      absl::StrCat("id,rating,solution,puzzle\r\n7,3.5,", kSolution, ",", kLine,
                   "\r\n\r\n8,\"1,5 \"\"easy\"\"\",,", kLine, "\r\n");
  EXPECT_THAT(
      ReadAll(with_commas),
      ElementsAre(absl::StrCat("2: ", kLine, " =", kSolution, " (7 3.5)"),
                  absl::StrCat("4: ", kLine, " (8 1,5 \"easy\")")));
  EXPECT_THAT(ReadAll(absl::StrCat("Puzzle;Regions\n", kLine, ";\n")),
              ElementsAre(absl::StrCat("2: ", kLine)));
  EXPECT_THAT(
      ReadAll(absl::StrCat("quizzes,solutions\n", kLine, ",", kSolution)),
      ElementsAre(absl::StrCat("2: ", kLine, " =", kSolution)));
}

TEST(ReaderTest, ReadsJsonFields) {
  EXPECT_THAT(ReadAll(absl::StrCat(R"({"name":"caf\u00e9 \"x\"","puzzle":")",
                                   kLine, R"(","solution":")", kSolution,
                                   R"(","rating":3.5,"tags":["a",["b"]]})")),
              ElementsAre(absl::StrCat("1: ", kLine, " =", kSolution,
                                       " (caf\xC3\xA9 \"x\" 3.5 a b)")));
  // Of what the commands write, the note is the puzzle's, and nothing else.
  EXPECT_THAT(ReadAll(absl::StrCat(R"({"type":"puzzle","source":"a","line":7,)",
                                   R"("puzzle":")", kLine,
                                   R"(","note":"A b","verdict":"unique"})")),
              ElementsAre(absl::StrCat("1: ", kLine, " (A b)")));
  EXPECT_THAT(ReadAll(R"({"puzzle":[[1,null,3,0],["",2," ","."],)"
                      R"([0,0,0,0],[0,0,0,4]],"solution":null})"),
              ElementsAre("1: 1.3..2.........4"));
  EXPECT_THAT(ReadAll(R"({"puzzle":"................",)"
                      R"("regions":["1122","1132","4332","4443"]})"),
              ElementsAre("1: ................|1122113243324443"));
}

TEST(ReaderTest, RecognisesSizesFromTheLength) {
  for (const int size : {4, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30, 36}) {
    const std::string cells(size * size, '.');
    EXPECT_THAT(ReadAll(cells), ElementsAre("1: " + cells)) << size;
  }
}

TEST(ReaderTest, ReadsSmallAndLargeGridsOverSeveralLines) {
  EXPECT_THAT(ReadAll("1..4\n..1.\n.2..\n3..2\n"),
              ElementsAre("1: 1..4..1..2..3..2"));
  EXPECT_THAT(ReadAll("| 1 . | . 4 |\n| . . | 1 . |\n|-----+-----|\n"
                      "| . 2 | . . |\n| 3 . | . 2 |\n"),
              ElementsAre("1: 1..4..1..2..3..2"));
  EXPECT_THAT(
      ReadAll("123 456\n... ...\n\n... ...\n... ...\n\n... ...\n... ..1\n"),
      ElementsAre("1: 123456.............................1"));
}

// 16x16: numbers, digits and letters, and letters only.
std::string Cyclic16(int cell) {
  const int row = cell / 16;
  const int digit = (row % 4 * 4 + row / 4 + cell % 16) % 16;
  return cell % 3 == 0 ? "0" : absl::StrCat(digit + 1);
}

std::string Large(absl::string_view digits, absl::string_view empty,
                  absl::string_view line_end) {
  std::string text;
  for (int cell = 0; cell < 256; ++cell) {
    int digit = 0;
    EXPECT_TRUE(absl::SimpleAtoi(Cyclic16(cell), &digit));
    absl::StrAppend(&text, digit == 0 ? empty : digits.substr(digit - 1, 1));
    if (cell % 16 == 15) absl::StrAppend(&text, line_end);
  }
  return text;
}

// As spreadsheets write it; and by places.
TEST(ReaderTest, ARowCanConsistOfBlanks) {
  for (const char* text : {"1\t2\t\t\n\t\t\t\n\t\t2\t1\n\t1\t\t\n",
                           "1\t2\t\t\n\t\t\t\n\n\t\t2\t1\n\t1\t\t\n"}) {
    EXPECT_THAT(ReadAll(text), ElementsAre("1: 12........21.1..")) << text;
  }
  EXPECT_THAT(
      ReadAll("53  7    \n6  195   \n 98    6 \n8   6   3\n"
              "         \n7   2   6\n 6    28 \n   419  5\n"
              "    8  79\n"),
      ElementsAre("1: 53..7....6..195....98....6.8...6...3.........7...2..."
                  "6.6....28....419..5....8..79"));
}

TEST(ReaderTest, ReadsTheConventionsForLargeGrids) {
  const std::string expected = Large("123456789ABCDEFG", ".", "");
  const auto is_read = [&expected](const std::string& text) {
    return ReadAll(text) == std::vector<std::string>{"1: " + expected};
  };
  EXPECT_TRUE(is_read(expected));
  EXPECT_TRUE(is_read(Large("123456789abcdefg", "0", "")));
  EXPECT_TRUE(is_read(Large("ABCDEFGHIJKLMNOP", ".", "")));
  EXPECT_TRUE(is_read(Large("123456789ABCDEFG", ".", "\n")));
  EXPECT_TRUE(is_read(Large("ABCDEFGHIJKLMNOP", "x", "\n")));
  for (const absl::string_view between : {" ", ",", "  ", "\t"}) {
    std::string numbers;
    for (int cell = 0; cell < 256; ++cell) {
      absl::StrAppend(&numbers, Cyclic16(cell),
                      cell % 16 == 15 ? "\n" : between);
    }
    EXPECT_TRUE(is_read(numbers));
    EXPECT_TRUE(is_read(absl::StrReplaceAll(numbers, {{"\n", between}})));
  }
}

TEST(ReaderTest, AnXIsADigitWhereThereIsRoomForIt) {
  std::string cells(625, '.');
  cells[0] = 'A';
  cells[1] = 'X';
  cells[2] = 'x';
  std::string expected(625, '.');
  expected[0] = '1';
  expected[1] = 'O';  // The 24th digit.
  EXPECT_THAT(ReadAll(cells), ElementsAre("1: " + expected));
  cells = std::string(36 * 36, '.');
  cells[0] = '1';
  cells[1] = 'X';
  cells[2] = '@';
  EXPECT_THAT(ReadAll(cells), ElementsAre("1: " + cells));
}

TEST(ReaderTest, TellsFourByFourPuzzlesFromRowsOfSixteen) {
  std::string puzzles;
  std::vector<std::string> expected;
  for (int i = 0; i < 40; ++i) {
    absl::StrAppend(&puzzles, "...3..4114..3...\n");
    expected.push_back(absl::StrCat(i + 1, ": ...3..4114..3..."));
  }
  EXPECT_THAT(ReadAll(puzzles), ElementsAreArray(expected));
  EXPECT_EQ(ReadAll(puzzles, {}, 5), expected);
  // With the same digits, if the user says so.
  ReaderOptions options;
  options.geometries = GeometrySource(*Geometry::FromSize(16));
  EXPECT_THAT(ReadAll(puzzles.substr(0, 16 * 17), options),
              ElementsAre(StartsWith("1: ...3..4114..3......3..4114")));
  // One after the other in one file.
  EXPECT_THAT(
      ReadAll(absl::StrCat(puzzles.substr(0, 34), "\n",
                           Large("123456789ABCDEFG", ".", "\n"), "\n",
                           puzzles.substr(0, 17))),
      ElementsAre("1: ...3..4114..3...", "2: ...3..4114..3...",
                  absl::StrCat("4: ", Large("123456789ABCDEFG", ".", "")),
                  "21: ...3..4114..3..."));
}

TEST(ReaderTest, ALineOfNumbersCanBeASmallPuzzle) {
  const std::string four = "0 0 0 3 0 0 4 1 1 4 0 0 3 0 0 0\n";
  const std::string four_expected = ": ...3..4114..3...";
  EXPECT_THAT(ReadAll(four), ElementsAre("1" + four_expected));
  EXPECT_THAT(ReadAll(absl::StrReplaceAll(four, {{" ", ", "}})),
              ElementsAre("1" + four_expected));
  EXPECT_THAT(ReadAll(absl::StrReplaceAll(four, {{"0", "."}})),
              ElementsAre("1" + four_expected));
  // Several, as many as a large grid has rows.
  std::vector<std::string> expected;
  std::string many;
  for (int i = 1; i <= 16; ++i) {
    absl::StrAppend(&many, four);
    expected.push_back(absl::StrCat(i, four_expected));
  }
  EXPECT_EQ(ReadAll(many), expected);
  EXPECT_EQ(ReadAll(many, {}, 3), expected);
  std::string six = "1 2 3 4 5 6";
  for (int row = 1; row < 6; ++row) absl::StrAppend(&six, " 0 0 0 0 0 0");
  EXPECT_THAT(ReadAll(six), ElementsAre(StartsWith("1: 123456......")));
  // A row of a larger grid, of which the others are missing.
  EXPECT_THAT(ReadAll("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"),
              ElementsAre("1: error: this grid of 16 columns has 1 row instead "
                          "of 16"));
}

constexpr absl::string_view kDrawing =
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
    "|  [3]   1    |        [2]  |\n"
    "|         4   |   4         |\n"
    "+-------------+-------------+\n";

TEST(ReaderTest, ReadsDrawingsWithCandidates) {
  const std::string twice = absl::StrCat(kDrawing, "4x4, 6 clues\n", kDrawing);
  const std::vector<std::string> expected = {"1: 1..4..1..2..3..2",
                                             "15: 1..4..1..2..3..2"};
  EXPECT_EQ(ReadAll(twice), expected);
  EXPECT_EQ(ReadAll(twice, {}, 7), expected);
  EXPECT_EQ(ReadAll(absl::StrReplaceAll(twice, {{"\n", "\r\n"}})), expected);
  // A candidate less than the clues leave: r2c2 is 3 or 4, but here 4.
  EXPECT_THAT(ReadAll(absl::StrReplaceAll(
                  kDrawing, {{"   4    34   |", "   4     4   |"}})),
              ElementsAre(StartsWith("1: {1}{3}{23}{4}{24}{4}{1}{3}")));
  // What is not quite a drawing is read as something else, and is wrong.
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{
           {"[1]        |   2", "[7]        |   2"},
           {"|   4    34   |", "|   4    43   |"},
           {"|   4    34   |", "|   4   34    |"},
           {"|             |", "|      1      |"},
           {"|  34    3    |", "|  34    3   ||"}}) {
    EXPECT_THAT(ReadAll(absl::StrReplaceAll(kDrawing, {{from, to}})),
                Not(ElementsAre(StartsWith("1: 1"))))
        << to;
  }
  EXPECT_THAT(ReadAll(kDrawing.substr(0, 300)),
              Not(ElementsAre(StartsWith("1: 1"))));
}

// The beginning of a drawing, or its end, stands between whole ones.
TEST(ReaderTest, ADamagedDrawingCostsNoOther) {
  const std::vector<std::string> lines =
      absl::StrSplit(kDrawing, '\n', absl::SkipEmpty());
  for (size_t cut = 2; cut + 1 < lines.size(); ++cut) {
    const absl::Span<const std::string> all = lines;
    const std::string beginning =
        absl::StrCat(absl::StrJoin(all.first(cut), "\n"), "\n");
    const std::string end =
        absl::StrCat(absl::StrJoin(all.subspan(cut - 1), "\n"), "\n");
    for (const auto& [damaged, gap] :
         std::vector<std::pair<std::string, std::string>>{
             {beginning, ""},
             {beginning, "\n"},
             {beginning, "4x4, 6 clues\n"},
             {end, "\n"},
             {end, "4x4, 6 clues\n"}}) {
      const std::string text =
          absl::StrCat(kDrawing, gap, damaged, gap, kDrawing);
      const std::vector<std::string> results = ReadAll(text);
      EXPECT_EQ(results, ReadAll(text, {}, 7));
      EXPECT_EQ(results.front(), "1: 1..4..1..2..3..2") << text;
      if (lines[cut] == lines[0] && gap.empty()) {
        // Three bands with borders between them: of which grid the second is
        // cannot be known.
        EXPECT_THAT(results, ElementsAre(_, HasSubstr("it is not clear")));
        continue;
      }
      const auto last = std::count(text.begin(), text.end(), '\n') - 12;
      EXPECT_EQ(results.back(), absl::StrCat(last, ": 1..4..1..2..3..2"))
          << text;
      ASSERT_GE(results.size(), 3) << text;
      for (size_t i = 1; i + 1 < results.size(); ++i) {
        EXPECT_THAT(results[i],
                    ContainsRegex("error|instead of|outside|neither"))
            << text;
      }
    }
  }
  // A border that two of them share.
  EXPECT_THAT(
      ReadAll(absl::StrCat(kDrawing, kDrawing.substr(lines[0].size() + 1))),
      ElementsAre("1: 1..4..1..2..3..2", "13: 1..4..1..2..3..2"));
}

TEST(ReaderTest, SkipsWhatSudokuWritesBelowItsGrids) {
  const std::string grid = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n";
  for (const char* remark :
       {"This is the only solution.", "This is one of several solutions.",
        "This is a solution; whether it is the only one is undecided: node "
        "limit",
        "no solution: two 1s in row 1: r1c1 and r1c2", "undecided: time limit",
        "Wrong: two 1s in row 1: r1c1 and r1c2", "4x4, 6 clues",
        "9x9 with diagonals, 1 clue", "Naked singles: r1c2=3 r2c4=3",
        "Hidden singles: r1c3=2 (row 1), r2c1=2 (row 2)",
        "Hidden singles: r1c3=U (row 1), r2c1=U (row 2)"}) {
    EXPECT_THAT(ReadAll(absl::StrCat(grid, remark, "\n\n", grid, remark)),
                ElementsAre("1: 1234341221434321", "7: 1234341221434321"))
        << remark;
  }
  for (const char* other : {"This is no puzzle.", "4x4 clues it is not",
                            "x4, 6 clues", "Naked: r1c2=3"}) {
    EXPECT_THAT(ReadAll(absl::StrCat(other, "\n")), SizeIs(1)) << other;
  }
}

std::string Candidates729() {
  std::string text;
  for (const char c : kLine) {
    for (char digit = '1'; digit <= '9'; ++digit) {
      text.push_back(c == '.' || c == digit ? digit : '.');
    }
  }
  return text;
}

std::string Sets() {
  std::string text;
  for (const char c : kLine) {
    absl::StrAppend(&text, "{", c == '.' ? "123456789" : std::string(1, c),
                    "}");
  }
  return text;
}

// Candidates cell by cell, one row a line.
std::string CandidateRows(absl::string_view open, absl::string_view close) {
  std::string text;
  for (int cell = 0; cell < 81; ++cell) {
    absl::StrAppend(&text, open,
                    kLine[cell] == '.' ? "123456789" : kLine.substr(cell, 1),
                    close, cell % 9 == 8 ? "\n" : "");
  }
  return text;
}

TEST(ReaderTest, ReadsCandidates) {
  const std::string expected = "1: " + Sets();
  EXPECT_THAT(ReadAll(Candidates729()), ElementsAre(expected));
  EXPECT_THAT(ReadAll(Candidates729() + " diabolical"),
              ElementsAre(expected + " (diabolical)"));
  EXPECT_THAT(ReadAll(Sets()), ElementsAre(expected));
  EXPECT_THAT(ReadAll(CandidateRows("{", "}")), ElementsAre(expected));
  EXPECT_THAT(ReadAll(CandidateRows("[", "] ")), ElementsAre(expected));
  EXPECT_THAT(ReadAll(CandidateRows("(", ")")), ElementsAre(expected));
  EXPECT_THAT(ReadAll(CandidateRows(" ", " ")), ElementsAre(expected));
  EXPECT_THAT(ReadAll(CandidateRows(" ", " |")), ElementsAre(expected));
  EXPECT_THAT(ReadAll(CandidateRows("{", "}"), Format("candidates")),
              ElementsAre(expected));
  EXPECT_THAT(ReadAll("{1, 2}{3}{4}{1.} {2,3}{1}{1}{1}\n"
                      "{1}{1}{1}{1}{1}{1}{1}{1}\n",
                      {.format = InputFormat::kCandidates,
                       .geometries = GeometrySource(*Geometry::FromSize(4))}),
              SizeIs(::testing::Ge(1)));
  EXPECT_THAT(ReadAll("12 34 12 34\n34 12 34 12\n12 34 12 34\n34 12 34 12\n",
                      Format("candidates")),
              ElementsAre(absl::StrCat("1: {12}{34}{12}{34}{34}{12}{34}{12}",
                                       "{12}{34}{12}{34}{34}{12}{34}{12}")));
}

TEST(ReaderTest, ReadsJigsaws) {
  EXPECT_THAT(ReadAll("1...2.......3...|1122113243324443 a note"),
              ElementsAre("1: 1...2.......3...|1122113243324443 (a note)"));
  // Sizes without boxes too.
  EXPECT_THAT(ReadAll("1........................|"
                      "aaaaabbbbbcccccdddddeeeee"),
              ElementsAre("1: 1........................|"
                          "1111122222333334444455555"));
}

TEST(ReaderTest, AFixedGeometryDecidesWhatALineIs) {
  ReaderOptions options;
  options.geometries = GeometrySource(*Geometry::Classic(3, 2));
  EXPECT_THAT(
      ReadAll("1.....\n......\n......\n......\n......\n.....2\n", options),
      ElementsAre("1: 1..................................2"));
}

TEST(ReaderTest, AForcedFormatTakesEveryLineAsSuch) {
  EXPECT_THAT(ReadAll("1...2.......3...\n", Format("line")),
              ElementsAre("1: 1...2.......3..."));
  EXPECT_THAT(ReadAll(Rows(""), Format("sdk")),
              ElementsAre(absl::StrCat("1: ", kLine)));
  EXPECT_THAT(ReadAll(absl::StrCat(kLine, ",", kSolution), Format("csv")),
              ElementsAre(absl::StrCat("1: ", kLine, " =", kSolution)));
}

TEST(ReaderTest, AllFormatNamesAreKnown) {
  for (const InputFormatName& name : InputFormatNames()) {
    EXPECT_EQ(InputFormatFromName(name.name), name.format);
  }
  EXPECT_EQ(InputFormatFromName("xml"), std::nullopt);
}

}  // namespace
}  // namespace sudoku::reader_test
