#ifndef DLX_UNITS_FILES_H_
#define DLX_UNITS_FILES_H_

// Files that others read while we write: on one machine, or in a folder that
// several machines share. A reader sees the whole of a file or none of it, also
// after a crash. (A file that was written in the seconds before a crash may be
// gone: to wait until names are on disk, too, would take as long again.)
//
// Errors are sentences that name the file.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace dlx::units {

absl::StatusOr<std::string> ReadFile(const std::string& path);

// Writes under another name, waits until that is on disk, and renames. A file
// that is there is replaced.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view text);

// The same, but AlreadyExists if there is a file of that name: of all who try
// at the same time, one succeeds.
absl::Status PublishFile(const std::string& path, absl::string_view text);

// Makes a file, which others may see before all of the text is in it, and which
// a crash of the machine may take away. AlreadyExists if there is one of that
// name.
absl::Status CreateFile(const std::string& path, absl::string_view text);

// The names in a folder that do not begin with a dot, in no order.
absl::StatusOr<std::vector<std::string>> NamesIn(const std::string& folder);

// "host-1234": no two processes that run now have the same.
std::string ProcessName();

}  // namespace dlx::units

#endif  // DLX_UNITS_FILES_H_
