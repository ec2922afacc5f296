#ifndef TOOLS_CLI_MAN_PAGE_H_
#define TOOLS_CLI_MAN_PAGE_H_

// The help texts of a program as a manual page, for man(1).

#include <string>

#include "tools/cli/command.h"

namespace cli {

// In the language of troff's man macros. It depends on nothing but the program:
// the page has no date.
std::string ManPage(const Program& program);

}  // namespace cli

#endif  // TOOLS_CLI_MAN_PAGE_H_
