#ifndef TOOLS_DLX_RUN_H_
#define TOOLS_DLX_RUN_H_

// What other commands do with the folder of a run; those that are only about
// runs (plan, work, status, merge) are in run.cc, too.

#include <string>

#include "dlx/problem.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

// Counts the covers in a run at `path`, which is made if there is none: `dlx
// count --resume`.
cli::ExitCode CountInRun(const Problem& problem, const std::string& path);

// Tells whether the units of a run are the whole search: `dlx check RUN`.
cli::ExitCode CheckRunFolder(const std::string& path);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_RUN_H_
