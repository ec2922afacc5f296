#ifndef DLX_TESTING_ALLOCATION_COUNTER_H_
#define DLX_TESTING_ALLOCATION_COUNTER_H_

// Counts what a program allocates. A program that links this library has its
// operator new replaced by one that counts.

#include <cstdint>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DLX_TESTING_HAS_ANOTHER_OPERATOR_NEW 1
#endif
#endif

namespace dlx::testing {

// Clang's thread sanitizer has an operator new that cannot be replaced. There
// is nothing to be learnt from the numbers below then: they are zero.
#ifdef DLX_TESTING_HAS_ANOTHER_OPERATOR_NEW
inline constexpr bool kCountsAllocations = false;
#else
inline constexpr bool kCountsAllocations = true;
#endif

// How often memory has been allocated by operator new, by any thread.
uint64_t AllocationCount();

// How many bytes of it are in use; and the most that have been, since the start
// or since that was forgotten.
uint64_t BytesInUse();
uint64_t MostBytesInUse();
void ForgetMostBytesInUse();

}  // namespace dlx::testing

#endif  // DLX_TESTING_ALLOCATION_COUNTER_H_
