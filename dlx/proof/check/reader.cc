#include "dlx/proof/check/reader.h"

#include <cstddef>

namespace dlx::checker {

void Reader::Fill() {
  DigestUpTo(next_);
  before_ += next_;
  next_ = digested_ = 0;
  buffer_.resize(size_t{1} << 16);
  buffer_.resize(ended_ ? 0 : source_(buffer_.data(), buffer_.size()));
  if (buffer_.empty()) {
    ended_ = true;
    buffer_.assign(1, '\0');
  }
}

}  // namespace dlx::checker
