#ifndef DLX_SOLVERS_SCRATCH_FOLDER_H_
#define DLX_SOLVERS_SCRATCH_FOLDER_H_

// A folder for temporary files.
//
// REQUIRES, of PathOf(): it has not been moved from. (Checked by an assertion,
// where these are on.)

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"

namespace dlx::solvers {

class ScratchFolder {
 public:
  // A new folder in $TMPDIR or /tmp, which only its owner may read.
  static absl::StatusOr<ScratchFolder> Create();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  // Deletes the folder and the files in it.
  ~ScratchFolder();

  std::string PathOf(StringView file_name) const;

  // Deletes all folders of this kind, and the files in them whose paths
  // PathOf() returned. May be called in a signal handler that is about to end
  // the program.
  static void DeleteAllBeforeTheEnd();

  static absl::Status Write(const std::string& path, StringView text);
  // The content of the file; empty if there is no such file.
  static std::string Read(const std::string& path);

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace dlx::solvers

#endif  // DLX_SOLVERS_SCRATCH_FOLDER_H_
