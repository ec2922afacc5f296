#ifndef DLX_ASK_WATCH_H_
#define DLX_ASK_WATCH_H_

// Lets an observer watch each choice of the engine dancing_links.
//
// Example:
//
//   absl::Status status = dlx::WatchDancingLinks(
//       problem, {}, [&](const dlx::SearchEvent& event) {
//         if (event.kind == dlx::SearchEvent::Kind::kChoose) {
//           Print(problem.OptionToString(event.option));
//         }
//         return true;
//       });
//
// The walk is that of Search, compiled once more with a visitor that tells the
// observer; other searches pay nothing. (It skips the short cuts that would
// hide something: an option that completes a cover is chosen, too, before the
// cover is told.)

#include <functional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/engine/search_event.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx {

// Searches for all covers with the givens and tells the observer what happens,
// in order, until it returns false. If the givens contradict each other, it
// tells nothing.
//
// Fails if the problem has multiplicities, whose choices are of another kind,
// or if a given does not exist. Costs do not matter. REQUIRES: the observer is
// not null.
absl::Status WatchDancingLinks(
    const Problem& problem, absl::Span<const OptionId> givens,
    const std::function<bool(const SearchEvent&)>& observer);

}  // namespace dlx

#endif  // DLX_ASK_WATCH_H_
