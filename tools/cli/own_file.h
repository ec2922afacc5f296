#ifndef TOOLS_CLI_OWN_FILE_H_
#define TOOLS_CLI_OWN_FILE_H_

// Files that a command overwrites only if it has written them itself, some
// other time: each has a mark near its beginning.

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cli {

// Why no file is called "-".
inline constexpr absl::string_view kIsStandardOutput =
    "that is standard output, which has the answers: this needs a file of its "
    "own (./- if it is to be called -)";

// Writes `text`, which has `mark` in its first 256 bytes, to the file `path`.
// An error if a file is there that is neither empty nor has the mark.
absl::Status WriteOwnFile(const std::string& path, absl::string_view text,
                          absl::string_view mark);

// OK if WriteOwnFile() may write there, or the path is empty, so that no file
// is wanted. "-" is no file, and the directory must be there. This is for a
// look before the work that the file will show.
absl::Status CheckMayWrite(const std::string& path, absl::string_view mark);

// The error for a file that cannot be written for that reason.
absl::Status CannotWrite(const std::string& path, absl::string_view why);

}  // namespace cli

#endif  // TOOLS_CLI_OWN_FILE_H_
