#ifndef SUDOKU_FORMAT_ARRAY_H_
#define SUDOKU_FORMAT_ARRAY_H_

// Arrays of programming languages whose rows are not one on each line, or
// behind which something follows.
//
//   board = np.array([[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0],
//                     [0, 9, 8, 0, 0, 0, 0, 6, 0], ... ], dtype=int8)
//
// (Those with a row on each line are grids like any other; see decorations.h.)

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

// True for a line that begins an array in brackets, and does not end with it.
bool BeginsArray(absl::string_view line);

// The number of lines of the array that begins with the first of them, as
// DocumentFormat::count_lines: kNoDocument if each of its rows has a line of
// its own and nothing follows, or if it is no array of rows of numbers.
size_t CountLinesOfArray(absl::Span<const absl::string_view> lines,
                         bool is_all);

std::optional<ReadError> ReadArray(const DocumentText& document,
                                   GeometrySource* geometries, Puzzle* puzzle);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_ARRAY_H_
