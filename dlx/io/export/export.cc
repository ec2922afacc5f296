#include "dlx/io/export/export.h"

#include "absl/status/status.h"
#include "dlx/io/export/asp.h"
#include "dlx/io/export/ec.h"
#include "dlx/io/export/json.h"
#include "dlx/io/export/lp.h"
#include "dlx/io/export/minizinc.h"
#include "dlx/io/export/mps.h"
#include "dlx/io/export/opb.h"
#include "dlx/io/problem_writer.h"

namespace dlx::io {

absl::StatusOr<std::string> Export(const Problem& problem, ExportFormat format,
                                   const ExportOptions& options) {
  switch (format) {
    case ExportFormat::kCnf:
      return WriteCnf(problem, options.cnf);
    case ExportFormat::kOpb:
      return WriteOpb(problem);
    case ExportFormat::kLp:
      return WriteLp(problem);
    case ExportFormat::kMps:
      return WriteMps(problem);
    case ExportFormat::kAsp:
      return WriteAsp(problem);
    case ExportFormat::kMiniZinc:
      return WriteMiniZinc(problem);
    case ExportFormat::kJson:
      return WriteJson(problem);
    case ExportFormat::kDlx:
      return WriteProblem(problem);
    case ExportFormat::kEc:
      return WriteEc(problem);
  }
  return absl::InvalidArgumentError("there is no such format");
}

}  // namespace dlx::io
