#include "tools/cli/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tools/cli/error.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

absl::Status ReadError(absl::string_view quoted_name, int error) {
  return absl::Status(
      absl::ErrnoToStatusCode(error),
      absl::StrCat("cannot read ", quoted_name, ": ", std::strerror(error)));
}

// Appends all that can be read from `fd`. Returns 0 or an errno.
//
// A pipe or a device may have no end. No text has a NUL byte, so there is no
// need to read beyond one: the reader of the text will say where it is.
int ReadAll(int fd, std::string* text) {
  constexpr size_t kLeastRoom = size_t{1} << 16;
  size_t size = 0;
  struct stat info;
  bool may_be_endless = true;
  // A byte more than the file has, so that its end is seen without growing.
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
    text->resize(static_cast<size_t>(info.st_size) + 1);
    may_be_endless = false;
  }
  while (true) {
    if (size == text->size()) text->resize(size + size / 2 + kLeastRoom);
    const ssize_t got = read(fd, text->data() + size, text->size() - size);
    if (got > 0) {
      const bool has_nul =
          std::memchr(text->data() + size, 0, static_cast<size_t>(got));
      size += static_cast<size_t>(got);
      if (has_nul && may_be_endless) {
        text->resize(size);
        return 0;
      }
    } else if (got == 0) {
      text->resize(size);
      return 0;
    } else if (errno != EINTR) {
      return errno;
    }
  }
}

}  // namespace

absl::StatusOr<InputFile> ReadInput(absl::string_view path) {
  InputFile file;
  if (path == "-") {
    file.name = "standard input";
    if (IsTerminal(STDIN_FILENO)) {
      Note("reading from the terminal; Ctrl-D ends the input");
    }
    const int error = ReadAll(STDIN_FILENO, &file.text);
    if (error != 0) return ReadError(file.name, error);
    return file;
  }
  if (path.empty()) {
    return absl::NotFoundError(
        "an empty argument is no file; - is standard input");
  }
  file.name = std::string(path);
  const std::string quoted_name = absl::StrCat("\"", path, "\"");
  const int fd = open(file.name.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ReadError(quoted_name, errno);
  const auto close_file = absl::MakeCleanup([fd] { close(fd); });
  const int error = ReadAll(fd, &file.text);
  if (error != 0) return ReadError(quoted_name, error);
  return file;
}

}  // namespace cli
