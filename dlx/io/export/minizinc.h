#ifndef DLX_IO_EXPORT_MINIZINC_H_
#define DLX_IO_EXPORT_MINIZINC_H_

#include <string>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::io {

// The problem as a MiniZinc model. chosen[k] is option k, and colored[j] stands
// for a colour (zero_one_form.h). An answer is a line "options: [0, 3, 4]".
// Costs are the objective.
absl::StatusOr<std::string> WriteMiniZinc(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_MINIZINC_H_
