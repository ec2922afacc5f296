// An error costs exactly the puzzle that has it, also in grids that are drawn
// with frames and follow each other without anything between them: whatever is
// done to one of them, all the others are read as if nothing had happened.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "dlx/testing/sanitized.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/reading.h"
#include "sudoku/format/written_puzzles.h"

namespace sudoku {
namespace {

using ::sudoku::testing::kWrittenSizes;
using ::sudoku::testing::ReadAll;
using ::sudoku::testing::Style;
using ::sudoku::testing::WritePuzzles;
using ::sudoku::testing::WrittenPuzzles;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Lines = std::vector<std::string>;
using ::dlx::testing::OneInOfMany;
using ::dlx::testing::Repetitions;

bool IsFrame(absl::string_view line) { return line[0] == '+'; }

// The grids of `written`, each as its lines.
std::vector<Lines> GridsOf(const WrittenPuzzles& written) {
  std::vector<Lines> grids;
  for (size_t i = 0; i < written.first_lines.size(); ++i) {
    const size_t end = i + 1 < written.first_lines.size()
                           ? written.first_lines[i + 1]
                           : written.lines.size();
    grids.emplace_back(written.lines.begin() + written.first_lines[i],
                       written.lines.begin() + end);
  }
  return grids;
}

// One grid among three, and what has been done to it.
class OneDamagedDrawing : public ::testing::TestWithParam<int> {
 protected:
  static constexpr size_t kCount = 3;

  int size() const { return GetParam(); }
  const std::vector<Lines>& grids() const { return grids_; }

  // Expects all puzzles but one, where they are if `damaged` stands in its
  // place, and something there.
  void ExpectAllOthers(size_t puzzle, const Lines& damaged) const {
    std::vector<Lines> grids = grids_;
    grids[puzzle] = damaged;
    std::vector<std::string> lines;
    std::vector<std::string> expected;
    size_t begin = 0;
    for (size_t i = 0; i < kCount; ++i) {
      if (i == puzzle) begin = lines.size();
      if (i != puzzle) {
        expected.push_back(
            absl::StrCat(lines.size() + 2, ": ", written_.cells[i]));
      }
      lines.insert(lines.end(), grids[i].begin(), grids[i].end());
    }
    ReaderOptions sized;
    sized.geometries = GeometrySource(*Geometry::FromSize(size()));
    for (const ReaderOptions& options : {ReaderOptions(), sized}) {
      std::vector<std::string> others;
      size_t about_it = 0;
      for (const std::string& result :
           ReadAll(absl::StrCat(absl::StrJoin(lines, "\n"), "\n"), options)) {
        const size_t line = std::stoul(result);
        if (begin < line && line <= begin + damaged.size()) {
          ++about_it;
        } else {
          others.push_back(result);
        }
      }
      EXPECT_EQ(others, expected);
      EXPECT_GE(about_it, 1u);
    }
  }

  // Does that to lines of the first, a middle and the last grid: every
  // eleventh, and to others the next time, or to each.
  void ForEachLine(const std::function<void(Lines* grid, size_t line)>& damage,
                   absl::string_view what) const {
    for (const size_t puzzle : {size_t{0}, kCount / 2, kCount - 1}) {
      for (size_t line = 0; line < grids_[puzzle].size(); ++line) {
        if (++cases_ % OneInOfMany(11) != 0) continue;
        Lines grid = grids_[puzzle];
        damage(&grid, line);
        SCOPED_TRACE(absl::StrCat(what, ", puzzle ", puzzle, ":\n",
                                  absl::StrJoin(grid, "\n")));
        ExpectAllOthers(puzzle, grid);
      }
    }
  }

