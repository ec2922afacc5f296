// An error costs exactly the puzzle that has it: one damaged line among good
// puzzles, in every style, gives one error at the right place, and all the
// others.

#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/testing/sanitized.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/reading.h"
#include "sudoku/format/written_puzzles.h"
#include "sudoku/names.h"

namespace sudoku {
namespace {

using ::dlx::testing::OneInOfMany;
using ::sudoku::testing::kStyles;
using ::sudoku::testing::kWrittenSizes;
using ::sudoku::testing::ReadAll;
using ::sudoku::testing::Style;
using ::sudoku::testing::WritePuzzles;
using ::sudoku::testing::WrittenPuzzles;

// What is done to a line: the text that stands in the place of some characters.
struct Damage {
  const char* name;
  int removed;
  std::string added;
  bool has_column;  // The error names the first changed character.
};

// Stands for the digit that is too large by one.
constexpr char kNextDigit[] = "next";

const std::vector<Damage>& Damages() {
  static const auto* const damages = new std::vector<Damage>{
      {"QuestionMark", 1, "?", true},
      {"InsertedQuestionMark", 0, "?", true},
      {"Nul", 1, std::string(1, '\0'), true},
      {"CarriageReturn", 1, "\r", true},
      {"Escape", 1, "\x1b", true},
      {"ByteBeyondAscii", 1, "\xE9", true},
      {"ControlOfLatin1", 0, "\xC2\x9B", true},
      {"LargestDigit", 1, "@", true},
      {"NextDigit", 1, kNextDigit, true},
      {"CellTooFew", 1, "", false},
      {"CellTooMany", 0, ".", false},
  };
  return *damages;
}

bool IsOnALine(Style style) {
  return style == Style::kLine || style == Style::kSpacedLine;
}

// Where a cell begins.
size_t CellNear(absl::string_view line, size_t at) {
  const auto is_between = [line](size_t i) {
    return line[i] == ' ' || line[i] == '|';
  };
  at %= line.size();
  while (is_between(at)) at = (at + 1) % line.size();
  const bool has_numbers = line.find(' ') != absl::string_view::npos;
  while (has_numbers && at > 0 && !is_between(at - 1)) --at;
  return at;
}

// All the results that are expected but the error, which is anything on the
// line.
void ExpectAllButOne(const WrittenPuzzles& written, size_t damaged_puzzle,
                     size_t damaged_line, int column,
                     const ReaderOptions& options) {
  const std::vector<std::string> results = ReadAll(written.Text(), options);
  ASSERT_EQ(results.size(), written.cells.size())
      << absl::StrJoin(results, "\n");
  for (size_t i = 0; i < results.size(); ++i) {
    const size_t line =
        (i == damaged_puzzle              ? damaged_line
         : written.style == Style::kDrawn ? written.first_lines[i] + 1
                                          : written.first_lines[i]) +
        1;
    if (i != damaged_puzzle) {
      EXPECT_EQ(results[i], absl::StrCat(line, ": ", written.cells[i]));
    } else if (column > 0) {
      EXPECT_THAT(results[i],
                  ::testing::StartsWith(absl::StrCat(line, ":", column, ": ")));
    } else {
      EXPECT_THAT(results[i], ::testing::StartsWith(absl::StrCat(line, ":")));
      EXPECT_THAT(results[i],
                  ::testing::AnyOf(::testing::HasSubstr(" instead of "),
                                   ::testing::HasSubstr(", but ")));
    }
  }
}

using Parameters = std::tuple<Style, int, const char*>;
class OneDamagedLine : public ::testing::TestWithParam<Parameters> {};

std::string NameOf(const ::testing::TestParamInfo<Parameters>& info) {
  constexpr const char* kNames[] = {"Line", "SpacedLine", "Rows", "SpacedRows",
                                    "Drawn"};
  const auto [style, size, separator] = info.param;
  return absl::StrCat(kNames[static_cast<int>(style)], size,
                      *separator == 'n'   ? ""
                      : *separator == '=' ? "Strokes"
                                          : "Blanks");
}

INSTANTIATE_TEST_SUITE_P(All, OneDamagedLine,
                         ::testing::Combine(::testing::ValuesIn(kStyles),
                                            ::testing::ValuesIn(kWrittenSizes),
                                            ::testing::Values("none", "",
                                                              "=====")),
                         NameOf);

TEST_P(OneDamagedLine, CostsOnePuzzle) {
  const auto [style, size, separator] = GetParam();
  const int count = IsOnALine(style) && size <= 6 ? 40 : 5;
  const WrittenPuzzles good = WritePuzzles(style, size, count, separator, size);
  const size_t lines_of_puzzle = IsOnALine(style)         ? 1
                                 : style == Style::kDrawn ? 0
                                                          : size;
  int cases = 0;
  for (const Damage& damage : Damages()) {
    for (const size_t puzzle : {0, count / 2, count - 1}) {
      for (const size_t at : {0u, 3u, 33u, 1000003u}) {
        if (++cases % OneInOfMany(5) != 0) continue;
        size_t line = good.first_lines[puzzle];
        // In a drawing, the first row or the last one.
        line += lines_of_puzzle > 0 ? at % lines_of_puzzle
                : at % 2 == 0       ? 1
                                    : size + (size > 4 ? 2 : 1);
        WrittenPuzzles damaged = good;
        std::string& text = damaged.lines[line];
        if (text.empty() || text[0] == '+') continue;
        const size_t place = CellNear(text, at);
        const bool is_spaced = style != Style::kLine && style != Style::kRows;
        const size_t removed = is_spaced && damage.added.empty()
                                   ? text.find(' ', place) - place
                                   : damage.removed;
        if (removed > text.size()) continue;
        const std::string added =
            damage.added == kNextDigit ? std::string(1, DigitToChar(size + 1))
            : damage.added == "." && is_spaced ? ". "
                                               : damage.added;
        // A blank for the cell, or nothing, would be right again in a drawing.
        text.replace(place, removed + (is_spaced && added.empty()), added);
        // The end of a line takes any number of these.
        if (damage.added == "\r" && place + 1 == text.size()) continue;
        SCOPED_TRACE(absl::StrCat(damage.name, " in puzzle ", puzzle, " of ",
                                  count, ", line ", line + 1, ": \"", text,
                                  "\""));
        ExpectAllButOne(damaged, puzzle, line,
                        damage.has_column ? static_cast<int>(place) + 1 : 0,
                        {});
        ReaderOptions sized;
        sized.geometries = GeometrySource(*Geometry::FromSize(size));
        ExpectAllButOne(damaged, puzzle, line,
                        damage.has_column ? static_cast<int>(place) + 1 : 0,
                        sized);
        if (HasFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace sudoku
