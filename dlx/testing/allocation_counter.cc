#include "dlx/testing/allocation_counter.h"

#include <malloc.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<uint64_t> allocation_count = 0;
std::atomic<uint64_t> bytes_in_use = 0;
std::atomic<uint64_t> most_bytes_in_use = 0;

}  // namespace

#ifndef DLX_TESTING_HAS_ANOTHER_OPERATOR_NEW

namespace {

void* Count(void* memory) {
  if (memory == nullptr) std::abort();
  ++allocation_count;
  const uint64_t size = malloc_usable_size(memory);
  const uint64_t now = bytes_in_use.fetch_add(size) + size;
  uint64_t most = most_bytes_in_use.load();
  while (most < now && !most_bytes_in_use.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void* Allocate(size_t size) { return Count(std::malloc(size == 0 ? 1 : size)); }

void* AllocateAligned(size_t size, std::align_val_t alignment) {
  const size_t unit = static_cast<size_t>(alignment);
  const size_t units = (size + unit - 1) / unit;
  return Count(std::aligned_alloc(unit, units == 0 ? unit : units * unit));
}

void Free(void* memory) {
  bytes_in_use -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

// Every form of new and delete is replaced. By default some of them call the
// others, but a sanitizer's runtime has all of them for itself.

using std::align_val_t;
using std::nothrow_t;

void* operator new(size_t size) { return Allocate(size); }
void* operator new[](size_t size) { return Allocate(size); }
void* operator new(size_t size, const nothrow_t&) noexcept {
  return Allocate(size);
}
void* operator new[](size_t size, const nothrow_t&) noexcept {
  return Allocate(size);
}
void* operator new(size_t size, align_val_t alignment) {
  return AllocateAligned(size, alignment);
}
void* operator new[](size_t size, align_val_t alignment) {
  return AllocateAligned(size, alignment);
}
void* operator new(size_t size, align_val_t alignment,
                   const nothrow_t&) noexcept {
  return AllocateAligned(size, alignment);
}
void* operator new[](size_t size, align_val_t alignment,
                     const nothrow_t&) noexcept {
  return AllocateAligned(size, alignment);
}

void operator delete(void* p) noexcept { Free(p); }
void operator delete[](void* p) noexcept { Free(p); }
void operator delete(void* p, size_t) noexcept { Free(p); }
void operator delete[](void* p, size_t) noexcept { Free(p); }
void operator delete(void* p, const nothrow_t&) noexcept { Free(p); }
void operator delete[](void* p, const nothrow_t&) noexcept { Free(p); }
void operator delete(void* p, align_val_t) noexcept { Free(p); }
void operator delete[](void* p, align_val_t) noexcept { Free(p); }
void operator delete(void* p, size_t, align_val_t) noexcept { Free(p); }
void operator delete[](void* p, size_t, align_val_t) noexcept { Free(p); }
void operator delete(void* p, align_val_t, const nothrow_t&) noexcept {
  Free(p);
}
void operator delete[](void* p, align_val_t, const nothrow_t&) noexcept {
  Free(p);
}

#endif  // DLX_TESTING_HAS_ANOTHER_OPERATOR_NEW

namespace dlx::testing {

uint64_t AllocationCount() { return allocation_count; }

uint64_t BytesInUse() { return bytes_in_use; }

uint64_t MostBytesInUse() { return most_bytes_in_use; }

void ForgetMostBytesInUse() { most_bytes_in_use = bytes_in_use.load(); }

}  // namespace dlx::testing
