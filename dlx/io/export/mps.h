#ifndef DLX_IO_EXPORT_MPS_H_
#define DLX_IO_EXPORT_MPS_H_

#include <string>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::io {

// The problem as a 0-1 program in the MPS format. Programs that expect fixed
// columns and those that expect words between blanks read the same from it.
//
// Column o3 is option 3; they come in order. c0, c1, ... stand for colours
// (zero_one_form.h). Row i3 is item 3. Comments tell their names. Costs are the
// objective.
//
// Fails if the names of the rows or columns do not fit into the format's eight
// characters.
absl::StatusOr<std::string> WriteMps(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_MPS_H_
