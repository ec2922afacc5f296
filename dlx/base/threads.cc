#include "dlx/base/threads.h"

#include <sys/mman.h>

#include <new>
#include <system_error>

namespace dlx {
namespace {

// What a thread may take besides its stack. The C library of Linux sets aside
// 64 megabytes of addresses for the memory of each thread.
constexpr size_t kMemoryOfThread = size_t{80} << 20;

// Asks for addresses of memory that must not be touched, and gives them back.
bool AreAddressesLeft(size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED && munmap(memory, bytes) == 0;
}

}  // namespace

bool Threads::Start(const std::function<void()>& work) {
  // Those that were started before may not have begun to take theirs.
  if (!AreAddressesLeft(kMemoryOfThread * (size() + 1))) return false;
  try {
    threads_.emplace_back(work);
  } catch (const std::system_error&) {
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

void Threads::Join() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace dlx
