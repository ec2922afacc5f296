#include "dlx/proof/check/reader.h"

#include <algorithm>
#include <cstddef>

namespace dlx {

CertificateSource SourceOf(StringView bytes) {
  return [bytes](char* buffer, size_t size) mutable {
    size = std::min(size, bytes.size());
    bytes.copy(buffer, size);
    bytes.remove_prefix(size);
    return size;
  };
}

namespace checker {

void Reader::Fill() {
  DigestUpTo(next_);
  before_ += next_;
  next_ = digested_ = 0;
  buffer_ = {};
  if (source_ != nullptr && !ended_) {
    piece_.resize(size_t{1} << 16);
    buffer_ = {piece_.data(), (*source_)(piece_.data(), piece_.size())};
  }
  if (buffer_.empty()) {
    ended_ = true;
    buffer_ = absl::string_view("\0", 1);
  }
}

}  // namespace checker
}  // namespace dlx
