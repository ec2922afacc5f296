#ifndef DLX_IO_FUZZ_CHECK_H_
#define DLX_IO_FUZZ_CHECK_H_

// Shared by this folder's fuzz targets.

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace dlx::io {

// A fuzz target's input. (Unlike the view of a null pointer and no bytes, which
// absl::StrSplit() treats in a way of its own, it always has a place.)
inline absl::string_view AsText(const uint8_t* data, size_t size) {
  return size == 0
             ? ""
             : absl::string_view(reinterpret_cast<const char*>(data), size);
}

// Ends the program, with the message, unless the condition holds.
void FuzzCheck(bool condition, absl::string_view message);

// Ends the program unless the message of the error begins with a place in
// `text`: the file's name, line and column.
void CheckPlace(const absl::Status& error, absl::string_view file_name,
                absl::string_view text);

}  // namespace dlx::io

#endif  // DLX_IO_FUZZ_CHECK_H_
