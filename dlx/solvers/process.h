#ifndef DLX_SOLVERS_PROCESS_H_
#define DLX_SOLVERS_PROCESS_H_

// Runs a program until it ends, or until time is up.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/base/string_view.h"
#include "dlx/limits.h"

namespace dlx::solvers {

// The path of the program of that name in $PATH, if it is there.
std::optional<std::string> FindProgram(StringView name);

struct ProcessOptions {
  // Files for its output. Its input is empty.
  std::string output_path = "/dev/null";
  std::string error_path = "/dev/null";
  absl::Duration time_limit = absl::InfiniteDuration();
  // If not null, looked at every tenth of a second.
  const Interrupter* interrupter = nullptr;
};

struct ProcessResult {
  enum class End { kByItself, kTimeLimit, kInterrupted };
  End end = End::kByItself;
  // As a shell reports it: 128 + the signal if a signal has ended it.
  int exit_code = -1;
  absl::Duration wall_time = {};
  // The time of the process and of the children for which it has waited.
  absl::Duration cpu_time = {};
};

// Runs the program at the path words[0], with the other words as arguments.
// When time is up or an interruption is requested, it is interrupted, and if it
// goes on for some seconds, killed; and with it the processes that it has
// started. It also ends if the calling thread does.
//
// REQUIRES: there are words. (Checked by an assertion, where these are on.)
//
// Fails if the process could not be started. Any number of threads may run
// processes at the same time.
absl::StatusOr<ProcessResult> RunProcess(const std::vector<std::string>& words,
                                         const ProcessOptions& options = {});

}  // namespace dlx::solvers

#endif  // DLX_SOLVERS_PROCESS_H_
