// Whatever is written, the reader reads.

#include "sudoku/format/writer.h"

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/reader.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

std::string FormatName(const ::testing::TestParamInfo<WrittenFormat>& info) {
  std::string name;
  for (const char c : info.param.name) {
    if (c != '-') name.push_back(c);
  }
  return name;
}

// A clue in a third of the cells, and in the first one the largest digit.
Puzzle SomePuzzle(Geometry geometry) {
  Puzzle puzzle(geometry);
  const int size = geometry.size();
  for (int cell = 0; cell < geometry.cell_count(); cell += 3) {
    puzzle.clues[cell] = static_cast<uint8_t>(size - cell * 7 % size);
  }
  return puzzle;
}

std::vector<Puzzle> SomePuzzles() {
  const Geometry standard = Geometry::Standard();
  std::vector<Puzzle> puzzles;
  for (const Geometry& geometry :
       {standard, *Geometry::FromSize(6), *Geometry::FromSize(16),
        *Geometry::FromSize(12), *Geometry::Irregular("1112132233243444"),
        *Geometry::Classic(3, 2), standard.WithDiagonals(),
        *standard.WithWindows(),
        *Geometry::FromSize(4)->WithDiagonals().WithExtraRegions(
            "1...1..........."),
        *Geometry::Irregular("1112132233243444")
             ->WithExtraRegions("..............11")}) {
    puzzles.push_back(SomePuzzle(geometry));
  }
  return puzzles;
}

class EveryFormat : public ::testing::TestWithParam<WrittenFormat> {};

INSTANTIATE_TEST_SUITE_P(All, EveryFormat,
                         ::testing::ValuesIn(WrittenFormats().begin(),
                                             WrittenFormats().end()),
                         FormatName);

// Two of each kind, so that what ends a puzzle is seen, too.
TEST_P(EveryFormat, IsReadAgain) {
  const WrittenFormat& format = GetParam();
  int written = 0;
  for (const Puzzle& puzzle : SomePuzzles()) {
    if (!CanWrite(format, puzzle).ok()) continue;
    SCOPED_TRACE(puzzle.geometry.Description());
    const std::string text =
        absl::StrCat(format.header, format.write(puzzle, 1),
                     format.write(puzzle, 2), format.footer);
    PuzzleReader reader;
    reader.Feed(text);
    reader.Finish();
    Puzzle again(Geometry::Standard());
    for (int i = 0; i < 2; ++i) {
      ASSERT_EQ(reader.Next(&again), PuzzleReader::Result::kPuzzle)
          << reader.error().ToString("text") << "\n"
          << text;
      EXPECT_EQ(again.clues, puzzle.clues) << text;
      EXPECT_EQ(again.geometry, puzzle.geometry) << text;
    }
    EXPECT_EQ(reader.Next(&again), PuzzleReader::Result::kEnd) << text;
    ++written;
  }
  EXPECT_GE(written, 1);
}

// Whatever is not refused is kept, also by formats that know no more than that.
TEST_P(EveryFormat, KeepsCandidatesOrRefusesThem) {
  const WrittenFormat& format = GetParam();
  std::vector<DigitSet> candidates(81, AllDigits(9));
  candidates[0] = DigitBit(1) | DigitBit(4);
  candidates[1] = DigitBit(5);
  const Puzzle puzzle = FromCandidates(Geometry::Standard(), candidates);
  if (!CanWrite(format, puzzle).ok()) {
    EXPECT_FALSE(format.has_candidates);
    return;
  }
  PuzzleReader reader;
  reader.Feed(format.write(puzzle, 1));
  reader.Finish();
  Puzzle again(Geometry::Standard());
  ASSERT_EQ(reader.Next(&again), PuzzleReader::Result::kPuzzle);
  EXPECT_EQ(again.candidates, candidates);
}

