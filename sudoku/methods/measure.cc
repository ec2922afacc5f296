#include "sudoku/methods/measure.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "absl/time/time.h"

namespace sudoku {
namespace {

constexpr int kRounds = 10;
constexpr int64_t kMostRunsInARound = 1'000'000;

// By a clock that nobody sets.
absl::Duration Now() {
  return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

Measurement Measure(const Method& method, const Puzzle& puzzle,
                    const MethodOptions& options, absl::Duration at_least) {
  const absl::Duration start = Now();
  Measurement measurement = {.result = method.solve(puzzle, options),
                             .time = absl::ZeroDuration()};
  const absl::Duration after_first = Now();
  // A clock that did not move between the two would be a very coarse one.
  measurement.time = std::max(after_first - start, absl::Nanoseconds(1));
  absl::Duration now = after_first;
  while (now - start < at_least && (options.interrupter == nullptr ||
                                    !options.interrupter->requested())) {
    const int64_t runs = std::clamp<int64_t>(
        at_least / kRounds / measurement.time, 1, kMostRunsInARound);
    for (int64_t i = 0; i < runs; ++i) method.solve(puzzle, options);
    const absl::Duration end = Now();
    measurement.time = std::min(measurement.time, (end - now) / runs);
    measurement.runs += runs;
    now = end;
  }
  return measurement;
}

}  // namespace sudoku
