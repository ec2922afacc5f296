#ifndef DLX_FARM_COMPRESSION_H_
#define DLX_FARM_COMPRESSION_H_

// Compresses texts in the format of zstd, so that `zstd -d` reads them, too.
//
// A text is cut into pieces of some thousand characters, each of which is a
// frame of its own. That makes it a little longer, but a merge that has
// thousands of such files open at once keeps one piece of each in memory,
// rather than the state of a decoder.

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace dlx::units {

std::string Compress(absl::string_view text);

// Appends the text of the first frame of `data` to *text. Returns how many
// bytes of `data` the frame takes, 0 if it is longer than `data`. The error is
// the rest of a sentence that begins with the name of the file.
absl::StatusOr<size_t> ReadFrame(absl::string_view data, std::string* text);

// The text of all frames. The error is as above.
absl::StatusOr<std::string> Decompress(absl::string_view data);

}  // namespace dlx::units

#endif  // DLX_FARM_COMPRESSION_H_
