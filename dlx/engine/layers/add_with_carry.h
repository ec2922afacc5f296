#ifndef DLX_ENGINE_LAYERS_ADD_WITH_CARRY_H_
#define DLX_ENGINE_LAYERS_ADD_WITH_CARRY_H_

// A step of adding numbers of several words.

#include <cstdint>

namespace dlx::internal::layers {

// The word of the sum; `carry`, 0 or 1, comes from the word below and goes to
// the one above.
inline uint64_t AddWithCarry(uint64_t a, uint64_t b, uint64_t& carry) {
  const uint64_t partial = a + b;
  const uint64_t sum = partial + carry;
  carry = partial < a || sum < partial;
  return sum;
}

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_ADD_WITH_CARRY_H_
