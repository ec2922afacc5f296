#ifndef DLX_FARM_DIGEST_H_
#define DLX_FARM_DIGEST_H_

// A fingerprint of a text, to notice that two files do not belong together or
// that one is damaged. It does not protect against forgery.

#include <string>

#include "absl/numeric/int128.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "dlx/base/fnv.h"

namespace dlx::units {

// 32 hexadecimal digits.
inline std::string Digest(absl::string_view text) {
  internal::Fnv1a<absl::uint128> hash;
  hash.Add(text);
  return absl::StrFormat("%016x%016x", absl::Uint128High64(hash.value()),
                         absl::Uint128Low64(hash.value()));
}

}  // namespace dlx::units

#endif  // DLX_FARM_DIGEST_H_
