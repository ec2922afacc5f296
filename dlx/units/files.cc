#include "dlx/units/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"

namespace dlx::units {
namespace {

absl::Status Error(int error, absl::string_view what, const std::string& path) {
  return absl::ErrnoToStatus(error, absl::StrCat(what, " \"", path, "\""));
}

absl::Status WriteAll(int file, absl::string_view text,
                      const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Error(errno, "cannot write", path);
    text.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

// Writes a new file and, if it has to last, waits until it is on disk.
absl::Status WriteNewFile(const std::string& path, absl::string_view text,
                          bool has_to_last) {
  const int file =
      open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return Error(errno, "cannot create", path);
  absl::Status status = WriteAll(file, text, path);
  if (status.ok() && has_to_last && fsync(file) != 0) {
    status = Error(errno, "cannot write", path);
  }
  // A full disk may not show before this.
  if (close(file) != 0 && status.ok()) {
    status = Error(errno, "cannot write", path);
  }
  if (!status.ok()) unlink(path.c_str());
  return status;
}

// Writes the text under a name in the same folder that nobody else uses, and
// returns it. Somebody who had the name of this process, as the first process
// of a container has whenever that is started again, may have left files.
absl::StatusOr<std::string> WriteDraft(const std::string& path,
                                       absl::string_view text) {
  static std::atomic<int> drafts = 0;
  const std::filesystem::path target(path);
  while (true) {
    const std::string draft =
        (target.parent_path() / absl::StrCat(".", target.filename().string(),
                                             "-", ProcessName(), "-", ++drafts))
            .string();
    const absl::Status status = WriteNewFile(draft, text, true);
    if (status.ok()) return draft;
    if (!absl::IsAlreadyExists(status)) return status;
  }
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Error(errno, "cannot read", path);
  const absl::Cleanup close_file = [file] { close(file); };
  std::string text;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = read(file, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Error(errno, "cannot read", path);
    if (count == 0) return text;
    text.append(buffer, static_cast<size_t>(count));
  }
}

absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view text) {
  const absl::StatusOr<std::string> draft = WriteDraft(path, text);
  if (!draft.ok()) return draft.status();
  if (rename(draft->c_str(), path.c_str()) != 0) {
    const absl::Status status = Error(errno, "cannot write", path);
    unlink(draft->c_str());
    return status;
  }
  return absl::OkStatus();
}

absl::Status PublishFile(const std::string& path, absl::string_view text) {
  const absl::StatusOr<std::string> draft = WriteDraft(path, text);
  if (!draft.ok()) return draft.status();
  absl::Status status;
  // Unlike rename(), this fails if there is such a file.
  if (link(draft->c_str(), path.c_str()) != 0) {
    status = Error(errno, "cannot write", path);
  }
  unlink(draft->c_str());
  return status;
}

absl::Status CreateFile(const std::string& path, absl::string_view text) {
  return WriteNewFile(path, text, false);
}

absl::StatusOr<std::vector<std::string>> NamesIn(const std::string& folder) {
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  std::vector<std::string> names;
  while (!error && entries != std::filesystem::directory_iterator()) {
    std::string name = entries->path().filename().string();
    if (name.front() != '.') names.push_back(std::move(name));
    entries.increment(error);
  }
  if (error) return Error(error.value(), "cannot read", folder);
  return names;
}

std::string ProcessName() {
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  return absl::StrCat(host, "-", getpid());
}

}  // namespace dlx::units
