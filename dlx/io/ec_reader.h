#ifndef DLX_IO_EC_READER_H_
#define DLX_IO_EC_READER_H_

// Reads the files *.ec in which many benchmarks of the field are given:
//
//   c A line that begins with c is a comment.
//   p ec 7
//   s 1 4 7
//   s 1 4
//
// There are 7 items, called 1 to 7, and each line that begins with s is an
// option. A second number after `p ec`, of the options, is held against them.
// dlx/io/export/ec.h writes this.

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/problem.h"

namespace dlx::io {

// Is the first line that is no comment `p ec` and a number?
bool LooksLikeEc(absl::string_view text);

// An error says where it is.
absl::StatusOr<Problem> ReadEc(absl::string_view text,
                               absl::string_view file_name);

}  // namespace dlx::io

#endif  // DLX_IO_EC_READER_H_
