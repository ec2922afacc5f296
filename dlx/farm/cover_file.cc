#include "dlx/farm/cover_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/farm/compression.h"
#include "dlx/farm/files.h"

namespace dlx::units {
namespace {

constexpr absl::string_view kPacked = ".zst";

absl::Status ErrorIn(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat("\"", path, "\" ", status.message()));
}

}  // namespace

std::string CoversAsText(std::vector<std::vector<OptionId>> covers) {
  for (std::vector<OptionId>& cover : covers) {
    std::sort(cover.begin(), cover.end());
  }
  std::sort(covers.begin(), covers.end());
  std::string text;
  for (const std::vector<OptionId>& cover : covers) {
    absl::StrAppend(&text,
                    absl::StrJoin(cover, " ",
                                  [](std::string* out, OptionId option) {
                                    absl::StrAppend(out, option.value());
                                  }),
                    "\n");
  }
  return text;
}

std::string PackedOrNot(const std::string& path) {
  const std::string unpacked = path.substr(0, path.size() - kPacked.size());
  std::error_code error;
  return !std::filesystem::exists(path, error) &&
                 std::filesystem::exists(unpacked, error)
             ? unpacked
             : path;
}

absl::StatusOr<std::string> ReadCovers(const std::string& path) {
  absl::StatusOr<std::string> data = ReadFile(path);
  if (!data.ok() || !absl::EndsWith(path, kPacked)) return data;
  absl::StatusOr<std::string> text = Decompress(*data);
  if (!text.ok()) return ErrorIn(path, text.status());
  return text;
}

CoverFile::CoverFile(std::string path, size_t chunk)
    : path_(std::move(path)),
      is_packed_(absl::EndsWith(path_, kPacked)),
      chunk_(chunk) {}

absl::Status CoverFile::Damaged(absl::string_view what) const {
  return absl::DataLossError(
      absl::StrCat("\"", path_, "\" is damaged: ", what));
}

absl::StatusOr<bool> CoverFile::Next() {
  size_t end;
  while ((end = text_.find('\n', begin_)) == text_.npos) {
    const absl::StatusOr<bool> has_more = ReadMore();
    if (has_more.ok() && !*has_more && begin_ < text_.size()) {
      return Damaged("its last line has no end");
    }
    if (!has_more.ok() || !*has_more) return has_more;
  }
  cover_.clear();
  const absl::string_view line =
      absl::string_view(text_).substr(begin_, end - begin_);
  for (const absl::string_view word :
       absl::StrSplit(line, ' ', absl::SkipEmpty())) {
    uint32_t option;
    if (!absl::SimpleAtoi(word, &option)) {
      return Damaged(absl::StrCat("what is \"", word, "\"?"));
    }
    cover_.emplace_back(option);
  }
  begin_ = end + 1;
  return true;
}

absl::StatusOr<bool> CoverFile::ReadMore() {
  text_.erase(0, begin_);
  begin_ = 0;
  if (!is_packed_) return ReadChunk(&text_);
  while (true) {
    const absl::StatusOr<size_t> size =
        ReadFrame(absl::string_view(packed_).substr(packed_begin_), &text_);
    if (!size.ok()) return ErrorIn(path_, size.status());
    packed_begin_ += *size;
    if (*size > 0) return true;
    packed_.erase(0, packed_begin_);
    packed_begin_ = 0;
    const absl::StatusOr<bool> has_more = ReadChunk(&packed_);
    if (!has_more.ok()) return has_more;
    if (!*has_more && packed_.empty()) return false;
    if (!*has_more) return Damaged("it is cut off");
  }
}

absl::StatusOr<bool> CoverFile::ReadChunk(std::string* data) {
  const auto error = [this] { return FileError(errno, "cannot read", path_); };
  const int file = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return error();
  const absl::Cleanup close_file = [file] { close(file); };
  const size_t old_size = data->size();
  data->resize(old_size + chunk_);
  ssize_t count;
  do {
    count = pread(file, &(*data)[old_size], chunk_, offset_);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return error();
  data->resize(old_size + static_cast<size_t>(count));
  offset_ += count;
  return count > 0;
}

}  // namespace dlx::units
