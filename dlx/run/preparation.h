#ifndef DLX_RUN_PREPARATION_H_
#define DLX_RUN_PREPARATION_H_

// From a problem and a task to an engine that is ready to go on: the one that
// was asked for, the one that seems best (choice.h), or the winner of a race
// (race.h).

#include "absl/status/statusor.h"
#include "dlx/engine/engine.h"
#include "dlx/limit_watch.h"
#include "dlx/problem.h"
#include "dlx/run/race.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// An error if the engine that was asked for cannot do the task, or if a given
// is not of this problem. Engines that use threads by themselves may use so
// many, in a race as after it.
absl::StatusOr<Preparation> Prepare(const Problem& problem, Task task,
                                    const SearchOptions& options,
                                    const LimitWatch& watch,
                                    ProgressReporter& reporter,
                                    RaceEnd race_end, int threads = 1);

}  // namespace dlx::internal

#endif  // DLX_RUN_PREPARATION_H_
