#ifndef DLX_UNITS_DIGEST_H_
#define DLX_UNITS_DIGEST_H_

// A fingerprint of a text, to notice that two files do not belong together or
// that one is damaged. It is no protection against somebody who wants to
// deceive.

#include <string>

#include "absl/numeric/int128.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace dlx::units {

// 32 hexadecimal digits: FNV-1a with 128 bits
// (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv).
inline std::string Digest(absl::string_view text) {
  constexpr absl::uint128 kPrime = absl::MakeUint128(1 << 24, 0x13b);
  absl::uint128 hash =
      absl::MakeUint128(0x6c62272e07bb0142, 0x62b821756295c58d);
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= kPrime;
  }
  return absl::StrFormat("%016x%016x", absl::Uint128High64(hash),
                         absl::Uint128Low64(hash));
}

}  // namespace dlx::units

#endif  // DLX_UNITS_DIGEST_H_
