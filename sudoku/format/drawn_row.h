#ifndef SUDOKU_FORMAT_DRAWN_ROW_H_
#define SUDOKU_FORMAT_DRAWN_ROW_H_

// Rows of grids in which empty cells have no mark: where a character stands
// says which cell it is in.
//
// The bars cut the line into pieces of the same length. In a piece, a cell is
// one character wide, or one character with a blank on either side:
//
//   |53 | 7 |   |             53 | 7 |
//   | 53  |  7  |     |       |  53 |  7  |     |
//   | 5 3   |   7   |       |  5 3   |   7   |

#include <cstdint>

#include "absl/strings/string_view.h"
#include "sudoku/format/written_cells.h"

namespace sudoku {

// Appends the cells of a row with bars, if they stand where they must, and are
// `size` of them (or any usual number, if that is 0). Otherwise returns false
// and appends nothing.
bool AddDrawnCells(absl::string_view line, int64_t line_number, int size,
                   WrittenCells* cells);

// The same for a row without bars, whose length is exactly that number (9 if
// `size` is 0).
bool AddPositionalCells(absl::string_view line, int64_t line_number, int size,
                        WrittenCells* cells);

// The same for a row of a spreadsheet: cells with commas, semicolons or tabs
// between them, of which at least one but the last is empty.
bool AddSeparatedCells(absl::string_view line, int64_t line_number, int size,
                       WrittenCells* cells);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_DRAWN_ROW_H_
