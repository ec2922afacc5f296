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
namespace {

constexpr absl::string_view kDamaged = "damaged";

}  // namespace

void Reader::Fill() {
  before_ = position();
  size_t size = 0;
  if (source_ != nullptr && !ended_) {
    piece_.resize(size_t{1} << 16);
    size = (*source_)(piece_.data(), piece_.size());
  }
  ended_ = size == 0;
  ok_ = ok_ && !ended_;
  Use(ended_ ? absl::string_view("\0", 1)
             : absl::string_view(piece_.data(), size));
}

std::vector<uint32_t> Reader::Ascending(uint64_t size, uint64_t end) {
  std::vector<uint32_t> numbers;
  for (uint64_t next = 0; numbers.size() < size; ++next) {
    next += OtherNumber();
    if (!ok() || next >= end) break;
    numbers.push_back(static_cast<uint32_t>(next));
  }
  return numbers;
}

std::vector<uint64_t> Reader::Words() {
  std::vector<uint64_t> words;
  for (uint64_t left = Number(); left > 0 && ok(); --left) {
    words.push_back(Word());
  }
  return words;
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
  record_at_ = position();
  if (Word() != digest_of_problem) {
    return Wrong("this is the certificate of another problem");
  }
  return version;
}

absl::Status Reader::End() {
  record_at_ = position();
  return MatchesSeal() ? Nothing() : Wrong(kDamaged);
}

absl::Status Reader::Nothing() {
  record_at_ = position();
  return IsAtEnd() ? absl::OkStatus()
                   : Wrong("there is something behind the end");
}

absl::Status Reader::Wrong(absl::string_view what) const {
  if (ended_) {
    return absl::DataLossError("the certificate ends before its end");
  }
  if (!ok_) what = kDamaged;
  const std::string sentence =
      absl::StrCat("byte ", record_at_, " of the certificate: ", what);
  return what == kDamaged ? absl::DataLossError(sentence)
                          : absl::FailedPreconditionError(sentence);
}

}  // namespace checker
}  // namespace dlx
