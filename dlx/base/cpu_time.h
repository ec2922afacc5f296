#ifndef DLX_BASE_CPU_TIME_H_
#define DLX_BASE_CPU_TIME_H_

// How much processor time was used, for measurements that other threads and
// other programs do not disturb.

#include <time.h>

#include "absl/time/time.h"

#ifdef DLX_LEAPING_CLOCK
#include <random>
#endif

namespace dlx {

// What the system's clock shows, counted from an arbitrary moment.
inline absl::Duration TimeOfClock(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return absl::DurationFromTimespec(time);
}

#ifdef DLX_LEAPING_CLOCK
// By how much the calling thread's clock has leapt ahead so far: now and then,
// and as far as chance would have it.
inline absl::Duration LeapsOfClock() {
  static thread_local std::minstd_rand random(std::random_device{}());
  static thread_local absl::Duration leaps;
  if (random() % 3 == 0) {
    leaps += absl::Microseconds(random() % (random() % 2 == 0 ? 300 : 20'000));
  }
  return leaps;
}
#else
inline absl::Duration LeapsOfClock() { return absl::ZeroDuration(); }
#endif

// The time of the calling thread. `bazel test --config=leaping_clock` shows
// which tests depend on it.
inline absl::Duration ThreadCpuTime() {
  return TimeOfClock(CLOCK_THREAD_CPUTIME_ID) + LeapsOfClock();
}

// The time of all threads of the process.
inline absl::Duration ProcessCpuTime() {
  return TimeOfClock(CLOCK_PROCESS_CPUTIME_ID);
}

}  // namespace dlx

#endif  // DLX_BASE_CPU_TIME_H_