// The 7 of r1c3 and the 8 of r1c3 are gone; the 5 is filled in.
TEST(WriterTest, HodokuKeepsWhatIsGoneAndWhatIsFilledIn) {
  PuzzleReader reader;
  reader.Feed(":0000:x:12+5" + std::string(78, '.') + ":713 814::\n");
  reader.Finish();
  Puzzle puzzle(Geometry::Standard());
  ASSERT_EQ(reader.Next(&puzzle), PuzzleReader::Result::kPuzzle);
  EXPECT_EQ(puzzle.clues.ToLine(), "12" + std::string(79, '.'));
  ASSERT_TRUE(puzzle.has_candidates());
  EXPECT_EQ(puzzle.candidates[1], DigitBit(2));
  EXPECT_EQ(puzzle.candidates[2], AllDigits(9) & ~DigitBit(7));
  EXPECT_EQ(puzzle.candidates[3], AllDigits(9) & ~DigitBit(8));
  EXPECT_EQ(puzzle.candidates[4], AllDigits(9));
  ASSERT_TRUE(puzzle.filled_in.has_value());
  EXPECT_EQ(puzzle.filled_in->ToLine(), "..5" + std::string(78, '.'));
  EXPECT_EQ(FindWrittenFormat("hodoku")->write(puzzle, 1),
            ":0000:x:12+5" + std::string(78, '.') + ":713 814::\n");
}

TEST(WriterTest, RefusesWhatAFormatCannotKeep) {
  const std::vector<Puzzle> puzzles = SomePuzzles();
  const auto refusal = [](absl::string_view format, const Puzzle& puzzle) {
    return std::string(CanWrite(*FindWrittenFormat(format), puzzle).message());
  };
  EXPECT_EQ(refusal("hodoku", puzzles[1]),
            "the format hodoku cannot keep a puzzle of 6x6, only of 9x9");
  EXPECT_EQ(refusal("python", puzzles[4]),
            "the format python cannot keep irregular regions");
  EXPECT_EQ(refusal("csv", puzzles[5]),
            "the format csv cannot keep boxes of that shape");
  EXPECT_EQ(refusal("sdm", puzzles[6]), "the format sdm cannot keep diagonals");
  EXPECT_EQ(refusal("sdm", puzzles[7]),
            "the format sdm cannot keep extra regions");
}

TEST(WriterTest, NamesAreFound) {
  EXPECT_EQ(FindWrittenFormat("sdk")->name, "sdk");
  EXPECT_EQ(FindWrittenFormat("sdx"), nullptr);
  const std::string_view name = FindWrittenFormat(std::string_view("ss"))->name;
  EXPECT_EQ(name, "ss");
}

TEST(WriterTest, LooksAsElsewhere) {
  const Puzzle puzzle(
      Geometry::Standard(),
      *Grid::FromLine(
          "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6."
          "...28....419..5....8..79"));
  const auto begins = [&](absl::string_view format) {
    const std::string text = FindWrittenFormat(format)->write(puzzle, 1);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(begins("norvig").substr(0, 20), "grid1 = '53007000060");
  EXPECT_EQ(begins("matlab"), "X = [5 3 0 0 7 0 0 0 0");
  EXPECT_EQ(begins("csv"), "5,3,,,7,,,,");
  EXPECT_EQ(begins("markdown"), "| 5 | 3 |   |   | 7 |   |   |   |   |");
  EXPECT_EQ(begins("ss"), "*-----------*");
  EXPECT_EQ(begins("java"), "int[][] board1 = {");
  EXPECT_EQ(begins("norvig-values").substr(0, 41),
            "{'A1': '5', 'A2': '3', 'A3': '123456789',");
  EXPECT_EQ(begins("sukaku").substr(0, 27), "....5......3......123456789");
  // An address is what lz-string makes of the JSON.
  EXPECT_EQ(begins("f-puzzles").substr(0, 42),
            "https://f-puzzles.com/?load=N4IgzglgXgpiBc");
}

}  // namespace
}  // namespace sudoku
