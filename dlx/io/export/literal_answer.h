#ifndef DLX_IO_EXPORT_LITERAL_ANSWER_H_
#define DLX_IO_EXPORT_LITERAL_ANSWER_H_

// The answers of SAT solvers and of pseudo-Boolean ones: lists of literals.
//
// Most write the lines of their competitions, among comments:
//
//   s SATISFIABLE              s OPTIMUM FOUND
//   v 1 -2 -3                  v x1 -x2 -x3
//   v 4 0                      v x4
//
// and minisat has a file of its own:
//
//   SAT
//   1 -2 -3 4 0

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "dlx/io/export/answer.h"

namespace dlx::io {

// `letter` is what stands before the number of a variable: "" or "x".
absl::Status ReadLiteralAnswer(absl::string_view text, absl::string_view letter,
                               uint32_t option_count, AnswerBuilder& answer);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_LITERAL_ANSWER_H_
