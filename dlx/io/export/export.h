#ifndef DLX_IO_EXPORT_EXPORT_H_
#define DLX_IO_EXPORT_EXPORT_H_

// Writes a problem so that a solver of another kind can find its covers.
//
// Every format expresses every problem: primary and secondary items, colours,
// multiplicities, and costs as an objective to minimise. The exceptions are
// errors that say so: CNF has no costs, ASP no large numbers, EC nothing but
// items that are covered once, and some formats cannot write some names.
//
// The solutions of what is written are the covers, one to one, also where a
// format needs variables besides those of the options: those are determined by
// the options. So a count of the one is a count of the other.
//
// Example:
//
//   absl::StatusOr<std::string> text = Export(problem, ExportFormat::kCnf);
//   // ... let a SAT solver write its answer to `output` ...
//   absl::StatusOr<SolverAnswer> answer =
//       ReadSolution(ExportFormat::kCnf, output, problem);

#include <string>

#include "absl/status/statusor.h"
#include "dlx/io/export/cnf.h"
#include "dlx/io/export/format.h"
#include "dlx/problem.h"

namespace dlx::io {

struct ExportOptions {
  CnfOptions cnf = {};
};

absl::StatusOr<std::string> Export(const Problem& problem, ExportFormat format,
                                   const ExportOptions& options = {});

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_EXPORT_H_
