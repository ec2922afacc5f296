#include "dlx/run/likely_engines.h"

namespace dlx::internal {

std::vector<const EngineRow*> LikelyEngines(const Problem& problem, Task task) {
  std::vector<const EngineRow*> likely;
  // Of an unforeseeable engine nobody can tell before how long it will take,
  // which does not matter much to somebody who wants one cover.
  const auto needs_last_resort = [&] {
    return likely.empty() ||
           (task == Task::kCount && !likely.back()->speed.is_foreseeable);
  };
  for (const EngineRow& row : EngineTable()) {
    const bool suits = row.is_last_resort
                           ? needs_last_resort()
                           : row.suits != nullptr && row.suits(problem);
    if (suits && CheckRow(row, problem, task).ok()) likely.push_back(&row);
  }
  return likely;
}

}  // namespace dlx::internal
