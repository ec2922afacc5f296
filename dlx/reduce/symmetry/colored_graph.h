#ifndef DLX_REDUCE_SYMMETRY_COLORED_GRAPH_H_
#define DLX_REDUCE_SYMMETRY_COLORED_GRAPH_H_

// An undirected graph whose vertices have colours.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/reduce/symmetry/permutation.h"

namespace dlx::internal {

class ColoredGraph {
 public:
  ColoredGraph() = default;
  // REQUIRES: no edge comes twice, and none joins a vertex to itself.
  ColoredGraph(std::vector<uint32_t> colors,
               absl::Span<const std::pair<uint32_t, uint32_t>> edges)
      : colors_(std::move(colors)),
        starts_(colors_.size() + 1),
        neighbors_(2 * edges.size()) {
    for (const auto& [a, b] : edges) {
      ++starts_[a + 1];
      ++starts_[b + 1];
    }
    for (size_t v = 0; v < size(); ++v) starts_[v + 1] += starts_[v];
    std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (const auto& [a, b] : edges) {
      neighbors_[next[a]++] = b;
      neighbors_[next[b]++] = a;
    }
  }

  size_t size() const { return colors_.size(); }
  uint32_t color(uint32_t vertex) const { return colors_[vertex]; }
  absl::Span<const uint32_t> NeighborsOf(uint32_t vertex) const {
    return absl::MakeConstSpan(neighbors_)
        .subspan(starts_[vertex], starts_[vertex + 1] - starts_[vertex]);
  }

  // Whether it takes colours to the same colours, and edges to edges.
  // REQUIRES: it is a permutation of the vertices.
  bool IsAutomorphism(const Permutation& permutation) const {
    std::vector<uint32_t> seen_from(size(), static_cast<uint32_t>(size()));
    for (uint32_t v = 0; v < size(); ++v) {
      const uint32_t image = permutation[v];
      if (color(v) != color(image)) return false;
      if (NeighborsOf(v).size() != NeighborsOf(image).size()) return false;
      for (const uint32_t w : NeighborsOf(image)) seen_from[w] = v;
      for (const uint32_t w : NeighborsOf(v)) {
        if (seen_from[permutation[w]] != v) return false;
      }
    }
    return true;
  }

 private:
  std::vector<uint32_t> colors_;
  std::vector<uint32_t> starts_ = {0};
  std::vector<uint32_t> neighbors_;
};

}  // namespace dlx::internal

#endif  // DLX_REDUCE_SYMMETRY_COLORED_GRAPH_H_
