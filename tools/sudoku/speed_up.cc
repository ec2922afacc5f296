#include "tools/sudoku/speed_up.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "dlx/limit_watch.h"
#include "dlx/limits.h"
#include "dlx/threads.h"

namespace sudoku::tool {

namespace {

// The fastest of them counts: whatever disturbs a run makes it slower.
constexpr int kFewestRuns = 3;
constexpr int kMostRuns = 100;
// Short runs are repeated for so long.
constexpr absl::Duration kEnough = absl::Milliseconds(200);

// Nothing if a thread could not be started.
std::optional<absl::Duration> TimeOfRun(const Method& method,
                                        absl::Span<const Puzzle> puzzles,
                                        const MethodOptions& options,
                                        int thread_count) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    // What a thread does once is done by each thread.
    if (method.prepare != nullptr) method.prepare(puzzles[0], options);
    while (!dlx::IsInterrupted(options.interrupter)) {
      const size_t index = next++;
      if (index >= puzzles.size()) return;
      method.solve(puzzles[index], options);
    }
  };
  const absl::Duration start = dlx::SteadyNow();
  dlx::Threads helpers;
  bool all_started = true;
  for (int i = 1; i < thread_count && all_started; ++i) {
    all_started = helpers.Start(work);
  }
  work();
  helpers.Join();
  const absl::Duration time = dlx::SteadyNow() - start;
  if (!all_started) return std::nullopt;
  return std::max(time, absl::Nanoseconds(1));
}

}  // namespace

std::vector<absl::Duration> TimesByThreads(const Method& method,
                                           absl::Span<const Puzzle> puzzles,
                                           const MethodOptions& options,
                                           int most_threads) {
  std::vector<absl::Duration> times;
  if (puzzles.empty()) return times;
  for (int threads = 1; threads <= most_threads; ++threads) {
    absl::Duration best = absl::InfiniteDuration();
    absl::Duration spent = absl::ZeroDuration();
    for (int run = 0; run < kMostRuns; ++run) {
      const std::optional<absl::Duration> time =
          TimeOfRun(method, puzzles, options, threads);
      if (!time || dlx::IsInterrupted(options.interrupter)) return times;
      best = std::min(best, *time);
      spent += *time;
      if (spent >= 10 * kEnough) break;
      if (run + 1 >= kFewestRuns && spent >= kEnough) break;
    }
    times.push_back(best);
  }
  return times;
}

}  // namespace sudoku::tool
