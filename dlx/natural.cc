#include "dlx/natural.h"

#include <cassert>
#include <iterator>
#include <utility>

#include "boost/multiprecision/cpp_int.hpp"

namespace dlx {

struct Natural::Large {
  boost::multiprecision::cpp_int value;
};

void Natural::DeleteLarge::operator()(Large* large) const { delete large; }

Natural::Large Natural::ToLarge() const {
  if (!is_small()) return *large_;
  Large large = {absl::Uint128High64(small_)};
  large.value <<= 64;
  large.value += absl::Uint128Low64(small_);
  return large;
}

void Natural::SetLarge(Large value) {
  if (value.value == 0 || boost::multiprecision::msb(value.value) < 128) {
    constexpr uint64_t kWord = ~uint64_t{0};
    small_ = absl::MakeUint128(static_cast<uint64_t>(value.value >> 64 & kWord),
                               static_cast<uint64_t>(value.value & kWord));
    large_.reset();
  } else {
    small_ = 0;
    large_.reset(new Large(std::move(value)));
  }
}

void Natural::CopyLarge(const Natural& other) {
  large_.reset(new Large(*other.large_));
}

Natural Natural::FromWords(absl::Span<const uint64_t> words) {
  if (words.empty()) return 0;
  Large large;
  boost::multiprecision::import_bits(large.value, words.begin(), words.end(),
                                     /*chunk_size=*/64, /*msv_first=*/false);
  Natural number;
  number.SetLarge(std::move(large));
  return number;
}

std::vector<uint64_t> Natural::ToWords() const {
  std::vector<uint64_t> words;
  if (*this == 0) return words;
  boost::multiprecision::export_bits(ToLarge().value, std::back_inserter(words),
                                     /*chunk_size=*/64, /*msv_first=*/false);
  return words;
}

Natural Natural::PowerOfTwo(uint64_t exponent) {
  if (exponent < 128) return absl::uint128(1) << static_cast<int>(exponent);
  Natural number;
  number.SetLarge({boost::multiprecision::cpp_int(1) << exponent});
  return number;
}

void Natural::AddLarge(const Natural& other) {
  if (is_small()) {
    SetLarge({ToLarge().value + other.ToLarge().value});
  } else if (other.is_small()) {
    large_->value += other.ToLarge().value;
  } else {
    large_->value += other.large_->value;
  }
}

void Natural::SubtractLarge(const Natural& other) {
  assert(CompareLarge(*this, other) >= 0);
  SetLarge({large_->value - other.ToLarge().value});
}

Natural& Natural::operator*=(const Natural& other) {
  if (is_small() && other.is_small() && absl::Uint128High64(small_) == 0 &&
      absl::Uint128High64(other.small_) == 0) {
    small_ *= other.small_;
  } else if (is_small() || other == 0) {
    SetLarge({ToLarge().value * other.ToLarge().value});
  } else if (other.is_small()) {
    large_->value *= other.ToLarge().value;
  } else {
    large_->value *= other.large_->value;
  }
  return *this;
}

std::strong_ordering Natural::CompareLarge(const Natural& a, const Natural& b) {
  // A number that is not small is larger than all that are.
  if (a.is_small()) return std::strong_ordering::less;
  if (b.is_small()) return std::strong_ordering::greater;
  return a.large_->value.compare(b.large_->value) <=> 0;
}

size_t Natural::bit_width() const {
  if (*this == 0) return 0;
  return boost::multiprecision::msb(ToLarge().value) + 1;
}

double Natural::ToDouble() const {
  return ToLarge().value.convert_to<double>();
}

std::string Natural::ToString() const { return ToLarge().value.str(); }

size_t Natural::LargeBytes() const {
  return sizeof(Large) + large_->value.backend().size() *
                             sizeof(boost::multiprecision::limb_type);
}

}  // namespace dlx
