#include "dlx/farm/files.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace dlx::units {
namespace {

absl::Status WriteAll(int file, absl::string_view text,
                      const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return FileError(errno, "cannot write", path);
    text.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

// A file that was not there before, or -1.
int OpenNew(const std::string& path) {
  return open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

}  // namespace

absl::Status FileError(int error, absl::string_view what,
                       absl::string_view path) {
  absl::Status status =
      absl::ErrnoToStatus(error, absl::StrCat(what, " \"", path, "\""));
  return absl::IsResourceExhausted(status)
             ? absl::UnavailableError(status.message())
             : status;
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return FileError(errno, "cannot read", path);
  const absl::Cleanup close_file = [file] { close(file); };
  std::string text;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = read(file, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError(errno, "cannot read", path);
    if (count == 0) return text;
    text.append(buffer, static_cast<size_t>(count));
  }
}

FileDraft::FileDraft(std::string path) : path_(std::move(path)) { Open(); }

FileDraft::~FileDraft() {
  if (file_ >= 0) close(file_);
  if (!draft_.empty()) unlink(draft_.c_str());
}

void FileDraft::Fail(absl::string_view what, const std::string& path) {
  if (status_.ok()) status_ = FileError(errno, what, path);
}

void FileDraft::Open() {
  static std::atomic<int> drafts = 0;
  const std::filesystem::path target(path_);
  // An earlier process of the same name may have left files, as the first
  // process of a container does when that is started again.
  do {
    draft_ =
        (target.parent_path() / absl::StrCat(".", target.filename().string(),
                                             "-", ProcessName(), "-", ++drafts))
            .string();
    file_ = OpenNew(draft_);
  } while (file_ < 0 && errno == EEXIST);
  if (file_ >= 0) return;
  Fail("cannot write", path_);
  draft_.clear();
}

bool FileDraft::Write(absl::string_view piece) {
  if (status_.ok()) status_ = WriteAll(file_, piece, path_);
  return status_.ok();
}

void FileDraft::Close() {
  if (status_.ok() && fsync(file_) != 0) Fail("cannot write", path_);
  // A full disk may not show before this.
  if (file_ >= 0 && close(file_) != 0) Fail("cannot write", path_);
  file_ = -1;
}

absl::Status FileDraft::Replace() {
  Close();
  if (status_.ok() && rename(draft_.c_str(), path_.c_str()) != 0) {
    Fail("cannot write", path_);
  }
  if (status_.ok()) draft_.clear();
  return status_;
}

absl::Status FileDraft::Publish() {
  Close();
  // Unlike rename(), this fails if there is such a file.
  if (status_.ok() && link(draft_.c_str(), path_.c_str()) != 0) {
    Fail("cannot write", path_);
  }
  return status_;
}

absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view text) {
  FileDraft draft(path);
  draft.Write(text);
  return draft.Replace();
}

absl::Status PublishFile(const std::string& path, absl::string_view text) {
  FileDraft draft(path);
  draft.Write(text);
  return draft.Publish();
}

absl::Status CreateFile(const std::string& path, absl::string_view text) {
  const int file = OpenNew(path);
  if (file < 0) return FileError(errno, "cannot create", path);
  absl::Status status = WriteAll(file, text, path);
  if (close(file) != 0 && status.ok()) {
    status = FileError(errno, "cannot write", path);
  }
  if (!status.ok()) unlink(path.c_str());
  return status;
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
  if (error) return FileError(error.value(), "cannot read", folder);
  return names;
}

namespace {

std::string PrefixOfProcessNames() {
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  return absl::StrCat(host, "-");
}

}  // namespace

std::string ProcessName() {
  return absl::StrCat(PrefixOfProcessNames(), getpid());
}

bool HasProcessEnded(absl::string_view name) {
  pid_t process;
  return absl::ConsumePrefix(&name, PrefixOfProcessNames()) &&
         absl::SimpleAtoi(name, &process) && process > 0 &&
         kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace dlx::units
