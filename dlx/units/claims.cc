#include "dlx/units/claims.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/units/files.h"

namespace dlx::units {
namespace {

// When the file was last touched; nothing if there is none.
std::optional<absl::Time> TouchedAt(const std::string& path) {
  struct stat facts;
  if (stat(path.c_str(), &facts) != 0) return std::nullopt;
  return absl::TimeFromTimespec(facts.st_mtim);
}

void Touch(const std::string& path) {
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

}  // namespace

Claims::Claims(std::string folder, absl::Duration lease)
    : clock_path_(absl::StrCat(folder, "/.clock-", ProcessName())),
      lease_(lease) {
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
  unlink(clock_path_.c_str());
}

void Claims::KeepAlive() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!is_ending_) {
    for (const std::string& path : claims_) Touch(path);
    ending_.wait_for(lock, absl::ToChronoMilliseconds(lease_ / 4));
  }
}

absl::StatusOr<bool> Claims::IsStale(const std::string& path) {
  absl::Status status = CreateFile(clock_path_, "");
  if (!status.ok() && !absl::IsAlreadyExists(status)) return status;
  Touch(clock_path_);
  const std::optional<absl::Time> touched = TouchedAt(path);
  const std::optional<absl::Time> now = TouchedAt(clock_path_);
  // Without a claim there is nothing to wait for.
  return !touched.has_value() || !now.has_value() || *now - *touched > lease_;
}

absl::StatusOr<bool> Claims::TryClaim(const std::string& path) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (claims_.contains(path)) return false;
  absl::Status status = CreateFile(path, absl::StrCat(ProcessName(), "\n"));
  if (absl::IsAlreadyExists(status)) {
    const absl::StatusOr<bool> is_stale = IsStale(path);
    if (!is_stale.ok()) return is_stale.status();
    if (!*is_stale) return false;
    unlink(path.c_str());
    status = CreateFile(path, absl::StrCat(ProcessName(), "\n"));
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
