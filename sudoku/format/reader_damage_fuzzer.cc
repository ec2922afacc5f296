// Damages one line of a text of good puzzles with any bytes, and counts the
// others: an error costs no puzzle but the one that has it.
//
// The first byte chooses the style and the size, the second one the puzzle, the
// third and the fourth the place in its lines, the fifth how many characters
// are removed there; the rest is what stands there instead.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "sudoku/format/no_text.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/written_puzzles.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"

namespace {

using ::sudoku::Geometry;
using ::sudoku::IsNoText;
using ::sudoku::KnownNoText;
using ::sudoku::Puzzle;
using ::sudoku::PuzzleReader;
using ::sudoku::testing::kStyles;
using ::sudoku::testing::kWrittenSizes;
using ::sudoku::testing::Style;
using ::sudoku::testing::WritePuzzles;
using ::sudoku::testing::WrittenPuzzles;

constexpr int kCount = 20;

void Check(bool condition, const char* what, const WrittenPuzzles& written) {
  if (condition) return;
  std::fprintf(stderr, "%s\n%s", what, written.Text().c_str());
  std::abort();
}

// Some lines say something about all that follow: before the first puzzle, that
// none of it is text.
bool ChangesWhatFollows(absl::string_view line, bool is_after_puzzle) {
  if (!is_after_puzzle && (!KnownNoText(line).empty() || IsNoText(line))) {
    return true;
  }
  const absl::string_view stripped = absl::StripAsciiWhitespace(line);
  return absl::StartsWith(stripped, "[") ||
         absl::StartsWith(line, "\xFF\xFE") ||
         absl::StartsWith(line, "\xFE\xFF") ||
         absl::StrContains(absl::AsciiStrToLower(line), "puzzle") ||
         absl::StrContains(absl::AsciiStrToLower(line), "quizzes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 5) return 0;
  const Style style = kStyles[data[0] % std::size(kStyles)];
  const int puzzle_size =
      kWrittenSizes[data[0] / std::size(kStyles) % std::size(kWrittenSizes)];
  // Where a row has vanished, only a separator can tell.
  const bool is_on_a_line =
      style == Style::kLine || style == Style::kSpacedLine;
  const char* separator = data[0] >= 128 ? "=====" : is_on_a_line ? "none" : "";
  WrittenPuzzles written =
      WritePuzzles(style, puzzle_size, kCount, separator, data[0]);

  const size_t damaged = data[1] % kCount;
  const size_t begin = written.first_lines[damaged];
  const size_t end = damaged + 1 < kCount ? written.first_lines[damaged + 1]
                                          : written.lines.size();
  // The separator stays as it is.
  const size_t lines = end - begin - (separator[0] == 'n' ? 0 : 1);
  std::string& line = written.lines[begin + data[2] % lines];
  std::string text(reinterpret_cast<const char*>(data) + 5, size - 5);
  text.erase(std::remove(text.begin(), text.end(), '\n'), text.end());
  line.replace(data[3] % (line.size() + 1), data[4], text);
  if (ChangesWhatFollows(line, /*is_after_puzzle=*/damaged > 0)) return 0;
  // One row of a 4x4 and a blank line, three and a blank line: here the second
  // and the third row are a band, for all that one can see.
  if (style != Style::kDrawn && puzzle_size == 4 && separator[0] == '\0' &&
      absl::StripAsciiWhitespace(line).empty()) {
    return 0;
  }

  PuzzleReader reader;
  reader.Feed(written.Text());
  reader.Finish();
  Puzzle puzzle(Geometry::Standard());
  size_t next = 0;
  while (true) {
    const PuzzleReader::Result result = reader.Next(&puzzle);
    if (result == PuzzleReader::Result::kEnd) break;
    const bool is_puzzle = result == PuzzleReader::Result::kPuzzle;
    const size_t at =
        (is_puzzle ? reader.line() : reader.error().place.line) - 1;
    if (begin <= at && at < end) continue;
    Check(is_puzzle, "An error is about a good puzzle.", written);
    if (next == damaged) ++next;
    Check(next < kCount && puzzle.clues.ToLine() == written.cells[next],
          "A good puzzle is missing, or another one is there.", written);
    ++next;
  }
  if (next == damaged) ++next;
  Check(next == kCount, "Good puzzles are missing at the end.", written);
  return 0;
}
