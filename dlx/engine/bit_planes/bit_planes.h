#ifndef DLX_ENGINE_BIT_PLANES_BIT_PLANES_H_
#define DLX_ENGINE_BIT_PLANES_BIT_PLANES_H_

// The engine for problems whose items have few options each, such as Sudoku. It
// looks at all items at once, with a few dozen vector instructions.
//
// The state of the search is one bit for each use of an item in an option,
// arranged so that bit i of each of nine words of 256 or 512 bits, the
// *planes*, is about item i: plane k tells whether the item's option k can
// still be chosen (planes.h has a picture). The whole state of a 9x9 Sudoku
// fits into the registers of a CPU with AVX2, and to take back a choice is to
// load a copy. (Its 324 items are too many for 256 bits. But the cells are
// covered where all the others are, so they have no bits; see Layout in
// planes.h.)
//
// The search goes on in *rounds* (walk.cc). Full adders over the planes
// tell, for all items at once, which have no option left, which have one, and
// which have two:
//
//     item        a  b  c  d        none:      c     a contradiction
//     slots[0]    1  0  0  1        one:       a  b  forced, unless covered
//     slots[1]    0  1  0  1        two:       d     best to branch on
//
// Options that are the only one of an item are chosen, a few in each round:
// `slots[k] &= row.slots[k]` for all k, where `row` says what an option leaves.
// Whether two of them contradict each other is not looked at: if they do, they
// leave an item that they share without options, which the next round notices.
// In Sudoku a round finds the naked and the hidden singles of the whole board.
//
// When nothing is forced, the search branches on an item with two options, if
// there is one. Among these it prefers the item that has been in conflict most
// often: each time that a node fails, the items that have no option left get a
// point. (The points are bit-sliced numbers of five bits, and all are halved
// when one gets too large.) On hard Sudoku that halves the tree. Before the
// first conflict there is nothing to learn from; until then, and as long as
// there are some of use, it looks for items that are confined to the options
// they share with another (branching-inl.h).
//
// A round waits for memory most of the time: the rows of all options, 320 or
// 640 bytes each, are too many for the first level of the cache. So two
// searches that differ in their givens go on together, a round of one and a
// round of the other (FindNextOfTwo), and counting goes on with two nodes of
// its tree.
//
// Dancing links are better where an option leaves most of the others alone:
// they touch only what changes.
//
// Statistics::updates counts rounds. Of an item with more than two options, the
// first is tried and then ruled out, and the search may go on with another
// item; so nodes at depth d have d options that were tried on the way to them.
// Counting does not visit all covers: where no item has more than two options
// left, a choice stands for two, and is one node (walk.cc).
// What is forced at once has no order: behind the givens, a solution has its
// options in the order of the slots and lanes of their first items.

#include <memory>
#include <string>
#include <vector>

#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// EngineRow::too_large: more than 512 items, or an item in more than 9 options
// if it is primary, 8 if it is secondary.
std::string TooLargeForBitPlanes(const Problem& problem);

bool SuitsBitPlanes(const Problem& problem);

std::unique_ptr<Engine> MakeBitPlanes(const Problem& problem, Task task,
                                      const SearchOptions& options);

// The same for a certificate: it only counts, and appends the items that it
// branches on (see bit_planes::Walk::Tell()). These are to outlive it.
std::unique_ptr<Engine> MakeTellingBitPlanes(const Problem& problem,
                                             const SearchOptions& options,
                                             std::vector<ItemId>& branched_on);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_BIT_PLANES_BIT_PLANES_H_
