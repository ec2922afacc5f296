#ifndef DLX_NATURAL_H_
#define DLX_NATURAL_H_

// Natural numbers of any size, for counts.
//
//   dlx::Natural n = 3;
//   for (int i = 0; i < 200; ++i) n += n;
//   std::cout << n;  // 4820814132776970826625886277023487807566608981348378...
//
// Nearly all counts are below 2^128. Such a number stands in place, and adding
// to it takes no more than two additions and two branches. A larger one is on
// the heap and is left to Boost.Multiprecision, whose integers are headers
// only: unlike GMP's they are there on every machine that a C++ compiler has
// been brought to. Only natural.cc sees these headers.

#include <cassert>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/base/cxx20.h"

namespace dlx {

// Assertions check the requirements below, where they are on.
class Natural {
 public:
  Natural() = default;
  // Implicit, so that numbers become naturals. REQUIRES: value >= 0.
  Natural(absl::uint128 value) : small_(value) {}  // NOLINT
  template <std::integral T>
  Natural(T value) : small_(value) {  // NOLINT
    if constexpr (std::signed_integral<T>) assert(value >= 0);
  }
  Natural(const Natural& other) : small_(other.small_) {
    if (!other.is_small()) CopyLarge(other);
  }
  Natural& operator=(const Natural& other) {
    if (!is_small() || !other.is_small()) return *this = Natural(other);
    small_ = other.small_;
    return *this;
  }
  // A number that was moved from has some valid value.
  Natural(Natural&&) noexcept = default;
  Natural& operator=(Natural&&) noexcept = default;

  // The sum of words[i] * 2^(64 i).
  static Natural FromWords(absl::Span<const uint64_t> words);
  static Natural PowerOfTwo(uint64_t exponent);

  Natural& operator+=(const Natural& other) {
    if (is_small() && other.is_small()) {
      const absl::uint128 sum = small_ + other.small_;
      if (sum >= small_) {
        small_ = sum;
        return *this;
      }
    }
    AddLarge(other);
    return *this;
  }
  Natural& operator++() { return *this += 1; }
  // REQUIRES: the other number is not larger.
  Natural& operator-=(const Natural& other) {
    if (is_small()) {
      assert(other.is_small() && other.small_ <= small_);
      small_ -= other.small_;
    } else {
      SubtractLarge(other);
    }
    return *this;
  }
  Natural& operator*=(const Natural& other);

  friend Natural operator+(Natural a, const Natural& b) {
    a += b;
    return a;
  }
  friend Natural operator-(Natural a, const Natural& b) {
    a -= b;
    return a;
  }
  friend Natural operator*(Natural a, const Natural& b) {
    a *= b;
    return a;
  }
  friend bool operator==(const Natural& a, const Natural& b) {
    return a.is_small() && b.is_small() ? a.small_ == b.small_ : (a <=> b) == 0;
  }
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
    if (!a.is_small() || !b.is_small()) return CompareLarge(a, b);
    if (a.small_ == b.small_) return std::strong_ordering::equal;
    return a.small_ < b.small_ ? std::strong_ordering::less
                               : std::strong_ordering::greater;
  }

  // Whether it is less than 2^128.
  bool is_small() const { return large_ == nullptr; }
  // Its value. REQUIRES: is_small().
  absl::uint128 ToUint128() const {
    assert(is_small());
    return small_;
  }
  // The words of FromWords(), the last of which is not 0.
  std::vector<uint64_t> ToWords() const;
  // How many bits it has, from the highest 1 down; 0 for 0.
  size_t bit_width() const;
  // The nearest double, or infinity.
  double ToDouble() const;
  // Its decimal digits.
  std::string ToString() const;

  // Its bytes on the heap.
  size_t heap_bytes() const { return is_small() ? 0 : LargeBytes(); }

  friend std::ostream& operator<<(std::ostream& out, const Natural& number) {
    return out << number.ToString();
  }

 private:
  struct Large;
  struct DeleteLarge {
    void operator()(Large* large) const;
  };

  Large ToLarge() const;
  void SetLarge(Large value);
  void CopyLarge(const Natural& other);
  void AddLarge(const Natural& other);
  void SubtractLarge(const Natural& other);
  size_t LargeBytes() const;
  static std::strong_ordering CompareLarge(const Natural& a, const Natural& b);

  // The number, if it is less than 2^128; otherwise it is in large_.
  absl::uint128 small_ = 0;
  std::unique_ptr<Large, DeleteLarge> large_;
};

}  // namespace dlx

#endif  // DLX_NATURAL_H_
