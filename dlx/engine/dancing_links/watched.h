#ifndef DLX_ENGINE_DANCING_LINKS_WATCHED_H_
#define DLX_ENGINE_DANCING_LINKS_WATCHED_H_

// The engine dancing_links, compiled with somebody to tell.

#include <functional>
#include <memory>

#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_event.h"

namespace dlx::internal {

// MakeDancingLinks() for an engine that tells what it does, and takes no short
// cuts. REQUIRES: no multiplicities.
std::unique_ptr<Engine> MakeWatchedDancingLinks(
    const Problem& problem, std::function<void(const SearchEvent&)> observer);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_DANCING_LINKS_WATCHED_H_
