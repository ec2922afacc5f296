#ifndef TOOLS_CLI_HELP_H_
#define TOOLS_CLI_HELP_H_

// Help texts, made from the table of commands and from Abseil's flags.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/cli/command.h"

namespace cli {

// What `dlx --help` prints; headings in bold type if `bold`.
std::string ProgramHelp(const Program& program, bool bold);

// What `dlx count --help` prints. The value of a flag is called by the word in
// backquotes in its help text: "Stop after `N` covers" yields "--limit=N".
std::string CommandHelp(const Program& program, const Command& command,
                        bool bold);

// A line, or several, of a list: "  term   explanation", where the explanation
// begins in `column` and is broken so that lines have at most 80 columns.
std::string ListEntry(absl::string_view term, absl::string_view explanation,
                      int column);

}  // namespace cli

#endif  // TOOLS_CLI_HELP_H_
