#ifndef SUDOKU_FORMAT_CELL_WORD_H_
#define SUDOKU_FORMAT_CELL_WORD_H_

// A cell that is a word between separators: in arrays and in tables.

#include <optional>

#include "absl/strings/string_view.h"

namespace sudoku {

// The number of "5", "5." or "5.0", and 0 for an empty cell: "", "None", "-",
// any mark; nothing if it is something else.
std::optional<int> CellOfWord(absl::string_view word);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_CELL_WORD_H_
