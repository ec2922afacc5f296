#include "dlx/testing/allocation_counter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<uint64_t> allocation_count = 0;

}  // namespace

// All other forms of new and delete are defined in terms of these.

void* operator new(size_t size) {
  ++allocation_count;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}

void* operator new(size_t size, std::align_val_t alignment) {
  ++allocation_count;
  const size_t unit = static_cast<size_t>(alignment);
  void* const memory =
      std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
  if (memory == nullptr) std::abort();
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace dlx::testing {

uint64_t AllocationCount() { return allocation_count; }

}  // namespace dlx::testing
