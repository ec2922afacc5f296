#include "dlx/solvers/scratch_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace dlx::solvers {

absl::StatusOr<ScratchFolder> ScratchFolder::Create() {
  const char* const parent = getenv("TMPDIR");
  std::string path =
      absl::StrCat(parent != nullptr ? parent : "/tmp", "/dlx-XXXXXX");
  if (mkdtemp(path.data()) == nullptr) {
    return absl::InternalError(
        absl::StrCat("cannot create the folder ", path, ": ", strerror(errno)));
  }
  return ScratchFolder(std::move(path));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, "")) {}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string ScratchFolder::PathOf(absl::string_view file_name) const {
  return absl::StrCat(path_, "/", file_name);
}

absl::Status ScratchFolder::Write(const std::string& path,
                                  absl::string_view text) {
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
