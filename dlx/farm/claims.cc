#include "dlx/farm/claims.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "dlx/farm/files.h"

namespace dlx::units {
namespace {

constexpr int kAttempts = 10;

// When the file was last touched; nothing if there is none.
std::optional<absl::Time> TouchedAt(const std::string& path) {
  struct stat facts;
  if (stat(path.c_str(), &facts) != 0) return std::nullopt;
  return absl::TimeFromTimespec(facts.st_mtim);
}

void Touch(const std::string& path) {
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

bool AreTheSame(const std::string& a, const std::string& b) {
  struct stat one, other;
  return stat(a.c_str(), &one) == 0 && stat(b.c_str(), &other) == 0 &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

}  // namespace

Claims::Claims(std::string folder, absl::Duration lease)
    : folder_(std::move(folder)), lease_(lease) {
  // Without him, the worst is that another worker searches a unit once more.
  keeper_.Start([this] { KeepAlive(); });
}

Claims::~Claims() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_ending_ = true;
  }
  ending_.notify_all();
  keeper_.Join();
  for (const std::string& path : claims_) unlink(path.c_str());
  if (!own_file_.empty()) unlink(own_file_.c_str());
}

void Claims::KeepAlive() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!is_ending_) {
    // Without claims, too: the next one must not look old.
    if (!own_file_.empty()) Touch(own_file_);
    ending_.wait_for(lock, absl::ToChronoMilliseconds(lease_ / 4));
  }
}

absl::Status Claims::MakeOwnFile() {
  static std::atomic<int> files = 0;
  absl::Status status;
  // One that a process of the same name has left must not be touched: that
  // would keep its claims alive.
  do {
    own_file_ = absl::StrCat(folder_, "/.worker-", ProcessName(), "-", ++files);
    status = CreateFile(own_file_, absl::StrCat(ProcessName(), "\n"));
  } while (absl::IsAlreadyExists(status));
  if (!status.ok()) own_file_.clear();
  return status;
}

absl::Status Claims::LinkOwnFile(const std::string& path) {
  int error = ENOENT;
  // Any worker may sweep the folder at any time, but not each time.
  for (int i = 0; i < kAttempts && error == ENOENT; ++i) {
    if (own_file_.empty()) {
      if (absl::Status status = MakeOwnFile(); !status.ok()) return status;
    }
    if (link(own_file_.c_str(), path.c_str()) == 0) return absl::OkStatus();
    error = errno;
    // A shared file system that has lost its answer may have asked twice.
    if (error == EEXIST && AreTheSame(own_file_, path)) return absl::OkStatus();
    if (error == ENOENT) own_file_.clear();
  }
  return FileError(error, "cannot create", path);
}

bool Claims::IsStale(const std::string& path) const {
  // A worker that is started again on this machine need not wait.
  const absl::StatusOr<std::string> owner = ReadFile(path);
  if (owner.ok() && HasProcessEnded(absl::StripAsciiWhitespace(*owner))) {
    return true;
  }
  Touch(own_file_);
  const std::optional<absl::Time> touched = TouchedAt(path);
  const std::optional<absl::Time> now = TouchedAt(own_file_);
  // Without a claim there is nothing to wait for.
  return !touched.has_value() || !now.has_value() || *now - *touched > lease_;
}

absl::StatusOr<bool> Claims::TryClaim(const std::string& path) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (claims_.contains(path)) return false;
  absl::Status status = LinkOwnFile(path);
  if (absl::IsAlreadyExists(status)) {
    if (!IsStale(path)) return false;
    unlink(path.c_str());
    status = LinkOwnFile(path);
    if (absl::IsAlreadyExists(status)) return false;
  }
  if (!status.ok()) return status;
  claims_.insert(path);
  return true;
}

void Claims::Release(const std::string& path) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (claims_.erase(path) > 0) unlink(path.c_str());
}

}  // namespace dlx::units
