#ifndef TOOLS_DLX_EXPLAIN_STEPS_H_
#define TOOLS_DLX_EXPLAIN_STEPS_H_

// dlx explain --steps: what follows in a problem without trying, and why.

#include "dlx/problem.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

// Prints the steps, one after the other, until none is found, a limit comes, or
// the program is interrupted.
cli::ExitCode ExplainSteps(const Problem& problem);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_EXPLAIN_STEPS_H_
