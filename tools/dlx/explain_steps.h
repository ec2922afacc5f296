#ifndef TOOLS_DLX_EXPLAIN_STEPS_H_
#define TOOLS_DLX_EXPLAIN_STEPS_H_

// dlx explain --steps: what follows in a problem without trying, and why.

#include <string>

#include "dlx/ask/deduce.h"
#include "dlx/problem.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

// Prints the steps, one after the other, until none is found, a limit comes, or
// the program is interrupted.
cli::ExitCode ExplainSteps(const Problem& problem);

// "a has one option left", "all options of a have b".
[[nodiscard]] std::string ReasonOf(const Problem& problem,
                                   const Deduction& step);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_EXPLAIN_STEPS_H_