 private:
  const WrittenPuzzles written_ =
      WritePuzzles(Style::kDrawn, size(), kCount, "none", size());
  const std::vector<Lines> grids_ = GridsOf(written_);
  mutable int cases_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Sizes, OneDamagedDrawing,
                         ::testing::ValuesIn(kWrittenSizes));

TEST_P(OneDamagedDrawing, OtherCharacters) {
  for (const char character :
       {'?', '@', 'z', '-', '+', '|', ' ', '=', '#', '\0', '\x1b', '\xE9'}) {
    for (const size_t at : {0, 1, 2, 8, 1000}) {
      ForEachLine(
          [&](Lines* grid, size_t line) {
            std::string& text = (*grid)[line];
            text[std::min(at, text.size() - 1)] = character;
          },
          absl::StrCat("'", std::string(1, character), "' at ", at));
    }
  }
}

TEST_P(OneDamagedDrawing, MissingCharacters) {
  for (const size_t count : {1, 2, 3, 7}) {
    for (const size_t at : {0, 1, 2, 8, 1000}) {
      ForEachLine(
          [&](Lines* grid, size_t line) {
            std::string& text = (*grid)[line];
            text.erase(std::min(at, text.size() - 1), count);
          },
          absl::StrCat(count, " characters less at ", at));
    }
  }
}

TEST_P(OneDamagedDrawing, MoreCharacters) {
  for (const absl::string_view added :
       {" ", "1", ".", "|", "-", "+", "?", " 1 2 |", "| . . .", "word "}) {
    for (const size_t at : {0, 1, 2, 8, 1000}) {
      ForEachLine(
          [&](Lines* grid, size_t line) {
            std::string& text = (*grid)[line];
            text.insert(std::min(at, text.size()), std::string(added));
          },
          absl::StrCat("\"", added, "\" more at ", at));
    }
  }
}

TEST_P(OneDamagedDrawing, OtherLines) {
  for (const absl::string_view text :
       {"", "   ", "# no row", "@@@@", "?", "1", "| . |", "-", "--", "+---+",
        "123456789", "This is no row.", "| 1 2 3 | 4 5 6 |", "||||", "{", "\"",
        "| 1", "........"}) {
    ForEachLine(
        [&](Lines* grid, size_t line) { (*grid)[line] = std::string(text); },
        absl::StrCat("\"", text, "\" as a line"));
    ForEachLine(
        [&](Lines* grid, size_t line) {
          grid->insert(grid->begin() + line, std::string(text));
        },
        absl::StrCat("\"", text, "\" between lines"));
  }
}

// A piece of a line is any text made of what can mean something.
TEST_P(OneDamagedDrawing, AnyText) {
  constexpr absl::string_view kCharacters = "149.0x-+|= \t,?@:#aZ{[\"'";
  std::mt19937 random(size());
  for (int i = 0; i < Repetitions(300); ++i) {
    std::string text;
    for (size_t length = random() % 12; text.size() < length;) {
      text.push_back(kCharacters[random() % kCharacters.size()]);
    }
    const size_t puzzle = random() % kCount;
    Lines grid = grids()[puzzle];
    std::string& line = grid[random() % grid.size()];
    line.replace(random() % line.size(), random() % 12, text);
    SCOPED_TRACE(
        absl::StrCat("puzzle ", puzzle, ":\n", absl::StrJoin(grid, "\n")));
    ExpectAllOthers(puzzle, grid);
  }
}

TEST_P(OneDamagedDrawing, MissingLines) {
  for (const size_t count : {1, 2, 3}) {
    ForEachLine(
        [&](Lines* grid, size_t line) {
          const size_t end = std::min(line + count, grid->size());
          grid->erase(grid->begin() + line, grid->begin() + end);
        },
        absl::StrCat(count, " lines less"));
  }
}

TEST_P(OneDamagedDrawing, LinesTwice) {
  for (const size_t count : {1, 2, 3}) {
    ForEachLine(
        [&](Lines* grid, size_t line) {
          const size_t end = std::min(line + count, grid->size());
          const Lines again(grid->begin() + line, grid->begin() + end);
          grid->insert(grid->begin() + line, again.begin(), again.end());
        },
        absl::StrCat(count, " lines twice"));
  }
}

TEST_P(OneDamagedDrawing, LinesJoined) {
  ForEachLine(
      [](Lines* grid, size_t line) {
        if (line + 1 == grid->size()) return;
        absl::StrAppend(&(*grid)[line], (*grid)[line + 1]);
        grid->erase(grid->begin() + line + 1);
      },
      "joined with the next line");
}

TEST_P(OneDamagedDrawing, LinesCut) {
  for (const size_t at : {1, 2, 5, 8}) {
    ForEachLine(
        [&](Lines* grid, size_t line) {
          (*grid)[line].resize(std::min(at, (*grid)[line].size()));
        },
        absl::StrCat("cut at ", at));
    ForEachLine(
        [&](Lines* grid, size_t line) {
          const std::string text = (*grid)[line];
          (*grid)[line] = text.substr(0, at);
          grid->insert(grid->begin() + line + 1, text.substr(at));
        },
        absl::StrCat("broken at ", at));
  }
}

TEST_P(OneDamagedDrawing, LinesExchanged) {
  ForEachLine(
      [](Lines* grid, size_t line) {
        if (line + 1 < grid->size()) {
          std::swap((*grid)[line], (*grid)[line + 1]);
        }
      },
      "exchanged with the next line");
}

// Where a grid ends or begins with a whole band, either the beginning of this
// grid or the end of the one before may be missing: six rows, nine, and no
// frame that would end there twice.
TEST_P(OneDamagedDrawing, BeginningOrEndMissing) {
  const auto is_at_frame = [](const Lines& grid, size_t line) {
    return IsFrame(grid[line]) || IsFrame(grid[line - 1]);
  };
  ForEachLine(
      [&](Lines* grid, size_t line) {
        if (line < 2 || is_at_frame(*grid, line)) return;
        grid->erase(grid->begin() + line, grid->end());
      },
      "cut off here");
  ForEachLine(
      [&](Lines* grid, size_t line) {
        if (line == 0 || is_at_frame(*grid, line)) return;
        grid->erase(grid->begin(), grid->begin() + line);
      },
      "nothing before this");
}

// --- Grids that share a border ---

// A grid of 4x4 below a border, of two bands with `inner` between them.
std::string Bands(absl::string_view first, absl::string_view inner,
                  absl::string_view second, absl::string_view outer) {
  return absl::StrCat(first, inner, "\n", second, outer, "\n");
}
constexpr absl::string_view kOuter = "+-------+";
constexpr absl::string_view kInner = "+---+---+";
constexpr absl::string_view kOnes = "|1 .|. .|\n|. .|. .|\n";
constexpr absl::string_view kTwos = "|. .|2 .|\n|. .|. .|\n";
constexpr absl::string_view kThree = "|. 3|. .|\n";

TEST(SharedBorder, OfAnotherKindEndsAGrid) {
  const std::string top = absl::StrCat(kOuter, "\n");
  const std::string whole = Bands(kOnes, kInner, kTwos, kOuter);
  const std::string cells = "1.........2.....";
  EXPECT_THAT(ReadAll(absl::StrCat(top, whole, whole)),
              ElementsAre("2: " + cells, "8: " + cells));
  // Half a grid, between whole ones, above them, and less than half.
  const std::string half = absl::StrCat(kTwos, kOuter, "\n");
  EXPECT_THAT(ReadAll(absl::StrCat(top, whole, half, whole, whole)),
              ElementsAre("2: " + cells, HasSubstr("8: error: this grid of 4"),
                          "11: " + cells, "17: " + cells));
  EXPECT_THAT(ReadAll(absl::StrCat(top, half, whole, whole)),
              ElementsAre(HasSubstr("2: error: this grid of 4 columns has 2"),
                          "5: " + cells, "11: " + cells));
  EXPECT_THAT(
      ReadAll(absl::StrCat(top, Bands(kOnes, kInner, kThree, kOuter), whole)),
      ElementsAre(HasSubstr("2: error: this grid of 4 columns has 3"),
                  "7: " + cells));
  // The top is cut off below its frame.
  EXPECT_THAT(ReadAll(absl::StrCat(top, kInner, "\n", half, whole)),
              ElementsAre(HasSubstr("3: error: "), "6: " + cells));
  // A row more, and a wrong one.
  EXPECT_THAT(ReadAll(absl::StrCat(top,
                                   Bands(absl::StrCat(kOnes, "|. 3|. . .|\n"),
                                         kInner, kTwos, kOuter),
                                   whole)),
              ElementsAre(HasSubstr("error"), "9: " + cells));
}

TEST(SharedBorder, OfTheSameKindLeavesNoGridOfTwoHalves) {
  const std::string top = absl::StrCat(kInner, "\n");
  const std::string whole = Bands(kOnes, kInner, kTwos, kInner);
  const std::string cells = "1.........2.....";
  EXPECT_THAT(ReadAll(absl::StrCat(top, whole, whole, whole)),
              ElementsAre("2: " + cells, "8: " + cells, "14: " + cells));
  // One band less: of which grid is not known.
  const std::string half = absl::StrCat(kTwos, kInner, "\n");
  EXPECT_THAT(ReadAll(absl::StrCat(top, half, whole, whole)),
              ElementsAre(HasSubstr("it is not clear which are one grid")));
  // One row less: the grid with a band of one row.
  EXPECT_THAT(
      ReadAll(absl::StrCat(top, whole, Bands(kOnes, kInner, kThree, kInner),
                           whole, whole)),
      ElementsAre("2: " + cells, HasSubstr("8: error: "), "13: " + cells,
                  "19: " + cells));
}

// Thick lines around boxes, thin ones between cells.
TEST(SharedBorder, ThickLinesAreNoFrames) {
  const std::string band = "|1 .|. .|\n+---+---+\n|. .|2 .|\n+===+===+\n";
  EXPECT_THAT(ReadAll(absl::StrCat("+===+===+\n", band, band)),
              ElementsAre("2: 1.....2.1.....2."));
}

// A last border that is not as the first one is the bottom, and no frame.
TEST(SharedBorder, TheBottomMayBeOfAnotherKind) {
  const std::string top = absl::StrCat(kInner, "\n");
  const std::string whole = Bands(kOnes, kInner, kTwos, kOuter);
  const std::string cells = "1.........2.....";
  EXPECT_THAT(ReadAll(absl::StrCat(top, whole)), ElementsAre("2: " + cells));
  EXPECT_THAT(ReadAll(absl::StrCat(top, whole, top, whole, "\n", top, whole)),
              ElementsAre("2: " + cells, "9: " + cells, "17: " + cells));
}

TEST(TwoStacksWithoutAFrame, AreAsWideAsTheyLook) {
  EXPECT_THAT(ReadAll("1 2 | 3 4\n3 4 | 1 2\n2 1 | 4 3\n4 3 | 2 1\n"),
              ElementsAre("1: 1234341221434321"));
  EXPECT_THAT(ReadAll("1   | 3 4\n3 4 |\n2 1 | 4 3\n  3 | 2\n"),
              ElementsAre("1: 1.3434..2143.32."));
  EXPECT_THAT(
      ReadAll("1 2 3 | 4 5 6\n      |\n------+------\n      |\n      |   1\n"
              "------+------\n      |\n    4 |\n"),
      ElementsAre("1: 123456................1.........4..."));
}

}  // namespace
}  // namespace sudoku
