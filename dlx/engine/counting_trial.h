#ifndef DLX_ENGINE_COUNTING_TRIAL_H_
#define DLX_ENGINE_COUNTING_TRIAL_H_

// Would it pay to remember subproblems while counting? There is no telling from
// the problem alone, so both ways are tried for a moment.

#include <string>

#include "dlx/problem.h"

namespace dlx::internal {

struct CountingTrial {
  bool remember = false;  // Count with memo_counter, not with dancing_links.
  std::string reason;     // A sentence.
};

// REQUIRES: memo_counter can count the problem's covers.
CountingTrial TryCounting(const Problem& problem);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_COUNTING_TRIAL_H_
