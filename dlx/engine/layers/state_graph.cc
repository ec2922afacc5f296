#include "dlx/engine/layers/state_graph.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "dlx/engine/layers/layer_forecast.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/layers/seating.h"

namespace dlx::internal::layers {
namespace {

// Goes through the layers from the first position to the last, as the engine
// does, but keeps the states.
template <size_t kKeyWords>
class LayeredGraph final : public StateGraph {
 public:
  LayeredGraph(const Problem& problem, const Seating& seating,
               size_t memory_limit, const Surcharge& surcharge)
      : plan_(problem, seating),
        state_bytes_(kStateBytes + surcharge.state),
        edge_bytes_(kEdgeBytes + surcharge.edge),
        memory_left_(memory_limit),
        layers_(plan_.size()),
        forecast_(plan_.frontier()) {
    for (size_t position = 0; position < plan_.size(); ++position) {
      items_.push_back(seating.item(position));
      is_cut_.push_back(seating.IsCut(position));
      part_count_ += is_cut_.back();
    }
    root_ = StateOf(0, Key());
    if (!layers_.empty()) forecast_.BeginLayer(0, 1);
  }

  double ExpectedEdges() const override {
    const auto edges = static_cast<double>(edge_count());
    const auto expanded = static_cast<double>(order_.size() + 1);
    return edges + edges / expanded *
                       (forecast_.States(position_, plan_.size()) -
                        static_cast<double>(expanded_));
  }

  void Work(uint64_t states) override {
    while (position_ < plan_.size() && states > 0 && !is_out_of_memory_) {
      const Layer& layer = layers_[position_];
      if (expanded_ == layer.keys.size()) {
        LeaveLayer();
        continue;
      }
      const Key key = layer.keys[expanded_++];
      Expand(layer.states.at(key), key);
      --states;
    }
  }

 private:
  using Key = typename LayerPlan<kKeyWords>::Key;

  struct HashKey {
    size_t operator()(const Key& key) const { return key.Hash(); }
  };
  struct Layer {
    absl::flat_hash_map<Key, State, HashKey> states;
    std::vector<Key> keys;  // In the order in which they were reached.
  };

  // While they grow, vectors take up to three times what is in them.
  static constexpr size_t kStateBytes =
      3 * (sizeof(Expansion) + 2 * sizeof(State));
  static constexpr size_t kEdgeBytes = 3 * sizeof(Edge);
  static constexpr size_t kKeyBytes = 6 * (sizeof(Key) + sizeof(State));

  State StateOf(size_t position, const Key& key) {
    if (position == plan_.size()) return kEnd;
    Layer& layer = layers_[position];
    const auto [it, is_new] =
        layer.states.try_emplace(key, static_cast<State>(size()));
    if (is_new) {
      layer.keys.push_back(key);
      if (is_cut_[position]) parts_.push_back(it->second);
      expansions_.push_back({.position = static_cast<uint32_t>(position)});
      Charge(state_bytes_ + kKeyBytes);
      is_out_of_memory_ |= size() >= std::numeric_limits<State>::max() - 1;
    }
    return it->second;
  }

  void Expand(State state, const Key& key) {
    const typename LayerPlan<kKeyWords>::Choices choices(plan_, position_, key);
    const size_t first_edge = edges_.size();
    for (size_t i = 0; i < choices.size(); ++i) {
      size_t to;
      Key next;
      if (!choices.Follow(i, to, next)) continue;
      edges_.push_back({plan_.option(position_, i), StateOf(to, next)});
      Charge(edge_bytes_);
    }
    expansions_[state].first_edge = first_edge;
    expansions_[state].edge_count =
        static_cast<uint32_t>(edges_.size() - first_edge);
    order_.push_back(state);
  }

  // Nothing leads back to it, so its keys may go.
  void LeaveLayer() {
    memory_left_ += layers_[position_].keys.size() * kKeyBytes;
    layers_[position_] = {};
    ++position_;
    expanded_ = 0;
    if (position_ == plan_.size()) return;
    forecast_.BeginLayer(position_, layers_[position_].keys.size());
  }

  void Charge(size_t bytes) {
    is_out_of_memory_ |= bytes > memory_left_;
    memory_left_ -= std::min(bytes, memory_left_);
  }

  const LayerPlan<kKeyWords> plan_;
  const size_t state_bytes_;
  const size_t edge_bytes_;
  size_t memory_left_;
  std::vector<bool> is_cut_;   // By position.
  std::vector<Layer> layers_;  // The same.
  LayerForecast forecast_;
  size_t expanded_ = 0;  // Of the layer that is being expanded.
};

}  // namespace

std::unique_ptr<StateGraph> StateGraph::Make(const Problem& problem,
                                             const SearchOptions& options,
                                             const Surcharge& surcharge) {
  std::vector<uint32_t> items;
  for (const ItemId item : ForeseeLayers(problem, options).order) {
    items.push_back(item.value());
  }
  const Seating seating(problem, items, GivenItems(problem, options.givens));
  const auto make = [&](auto key_words) -> std::unique_ptr<StateGraph> {
    return std::make_unique<LayeredGraph<key_words.value>>(
        problem, seating, options.memory_limit, surcharge);
  };
  if (seating.width() <= 64) return make(std::integral_constant<size_t, 1>());
  if (seating.width() <= 128) return make(std::integral_constant<size_t, 2>());
  if (seating.width() <= 512) return make(std::integral_constant<size_t, 8>());
  return nullptr;
}

}  // namespace dlx::internal::layers
