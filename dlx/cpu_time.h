#ifndef DLX_CPU_TIME_H_
#define DLX_CPU_TIME_H_

// How much processor time has been used: for measurements in which other
// threads, or other programs, have no part.

#include <time.h>

#include "absl/time/time.h"

namespace dlx {

// Since some moment, as that clock of the system tells.
inline absl::Duration TimeOfClock(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return absl::DurationFromTimespec(time);
}

// By the calling thread.
inline absl::Duration ThreadCpuTime() {
  return TimeOfClock(CLOCK_THREAD_CPUTIME_ID);
}

// By all threads of the process.
inline absl::Duration ProcessCpuTime() {
  return TimeOfClock(CLOCK_PROCESS_CPUTIME_ID);
}

}  // namespace dlx

#endif  // DLX_CPU_TIME_H_
