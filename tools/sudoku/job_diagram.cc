#include "tools/sudoku/job_diagram.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/search_options.h"
#include "tools/cli/interrupt.h"

namespace sudoku::tool {

std::optional<SolutionDiagram> DiagramOfJob(Job& job,
                                            const Settings& settings) {
  dlx::SearchOptions options;
  options.memory_limit = settings.memory_limit;
  options.limits.time = settings.solver.limits.time;
  options.limits.interrupter = &cli::GlobalInterrupter();
  absl::StatusOr<SolutionDiagram> diagram =
      SolutionDiagram::Build(job.puzzle, options);
  if (diagram.ok()) return *std::move(diagram);
  const absl::Status& status = diagram.status();
  switch (status.code()) {
    case absl::StatusCode::kCancelled:
      job.fate = Fate::kInterrupted;
      break;
    case absl::StatusCode::kDeadlineExceeded:
      job.Fail(Fate::kLimited, status.message());
      break;
    case absl::StatusCode::kResourceExhausted:
      job.Fail(Fate::kNoMemory, status.message());
      break;
    default:
      job.Fail(status);
  }
  return std::nullopt;
}

}  // namespace sudoku::tool
