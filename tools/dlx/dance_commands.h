#ifndef TOOLS_DLX_DANCE_COMMANDS_H_
#define TOOLS_DLX_DANCE_COMMANDS_H_

// What the commands of dlx for small problems do. main.cc tells how they are
// called.

#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

cli::ExitCode RunShow(const cli::Arguments& arguments);
cli::ExitCode RunWatch(const cli::Arguments& arguments);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_DANCE_COMMANDS_H_
