#ifndef TOOLS_CLI_HELP_H_
#define TOOLS_CLI_HELP_H_

// Help texts, made from the table of commands and from Abseil's flags.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/cli/command.h"

namespace cli {

// A flag, as help texts speak of it.
struct FlagHelp {
  absl::string_view name;  // "limit"
  // What its value is called: the word in backquotes in its help text. "Stop
  // after `N` covers" yields "N". Empty if the flag is Boolean.
  std::string value;
  bool is_on_by_default = false;  // A Boolean flag that is true.
  std::string explanation;        // "Stop after N covers. Default: 5."
};

// The flag of an entry in Command::flags.
FlagHelp DescribeFlag(absl::string_view entry);

// Its name and value: "--limit=N".
std::string FlagTerm(const FlagHelp& flag);

// The commands that every program has, as rows of a table to be explained; they
// cannot be run.
std::vector<Command> CommonCommands();

// What `dlx --help` prints; headings in bold type if `bold`.
std::string ProgramHelp(const Program& program, bool bold);

// What `dlx count --help` prints.
std::string CommandHelp(const Program& program, const Command& command,
                        bool bold);

// A line, or several, of a list: "  term   explanation", where the explanation
// begins in `column` and is broken so that lines have at most 80 columns.
std::string ListEntry(absl::string_view term, absl::string_view explanation,
                      int column);

}  // namespace cli

#endif  // TOOLS_CLI_HELP_H_
