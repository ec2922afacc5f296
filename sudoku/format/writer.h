#ifndef SUDOKU_FORMAT_WRITER_H_
#define SUDOKU_FORMAT_WRITER_H_

// Writes puzzles in the formats of other programs, pages and languages.
// Whatever is written here, PuzzleReader reads.
//
// Example:
//
//   const WrittenFormat* format = FindWrittenFormat("opensudoku");
//   std::string text = format->header;
//   for (const Puzzle& puzzle : puzzles) {
//     const absl::Status status = CanWrite(*format, puzzle);
//     if (status.ok()) text += format->write(puzzle, ++number);
//   }
//   text += format->footer;

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct WrittenFormat {
  dlx::StringView name;
  dlx::StringView description;
  // One puzzle, as whole lines. The number is the first one's 1, and so on.
  // REQUIRES: CanWrite(*this, puzzle).ok().
  std::string (*write)(const Puzzle& puzzle, int number);
  // What a puzzle can have besides digits in a grid with the customary boxes.
  bool has_regions = false;  // Irregular ones, or boxes of another shape.
  bool has_houses = false;   // Diagonals and extra regions.
  bool has_candidates = false;
  enum class Rules { kNone, kAll, kFpuzzles, kSudokuPad };
  Rules rules = Rules::kNone;  // Which it has, see sudoku/rules/.
  int size = 0;                // The only one that it knows, or 0 for any.
  dlx::StringView header = "";
  dlx::StringView footer = "";
};

absl::Span<const WrittenFormat> WrittenFormats();
// Null if there is none of that name.
const WrittenFormat* FindWrittenFormat(dlx::StringView name);

// An error that says what of the puzzle the format cannot keep.
absl::Status CanWrite(const WrittenFormat& format, const Puzzle& puzzle);

// The names of what else came with a puzzle of f-puzzles (drawings, colours,
// words about the rules), and what the format has no place for.
std::vector<std::string> LeftOut(const WrittenFormat& format,
                                 const Puzzle& puzzle);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_WRITER_H_
