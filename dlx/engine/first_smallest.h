#ifndef DLX_ENGINE_FIRST_SMALLEST_H_
#define DLX_ENGINE_FIRST_SMALLEST_H_

// The place of the smallest number in an array, with vector instructions: what
// the choice of an item amounts to.

#include <cstdint>

namespace dlx::internal {

// The smallest i in begin..end-1 for which values[i] is smallest.
// REQUIRES: begin < end, and kFirstSmallestPadding values may be read behind
// the end.
int32_t FirstSmallest(const int32_t* values, int32_t begin, int32_t end);

// The smallest i in begin..end-1 for which values[i] * factors[i] is smallest,
// among those whose values are below the limit; end if there are none.
// REQUIRES: the same, for both arrays; the products are numbers.
int32_t FirstSmallestProduct(const int32_t* values, const float* factors,
                             int32_t begin, int32_t end, int32_t limit);

inline constexpr int32_t kFirstSmallestPadding = 64;

}  // namespace dlx::internal

#endif  // DLX_ENGINE_FIRST_SMALLEST_H_
