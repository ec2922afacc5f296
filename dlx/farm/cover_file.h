#ifndef DLX_FARM_COVER_FILE_H_
#define DLX_FARM_COVER_FILE_H_

// The covers of a unit as a file: in each line the numbers of the options of
// one, in ascending order; the lines in lexicographic order of the covers.
//
// A file whose name ends with ".zst" is compressed (see compression.h). A file
// that was unpacked, so that the ending is gone, is as good.

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/id.h"

namespace dlx::units {

// Sorts them.
std::string CoversAsText(std::vector<std::vector<OptionId>> covers);

// `path`, which ends with ".zst", or where that file stands unpacked, if only
// that is there.
std::string PackedOrNot(const std::string& path);

// Reads a whole file, as CoversAsText() writes it.
absl::StatusOr<std::string> ReadCovers(const std::string& path);

// The covers in a file, one after the other. The file is open only while it is
// read, because there are thousands.
class CoverFile {
 public:
  // Reads this many bytes at a time, or a frame if that is more.
  CoverFile(std::string path, size_t chunk);

  const std::vector<OptionId>& cover() const { return cover_; }

  // Goes to the next cover. Returns false at the end.
  absl::StatusOr<bool> Next();

 private:
  // More of the text, and of the file. Returns false at the end.
  absl::StatusOr<bool> ReadMore();
  absl::StatusOr<bool> ReadChunk(std::string* data);
  absl::Status Damaged(absl::string_view what) const;

  const std::string path_;
  const bool is_packed_;
  const size_t chunk_;
  off_t offset_ = 0;
  std::string packed_;       // As it was read, and where it is not yet
  size_t packed_begin_ = 0;  // unpacked.
  std::string text_;         // And where it was not yet taken out.
  size_t begin_ = 0;
  std::vector<OptionId> cover_;
};

}  // namespace dlx::units

#endif  // DLX_FARM_COVER_FILE_H_
