#ifndef DLX_IO_EXPORT_LINEAR_ANSWER_H_
#define DLX_IO_EXPORT_LINEAR_ANSWER_H_

// The answers of programs for integer programming.
//
//   glpsol -o           Status:     INTEGER OPTIMAL
//                       ...
//                          No. Column name       Activity     Lower bound
//                       ------ ------------    ------------- -------------
//                            1 o0           *              1             0
//
//   glpsol -w           s mip 11 6 o 0         (o: optimal, f: feasible, ...)
//                       j 1 1                  (columns are numbered from 1)
//
//   cbc ... solution    Optimal - objective value 0.00000000
//                             3 o3               1               0

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "dlx/io/export/answer.h"

namespace dlx::io {

absl::Status ReadLinearAnswer(absl::string_view text, uint32_t option_count,
                              AnswerBuilder& answer);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_LINEAR_ANSWER_H_
