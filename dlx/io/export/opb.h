#ifndef DLX_IO_EXPORT_OPB_H_
#define DLX_IO_EXPORT_OPB_H_

#include <string>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::io {

// The problem in the format of the pseudo-Boolean competitions (OPB). Variable
// x(k+1) is option k; comments say so, and which variables stand for colours
// (zero_one_form.h). Costs are the objective.
absl::StatusOr<std::string> WriteOpb(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_OPB_H_
