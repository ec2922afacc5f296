#ifndef DLX_ENGINE_DANCING_LINKS_DANCING_LINKS_H_
#define DLX_ENGINE_DANCING_LINKS_DANCING_LINKS_H_

// The engine that does everything: Knuth's Algorithms X (exact covers), C (with
// colours) and M (with multiplicities), and costs.

#include <memory>

#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

std::unique_ptr<Engine> MakeDancingLinks(const Problem& problem, Task task,
                                         const SearchOptions& options);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_DANCING_LINKS_DANCING_LINKS_H_
