#ifndef TOOLS_DLX_COMMANDS_H_
#define TOOLS_DLX_COMMANDS_H_

// What each command of dlx does. main.cc tells how they are called.

#include <string>
#include <vector>

#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

cli::ExitCode RunSolve(const cli::Arguments& arguments);
cli::ExitCode RunFirst(const cli::Arguments& arguments);
cli::ExitCode RunBest(const cli::Arguments& arguments);
cli::ExitCode RunCount(const cli::Arguments& arguments);
cli::ExitCode RunCheck(const cli::Arguments& arguments);
cli::ExitCode RunVerify(const cli::Arguments& arguments);
cli::ExitCode RunSymmetry(const cli::Arguments& arguments);
cli::ExitCode RunInfo(const cli::Arguments& arguments);
cli::ExitCode RunExplain(const cli::Arguments& arguments);
cli::ExitCode RunEstimate(const cli::Arguments& arguments);
cli::ExitCode RunSample(const cli::Arguments& arguments);
cli::ExitCode RunTally(const cli::Arguments& arguments);
cli::ExitCode RunCompile(const cli::Arguments& arguments);
cli::ExitCode RunAsk(const cli::Arguments& arguments);
cli::ExitCode RunConvert(const cli::Arguments& arguments);
cli::ExitCode RunPlan(const cli::Arguments& arguments);
cli::ExitCode RunWork(const cli::Arguments& arguments);
cli::ExitCode RunStatus(const cli::Arguments& arguments);
cli::ExitCode RunMerge(const cli::Arguments& arguments);
cli::ExitCode RunMake(const cli::Arguments& arguments);

// What `dlx ask` can be asked.
std::vector<std::string> QuestionsToAsk();

// What --to and --from of `dlx convert` may say, and --at-most-one.
std::vector<std::string> FormatsToExport();
std::vector<std::string> WaysToSayAtMostOne();

// The problems that `dlx make` knows.
std::vector<std::string> NamesToMake();

}  // namespace dlx::tool

#endif  // TOOLS_DLX_COMMANDS_H_
