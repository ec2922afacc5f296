#ifndef SUDOKU_FORMAT_LABELLED_TABLE_H_
#define SUDOKU_FORMAT_LABELLED_TABLE_H_

// Tables in which rows and columns have names or numbers, as pandas and R write
// and print them.
//
//   ,0,1,2,3            0  1  2  3            [,1] [,2] [,3] [,4]
//   0,1,,,4          0  1  0  0  4       [1,]    1   NA   NA    4
//   1,,,1,           1  0  0  1  0       [2,]   NA   NA    1   NA

#include <cstddef>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/format/documents.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// True for a line of names or numbers of columns.
bool BeginsLabelledTable(absl::string_view line);

// As DocumentFormat::count_lines. What is not a whole table of names and cells
// is none.
size_t CountLinesOfLabelledTable(absl::Span<const absl::string_view> lines,
                                 bool is_all);

std::optional<ReadError> ReadLabelledTable(const DocumentText& document,
                                           GeometrySource* geometries,
                                           Puzzle* puzzle);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_LABELLED_TABLE_H_
