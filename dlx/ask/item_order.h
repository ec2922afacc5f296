#ifndef DLX_ASK_ITEM_ORDER_H_
#define DLX_ASK_ITEM_ORDER_H_

// The order in which engine layers covers the items, and its forecast for it.
//
// A good order keeps the frontier narrow: the items that options tried so far
// may have covered, and that those to come may still want. A caller who knows
// the problem, say that it is a board, may know a better order than the one
// that the engine finds; SearchOptions::item_order sets it.

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx {

struct OrderForecast {
  // The primary items, each once.
  std::vector<ItemId> order;
  // The widest frontier, in bits: one for each primary item, and for each
  // secondary one as many as there are colours for it, at least one. With
  // multiplicities, log2 of how often all items may have been covered.
  size_t widest_frontier = 0;
  // The engine will see at most 2^this many states. Boards and the like have
  // some percent of them, others far fewer.
  double log2_states = 0;
};

// Returns the order that the options name, or the one that the engine finds.
// Fails if the engine cannot count the covers of the problem, or if the
// options' order is not an order of its primary items.
absl::StatusOr<OrderForecast> ForeseeOrder(const Problem& problem,
                                           const SearchOptions& options = {});

}  // namespace dlx

#endif  // DLX_ASK_ITEM_ORDER_H_
