#ifndef DLX_ENGINE_LAYERS_STATIC_ORDER_H_
#define DLX_ENGINE_LAYERS_STATIC_ORDER_H_

// Finds the order in which to cover the items if it is to be the same
// everywhere.
//
// Let the items be covered in the order v1, v2, v3, ... Then what can be
// covered already of those after v_k are their neighbours only: the *frontier*
// of the order at k is the set of items after v_k that share an option with one
// of v1, ..., v_k. If it has f_k items, there are at most 2^f_k different
// things that can be left to do there, and at most sum_k 2^f_k in all. So a
// good order is one with a small sum; the measure is its logarithm.
//
//   a--b--c     The order a b c d e f has the frontiers {b d} {c d e} {d e f}
//   |  |  |     {e f} {f} {}, a measure of log2(4 + 8 + 8 + 4 + 2 + 1) = 4.8;
//   d--e--f     a d b e c f has {b d} {b e} {c e} {c f} {f} {}: 4.2.
//
// The least possible maximum of the f_k is known as the graph's vertex
// separation number, or pathwidth, which is hard to find. This makes some
// orders that are likely to be good, each in about linear time, and improves
// the best of them by small changes.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/layers/item_graph.h"
#include "dlx/problem.h"

namespace dlx::internal::layers {

struct StaticOrder {
  std::vector<uint32_t> items;
  // The sizes of the frontiers, one for each item.
  std::vector<uint32_t> frontier;

  // log2 of the sum of 2^f for all f in `frontier`.
  double Log2Width() const;
  size_t WidestFrontier() const;
};

// REQUIRES: `items` are all items of the graph, each once.
StaticOrder MeasureOrder(const ItemGraph& graph, std::vector<uint32_t> items);

// Whether it takes so long to make the graph of the items, and so much memory,
// that the order of the problem has to do: some tenths of a second. The
// frontiers of such graphs are wide in any order.
bool IsTooLargeForOrder(const Problem& problem);

// A good order. The same graph always gives the same order, and no more work
// goes into it than it is likely to save: steps are counted, not time.
StaticOrder FindOrder(const ItemGraph& graph);

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_STATIC_ORDER_H_
