#ifndef DLX_IO_EXPORT_LP_H_
#define DLX_IO_EXPORT_LP_H_

#include <string>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::io {

// The problem as a 0-1 program in the CPLEX LP format, which most programs for
// integer programming read.
//
// Variable o3 is option 3; they come in order. c0, c1, ... stand for colours
// (zero_one_form.h). Rows bear the names of their items, as far as the format
// allows: "i3_r1c1" is that of item 3. Costs are the objective.
absl::StatusOr<std::string> WriteLp(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_LP_H_
