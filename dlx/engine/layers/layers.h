#ifndef DLX_ENGINE_LAYERS_LAYERS_H_
#define DLX_ENGINE_LAYERS_LAYERS_H_

// An engine that counts covers without visiting each of them, and without a
// search.
//
// If the items are covered in a fixed order, then what is left to do is given
// by the position and by which items of the frontier, the neighbours of what is
// covered, are covered already (static_order.h). With a good order there are
// not many of these states. So take all states at a position together, a
// *layer*, and carry the number of ways to reach each of them forward to the
// next layers; at the end stands the number of covers:
//
//   tilings of 2 x 3 cells   position   key: covered ahead   ways
//     a c e                  a          -                    1
//     b d f                  b          -                    0
//   order a b c d e f                   b                    ...
//
// This is how physicists count dimers with a transfer matrix, and what "broken
// profile" programs do for boards, for any problem: the order comes from the
// graph of the items. Compared with memo_counter there are no links, no
// recursion, nothing to be undone, and what is behind is forgotten at once: a
// layer's table is gone when it has been gone through. Where the frontiers are
// narrow it is 10 to 100 times as fast: dominoes, polyominoes of which there
// are any number, matchings and set partitions. Where they are wide, it fills
// its memory, and then takes its time (layer_walk.h).
//
// Secondary items and colours are a part of the state as long as they may keep
// an option out (seating.h). That is often long, so this is good for fewer of
// the problems that have them.
//
// With multiplicities, a layer is a decision about an option instead
// (decisions.h).
//
// Numbers have 64 bits, and are made wider when one of them needs it, up to 192
// bits. When that is not enough, the count begins anew, with numbers that have
// no limit: those take memory by their size. (A number can be larger than that
// of the covers: a state may be reached in many ways and lead to no cover.)
//
// The items are covered in the order that the caller wants
// (SearchOptions::item_order); else, with Branching::kInputOrder, in the order
// in which they were added; else in one that is computed. A seed has no effect,
// because nothing depends on the order of the options.
//
// FractionDone() compares the states that were expanded with those that are
// expected, by the sizes of the layers so far and the widths of the frontiers
// to come (layer_forecast.h). The forecast changes as the layers come; what is
// said to be done does not become less, but waits for the forecast to come
// down.
//
// Statistics: `nodes` are the states that were expanded, by depth: at a
// position; `updates` are the transitions from state to state.

#include <cstddef>
#include <memory>
#include <vector>

#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

namespace layers {
class Seating;
}

// What is known before it starts.
struct LayersOutlook {
  // The primary items in the order in which they will be covered.
  std::vector<ItemId> order = {};
  // The widest frontier of the order, in bits: one for each primary item, and
  // one for each colour, or none, that a secondary one may be covered with.
  size_t widest_frontier = 0;
  // At most 2^this many states will be expanded; boards and the like have some
  // percent of them.
  double log2_states = 0;
};

// Whether the graph of the items is small enough to look for an order.
bool SuitsLayers(const Problem& problem);

// The same, but with frontiers that are too wide for the start of a race.
bool MayLayersJoin(const Problem& problem);

LayersOutlook ForeseeLayers(const Problem& problem,
                            const SearchOptions& options);

// The seats of the items in that order, with the givens of the options. For
// callers that make layers of their own; see seating.h. REQUIRES: the givens
// are right, and no item has a multiplicity.
layers::Seating SeatForLayers(const Problem& problem,
                              const SearchOptions& options);

// If the widest frontier has more than 512 bits, or 256 with multiplicities,
// there is no hope that layers stay small: then it is memo_counter that does
// the work, or dancing_links.
std::unique_ptr<Engine> MakeLayers(const Problem& problem, Task task,
                                   const SearchOptions& options);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_LAYERS_LAYERS_H_
