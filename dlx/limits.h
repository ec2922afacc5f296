#ifndef DLX_LIMITS_H_
#define DLX_LIMITS_H_

// When a search is to stop before its end, and how it ended.

#include <atomic>
#include <cstdint>
#include <limits>

#include "absl/time/time.h"
#include "dlx/base/string_view.h"

namespace dlx {

inline constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

// Stops a search from outside. Request() may be called by any thread, and by a
// signal handler; the search ends with Outcome::kInterrupted soon after.
class Interrupter {
 public:
  void Request() { requested_.store(true, std::memory_order_relaxed); }
  void Reset() { requested_.store(false, std::memory_order_relaxed); }
  bool requested() const { return requested_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> requested_{false};
  static_assert(std::atomic<bool>::is_always_lock_free);
};

// True if it is requested. A null interrupter never is.
inline bool IsInterrupted(const Interrupter* interrupter) {
  return interrupter != nullptr && interrupter->requested();
}

// What a search may use before it stops. Each limit counts from the search's
// creation or its last restart.
struct Limits {
  // Stop when this many solutions have been found.
  uint64_t solutions = kUnlimited;
  // Stop soon after this many nodes of the search tree have been visited.
  uint64_t nodes = kUnlimited;
  // Stop soon after this much time has passed.
  absl::Duration time = absl::InfiniteDuration();
  // If not null, stop when it is requested. Must outlive the search.
  const Interrupter* interrupter = nullptr;
};

// How a search ended. Only kExhausted says anything about solutions that were
// not found: that there are none.
enum class Outcome {
  kRunning,        // It has not ended yet.
  kExhausted,      // The whole tree was searched.
  kSolutionLimit,  // Limits::solutions was reached; there may be more.
  kNodeLimit,      // Limits::nodes was reached.
  kTimeLimit,      // Limits::time was reached.
  kInterrupted,    // The interrupter was requested.
};

// "exhausted", "solution limit", ...
[[nodiscard]] StringView OutcomeName(Outcome outcome);

}  // namespace dlx

#endif  // DLX_LIMITS_H_
