#ifndef DLX_IO_TABLE_TEXT_H_
#define DLX_IO_TABLE_TEXT_H_

// Reads tables of zeros and ones, whose rows are options and whose columns are
// items. Columns and rows may have names:
//
//        1  2  3  4  5  6  7
//    A   1  0  0  1  0  0  1           1001001
//    B   1  0  0  1  0  0  0           1001000
//    C   0  0  0  1  1  0  1           0001101
//
// Between entries stand blanks, commas, semicolons or nothing. Columns without
// names are called 1, 2, 3, ...

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/problem.h"

namespace dlx::io {

// Are two of the first three lines rows of several zeros and ones, perhaps
// after a name?
bool LooksLikeTable(absl::string_view text);

// An error says where it is.
absl::StatusOr<Problem> ReadTable(absl::string_view text,
                                  absl::string_view file_name);

}  // namespace dlx::io

#endif  // DLX_IO_TABLE_TEXT_H_
