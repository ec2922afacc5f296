#include "tools/cli/own_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cli {

namespace {

struct Closer {
  void operator()(FILE* file) const { fclose(file); }
};
using File = std::unique_ptr<FILE, Closer>;

absl::Status WriteFile(const std::string& path, absl::string_view text) {
  File file(fopen(path.c_str(), "wb"));
  if (file == nullptr) return CannotWrite(path, std::strerror(errno));
  const bool is_written =
      fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  const int write_error = errno;
  // Some errors show only now.
  const bool is_closed = fclose(file.release()) == 0;
  if (is_written && is_closed) return absl::OkStatus();
  return CannotWrite(path, std::strerror(is_written ? errno : write_error));
}

// OK if a new file can be made at `path`.
absl::Status CheckDirectoryOf(const std::string& path) {
  std::string directory = std::filesystem::path(path).parent_path();
  if (directory.empty()) directory = ".";
  return access(directory.c_str(), W_OK | X_OK) == 0
             ? absl::OkStatus()
             : CannotWrite(path, std::strerror(errno));
}

}  // namespace

absl::Status CannotWrite(const std::string& path, absl::string_view why) {
  return absl::UnavailableError(
      absl::StrCat("cannot write \"", path, "\": ", why));
}

absl::Status CheckMayWrite(const std::string& path, absl::string_view mark) {
  if (path.empty()) return absl::OkStatus();
  if (path == "-") return CannotWrite(path, kIsStandardOutput);
  // A pipe or a terminal has nothing to lose, and to read it could take
  // forever.
  struct stat facts;
  if (stat(path.c_str(), &facts) == 0 &&
      (S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode))) {
    return absl::OkStatus();
  }
  const File file(fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    return errno == ENOENT ? CheckDirectoryOf(path)
                           : CannotWrite(path, std::strerror(errno));
  }
  char begin[256];
  const size_t size = fread(begin, 1, sizeof(begin), file.get());
  // An empty file is no loss.
  if (size == 0 && ferror(file.get()) == 0) return absl::OkStatus();
  if (absl::StrContains(absl::string_view(begin, size), mark)) {
    return absl::OkStatus();
  }
  return CannotWrite(path,
                     "it is there already, and not from this command; "
                     "remove it, or choose another name");
}

absl::Status WriteOwnFile(const std::string& path, absl::string_view text,
                          absl::string_view mark) {
  const absl::Status status = CheckMayWrite(path, mark);
  return status.ok() ? WriteFile(path, text) : status;
}

}  // namespace cli
