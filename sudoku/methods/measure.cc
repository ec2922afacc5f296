#include "sudoku/methods/measure.h"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdint>

#include "absl/time/time.h"

namespace sudoku {
namespace {

constexpr int kRounds = 10;
// So many runs at least, so that an interruption, or what is done only once,
// does not count; unless they would take ten times the wanted time.
constexpr uint64_t kFewestRuns = 3;
constexpr int64_t kMostRunsInARound = 1'000'000;

struct Times {
  absl::Duration real;
  absl::Duration processor;
};

absl::Duration Read(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return absl::DurationFromTimespec(time);
}

Times Now() {
  rusage children = {};
  getrusage(RUSAGE_CHILDREN, &children);
  return {Read(CLOCK_MONOTONIC),
          Read(CLOCK_THREAD_CPUTIME_ID) +
              absl::DurationFromTimeval(children.ru_utime) +
              absl::DurationFromTimeval(children.ru_stime)};
}

}  // namespace

Measurement Measure(const Method& method, const Puzzle& puzzle,
                    const MethodOptions& options, absl::Duration at_least) {
  const Times start = Now();
  Measurement measurement = {.result = method.solve(puzzle, options),
                             .time = absl::ZeroDuration()};
  Times now = Now();
  // Zero would mean that the clock is too coarse to tell.
  measurement.time =
      std::max(now.processor - start.processor, absl::Nanoseconds(1));
  const auto is_enough = [&] {
    if (options.interrupter != nullptr && options.interrupter->requested()) {
      return true;
    }
    const absl::Duration spent = now.real - start.real;
    return spent >= at_least &&
           (measurement.runs >= kFewestRuns || spent >= kRounds * at_least);
  };
  while (!is_enough()) {
    const int64_t runs = std::clamp<int64_t>(
        at_least / kRounds / measurement.time, 1, kMostRunsInARound);
    for (int64_t i = 0; i < runs; ++i) method.solve(puzzle, options);
    const Times end = Now();
    measurement.time =
        std::min(measurement.time, (end.processor - now.processor) / runs);
    measurement.runs += runs;
    now = end;
  }
  return measurement;
}

}  // namespace sudoku
