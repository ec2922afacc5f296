#include "tools/sudoku/speed_up.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "dlx/base/threads.h"
#include "dlx/limits.h"
#include "dlx/schedule/limit_watch.h"

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
  std::atomic<int> ready = 0;
  std::atomic<bool> may_begin = false;
  std::atomic<size_t> next = 0;
  // What a thread does once is done before the time begins.
  const auto prepare = [&] {
    if (method.prepare != nullptr) method.prepare(puzzles[0], options);
  };
  const auto solve = [&] {
    while (!dlx::IsInterrupted(options.interrupter)) {
      const size_t index = next++;
      if (index >= puzzles.size()) return;
      method.solve(puzzles[index], options);
    }
  };
  dlx::Threads helpers;
  int started = 1;
  while (started < thread_count && helpers.Start([&] {
    prepare();
    ++ready;
    ready.notify_one();
    may_begin.wait(false);
    solve();
  })) {
    ++started;
  }
  if (started < thread_count) next = puzzles.size();
  prepare();
  for (int seen = ready; seen < started - 1; seen = ready) ready.wait(seen);
  const absl::Duration start = dlx::SteadyNow();
  may_begin = true;
  may_begin.notify_all();
  solve();
  helpers.Join();
  const absl::Duration time = dlx::SteadyNow() - start;
  if (started < thread_count) return std::nullopt;
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
