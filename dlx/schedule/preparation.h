#ifndef DLX_SCHEDULE_PREPARATION_H_
#define DLX_SCHEDULE_PREPARATION_H_

// From a problem and a task to an engine that is ready to go on: the one that
// was asked for, the one that seems best (choice.h), or a race (race.h).

#include "absl/status/statusor.h"
#include "dlx/problem.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/race.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// An error if the engine that was asked for cannot do the task, or if a given
// is not of this problem. Engines that use threads by themselves may use so
// many, in a race as after it. If the reckoning is to be the same every time,
// as tests want it, nothing depends on a clock.
absl::StatusOr<Preparation> Prepare(const Problem& problem, Task task,
                                    const SearchOptions& options,
                                    int threads = 1, bool is_reckoned = false);

// A task of an engine for the whole problem, with no givens yet.
std::unique_ptr<RaceEngine> MakeRace(const Subject& subject, Task task,
                                     const SearchOptions& options,
                                     int threads = 1, bool is_reckoned = false);

// When a race ends before a runner is at its end.
enum class RaceEnd {
  // It is clear which engine is the best, or has not become clear for long.
  kForecast,
  // The same, and it can go on with several threads.
  kShared,
};
// If the engine is a race, goes on with it until that end, or a limit, and
// returns the winner.
Preparation Settle(Preparation preparation, RaceEnd end,
                   const LimitWatch& watch, ProgressReporter& reporter);

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_PREPARATION_H_
