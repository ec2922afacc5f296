#ifndef DLX_TESTING_ALLOCATION_COUNTER_H_
#define DLX_TESTING_ALLOCATION_COUNTER_H_

// Counts what a program allocates. A program that links this library has its
// operator new replaced by one that counts.

#include <cstdint>

namespace dlx::testing {

// How often memory has been allocated by operator new, by any thread.
uint64_t AllocationCount();

// How many bytes of it are in use; and the most that have been, since the start
// or since that was forgotten.
uint64_t BytesInUse();
uint64_t MostBytesInUse();
void ForgetMostBytesInUse();

}  // namespace dlx::testing

#endif  // DLX_TESTING_ALLOCATION_COUNTER_H_
