#include "dlx/proof/check/reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"

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

std::vector<uint32_t> Reader::Ascending(uint64_t size, uint64_t end) {
  std::vector<uint32_t> numbers;
  for (uint64_t next = 0; numbers.size() < size; ++next) {
    next += Number(RecordPart::kOther);
    if (!ok() || next >= end) break;
    numbers.push_back(static_cast<uint32_t>(next));
  }
  return numbers;
}

absl::StatusOr<char> Reader::Head(absl::string_view versions,
                                  absl::string_view what,
                                  uint64_t digest_of_problem) {
  if (!Matches(internal::kCertificateMagic)) {
    return absl::DataLossError("this is not a certificate");
  }
  const char version = static_cast<char>(Byte());
  if (versions.find(version) == absl::string_view::npos) {
    return absl::DataLossError(absl::StrCat(
        "this is not a certificate of ", what, ", or one of a later version"));
  }
  const uint64_t at = position();
  if (Word() != digest_of_problem) {
    return Wrong(at, "this is the certificate of another problem");
  }
  return version;
}

absl::Status Reader::End() {
  const uint64_t at = position();
  return MatchesSeal() ? Nothing() : Damaged(at);
}

absl::Status Reader::Nothing() {
  const uint64_t at = position();
  return IsAtEnd() ? absl::OkStatus()
                   : Wrong(at, "there is something behind the end");
}

absl::Status Reader::Wrong(uint64_t at, absl::string_view what) const {
  if (!ok()) return Damaged(at);
  return absl::FailedPreconditionError(
      absl::StrCat("byte ", at, " of the certificate: ", what));
}

absl::Status Reader::Damaged(uint64_t at) const {
  return absl::DataLossError(
      ended_ ? "the certificate ends before its end"
             : absl::StrCat("byte ", at, " of the certificate: damaged"));
}

}  // namespace checker
}  // namespace dlx
