// Formats that people have, a file each in testdata/sudoku/formats, and what is
// read from them: always the same puzzle.

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/documents.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/reading.h"

namespace sudoku::reader_formats_test {
namespace {

using ::sudoku::testing::ReadAll;
using ::testing::ElementsAreArray;

constexpr absl::string_view kCells =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.."
    "..8..79";

constexpr absl::string_view kSolution =
    "53467891267219534819834256785976142342685379171392485696153728428741963534"
    "5286179";

// A puzzle in a file: the line it begins on, its note, and whether its solution
// stands beside it.
struct Puzzle {
  int line;
  const char* note = "";
  bool has_solution = false;
};

struct File {
  const char* name;
  std::vector<Puzzle> puzzles;
};

const File kFiles[] = {
    {"array.c", {{1}}},
    {"array.java", {{1}}},
    {"array.dzn", {{1}}},
    {"array.go", {{1}}},
    {"array.hs", {{1}}},
    {"array.kt", {{2}}},
    {"array.pl", {{1}}},
    {"array.rs", {{1}}},
    {"array_commas_first.py", {{2}}},
    {"array_cpp.txt", {{1}}},
    {"array_csharp.txt", {{1}}},
    {"array_flat.py", {{1}}},
    {"array_numpy_flat.txt", {{1}}},
    {"array_of_puzzles.py", {{1}, {11}}},
    {"list.yaml", {{2, "puzzle:"}}},
    {"matrix_r.txt", {{1}}},
    {"pandas.csv", {{1}}},
    {"pandas_print.txt", {{1}}},
    {"r_print.txt", {{1}}},
    {"table_names.md", {{3}}},
    {"array_brace_below.c", {{2}}},
    {"array_matlab.txt", {{1}}},
    {"array_matlab_one_line.txt", {{1}}},
    {"array_numpy.txt", {{1}}},
    {"array_numpy_print.txt", {{1}}},
    {"array_of_arrays.py", {{1}}},
    {"array_none.py", {{3}}},
    {"array_of_strings.py", {{1}}},
    {"array_numpy_float.txt", {{1}}},
    {"array_numpy_repr.txt", {{1}}},
    {"array_rows_beside.py", {{3}}},
    {"array_one_line.json", {{1}}},
    {"assignment.txt", {{1}, {2}}},
    {"cells_in_order.xml", {{3}}},
    {"cells_placed.xml", {{3}}},
    {"csv_in_quotes.csv", {{1, "easy", true}}},
    {"dashes.csv", {{1}}},
    {"dashes.txt", {{1}}},
    {"dashes_rows.txt", {{1}}},
    {"dashes_spaced.txt", {{1}}},
    {"drawn_tight.txt", {{2}}},
    {"fpuzzles.json", {{1, "Monday"}}},
    {"fpuzzles_address.txt", {{1, "Monday"}}},
    {"fpuzzles_lines.json", {{1, "Monday"}}},
    {"game.html", {{3}}},
    {"hodoku_library.txt", {{1}}},
    {"json_lines.json", {{1, "Monday"}}},
    {"kaggle.csv", {{2, "", true}}},
    {"letters_a_to_i.txt", {{1}}},
    {"letters_x.txt", {{1}}},
    {"mail.txt", {{2, "Grid 7"}, {12}}},
    {"matlab_columns.txt", {{3}}},
    {"matlab_display.txt", {{3}}},
    {"numbered.txt", {{1, "1"}, {2, "2"}}},
    {"opensudoku.xml", {{5}, {6}}},
    {"opensudoku_state.xml", {{3, "first"}}},
    {"question_marks.txt", {{1, "easy"}}},
    {"question_marks_rows.txt", {{1}}},
    {"question_marks_spaced.txt", {{1}}},
    {"rating_after.txt", {{1, "7.2"}, {2, "Monday"}}},
    {"rating_before.txt", {{1, "7.2"}, {2, "Monday, easy"}}},
    {"sadman.sdk", {{9}}},
    {"sadman.sdm", {{1}, {2}}},
    {"simple_sudoku.ss", {{2}}},
    {"spreadsheet.csv", {{1}}},
    {"spreadsheet.tsv", {{1}}},
    {"spreadsheet_letters.csv", {{2}}},
    {"spreadsheet_names.csv", {{2}}},
    {"spreadsheet_quotes.csv", {{1}}},
    {"spreadsheet_semicolons.csv", {{1}}},
    {"spreadsheet_trailing_comma.csv", {{1}}},
    {"sudoku.tex", {{1}}},
    {"sudokupad.json", {{1, "Monday by A. Setter's own"}}},
    {"sudokupad_fpuz.txt", {{1, "Monday"}}},
    {"sudokupad_scf.txt", {{1}}},
    {"sudokupad_scl.txt", {{1, "Monday by A. Setter's own"}}},
    {"sudokuwiki_address.txt", {{1}}},
    {"sudoku_explainer.txt", {{1}}},
    {"table.html", {{4}}},
    {"table.md", {{1}}},
    {"table_dashes.md", {{1}}},
    {"utf16.txt", {{1}}},
    {"utf16_big_endian.csv", {{1}}},
    {"vbforums.vbf", {{1}}},
};

std::string Contents(const char* name) {
  std::ifstream file(absl::StrCat("testdata/sudoku/formats/", name),
                     std::ios::binary);
  EXPECT_TRUE(file.is_open()) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(FormatsTest, EveryFileIsRead) {
  for (const File& file : kFiles) {
    SCOPED_TRACE(file.name);
    std::vector<std::string> expected;
    for (const Puzzle& puzzle : file.puzzles) {
      const std::string note =
          *puzzle.note == '\0' ? "" : absl::StrCat(" (", puzzle.note, ")");
      expected.push_back(absl::StrCat(
          puzzle.line, ": ", kCells, puzzle.has_solution ? " =" : "",
          puzzle.has_solution ? kSolution : "", note));
    }
    const std::string text = Contents(file.name);
    EXPECT_THAT(ReadAll(text), ElementsAreArray(expected));
    EXPECT_THAT(ReadAll(text, {}, 5), ElementsAreArray(expected));
  }
}

// Candidates as they stand; what the user has filled in is the only candidate.
TEST(FormatsTest, WorkInProgressOfSudoCueIsRead) {
  const std::string text = Contents("sudocue.sdx");
  const std::vector<std::string> puzzles = ReadAll(text);
  ASSERT_EQ(puzzles.size(), 1);
  EXPECT_THAT(puzzles[0], ::testing::StartsWith("1: "));
  EXPECT_EQ(puzzles, ReadAll(absl::StrReplaceAll(text, {{"u1 9 8", "1 9 8"}})));
  EXPECT_NE(puzzles,
            ReadAll(absl::StrReplaceAll(text, {{"u1 9 8", "12 9 8"}})));
}

TEST(FormatsTest, XmlCellsThatSayTheSameOrNothingAreWrong) {
  constexpr absl::string_view kFirst = "<cell row='0' column='3' value='1'/>";
  EXPECT_THAT(ReadAll(absl::StrCat("<g>\n", kFirst, "\n</g>\n")),
              ElementsAreArray({"2: ...1............"}));
  for (const auto& [second, error] :
       {std::pair(kFirst, "this cell was there before"),
        std::pair(absl::string_view("<cell row='1' value='2'/>"),
                  "does not say its row and its column"),
        std::pair(absl::string_view("<cell row='1' column='1' value='?!'/>"),
                  "neither a digit nor an empty cell"),
        std::pair(absl::string_view("<cell row='1' column='99' value='1'/>"),
                  "a number that cannot be")}) {
    const std::vector<std::string> read =
        ReadAll(absl::StrCat("<g>\n", kFirst, second, "\n</g>\n"));
    ASSERT_EQ(read.size(), 1);
    EXPECT_THAT(read[0], ::testing::HasSubstr(error));
  }
}

// A file twice, one after the other, with a blank line between: nothing of the
// first leaks into the second.
TEST(FormatsTest, EveryFileIsReadTwice) {
  for (const File& file : kFiles) {
    // A second header line is no record.
    if (absl::string_view(file.name) == "kaggle.csv") continue;
    // A second byte order mark is none.
    if (absl::StartsWith(file.name, "utf16")) continue;
    const std::string text = Contents(file.name);
    EXPECT_EQ(ReadAll(absl::StrCat(text, "\n", text)).size(),
              2 * file.puzzles.size())
        << file.name;
  }
}

// A 10x10 grid shows that it is one in more than one way.
TEST(FormatsTest, ASingleXmlCellBeyond9x9IsWrong) {
  const std::vector<std::string> read = ReadAll(
      "<g>\n<cell row='1' column='4' value='1'/>\n"
      "<cell row='3' column='10' value='1'/>\n</g>\n");
  EXPECT_THAT(read, ::testing::ElementsAre(::testing::StartsWith(
                        "3:1: column 10 is too many for a 9x9 grid")));
  EXPECT_THAT(ReadAll("<g>\n<cell row='10' column='4' value='1'/>\n"
                      "<cell row='3' column='10' value='1'/>\n</g>\n"),
              ::testing::ElementsAre(::testing::StartsWith("2: ")));
}

// A spreadsheet with a separator behind each last cell, in which a whole column
// may be empty, too.
TEST(FormatsTest, TrailingSeparatorsAreToldFromEmptyCells) {
  constexpr absl::string_view kRow = "1,,,4,\n,,,,\n,2,,,\n,,,,\n";
  EXPECT_THAT(ReadAll(kRow), ElementsAreArray({"1: 1..4.....2......"}));
  EXPECT_THAT(ReadAll(absl::StrCat(kRow, kRow)),
              ElementsAreArray({"1: 1..4.....2......", "5: 1..4.....2......"}));
  std::string ten = "1,,3,4,5,6,7,8,9,\n";
  for (int row = 1; row < 10; ++row) ten += ",,,,,,,,,\n";
  EXPECT_THAT(
      ReadAll(ten),
      ElementsAreArray({absl::StrCat("1: 1.3456789", std::string(91, '.'))}));
}

TEST(FormatsTest, WhatIsNoTextGetsOneSentence) {
  for (const std::string& text :
       {std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\nabc\n", 21),
        std::string("%PDF-1.4\n%\xE2\xE3\n1 0 obj\n<< >>\n"),
        std::string("PK\x03\x04\x14\0\n\x01\x02\n", 10),
        std::string("\x01\x02\x03\n\x04\x05\n")}) {
    EXPECT_THAT(ReadAll(text), ::testing::ElementsAre(::testing::HasSubstr(
                                   "with a byte order mark, and this is ")));
  }
  // After a puzzle, such a line costs no more than itself.
  EXPECT_EQ(
      ReadAll("1..4..1..2..3..2\n\x01\x02\x03\n1..4..1..2..3..2\n").size(), 3);
}

TEST(FormatsTest, Utf16IsReadInPiecesAndWhenItIsCut) {
  const std::string text = Contents("utf16.txt");
  for (const size_t piece : {1, 2, 3, 7}) {
    EXPECT_EQ(ReadAll(text, {}, piece), ReadAll(text)) << piece;
  }
  // Half a character is none.
  EXPECT_THAT(ReadAll(text.substr(0, text.size() - 5)),
              ::testing::ElementsAre(::testing::StartsWith("9:9: ")));
  EXPECT_THAT(ReadAll("\xFF"), ::testing::SizeIs(1));
}

TEST(FormatsTest, WhatFollowsAnArrayIsNoPartOfIt) {
  for (const absl::string_view text :
       {"b = np.array([[1,0,0,4],[0,0,1,0],[0,2,0,0],[3,0,0,2]], dtype=int)\n",
        "array([[1., 0., 0., 4.],\n       [0., 0., 1., nan],\n       [0., 2., "
        "0., 0.],\n       [3., 0., 0., 2.]], dtype=float32)\n",
        "b = np.array([\n[1,0,0,4],\n[0,0,1,0],\n[0,2,0,0],\n[3,0,0,2]\n],"
        "dtype=int)\n",
        "A,B,C,D,\n1,,,4,\n,,1,,\n,2,,,\n3,,,2,\n"}) {
    EXPECT_THAT(ReadAll(text), ::testing::ElementsAre(
                                   ::testing::EndsWith(": 1..4..1..2..3..2")))
        << text;
  }
}

// What is taken for an array says so.
TEST(FormatsTest, ErrorsInArraysSayWhatWasExpected) {
  for (const absl::string_view text : {
           "b = [[1, 0, 0, 4], [0, 0, 1, 0],\n     [0, 2, 0, 0], [3, 0, 0]]\n",
           "b = [[1, 0, 0, 4], [0, 0, 1, 0],\n     [0, 2, y, 0], [3, 0, 0, "
           "2]]\n",
           "[[1, 0, 0, 4],\n [0, 0, 1, 0],\n [0, 2, 0, 0],\n [3, 0, 0]]\n",
           "[1,0,0,4,0,0,1,0,0,2,0,0,3,0,0]\n",
           "[[1, 0, 0, 4], [0, 0, 1, 0], [0, 2, 0, 0], [3, 0, 0]]\n",
       }) {
    EXPECT_THAT(ReadAll(text),
                ::testing::ElementsAre(::testing::HasSubstr(
                    "; this was taken for an array, which has as many ")))
        << text;
  }
}

TEST(FormatsTest, AnArrayThatIsNotClosedMayHaveBeenCut) {
  constexpr absl::string_view kOpen = "b = [1,0,0,4,0,0,1,0,0,2,0,0,3,0,0,2";
  EXPECT_THAT(ReadAll(kOpen),
              ::testing::ElementsAre(::testing::StartsWith(
                  "1:5: this bracket is not closed; this was taken for ")));
  EXPECT_THAT(ReadAll(absl::StrCat(kOpen, "]")), ::testing::SizeIs(1));
  EXPECT_THAT(ReadAll(absl::StrCat(kOpen, "\n]\n")),
              ElementsAreArray({"1: 1..4..1..2..3..2"}));
  // With all its rows, it is clear what is meant.
  EXPECT_THAT(ReadAll("[[1,0,0,4],\n[0,0,1,0],\n[0,2,0,0],\n[3,0,0,2]\n"),
              ElementsAreArray({"1: 1..4..1..2..3..2"}));
}

// What is wrong in an array is told with its place, and costs the array.
TEST(FormatsTest, ErrorsInArraysHavePlaces) {
  std::string text = Contents("array_of_arrays.py");
  const std::string good = text;
  const size_t row = text.find("[6, 0, 0");
  text[row + 4] = '?';
  EXPECT_THAT(ReadAll(text + good),
              ::testing::ElementsAre(
                  ::testing::StartsWith(
                      "3:9: \"?\" is neither a digit nor an empty cell"),
                  absl::StrCat("12: ", kCells)));
}

// In a list of arrays, too; brackets that are not closed cost their line.
TEST(FormatsTest, ErrorsInListsOfArraysCostOneArray) {
  const std::string good = Contents("array_of_puzzles.py");
  const std::string second = absl::StrCat("11: ", kCells);
  EXPECT_THAT(ReadAll(absl::StrReplaceAll(good, {{"[[5, 3, 0", "[[5, 13, 0"}})),
              ::testing::Each(::testing::HasSubstr("r1c2 holds 13")));
  std::string text = good;
  text.erase(text.find("3, "), 3);
  EXPECT_THAT(
      ReadAll(text),
      ::testing::ElementsAre(
          ::testing::StartsWith("2:4: row 1 of the array has 8 numbers"),
          second));
  const std::vector<std::string> open =
      ReadAll("[1, 2, [3, 4]\n1..4..1..2..3..2\n");
  EXPECT_EQ(open.back(), "2: 1..4..1..2..3..2");
}

TEST(DocumentTextTest, KnowsThePlaceOfEachPiece) {
  const std::string text = "a\n\nbcd\ne";
  const DocumentText document = {text, 5};
  const auto place_of = [&](size_t at) {
    return document.PlaceOf(absl::string_view(text).substr(at));
  };
  const TextPlace places[] = {{5, 1}, {5, 2}, {6, 1}, {7, 1}, {7, 2},
                              {7, 3}, {7, 4}, {8, 1}, {8, 2}};
  for (size_t first = 0; first <= text.size(); ++first) {
    for (size_t second = 0; second <= text.size(); ++second) {
      EXPECT_EQ(place_of(first), places[first]) << first;
      EXPECT_EQ(place_of(second), places[second]) << first << " " << second;
    }
  }
}

}  // namespace
}  // namespace sudoku::reader_formats_test
