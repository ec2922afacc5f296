#ifndef DLX_RESTRICTION_H_
#define DLX_RESTRICTION_H_

// What is left of a problem when some of its options are chosen, or forbidden,
// as a problem of its own.
//
// A search can be given options in advance (see Search::Restart), which costs
// next to nothing. But it still carries along all the options that can no
// longer be chosen, and the engine is one that suits the whole problem. Where
// the work is not over in a moment, the smaller problem is the better one.
//
// Example:
//
//   dlx::Restriction rest = dlx::RestrictToGivens(problem, {OptionId(3)});
//   // Covers of rest.problem are the covers of `problem` with option 3.
//   for (dlx::OptionId option : cover) rest.original[option.value()];

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx {

// Items and colours have the ids that they have in the original problem. The
// options that are left stand in their old order, so their ids are smaller.
struct Restriction {
  Problem problem;
  // Option k of `problem` is option original[k] of the original one.
  std::vector<OptionId> original;
};

// Only the options that are to be kept.
[[nodiscard]] Restriction RestrictToOptions(
    const Problem& problem, absl::FunctionRef<bool(OptionId)> keep);

// Only the givens and the options that could be in a cover together with all of
// them. The covers of what is left are exactly the covers of the original
// problem that contain all givens: none if they contradict each other, or one
// appears twice.
//
// Mostly the givens need not be given again, because some item has no other
// option left. A given of which this is not true (its items may be covered
// several times, or not at all) gets one more item, which only it covers; such
// items follow the original ones.
// REQUIRES: the givens are options of the problem. (Checked by an assertion,
// where these are on.)
[[nodiscard]] Restriction RestrictToGivens(const Problem& problem,
                                           absl::Span<const OptionId> givens);

}  // namespace dlx

#endif  // DLX_RESTRICTION_H_
