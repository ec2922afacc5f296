#include "dlx/solvers/scratch_folder.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace dlx::solvers {
namespace {

// Paths that a signal handler can read at any time, without a lock. If there
// are too many, or one is too long, it is not among them, and its folder may be
// left over when the program is ended by force.
class PathsForSignalHandlers {
 public:
  void Add(absl::string_view path) {
    if (path.size() >= kLongest) return;
    for (Slot& slot : slots_) {
      int state = kFree;
      if (!slot.state.compare_exchange_strong(state, kBusy)) continue;
      std::copy(path.begin(), path.end(), slot.path);
      slot.path[path.size()] = '\0';
      slot.state = kFilled;
      return;
    }
  }

  // Those that begin like that.
  void Remove(absl::string_view prefix) {
    for (Slot& slot : slots_) {
      int state = kFilled;
      if (!slot.state.compare_exchange_strong(state, kBusy)) continue;
      const bool goes = absl::StartsWith(slot.path, prefix);
      slot.state = goes ? kFree : kFilled;
    }
  }

  // Files first: a folder must be empty.
  void DeleteAll() {
    for (const auto remove : {unlink, rmdir}) {
      for (Slot& slot : slots_) {
        if (slot.state == kFilled) remove(slot.path);
      }
    }
  }

 private:
  static constexpr size_t kLongest = 1024;
  enum : int { kFree, kBusy, kFilled };
  struct Slot {
    std::atomic<int> state = kFree;
    char path[kLongest] = {};
  };
  static_assert(std::atomic<int>::is_always_lock_free);

  Slot slots_[32];
};

// Made before main(), so that a signal handler need not make it.
constinit PathsForSignalHandlers paths;

}  // namespace

void ScratchFolder::DeleteAllBeforeTheEnd() { paths.DeleteAll(); }

absl::StatusOr<ScratchFolder> ScratchFolder::Create() {
  const char* const parent = getenv("TMPDIR");
  std::string path =
      absl::StrCat(parent != nullptr ? parent : "/tmp", "/dlx-XXXXXX");
  if (mkdtemp(path.data()) == nullptr) {
    return absl::InternalError(
        absl::StrCat("cannot create the folder ", path, ": ", strerror(errno)));
  }
  paths.Add(path);
  return ScratchFolder(std::move(path));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, "")) {}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  paths.Remove(path_);
}

std::string ScratchFolder::PathOf(StringView file_name) const {
  assert(!path_.empty());  // Otherwise the folder has been moved from.
  std::string path = absl::StrCat(path_, "/", file_name);
  paths.Add(path);
  return path;
}

absl::Status ScratchFolder::Write(const std::string& path, StringView text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file.good()) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("cannot write ", path));
}

std::string ScratchFolder::Read(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace dlx::solvers
