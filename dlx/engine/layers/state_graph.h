#ifndef DLX_ENGINE_LAYERS_STATE_GRAPH_H_
#define DLX_ENGINE_LAYERS_STATE_GRAPH_H_

// All states of all layers, and what leads from each to others: for a caller
// that needs more of them than a number, and so keeps each layer after it is
// done.
//
// Example:
//
//   StateGraph graph{LayerPlan<1>(problem, seating)};
//   while (!graph.is_done()) graph.ExpandNext();
//   for (const auto& edge : graph.edges(graph.root())) ...

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"

namespace dlx::internal::layers {

// A plan is LayerPlan or DecisionPlan.
template <typename Plan>
class StateGraph {
 public:
  // By number, in the order in which they are reached. State 0 is the end: all
  // items are covered.
  using State = uint32_t;
  static constexpr State kEnd = 0;
  static constexpr size_t kMostStates = std::numeric_limits<State>::max() - 1;

  // Takes one of the choices at the state's position, and goes on at `to`.
  struct Edge {
    uint32_t choice;
    State to;
  };

  explicit StateGraph(Plan plan)
      : plan_(std::move(plan)), layers_(plan_.size()) {
    root_ = StateOf(0, Key());
  }

  const Plan& plan() const { return plan_; }

  // Expands one more state: finds the edges from there. REQUIRES: !is_done().
  void ExpandNext() {
    const Layer& layer = layers_[position_];
    const Key key = layer.keys[expanded_++];
    Expand(layer.states.at(key), key);
    while (!is_done() && expanded_ == layers_[position_].keys.size()) {
      LeaveLayer();
    }
  }
  bool is_done() const { return position_ == plan_.size(); }

  // The layer whose states are being expanded, and how many it has.
  size_t position() const { return position_; }
  size_t layer_size() const {
    return is_done() ? 0 : layers_[position_].keys.size();
  }

  State root() const { return root_; }
  // The expanded states, so that no edge leads to one that came before.
  absl::Span<const State> order() const { return order_; }
  // The choices that there are at an expanded state, in ascending order, and
  // where they lead: to a later position.
  absl::Span<const Edge> edges(State state) const {
    const Expansion& expansion = expansions_[state];
    return absl::MakeConstSpan(edges_).subspan(expansion.first_edge,
                                               expansion.edge_count);
  }
  // REQUIRES: the state is not the end.
  size_t position(State state) const { return expansions_[state].position; }

  // How many states there are, with the end, and how many edges.
  size_t size() const { return expansions_.size(); }
  size_t edge_count() const { return edges_.size(); }

  // About what a state takes, and an edge: vectors have up to three times what
  // is in them while they grow.
  static constexpr size_t kStateBytes =
      3 * (2 * sizeof(size_t) + sizeof(State));
  static constexpr size_t kEdgeBytes = 3 * sizeof(Edge);
  // The memory of the keys of states that may still be reached.
  size_t bytes_of_keys() const { return keys_ * kKeyBytes; }

 private:
  using Key = typename Plan::Key;

  struct HashKey {
    size_t operator()(const Key& key) const { return key.Hash(); }
  };
  struct Layer {
    absl::flat_hash_map<Key, State, HashKey> states;
    std::vector<Key> keys;  // In the order in which they were reached.
  };
  struct Expansion {
    size_t first_edge = 0;
    uint32_t edge_count = 0;
    uint32_t position = 0;
  };

  static constexpr size_t kKeyBytes = 6 * (sizeof(Key) + sizeof(State));

  State StateOf(size_t position, const Key& key) {
    if (position == plan_.size()) return kEnd;
    Layer& layer = layers_[position];
    const auto [it, is_new] =
        layer.states.try_emplace(key, static_cast<State>(size()));
    if (is_new) {
      layer.keys.push_back(key);
      ++keys_;
      expansions_.push_back({.position = static_cast<uint32_t>(position)});
    }
    return it->second;
  }

  void Expand(State state, const Key& key) {
    const typename Plan::Choices choices(plan_, position_, key);
    const size_t first_edge = edges_.size();
    for (size_t i = 0; i < choices.size(); ++i) {
      size_t to;
      Key next;
      if (!choices.Follow(i, to, next)) continue;
      edges_.push_back({static_cast<uint32_t>(i), StateOf(to, next)});
    }
    expansions_[state].first_edge = first_edge;
    expansions_[state].edge_count =
        static_cast<uint32_t>(edges_.size() - first_edge);
    order_.push_back(state);
  }

  // Nothing leads back to it, so its keys may go.
  void LeaveLayer() {
    keys_ -= layers_[position_].keys.size();
    layers_[position_] = {};
    ++position_;
    expanded_ = 0;
  }

  const Plan plan_;
  std::vector<Layer> layers_;                 // By position.
  std::vector<Expansion> expansions_ = {{}};  // By state.
  std::vector<Edge> edges_;
  std::vector<State> order_;
  State root_;
  size_t keys_ = 0;  // Of all layers.
  size_t position_ = 0;
  size_t expanded_ = 0;  // Of the layer.
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_STATE_GRAPH_H_
