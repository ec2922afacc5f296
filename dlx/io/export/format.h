#ifndef DLX_IO_EXPORT_FORMAT_H_
#define DLX_IO_EXPORT_FORMAT_H_

// The formats in which a problem can be handed to a program of another kind.

#include <optional>

#include "absl/types/span.h"
#include "dlx/base/string_view.h"

namespace dlx::io {

enum class ExportFormat {
  kCnf,       // Clauses in DIMACS form, for SAT solvers.
  kOpb,       // Pseudo-Boolean constraints.
  kLp,        // Integer programming, as the CPLEX LP format.
  kMps,       // Integer programming, as MPS.
  kAsp,       // Answer set programming: facts and rules for gringo.
  kMiniZinc,  // Constraint programming.
  kJson,      // For programs that one writes oneself.
  kDlx,       // Knuth's text format.
  kEc,        // Benchmarks of exact covers: `p ec`.
};

struct ExportFormatInfo {
  ExportFormat format;
  StringView name;     // "cnf"
  StringView purpose;  // "SAT solvers"
  // How names of such files end: "mzn". Some programs insist on it.
  StringView extension;
};

// All of them, in the order above.
absl::Span<const ExportFormatInfo> AllExportFormats();

// REQUIRES: it is one of them. (Checked by an assertion, where these are on.)
const ExportFormatInfo& InfoOf(ExportFormat format);

std::optional<ExportFormat> FindExportFormat(StringView name);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_FORMAT_H_
