#ifndef SUDOKU_FORMAT_NO_TEXT_H_
#define SUDOKU_FORMAT_NO_TEXT_H_

// Files that are no text at all: pictures, PDF, spreadsheets as their programs
// keep them. People have puzzles in these, too, and one sentence is better than
// an error for each of their "lines".

#include "absl/strings/string_view.h"

namespace sudoku {

// What a file is of which this is the first line, such as "a PNG picture";
// nothing if it may be a text.
absl::string_view KnownNoText(absl::string_view line);

// True for a line that stands in no text: it has several characters that
// neither print nor separate. (A single one is a mistake in a text.)
bool IsNoText(absl::string_view line);

// True for such a line if every other byte at its beginning is 0.
bool IsUnmarkedUtf16(absl::string_view line);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_NO_TEXT_H_
