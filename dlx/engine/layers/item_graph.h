#ifndef DLX_ENGINE_LAYERS_ITEM_GRAPH_H_
#define DLX_ENGINE_LAYERS_ITEM_GRAPH_H_

// The graph of the items: two items are neighbours if some option has both.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/problem.h"

namespace dlx::internal::layers {

// The pairs of items that the options have: to make the graph takes so many
// steps, and it has at most so many edges.
size_t PairsOfItems(const Problem& problem);

// Items are numbered as in the problem.
class ItemGraph {
 public:
  explicit ItemGraph(const Problem& problem) : ItemGraph(problem, {}) {}
  // Items that are `left_out` have no neighbours. It may be empty.
  ItemGraph(const Problem& problem, const std::vector<bool>& left_out);

  size_t size() const { return starts_.size() - 1; }
  absl::Span<const uint32_t> neighbors(uint32_t item) const {
    return absl::MakeConstSpan(neighbors_).subspan(starts_[item], degree(item));
  }
  size_t degree(uint32_t item) const {
    return starts_[item + 1] - starts_[item];
  }
  size_t edge_count() const { return neighbors_.size() / 2; }

  // The connected components, in the order of their least items; the items of
  // each ascend.
  std::vector<std::vector<uint32_t>> Components() const;

 private:
  // The neighbours of item v are neighbors_[starts_[v]] up to
  // neighbors_[starts_[v + 1]].
  std::vector<uint32_t> neighbors_;
  std::vector<size_t> starts_;
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_ITEM_GRAPH_H_
