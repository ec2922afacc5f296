#ifndef SUDOKU_FORMAT_READING_H_
#define SUDOKU_FORMAT_READING_H_

// For tests: everything that a text holds, as lines that can be compared.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/reader.h"

namespace sudoku {
namespace testing {

// For a puzzle "LINE: CELLS", followed by "|REGIONS" if they are irregular, by
// " =SOLUTION" and by " (NOTE)" if it has them; CELLS are those of
// Grid::ToLine(), or the sets of candidates such as "{12}{3}". For an error
// "LINE:COLUMN: SENTENCE", or "LINE: error: SENTENCE" if it has no column.
//
// The text is fed in pieces of `piece_size` characters.
std::vector<std::string> ReadAll(absl::string_view text,
                                 ReaderOptions options = {},
                                 size_t piece_size = 1 << 16);

}  // namespace testing
}  // namespace sudoku

#endif  // SUDOKU_FORMAT_READING_H_
