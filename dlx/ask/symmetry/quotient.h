#ifndef DLX_ASK_SYMMETRY_QUOTIENT_H_
#define DLX_ASK_SYMMETRY_QUOTIENT_H_

// A problem whose covers are the covers that a symmetry leaves as they are.
//
// Such a cover is a union of orbits: with an option it has the options to which
// the powers of the symmetry take it. So an orbit of options becomes one
// option. It is enough to look at one item of each orbit of items, since the
// symmetry takes what happens to this one to the others. An orbit is left out
// if its options already clash at such an item. If not, what they do there is
// what the new option does: it uses the item, once, in their colour; or, where
// an item may be covered several times, several times.
//
// An option uses an item once only. An orbit that uses items more than once is
// said in other words, with a new item and new colours for "taken" and "left":
//
//     chosen_7 s_7:taken  and what the orbit uses once
//     chosen_7 s_7:left
//     again_7 s_7:taken  and an item that it uses a second time
//     again_7 s_7:left
//
// There is one way to cover these for each of the two.
//
// Covers that differ in nothing but equal options are one cover here.

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/symmetry/permutation.h"
#include "dlx/reduce/symmetry/problem_graph.h"

namespace dlx::internal {

struct Quotient {
  Problem problem;
  std::vector<OptionId> givens;
  // No cover is left as it is: a given clashes with what it is taken to.
  bool has_no_cover = false;
};

// Why equal options of the problem cannot count as one: they can be in one
// cover together. OK if they cannot.
[[nodiscard]] absl::Status CheckEqualOptions(const ProblemGraph& graph);

// REQUIRES: CheckEqualOptions() is OK, and it is a symmetry.
[[nodiscard]] absl::StatusOr<Quotient> MakeQuotient(
    const ProblemGraph& graph, const Permutation& symmetry);

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_QUOTIENT_H_
