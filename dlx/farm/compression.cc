#include "dlx/farm/compression.h"

#include <zstd.h>

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace dlx::units {
namespace {

// How much text there is in a frame.
constexpr size_t kFrame = size_t{1} << 15;

// zstd's usual one: higher ones take longer for little.
constexpr int kLevel = ZSTD_CLEVEL_DEFAULT;

absl::Status Damaged() {
  return absl::DataLossError("is damaged: zstd cannot read it");
}

}  // namespace

std::string Compress(absl::string_view text) {
  std::string data;
  while (!text.empty()) {
    const absl::string_view piece = text.substr(0, kFrame);
    text.remove_prefix(piece.size());
    const size_t old_size = data.size();
    data.resize(old_size + ZSTD_compressBound(piece.size()));
    // Cannot fail: the piece is in memory, and there is room for any outcome.
    const size_t size = ZSTD_compress(&data[old_size], data.size() - old_size,
                                      piece.data(), piece.size(), kLevel);
    data.resize(old_size + size);
  }
  return data;
}

absl::StatusOr<size_t> ReadFrame(absl::string_view data, std::string* text) {
  if (data.empty()) return 0;
  const size_t size = ZSTD_findFrameCompressedSize(data.data(), data.size());
  if (ZSTD_isError(size)) {
    // More may be to come, but not after so much.
    if (data.size() < ZSTD_compressBound(kFrame)) return 0;
    return Damaged();
  }
  const uint64_t length = ZSTD_getFrameContentSize(data.data(), size);
  if (length > kFrame) {
    return absl::DataLossError(
        "was not compressed by this program: unpack it with zstd -d");
  }
  const size_t old_size = text->size();
  text->resize(old_size + length);
  if (ZSTD_decompress(&(*text)[old_size], length, data.data(), size) !=
      length) {
    return Damaged();
  }
  return size;
}

absl::StatusOr<std::string> Decompress(absl::string_view data) {
  std::string text;
  while (!data.empty()) {
    const absl::StatusOr<size_t> size = ReadFrame(data, &text);
    if (!size.ok()) return size.status();
    if (*size == 0) return Damaged();
    data.remove_prefix(*size);
  }
  return text;
}

}  // namespace dlx::units
