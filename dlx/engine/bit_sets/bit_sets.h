#ifndef DLX_ENGINE_BIT_SETS_BIT_SETS_H_
#define DLX_ENGINE_BIT_SETS_BIT_SETS_H_

// The engine that looks at all items of a node at once, for problems that are
// not too large.
//
// The state of the search is two sets, as bits: the *live* options, those that
// can still be chosen, and the *open* items, those still to be covered. Each
// item has a *mask*, the set of its options, so the number of options that it
// has left is the number of bits in `live & mask`; vector instructions count
// for eight items at a time. An item that has none is a contradiction, one that
// has a single option is forced, and the choice between options is made for an
// item with the fewest. Each option has a *row*, the set of those options that
// are not in conflict with it; so to choose it is `live &= row`, and to take
// that back is to remember the old set.
//
//     option    0  1  2  3  4  5         items of option 1: a d g
//     live      1  1  0  1  0  1
//     mask a    0  1  0  1  0  0   ->  a has two options left, 1 and 3
//     row 1     1  0  1  0  1  0   ->  option 1 leaves option 0 only
//
// What two options disagree about plays no role in the search: a primary item
// in common, a secondary item in common, or different colours of it are all in
// the rows. There is no special case for colours.
//
// The lower a node is in the tree, the fewer options are live, and a set of a
// few bits spread over many words wastes time. So the search goes on in a
// smaller *stage* (stage.h) when that pays: a subproblem of the live
// options and open items alone, numbered anew. Most nodes of a tree are close
// to its leaves, so most are visited in stages of up to 64 options, where a set
// is one word and lives in a register. Whether a stage pays is guessed from how
// large subtrees have been so far (cost_model.h).
//
// Rows are computed when they are first needed, because most options of a stage
// are never chosen in it.
//
// When counting covers of options that all have the same number of items, the
// last option need not be chosen: whatever is live completes a cover.
//
// For covers of least cost it goes by what is known before the search: the root
// prices of dancing_links (prices.h), and with them each option's reduced cost,
// which a cover with that option costs more at least. Options are numbered by
// their reduced costs, in every stage. So those that cost too much at a node
// are the last ones of all, and are no longer live from there on. That says
// less than new prices at each node would, but takes no time.
//
// Dancing links are better for very large problems of small options, where a
// choice changes little. Statistics::updates counts words of masks that were
// looked at, eight items' words at a time.

#include <cstddef>
#include <memory>
#include <string>

#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// What is too large for it, see dlx/engine/table.h: a problem for which it
// would take more than 256 MB, whatever the limit on memory says.
std::string TooLargeForBitSets(const Problem& problem);

// The bytes of the masks and the items of all options, and of the sets of all
// nodes on a way from the root to a leaf.
size_t BytesForBitSets(const Problem& problem);

// Whether it takes less time to look at all items than dancing_links takes to
// hide what an option rules out.
bool SuitsBitSets(const Problem& problem);

std::unique_ptr<Engine> MakeBitSets(const Problem& problem, Task task,
                                    const SearchOptions& options);

// The same engine, but at each node it takes out the options that leave an open
// item without options (consistency-inl.h).
std::unique_ptr<Engine> MakeConsistentSets(const Problem& problem, Task task,
                                           const SearchOptions& options);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_BIT_SETS_BIT_SETS_H_
