#ifndef TOOLS_SUDOKU_BOARDS_H_
#define TOOLS_SUDOKU_BOARDS_H_

// The boards of puzzles for which steps are asked, by several threads.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sudoku/technique/board.h"
#include "sudoku/technique/steps.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/named_values.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

// Any number of threads may use one.
class Boards {
 public:
  // The job's puzzle, as it is at the start. It is solved first: without
  // exactly one solution, or if it is too large, the job says so, and there is
  // no board.
  std::optional<Board> BoardOf(Job& job, Worker& worker);

 private:
  absl::StatusOr<std::shared_ptr<const BlankBoard>> BlankOf(
      const Geometry& geometry);

  std::mutex mutex_;
  // The one used last.
  std::shared_ptr<const BlankBoard> blank_;
};

// The values of --order.
struct Orders {
  static std::vector<cli::NamedValue<StepOrder>> Table();
};

// --uniqueness, --order, --techniques. Not found: the file of techniques.
absl::StatusOr<StepOptions> StepOptionsFromFlags();
// The options with the rules of a puzzle, and the time that it has, from now
// on.
StepOptions StepOptionsFor(const Puzzle& puzzle, StepOptions options,
                           const Settings& settings);
// Writes the status of StepOptionsFromFlags() to standard error, and returns
// the exit code for it.
cli::ExitCode FailFor(const absl::Status& status);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_BOARDS_H_
