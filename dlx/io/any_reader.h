#ifndef DLX_IO_ANY_READER_H_
#define DLX_IO_ANY_READER_H_

// Reads problems in whatever form they are written: Knuth's format
// (dlx/io/problem_reader.h) and, where a text is not that, the files *.ec of
// benchmarks (dlx/io/ec_reader.h), sets between brackets (dlx/io/set_text.h),
// and tables of zeros and ones (dlx/io/table_text.h).

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::io {

// As ReadProblem(). What names the options have are secondary items, which no
// other option has.
absl::StatusOr<Problem> ReadAnyProblem(StringView text,
                                       StringView file_name = "");

}  // namespace dlx::io

#endif  // DLX_IO_ANY_READER_H_
