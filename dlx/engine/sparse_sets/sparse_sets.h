#ifndef DLX_ENGINE_SPARSE_SETS_SPARSE_SETS_H_
#define DLX_ENGINE_SPARSE_SETS_SPARSE_SETS_H_

// The engine that looks for a first cover where there is no need to see all of
// them: it goes where failures have been, and takes what spoils least.
//
//   1. An item that has one option left is covered by it at once; that is no
//      choice.
//   2. Otherwise take the item whose number of options, divided by the number
//      of times that it has been the one without any, is the least
//      (failure_weights.h). Items that are hard to cover, for whatever reason,
//      come first from then on, in all of the tree.
//   3. Of its options, choose the one that has the fewest competitors: options
//      that have an item in common with it, and go with its choice. It is the
//      likeliest one to be in a cover. (Known as the least constraining value,
//      or as promise: Geelen 1992.)
//   4. If some item has no option left, take the last choice back, exclude that
//      option, and go on with step 1. So the next choice need not be about the
//      same item (*binary branching*): what has failed meanwhile may come
//      first.
//
// The state is a sparse set for each item (sets.h), which is as cheap to change
// back as it can be.
//
// Step 3 makes the difference where there are covers at all: on quasigroups
// with holes of order 60, a hundredth of the nodes. It is of no use for the
// last cover, or for a proof that there is none; there step 2 is. Neither knows
// anything of the reasons for a failure, as nogoods does, and a node costs a
// fraction of what it does there.
//
// A choice near the root that was wrong is found out after the whole of its
// subtree. So the search *starts over* from time to time until it has found a
// cover, and keeps the weights: the first choices are others then. What was
// excluded at the root stays so. The number of failures until then grows each
// time, so that the last round, if there is no cover, goes through the whole of
// the tree. After the first cover it never starts over.
//
// Statistics::updates counts nodes that were taken out of sets. Options that
// are forced are no nodes: nodes at depth d have d options that were tried on
// the way to them.

#include <memory>
#include <string>

#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// EngineRow::too_large: more items in options than it has numbers for.
std::string TooLargeForSparseSets(const Problem& problem);

// REQUIRES: no multiplicities, and not Task::kBest.
std::unique_ptr<Engine> MakeSparseSets(const Problem& problem, Task task,
                                       const SearchOptions& options);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_SPARSE_SETS_SPARSE_SETS_H_
