#ifndef TOOLS_CLI_ERROR_H_
#define TOOLS_CLI_ERROR_H_

// What a program says on standard error.

#include "absl/strings/string_view.h"
#include "tools/cli/exit_code.h"

namespace cli {

// The name that messages begin with. Until it is set they begin with none.
void SetProgramName(absl::string_view name);

// Prints "dlx: sentence" on standard error. The sentence may quote anything:
// control characters are written as \xNN.
void Note(absl::string_view sentence);

// Prints "dlx: error: sentence" on standard error and returns `code`, so that a
// command can say `return Fail(ExitCode::kUsage, "...")`.
[[nodiscard]] ExitCode Fail(ExitCode code, absl::string_view sentence);

// The same where what --memory allows does not suffice.
[[nodiscard]] ExitCode FailForMemory(absl::string_view sentence);

// From now on a program that runs out of memory ends with a message and
// ExitCode::kNoMemory, rather than by a crash.
void FailWhenOutOfMemory();

}  // namespace cli

#endif  // TOOLS_CLI_ERROR_H_
