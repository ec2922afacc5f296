#ifndef TOOLS_CLI_COMPLETION_H_
#define TOOLS_CLI_COMPLETION_H_

// Scripts that make a shell complete command lines, made from the table of
// commands and from Abseil's flags: a new command or flag needs nothing here.
//
//   source <(dlx completion bash)
//   dlx cou<TAB>                   dlx count
//   dlx count --eng<TAB>           dlx count --engine=
//   dlx count --engine=bit_<TAB>   bit_planes bit_sets
//
// The script knows everything by itself; the program is not run during typing.

#include <string>

#include "absl/strings/string_view.h"
#include "tools/cli/command.h"

namespace cli {

// The script for "bash", "zsh" or "fish"; nothing for any other shell.
std::string CompletionScript(const Program& program, absl::string_view shell);

// What `dlx completion --help` prints: where to put the scripts.
std::string CompletionHelp(const Program& program);

}  // namespace cli

#endif  // TOOLS_CLI_COMPLETION_H_
