#ifndef SUDOKU_FORMAT_WRITTEN_PUZZLES_H_
#define SUDOKU_FORMAT_WRITTEN_PUZZLES_H_

// For tests: texts of many puzzles, in the styles in which people write them,
// one of which can be damaged.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace sudoku {
namespace testing {

enum class Style {
  kLine,        // 53..7...
  kSpacedLine,  // 5 3 . . 7 . . .
  kRows,        // The same, a row on each line.
  kSpacedRows,
  kDrawn,  // | 5 3 . | . 7 . | . . . |, in a frame.
};
inline constexpr Style kStyles[] = {Style::kLine, Style::kSpacedLine,
                                    Style::kRows, Style::kSpacedRows,
                                    Style::kDrawn};
inline constexpr int kWrittenSizes[] = {4, 6, 8, 9, 16};

struct WrittenPuzzles {
  Style style;
  int size;
  std::vector<std::string> cells;  // Of each puzzle, as in Grid::ToLine().
  std::vector<std::string> lines;  // Of the whole text.
  std::vector<size_t> first_lines = {};  // Of each puzzle, as indices of lines.

  std::string Text() const;
};

// Puzzles whose clues depend on the seed: some fit together and others do not,
// which does not matter to a reader. After each there is `separator`, which can
// be nothing or a line.
WrittenPuzzles WritePuzzles(Style style, int size, int count,
                            absl::string_view separator, uint32_t seed);

}  // namespace testing
}  // namespace sudoku

#endif  // SUDOKU_FORMAT_WRITTEN_PUZZLES_H_
