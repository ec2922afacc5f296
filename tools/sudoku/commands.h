#ifndef TOOLS_SUDOKU_COMMANDS_H_
#define TOOLS_SUDOKU_COMMANDS_H_

// What each command of sudoku does. The table in sudoku.cc tells how they are
// called.

#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"

namespace sudoku::tool {

cli::ExitCode RunSolve(const cli::Arguments& arguments);
cli::ExitCode RunCheck(const cli::Arguments& arguments);
cli::ExitCode RunCount(const cli::Arguments& arguments);
cli::ExitCode RunEnumerate(const cli::Arguments& arguments);
cli::ExitCode RunShow(const cli::Arguments& arguments);
cli::ExitCode RunMinimal(const cli::Arguments& arguments);
cli::ExitCode RunCanonical(const cli::Arguments& arguments);
cli::ExitCode RunCompare(const cli::Arguments& arguments);
cli::ExitCode RunWatch(const cli::Arguments& arguments);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_COMMANDS_H_
