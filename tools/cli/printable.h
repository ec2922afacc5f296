#ifndef TOOLS_CLI_PRINTABLE_H_
#define TOOLS_CLI_PRINTABLE_H_

// Text that comes from outside (the name of a file, a note beside a puzzle),
// made fit for where it goes.
//
// Such text can be anything. A terminal would obey the control sequences in it:
// those that begin with ESC, and those that begin with a control character of
// the second kind (C1: U+0080 to U+009F, of which U+009B is ESC [ in one). And
// a file that is said to be UTF-8 would not be.

#include <string>

#include "absl/strings/string_view.h"

namespace cli {

// For a terminal: control characters of either kind, and bytes that a terminal
// could take for them, as \xNN; what else is there as it is. Line ends and tabs
// are control characters that do no harm; `lines` tells whether they stay.
enum class Lines { kEscape, kKeep };
std::string Printable(absl::string_view text, Lines lines = Lines::kEscape);

// For a file: control characters but line ends and tabs, and bytes that are not
// UTF-8, as U+FFFD, the replacement character.
std::string Utf8Text(absl::string_view text);

}  // namespace cli

#endif  // TOOLS_CLI_PRINTABLE_H_
