#ifndef DLX_BASE_FNV_H_
#define DLX_BASE_FNV_H_

// FNV-1a, the hash of Fowler, Noll and Vo
// (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv), with 64 bits or
// 128: a fingerprint that is the same on every computer. It finds accidents,
// not forgeries.

#include <cstdint>

#include "absl/numeric/int128.h"
#include "absl/strings/string_view.h"

namespace dlx::internal {

// Number is uint64_t or absl::uint128.
template <typename Number>
class Fnv1a {
 public:
  void AddByte(uint8_t byte) { value_ = (value_ ^ byte) * kPrime; }
  void Add(absl::string_view bytes) {
    for (const char byte : bytes) AddByte(static_cast<uint8_t>(byte));
  }

  Number value() const { return value_; }

 private:
  static constexpr bool kIsWide = sizeof(Number) > 8;
  static constexpr Number Make(uint64_t high, uint64_t low) {
    return static_cast<Number>(absl::MakeUint128(high, low));
  }
  static constexpr Number kPrime =
      kIsWide ? Make(1 << 24, 0x13b) : Make(0, 0x100000001b3);

  Number value_ = kIsWide ? Make(0x6c62272e07bb0142, 0x62b821756295c58d)
                          : Make(0, 0xcbf29ce484222325);
};

}  // namespace dlx::internal

#endif  // DLX_BASE_FNV_H_
