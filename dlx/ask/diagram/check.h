#ifndef DLX_ASK_DIAGRAM_CHECK_H_
#define DLX_ASK_DIAGRAM_CHECK_H_

// Checks that a diagram has nothing but covers of a problem, none of them
// twice, and at each node the number of ways from there to the end. It shares
// nothing with what builds diagrams, and searches for nothing.
//
// So a diagram has all covers if it has as many as there are, which a
// certificate proves (docs/certificate.md). And a way from the root that takes
// each edge with a probability in proportion to the number of ways behind it is
// each of them with the same probability.

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/ask/diagram/nodes.h"
#include "dlx/natural.h"
#include "dlx/problem.h"

namespace dlx::internal::diagram {

// OK if, with `ways` by node,
//
//   1. ways[kEnd] is 1, and ways[n] the sum over the edges of n of the ways
//      where they lead;
//   2. no two ways from the root have the same options: the edges of a node
//      choose different options, which have an item in common that is covered
//      once; or one takes an option, and one leaves it, and no way decides
//      about it again;
//   3. the options of each way from the root are a cover.
//
// Otherwise kFailedPrecondition, with what is wrong; or kCancelled if
// `must_stop`, which is asked now and then, says so. The time is that of the
// edges times the items, by 64 items at once.
absl::Status CheckWays(const Problem& problem, const Nodes& nodes, Node root,
                       absl::Span<const Natural> ways,
                       absl::FunctionRef<bool()> must_stop);

}  // namespace dlx::internal::diagram

#endif  // DLX_ASK_DIAGRAM_CHECK_H_
