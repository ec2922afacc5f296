#ifndef SUDOKU_FORMAT_BRACKETED_CELLS_H_
#define SUDOKU_FORMAT_BRACKETED_CELLS_H_

// Cells that are written as sets of candidates in brackets: {12}[3](4, 15).

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/written_cells.h"

namespace sudoku {

// True for '{', '[' and '('.
bool IsOpeningBracket(char c);

// Appends the cells of a line; each pair of brackets is one. Inside, digits may
// be separated by commas or blanks, and numbers of two digits must be.
std::optional<ReadError> AddBracketedCells(absl::string_view line,
                                           int64_t line_number,
                                           WrittenCells* cells);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_BRACKETED_CELLS_H_
