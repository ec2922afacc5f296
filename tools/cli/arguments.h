#ifndef TOOLS_CLI_ARGUMENTS_H_
#define TOOLS_CLI_ARGUMENTS_H_

// Takes a command line apart.
//
// Abseil's own parser knows one set of flags for a whole program, and ends the
// program with exit code 1 when it meets another. Here the flags are still
// defined by ABSL_FLAG, with Abseil's types and texts, but each command has its
// own set of them.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cli {

// How a command calls a flag, and which Abseil flag that is. The names are the
// same but for an entry "name=abseil_name", which serves for names that Abseil
// cannot have (--at-step), or that mean different things in two commands of a
// program.
struct FlagName {
  explicit FlagName(absl::string_view entry) : shown(entry), abseil(entry) {
    const size_t equals = entry.find('=');
    if (equals == absl::string_view::npos) return;
    shown = entry.substr(0, equals);
    abseil = entry.substr(equals + 1);
  }

  absl::string_view shown;
  absl::string_view abseil;
};

// As people write it: "--limit", and "-n" for a letter.
inline std::string DashedName(absl::string_view shown) {
  return absl::StrCat(shown.size() == 1 ? "-" : "--", shown);
}

struct ParsedArguments {
  std::vector<std::string> arguments;  // The words that are not flags.
  bool help_wanted = false;            // There was a --help.
};

// Sets the Abseil flags that `words` speak of, and returns the other words. The
// known flags are entries as FlagName reads them.
//
//   * A flag is --name=value or --name value, and it may stand anywhere. One
//     dash is as good as two.
//   * A Boolean flag is --name or --noname.
//   * -- ends the flags: what follows are arguments.
//   * A sole - is an argument.
//   * --help and -h are always known. What comes after them is not looked at.
//
// An error is a sentence that names the flag.
// REQUIRES: every entry in `flags` is that of an Abseil flag.
absl::StatusOr<ParsedArguments> ParseArguments(
    absl::Span<const absl::string_view> flags,
    absl::Span<const std::string> words);

}  // namespace cli

#endif  // TOOLS_CLI_ARGUMENTS_H_
