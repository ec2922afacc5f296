#ifndef TOOLS_CLI_OUTPUT_FILE_H_
#define TOOLS_CLI_OUTPUT_FILE_H_

// A file that a command writes because a flag names it, such as a certificate.

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/farm/files.h"

namespace cli {

// An error if `output` is "-", or names one of the files that a command reads
// ("-" is standard input): to write it would destroy that.
absl::Status CheckIsNoInput(const std::string& output,
                            absl::Span<const std::string> inputs);

// The file has its name when it is whole; until then, and if it does not come
// to that, a file of that name stays as it is. What is no regular file, such as
// a pipe, is written at once.
//
// Errors name the file: Unavailable, or Cancelled if a signal came while there
// was no reader.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  // Without Finish(), there is no new file.
  ~OutputFile();

  // What has gone wrong first.
  absl::Status status() const;
  // False if something has gone wrong.
  bool Write(absl::string_view bytes);
  absl::Status Finish();

 private:
  const std::string path_;
  std::optional<dlx::units::FileDraft> draft_;  // Of a regular file.
  int fd_ = -1;                                 // Of any other one.
  int error_ = 0;
};

// An OutputFile of one piece.
absl::Status WriteOutputFile(const std::string& path, absl::string_view bytes);

}  // namespace cli

#endif  // TOOLS_CLI_OUTPUT_FILE_H_
