#ifndef DLX_FARM_FILES_H_
#define DLX_FARM_FILES_H_

// Writes files that other processes read meanwhile, on one machine, or in a
// folder that several machines share. A reader sees the whole of a file or none
// of it, also after a crash. (A file that was written in the seconds before a
// crash may be gone: to wait until names are on disk, too, would take as long
// again.)
//
// Errors are sentences that name the file. None is ResourceExhausted: in this
// folder that is said of memory alone.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace dlx::units {

// Of an errno: "what "path": why".
absl::Status FileError(int error, absl::string_view what,
                       absl::string_view path);

absl::StatusOr<std::string> ReadFile(const std::string& path);

// A file that is written piece by piece, under another name in the same folder.
// It appears when it is whole and on disk; otherwise nothing is left of it. One
// thread at a time may use it.
class FileDraft {
 public:
  explicit FileDraft(std::string path);
  FileDraft(const FileDraft&) = delete;
  FileDraft& operator=(const FileDraft&) = delete;
  ~FileDraft();

  // The first error. After it, nothing has an effect.
  const absl::Status& status() const { return status_; }

  // Returns false after an error.
  bool Write(absl::string_view piece);

  // Ends the file. Replace() replaces a file of that name, ...
  absl::Status Replace();
  // ... and to Publish() it is AlreadyExists: of all processes that try at the
  // same time, one succeeds.
  absl::Status Publish();

 private:
  void Open();
  void Fail(absl::string_view what, const std::string& path);
  // Waits until it is on disk.
  void Close();

  const std::string path_;
  std::string draft_;  // Empty if there is none.
  int file_ = -1;
  absl::Status status_;
};

// A FileDraft of one piece, which replaces what is there.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view text);

// The same, but AlreadyExists if there is a file of that name.
absl::Status PublishFile(const std::string& path, absl::string_view text);

// Makes a file, which others may see before all of the text is in it, and which
// a crash of the machine may take away. AlreadyExists if there is one of that
// name.
absl::Status CreateFile(const std::string& path, absl::string_view text);

// The names in a folder that do not begin with a dot, in no order.
absl::StatusOr<std::vector<std::string>> NamesIn(const std::string& folder);

// "host-1234": no two processes that run now have the same.
std::string ProcessName();
// True if that is the name of a process of this machine that is no more.
// Returns false if it is of another machine, or cannot be told.
bool HasProcessEnded(absl::string_view name);

}  // namespace dlx::units

#endif  // DLX_FARM_FILES_H_
