#ifndef DLX_RUN_COUNTING_TRIAL_H_
#define DLX_RUN_COUNTING_TRIAL_H_

// Which engine counts the covers of a problem fastest? There is no telling from
// the problem alone, least of all whether it would pay to remember subproblems.
// So the likely engines run a race: in turns, each for the same time, then each
// for twice that time, and so on, until one of them is done, or the others are
// too far behind. The winner then goes on from where it stands, so the race
// costs no more than what the others did in it. Long counts get long races:
// memo_counter, which becomes faster the more it remembers, is not given up
// before some part of the count is done.
//
// Time is estimated from statistics, and what is still to do from the fraction
// that is done. So the same problem always has the same winner.

#include <memory>
#include <string>

#include "absl/numeric/int128.h"
#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

struct CountingTrial {
  EngineKind kind;
  std::string reason;  // A sentence.
  // The winner, and what it has counted so far: nothing if options.limits
  // limits its nodes.
  std::unique_ptr<Engine> engine;
  absl::uint128 count = 0;
};

CountingTrial TryCounting(const Problem& problem, const SearchOptions& options);

}  // namespace dlx::internal

#endif  // DLX_RUN_COUNTING_TRIAL_H_
