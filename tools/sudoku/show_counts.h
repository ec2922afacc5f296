#ifndef TOOLS_SUDOKU_SHOW_COUNTS_H_
#define TOOLS_SUDOKU_SHOW_COUNTS_H_

#include "tools/cli/command.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

// `sudoku show --counts`: in how many solutions each candidate is.
cli::ExitCode ShowCounts(const cli::Arguments& arguments,
                         const Settings& settings);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_SHOW_COUNTS_H_
