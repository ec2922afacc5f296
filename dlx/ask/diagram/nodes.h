#ifndef DLX_ASK_DIAGRAM_NODES_H_
#define DLX_ASK_DIAGRAM_NODES_H_

// The nodes of a diagram, and the edges that lead from each to others.
//
// Node 0 is the end. Every other node comes after all to which its edges lead,
// so a pass in ascending order goes from the end to the root, and one in
// descending order from the root to the end. From every node there is a way to
// the end: what leads nowhere is left out. Two nodes with the same edges are
// one, and a node where nothing is to be chosen is no node.
//
// Without multiplicities, each edge chooses an option. With them, a node is a
// decision about an option: one edge takes it, and one leaves it.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/natural.h"

namespace dlx::internal::diagram {

using Node = uint32_t;

inline constexpr Node kEnd = 0;
// Instead of a node: nothing leads to the end from there.
inline constexpr Node kNowhere = std::numeric_limits<Node>::max();

// Instead of an option: none is chosen.
inline constexpr OptionId kNoOption{std::numeric_limits<uint32_t>::max()};

// Chooses the option, if there is one, and goes on at `to`.
struct Edge {
  OptionId option;
  Node to = kNowhere;

  bool has_option() const { return option != kNoOption; }

  friend bool operator==(const Edge&, const Edge&) = default;
};

class Nodes {
 public:
  // With the end.
  size_t size() const { return ends_.size(); }
  size_t edge_count() const { return edges_.size(); }

  absl::Span<const Edge> edges(Node node) const {
    const size_t begin = node == kEnd ? 0 : ends_[node - 1];
    return absl::MakeConstSpan(edges_).subspan(begin, ends_[node] - begin);
  }

 private:
  friend class NodeMaker;

  std::vector<Edge> edges_;
  std::vector<size_t> ends_ = {0};  // By node: where its edges end.
};

// Makes nodes, from the end to the root.
class NodeMaker {
 public:
  // Returns the node that has those of the edges that lead somewhere, or the
  // end of the only one if it chooses nothing; kNowhere if there are none, or
  // no more numbers for nodes.
  Node Add(absl::Span<const Edge> edges) {
    const size_t begin = nodes_.edges_.size();
    for (const Edge& edge : edges) {
      if (edge.to != kNowhere) nodes_.edges_.push_back(edge);
    }
    const auto added = absl::MakeConstSpan(nodes_.edges_).subspan(begin);
    if (added.empty()) return kNowhere;
    if (added.size() == 1 && !added[0].has_option()) {
      const Node to = added[0].to;
      nodes_.edges_.resize(begin);
      return to;
    }
    const auto node = static_cast<Node>(nodes_.size());
    const auto [equal, is_new] = by_hash_.try_emplace(HashOf(added), node);
    // Of two nodes that only look alike, both stay.
    if (!is_new && nodes_.edges(equal->second) == added) {
      nodes_.edges_.resize(begin);
      return equal->second;
    }
    nodes_.ends_.push_back(nodes_.edges_.size());
    return node;
  }

  const Nodes& nodes() const { return nodes_; }
  Nodes Take() { return std::move(nodes_); }

  // About what a node takes, and an edge: vectors have up to three times what
  // is in them while they grow. Later there is a count for each node.
  static constexpr size_t kNodeBytes =
      3 * (sizeof(size_t) + sizeof(uint64_t) + 2 * sizeof(Node)) +
      sizeof(Natural);
  static constexpr size_t kEdgeBytes = 3 * sizeof(Edge);
  size_t bytes() const {
    return nodes_.size() * kNodeBytes + nodes_.edge_count() * kEdgeBytes;
  }
  bool is_full() const { return nodes_.size() >= kNowhere - 1; }

 private:
  static uint64_t HashOf(absl::Span<const Edge> edges) {
    uint64_t hash = 0;
    for (const Edge& edge : edges) {
      hash ^= uint64_t{edge.option.value()} << 32 | edge.to;
      hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93;
      hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15;
    }
    return hash;
  }

  Nodes nodes_;
  absl::flat_hash_map<uint64_t, Node> by_hash_;
};

}  // namespace dlx::internal::diagram

#endif  // DLX_ASK_DIAGRAM_NODES_H_
