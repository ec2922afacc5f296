#ifndef TOOLS_DLX_PROBLEM_FILE_H_
#define TOOLS_DLX_PROBLEM_FILE_H_

// Every command but `make` begins by reading a problem.

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "dlx/problem.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

// Reads the problem in the file at `path` ("-" is standard input) and returns
// what `use` makes of it. If that is not possible, says why. --timeout is for
// reading, too, if the file is large.
cli::ExitCode WithProblem(absl::string_view path,
                          absl::FunctionRef<cli::ExitCode(const Problem&)> use);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_PROBLEM_FILE_H_
