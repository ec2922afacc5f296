#ifndef TOOLS_CLI_INPUT_FILE_H_
#define TOOLS_CLI_INPUT_FILE_H_

// Reads what a command is given to work on: a file, or standard input.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cli {

struct InputFile {
  std::string name;  // For messages: the path, or "standard input".
  std::string text;  // All of it.
};

// Reads the file at `path`, or standard input if that is "-". The error is a
// sentence such as "cannot read \"a.dlx\": No such file or directory"
absl::StatusOr<InputFile> ReadInput(absl::string_view path);

}  // namespace cli

#endif  // TOOLS_CLI_INPUT_FILE_H_
