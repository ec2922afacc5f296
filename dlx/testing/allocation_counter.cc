#include "dlx/testing/allocation_counter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<uint64_t> allocation_count = 0;

void* Allocate(size_t size) {
  ++allocation_count;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}

void* AllocateAligned(size_t size, std::align_val_t alignment) {
  ++allocation_count;
  const size_t unit = static_cast<size_t>(alignment);
  const size_t units = (size + unit - 1) / unit;
  void* const memory =
      std::aligned_alloc(unit, units == 0 ? unit : units * unit);
  if (memory == nullptr) std::abort();
  return memory;
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

void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
void operator delete[](void* p, size_t) noexcept { std::free(p); }
void operator delete(void* p, const nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p, const nothrow_t&) noexcept { std::free(p); }
void operator delete(void* p, align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, align_val_t) noexcept { std::free(p); }
void operator delete(void* p, size_t, align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, size_t, align_val_t) noexcept { std::free(p); }
void operator delete(void* p, align_val_t, const nothrow_t&) noexcept {
  std::free(p);
}
void operator delete[](void* p, align_val_t, const nothrow_t&) noexcept {
  std::free(p);
}

namespace dlx::testing {

uint64_t AllocationCount() { return allocation_count; }

}  // namespace dlx::testing
