#ifndef DLX_ENGINE_DANCING_LINKS_WATCHED_H_
#define DLX_ENGINE_DANCING_LINKS_WATCHED_H_

// The engine dancing_links, compiled with an observer.

#include <functional>
#include <memory>

#include "dlx/engine/engine.h"
#include "dlx/engine/search_event.h"
#include "dlx/problem.h"

namespace dlx::internal {

// MakeDancingLinks() for an engine that tells what it does, and takes no short
// cuts. REQUIRES: no multiplicities.
std::unique_ptr<Engine> MakeWatchedDancingLinks(
    const Problem& problem, std::function<void(const SearchEvent&)> observer);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_DANCING_LINKS_WATCHED_H_
