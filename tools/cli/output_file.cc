#include "tools/cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/cli/output.h"
#include "tools/cli/own_file.h"

namespace cli {
namespace {

// Where a symbolic link leads, so that it is not the link that is replaced.
std::string TargetOf(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

}  // namespace

absl::Status CheckIsNoInput(const std::string& output,
                            absl::Span<const std::string> inputs) {
  if (output == "-") {
    return absl::InvalidArgumentError(
        CannotWrite(output, kIsStandardOutput).message());
  }
  struct stat written;
  if (stat(output.c_str(), &written) != 0 || !S_ISREG(written.st_mode)) {
    return absl::OkStatus();
  }
  for (const std::string& input : inputs) {
    struct stat read;
    const int result =
        input == "-" ? fstat(STDIN_FILENO, &read) : stat(input.c_str(), &read);
    if (result == 0 && read.st_dev == written.st_dev &&
        read.st_ino == written.st_ino) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", output,
                       "\" is what is read, and would be overwritten; choose "
                       "another name for what is written"));
    }
  }
  return absl::OkStatus();
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode)) {
    draft_.emplace(TargetOf(path));
    return;
  }
  fd_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd_ < 0) error_ = errno;
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) close(fd_);
}

absl::Status OutputFile::status() const {
  if (draft_.has_value() && !draft_->status().ok()) {
    return absl::UnavailableError(draft_->status().message());
  }
  if (error_ == 0) return absl::OkStatus();
  if (error_ == EINTR) {
    return absl::CancelledError(
        absl::StrCat("interrupted while \"", path_, "\" was not read"));
  }
  return absl::UnavailableError(
      absl::StrCat("cannot write \"", path_, "\": ", std::strerror(error_)));
}

bool OutputFile::Write(absl::string_view bytes) {
  if (draft_.has_value()) return draft_->Write(bytes);
  if (error_ == 0) error_ = WriteAll(fd_, bytes);
  return error_ == 0;
}

absl::Status OutputFile::Finish() {
  if (draft_.has_value()) {
    draft_->Replace().IgnoreError();  // status() tells it.
  } else if (fd_ >= 0 && close(std::exchange(fd_, -1)) != 0 && error_ == 0) {
    error_ = errno;
  }
  return status();
}

absl::Status WriteOutputFile(const std::string& path, absl::string_view bytes) {
  OutputFile file(path);
  file.Write(bytes);
  return file.Finish();
}

}  // namespace cli
