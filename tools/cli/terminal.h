#ifndef TOOLS_CLI_TERMINAL_H_
#define TOOLS_CLI_TERMINAL_H_

// What a program may do with a terminal: is there one, how wide is it, and does
// its user want colours?

#include <string>

#include "absl/strings/string_view.h"

namespace cli {

bool IsTerminal(int fd);

// The number of characters in a line of the terminal; 80 if it is not known.
int TerminalWidth(int fd);

// True if `fd` is a terminal that understands colours, and the user has not
// said otherwise by setting NO_COLOR (https://no-color.org).
bool UsesColor(int fd);

enum class Style { kBold, kDim, kRed, kGreen, kYellow, kBlue, kCyan };

// `text` in that style if `colored`, otherwise as it is:
//
//   Styled("error", Style::kRed, UsesColor(STDERR_FILENO))
std::string Styled(absl::string_view text, Style style, bool colored);

}  // namespace cli

#endif  // TOOLS_CLI_TERMINAL_H_
