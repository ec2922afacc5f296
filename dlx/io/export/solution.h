#ifndef DLX_IO_EXPORT_SOLUTION_H_
#define DLX_IO_EXPORT_SOLUTION_H_

// Reads the answer of a solver to an exported problem.
//
// The caller need not name the solver: the answers of these differ.
//
//   format    answer
//   cnf       "s SATISFIABLE" and "v 1 -2 0" (cadical, clasp, z3, ...); the
//             result file of minisat
//   opb       "s OPTIMUM FOUND" and "v x1 -x2" (clasp and others)
//   lp, mps   glpsol's files of the options -o and -w; the solution file of cbc
//   asp       clasp's "Answer: 1", of what gringo has grounded
//   minizinc  the model's own output, with minizinc's lines of dashes
//   json      {"options":[0,3,4]}, as `dlx solve --json` writes it
//   dlx       a list of options, as `dlx solve` writes it
//
// If there are several answers, such as better and better ones, the last one
// counts.

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/format.h"
#include "dlx/problem.h"

namespace dlx::io {

struct SolverAnswer {
  enum class Verdict {
    kCover,      // Here is a cover.
    kBestCover,  // Here is a cover, and none costs less. (If there are costs.)
    kNoCover,    // There is none.
    kUnknown,    // The solver gave up.
  };
  Verdict verdict = Verdict::kUnknown;
  // The cover, if there is one, in ascending order.
  std::vector<OptionId> options = {};

  bool has_cover() const {
    return verdict == Verdict::kCover || verdict == Verdict::kBestCover;
  }
};

// Reads the answer in `text`, and verifies its cover.
//
// Errors are sentences:
//   * kInvalidArgument: the text is no such answer, or contradicts itself;
//   * kFailedPrecondition: it is, but what it calls a solution is no cover.
absl::StatusOr<SolverAnswer> ReadSolution(ExportFormat format, StringView text,
                                          const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_SOLUTION_H_
