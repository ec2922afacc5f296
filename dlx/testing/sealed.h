#ifndef DLX_TESTING_SEALED_H_
#define DLX_TESTING_SEALED_H_

// Certificates and diagrams end with a seal, which finds accidents. Damage that
// is to be found by what they say needs one that is right.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "dlx/base/fnv.h"

namespace dlx::testing {

inline constexpr size_t kSealSize = 8;

// The bytes, and behind them the seal that fits.
inline std::string Sealed(std::string bytes) {
  internal::Fnv1a<uint64_t> seal;
  seal.Add(bytes);
  for (size_t i = 0; i < kSealSize; ++i) {
    bytes.push_back(static_cast<char>(seal.value() >> 8 * i));
  }
  return bytes;
}

// The bytes with the seal that fits instead of the one that they end with.
inline std::string Resealed(std::string bytes) {
  bytes.resize(bytes.size() - kSealSize);
  return Sealed(std::move(bytes));
}

}  // namespace dlx::testing

#endif  // DLX_TESTING_SEALED_H_
