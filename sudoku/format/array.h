#ifndef SUDOKU_FORMAT_ARRAY_H_
#define SUDOKU_FORMAT_ARRAY_H_

// Arrays of programming languages: a group of rows in brackets or in quotes, or
// all cells in one pair of brackets over several lines, whatever stands around.
//
//   board = np.array([[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0],
//                     [0, 9, 8, 0, 0, 0, 0, 6, 0], ... ], dtype=int8)
//   let grid: [[char; 9]; 9] = [['5', '3', '.', ...
//   problem(1, [[5, 3, _, _, 7, _, _, _, _],
//
// (Those in which a bracket is missing are read as grids, if they can be; see
// decorations.h.)

#include <cstddef>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/format/documents.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// What errors in any array are told with.
inline constexpr absl::string_view kTakenForArray =
    "; this was taken for an array, which has as many numbers in each row as "
    "it has rows";

// True for a line that may begin an array.
bool BeginsArray(absl::string_view line);

// The number of lines of the array that begins with the first of them, as
// DocumentFormat::count_lines. An array without rows on a single line is left
// to those who read lines of cells.
size_t CountLinesOfArray(absl::Span<const absl::string_view> lines,
                         bool is_all);

std::optional<ReadError> ReadArray(const DocumentText& document,
                                   GeometrySource* geometries, Puzzle* puzzle);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_ARRAY_H_
