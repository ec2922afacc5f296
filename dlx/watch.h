#ifndef DLX_WATCH_H_
#define DLX_WATCH_H_

// The engine dancing_links, watched at its work: it tells each of its choices.
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
// It is the walk through the tree that Search makes, compiled once more with a
// visitor that tells; a search that nobody watches pays nothing. (Only the
// short cuts that leave nothing to be seen are not taken: an option that
// completes a cover is chosen, too, before the cover is told.)

#include <functional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_event.h"

namespace dlx {

// Searches for all covers with the givens and tells what happens, in order,
// until the observer returns false; then it tells nothing any more. If the
// givens contradict each other, nothing is told at all.
//
// An error if the problem has multiplicities, whose choices are of another
// kind, or a given does not exist. Costs do not matter. REQUIRES: there is an
// observer.
absl::Status WatchDancingLinks(
    const Problem& problem, absl::Span<const OptionId> givens,
    const std::function<bool(const SearchEvent&)>& observer);

}  // namespace dlx

#endif  // DLX_WATCH_H_
