#include "sudoku/lab/measure.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>

#include "absl/time/time.h"
#include "dlx/base/cpu_time.h"

namespace sudoku {
namespace {

constexpr int kRounds = 10;
// So many runs at least, so that an interruption, or what is done only once,
// does not count; unless they would take ten times the wanted time.
constexpr uint64_t kFewestRuns = 3;
constexpr int64_t kMostRunsInARound = 1'000'000;

// What this thread has used, and the programs that it has waited for.
absl::Duration ProcessorTime() {
  rusage children = {};
  getrusage(RUSAGE_CHILDREN, &children);
  return dlx::ThreadCpuTime() + absl::DurationFromTimeval(children.ru_utime) +
         absl::DurationFromTimeval(children.ru_stime);
}

}  // namespace

Measurement Measure(const Method& method, const Puzzle& puzzle,
                    const MethodOptions& options, absl::Duration at_least) {
  if (method.prepare != nullptr) method.prepare(puzzle, options);
  const absl::Duration start = ProcessorTime();
  Measurement measurement = {.result = method.solve(puzzle, options),
                             .time = absl::ZeroDuration()};
  absl::Duration now = ProcessorTime();
  // Zero would mean that the clock is too coarse to tell.
  measurement.time = std::max(now - start, absl::Nanoseconds(1));
  const auto is_enough = [&] {
    if (dlx::IsInterrupted(options.interrupter)) {
      return true;
    }
    const absl::Duration spent = now - start;
    return spent >= at_least &&
           (measurement.runs >= kFewestRuns || spent >= kRounds * at_least);
  };
  while (!is_enough()) {
    const int64_t runs = std::clamp<int64_t>(
        at_least / kRounds / measurement.time, 1, kMostRunsInARound);
    for (int64_t i = 0; i < runs; ++i) method.solve(puzzle, options);
    const absl::Duration end = ProcessorTime();
    measurement.time = std::min(measurement.time, (end - now) / runs);
    measurement.runs += runs;
    now = end;
  }
  return measurement;
}

}  // namespace sudoku
