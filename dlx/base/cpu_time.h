#ifndef DLX_BASE_CPU_TIME_H_
#define DLX_BASE_CPU_TIME_H_

// How much processor time was used, for measurements that other threads and
// other programs do not disturb.

#include <time.h>

#include "absl/time/time.h"

namespace dlx {

// What the system's clock shows, counted from an arbitrary moment.
inline absl::Duration TimeOfClock(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return absl::DurationFromTimespec(time);
}

// The time of the calling thread.
inline absl::Duration ThreadCpuTime() {
  return TimeOfClock(CLOCK_THREAD_CPUTIME_ID);
}

// The time of all threads of the process.
inline absl::Duration ProcessCpuTime() {
  return TimeOfClock(CLOCK_PROCESS_CPUTIME_ID);
}

}  // namespace dlx

#endif  // DLX_BASE_CPU_TIME_H_
