#ifndef TOOLS_CLI_RUNNING_COMMAND_H_
#define TOOLS_CLI_RUNNING_COMMAND_H_

// What the program was asked to do, in words: results that are put together
// later belong together only if that was the same.

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/cli/command.h"

namespace cli {

// To be called by RunProgram().
void SetRunningCommand(const Command& command);

// "count --limit=2 --diagonal=true": the command, and those of its flags that
// do not have their usual values, in the order of its help. The flags in
// `ignored`, by their names, do not matter. Empty without a command.
std::string RunningCommand(absl::Span<const absl::string_view> ignored);

}  // namespace cli

#endif  // TOOLS_CLI_RUNNING_COMMAND_H_
