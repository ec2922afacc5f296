#ifndef DLX_RUN_LIKELY_ENGINES_H_
#define DLX_RUN_LIKELY_ENGINES_H_

// Which engines are worth a thought, by the looks of the problem.

#include <vector>

#include "dlx/engine/table.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// The engines that may be the fastest at the task, the likeliest one first; at
// least one. For counting that is but a guess: see counting_trial.h.
std::vector<const EngineRow*> LikelyEngines(const Problem& problem, Task task);

}  // namespace dlx::internal

#endif  // DLX_RUN_LIKELY_ENGINES_H_
