#include "sudoku/format/utf16_decoder.h"

#include <cstddef>
#include <utility>

#include "absl/strings/match.h"
#include "sudoku/format/utf8.h"

namespace sudoku {

namespace {

constexpr absl::string_view kLittleEndianMark = "\xFF\xFE";
constexpr absl::string_view kBigEndianMark = "\xFE\xFF";
constexpr uint32_t kReplacement = 0xFFFD;

}  // namespace

bool IsUtf16(absl::string_view text) {
  return absl::StartsWith(text, kLittleEndianMark) ||
         absl::StartsWith(text, kBigEndianMark);
}

void Utf16Decoder::AddUnit(uint32_t unit) {
  const uint32_t high = std::exchange(high_surrogate_, 0);
  if (high != 0 && IsLowSurrogate(unit)) {
    AppendUtf8(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00), &decoded_);
    return;
  }
  if (high != 0) AppendUtf8(kReplacement, &decoded_);
  if (IsHighSurrogate(unit)) {
    high_surrogate_ = unit;
  } else {
    AppendUtf8(IsLowSurrogate(unit) ? kReplacement : unit, &decoded_);
  }
}

absl::string_view Utf16Decoder::Decode(absl::string_view piece) {
  if (encoding_ == Encoding::kOther) return piece;
  decoded_.clear();
  waiting_.append(piece.data(), piece.size());
  size_t at = 0;
  if (encoding_ == Encoding::kUnknown) {
    const bool may_be_half_a_mark =
        waiting_.size() < 2 &&
        (waiting_.empty() || waiting_[0] == '\xFF' || waiting_[0] == '\xFE');
    if (may_be_half_a_mark) return {};
    if (!IsUtf16(waiting_)) {
      encoding_ = Encoding::kOther;
      decoded_ = std::exchange(waiting_, "");
      return decoded_;
    }
    encoding_ = absl::StartsWith(waiting_, kLittleEndianMark)
                    ? Encoding::kLittleEndian
                    : Encoding::kBigEndian;
    at = 2;
  }
  const size_t high = encoding_ == Encoding::kBigEndian ? 0 : 1;
  for (; at + 2 <= waiting_.size(); at += 2) {
    AddUnit(uint32_t{static_cast<uint8_t>(waiting_[at + high])} << 8 |
            static_cast<uint8_t>(waiting_[at + 1 - high]));
  }
  waiting_.erase(0, at);
  return decoded_;
}

absl::string_view Utf16Decoder::Finish() {
  decoded_.clear();
  if (encoding_ == Encoding::kUnknown) {
    decoded_ = std::exchange(waiting_, "");
  } else if (!waiting_.empty() || high_surrogate_ != 0) {
    AppendUtf8(kReplacement, &decoded_);
  }
  return decoded_;
}

}  // namespace sudoku
