#ifndef DLX_RUN_FORCED_OPTIONS_H_
#define DLX_RUN_FORCED_OPTIONS_H_

// The options that are in every cover because some item has no other.
//
// An engine comes upon them one by one, and looks at all items each time to
// find the next: where nearly all of a million items are forced, that is a
// million times a million looks, and as many levels of its stack for every
// other thread to follow. So large problems are relieved of them beforehand:
// they are given to the engine, and its tree has the real choices only.

#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/partial_cover.h"
#include "dlx/problem.h"

namespace dlx::internal {

// Chooses the givens, and then options that must be chosen with them; mostly
// all that follow one from the other, but what follows only after many rounds
// may be missing. False if there is no such cover: then something is dead, or a
// given does not go together with those before it. REQUIRES: nothing is chosen
// yet.
bool ChooseForcedOptions(absl::Span<const OptionId> givens,
                         PartialCover& cover);

// The givens, in their order, and then those options. Nothing is added if there
// is no such cover.
std::vector<OptionId> WithForcedOptions(const Problem& problem,
                                        absl::Span<const OptionId> givens);

}  // namespace dlx::internal

#endif  // DLX_RUN_FORCED_OPTIONS_H_
