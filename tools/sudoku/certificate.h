#ifndef TOOLS_SUDOKU_CERTIFICATE_H_
#define TOOLS_SUDOKU_CERTIFICATE_H_

// --certificate=ARCHIVE of check: for each puzzle, why its answer is right, for
// 'sudoku verify' to check.

#include <mutex>
#include <optional>

#include "absl/status/status.h"
#include "dlx/limits.h"
#include "sudoku/proof/write.h"
#include "sudoku/solver.h"
#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/output_file.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/job.h"

namespace sudoku::tool {

// Does nothing if the flag is not given.
class Certificates {
 public:
  // The file has the archive when all puzzles of the arguments are done.
  explicit Certificates(const cli::Arguments& arguments);

  // What is wrong with the flag or the file.
  absl::Status status() const { return status_; }

  // Has the batch write an entry for each puzzle. REQUIRES: the batch does not
  // outlive this.
  void WriteAfter(BatchOptions& options);
  // Proves what a solver says of the job's puzzle. Any thread may call this.
  void Prove(Job& job, const Answer& answer, Worker& worker,
             const dlx::Limits& limits);
  // The exit code of the batch, or of what else has gone wrong.
  cli::ExitCode Finish(cli::ExitCode code);

 private:
  std::optional<cli::OutputFile> file_;
  std::optional<ArchiveWriter> archive_;
  absl::Status status_;
  std::mutex mutex_;            // For the next one.
  absl::Status contradiction_;  // Between a solver and a proof.
};

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_CERTIFICATE_H_
