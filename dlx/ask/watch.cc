#include "dlx/ask/watch.h"

#include <cassert>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/dancing_links/watched.h"
#include "dlx/engine/engine.h"

namespace dlx {

absl::Status WatchDancingLinks(
    const Problem& problem, absl::Span<const OptionId> givens,
    const std::function<bool(const SearchEvent&)>& observer) {
  if (problem.has_multiplicities()) {
    return absl::InvalidArgumentError(
        "the search of a problem with multiplicities cannot be watched");
  }
  for (const OptionId given : givens) {
    if (given.value() < problem.option_count()) continue;
    return absl::OutOfRangeError(
        absl::StrCat("there is no option ", given.value(), " to be given"));
  }
  assert(observer != nullptr);
  bool goes_on = true;
  const std::unique_ptr<internal::Engine> engine =
      internal::MakeWatchedDancingLinks(problem, [&](const SearchEvent& event) {
        goes_on = goes_on && observer(event);
      });
  engine->Restart(givens);
  // One node at a time, so as to stop soon.
  while (goes_on && engine->FindNext(engine->nodes() + 1) !=
                        internal::Engine::Step::kExhausted) {
  }
  return absl::OkStatus();
}

}  // namespace dlx
