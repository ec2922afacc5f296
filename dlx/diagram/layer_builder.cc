#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/diagram/builder.h"
#include "dlx/diagram/nodes.h"
#include "dlx/diagram/size_bound.h"
#include "dlx/engine/layers/decision_plan.h"
#include "dlx/engine/layers/decisions.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/layers/tallies.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::diagram {
namespace {

using layers::DecisionPlan;
using layers::GivenItems;
using layers::LayerPlan;
using layers::Seating;
using layers::Tallies;

// Goes through the layers from the first position to the last, as the engine
// does, but keeps the states; and then makes nodes of them, from the last to
// the first.
//
// A plan is LayerPlan or DecisionPlan.
template <typename Plan>
class LayerBuilder final : public Builder {
 public:
  LayerBuilder(Plan plan, size_t memory_limit)
      : plan_(std::move(plan)),
        memory_limit_(memory_limit),
        memory_(memory_limit),
        bound_(static_cast<double>(memory_limit / (kStateBytes + kEdgeBytes))),
        layers_(plan_.size()),
        edges_of_(1) {
    root_ = StateOf(0, Key());
  }

  void SetMemory(size_t bytes) override { memory_ = bytes; }

  absl::StatusOr<bool> Work(uint64_t states) override {
    if (plan_.is_hopeless()) return true;
    while (position_ < plan_.size() && states > 0) {
      const Layer& layer = layers_[position_];
      if (expanded_ == layer.keys.size()) {
        LeaveLayer();
        continue;
      }
      const Key key = layer.keys[expanded_++];
      Expand(layer.states.at(key), key);
      --states;
      if (used_ > memory_ || edges_of_.size() >= kNowhere - 1) {
        return IsFull(edges_of_.size(),
                      absl::StrCat(position_, " of ", plan_.size(), " layers"));
      }
    }
    if (position_ == plan_.size()) return true;
    while (bound_.wants_more(edges_of_.size())) GoDownAtRandom();
    if (bound_.exceeds_room()) return WillNotFit(bound_, memory_limit_);
    return false;
  }

  Parts Take() override {
    if (plan_.is_hopeless()) return {};
    NodeMaker maker;
    std::vector<Node> node_of(edges_of_.size(), kNowhere);
    node_of[kEndState] = kEnd;
    std::vector<Edge> edges;
    for (size_t i = expansions_.size(); i-- > 0;) {
      const State state = expansions_[i];
      edges.clear();
      for (size_t e = edges_of_[state].begin; e < edges_of_[state].end; ++e) {
        edges.push_back({edges_[e].option, node_of[edges_[e].to]});
      }
      node_of[state] = maker.Add(edges);
    }
    return {.nodes = maker.Take(), .root = node_of[root_]};
  }

 private:
  using Key = typename Plan::Key;

  // By number, in the order in which they were reached.
  using State = uint32_t;
  static constexpr State kEndState = 0;

  struct HashKey {
    size_t operator()(const Key& key) const { return key.Hash(); }
  };
  struct Layer {
    absl::flat_hash_map<Key, State, HashKey> states;
    std::vector<Key> keys;  // In the order in which they were reached.
  };
  struct StateEdge {
    OptionId option;
    State to;
  };
  struct Range {
    size_t begin = 0;
    size_t end = 0;
  };

  // While they grow, vectors take up to three times what is in them; and all
  // becomes nodes in the end.
  static constexpr size_t kStateBytes =
      3 * (sizeof(Range) + 2 * sizeof(State)) + NodeMaker::kNodeBytes;
  static constexpr size_t kEdgeBytes =
      3 * sizeof(StateEdge) + NodeMaker::kEdgeBytes;
  static constexpr size_t kKeyBytes = 6 * (sizeof(Key) + sizeof(State));

  // From the root on, until nothing fits.
  void GoDownAtRandom() {
    size_t position = 0;
    Key key;
    uint64_t steps = 0;
    for (; position < plan_.size(); ++steps) {
      bound_.Visit(position, key.Hash());
      const typename Plan::Choices choices(plan_, position, key);
      ways_on_.clear();
      for (size_t i = 0; i < choices.size(); ++i) {
        size_t to;
        Key next;
        if (choices.Follow(i, to, next)) ways_on_.emplace_back(to, next);
      }
      if (ways_on_.empty()) break;
      std::tie(position, key) = ways_on_[random_() % ways_on_.size()];
    }
    bound_.EndWay(steps + 1);
  }

  State StateOf(size_t position, const Key& key) {
    if (position == plan_.size()) return kEndState;
    Layer& layer = layers_[position];
    const auto [it, is_new] =
        layer.states.try_emplace(key, static_cast<State>(edges_of_.size()));
    if (is_new) {
      layer.keys.push_back(key);
      edges_of_.emplace_back();
      used_ += kStateBytes + kKeyBytes;
    }
    return it->second;
  }

  void Expand(State state, const Key& key) {
    const typename Plan::Choices choices(plan_, position_, key);
    edges_of_[state].begin = edges_.size();
    for (size_t i = 0; i < choices.size(); ++i) {
      size_t to;
      Key next;
      if (!choices.Follow(i, to, next)) continue;
      const std::optional<OptionId> option = plan_.option(position_, i);
      edges_.push_back({option.value_or(kNoOption), StateOf(to, next)});
      used_ += kEdgeBytes;
    }
    edges_of_[state].end = edges_.size();
    expansions_.push_back(state);
  }

  // Nothing leads back to it, so its keys may go.
  void LeaveLayer() {
    used_ -= layers_[position_].keys.size() * kKeyBytes;
    layers_[position_] = {};
    ++position_;
    expanded_ = 0;
  }

  const Plan plan_;
  const size_t memory_limit_;
  size_t memory_;  // May be used of it.
  size_t used_ = 0;
  SizeBound bound_;
  std::mt19937_64 random_;
  std::vector<std::pair<size_t, Key>> ways_on_;  // Of GoDownAtRandom().
  std::vector<Layer> layers_;                    // By position.
  size_t position_ = 0;          // Of the layer that is being expanded,
  size_t expanded_ = 0;          // and how many of its states are.
  std::vector<Range> edges_of_;  // By state.
  std::vector<StateEdge> edges_;
  std::vector<State> expansions_;  // The states in the order of expansion.
  State root_;
};

// Calls make(std::integral_constant) with a number of words that a key of so
// many bits has.
template <typename Make>
std::unique_ptr<Builder> WithWords(size_t bits, Make make) {
  if (bits <= 64) return make(std::integral_constant<size_t, 1>());
  if (bits <= 128) return make(std::integral_constant<size_t, 2>());
  if (bits <= 256) return make(std::integral_constant<size_t, 4>());
  if (bits <= 512) return make(std::integral_constant<size_t, 8>());
  return nullptr;
}

std::unique_ptr<Builder> BuildByDecisions(const Problem& problem,
                                          const SearchOptions& options) {
  const layers::DecisionsOutlook outlook =
      layers::ForeseeDecisions(problem, options);
  if (!layers::MayCountDecisions(outlook)) return nullptr;
  const Tallies tallies(problem, outlook.order, options.givens,
                        outlook.tallies);
  return WithWords(64 * outlook.tallies.words(),
                   [&](auto words) -> std::unique_ptr<Builder> {
                     using Plan = DecisionPlan<words.value>;
                     return std::make_unique<LayerBuilder<Plan>>(
                         Plan(tallies), options.memory_limit);
                   });
}

// A diagram without covers.
class NothingBuilder final : public Builder {
 public:
  void SetMemory(size_t) override {}
  absl::StatusOr<bool> Work(uint64_t) override { return true; }
  Parts Take() override { return {}; }
};

bool HasTwice(absl::Span<const OptionId> givens) {
  const absl::flat_hash_set<OptionId> different(givens.begin(), givens.end());
  return different.size() < givens.size();
}

}  // namespace

std::unique_ptr<Builder> BuildByLayers(const Problem& problem,
                                       const SearchOptions& options) {
  if (HasTwice(options.givens)) return std::make_unique<NothingBuilder>();
  if (problem.has_multiplicities()) return BuildByDecisions(problem, options);
  std::vector<uint32_t> items;
  for (const ItemId item : ForeseeLayers(problem, options).order) {
    items.push_back(item.value());
  }
  const Seating seating(problem, items, GivenItems(problem, options.givens));
  return WithWords(seating.width(),
                   [&](auto words) -> std::unique_ptr<Builder> {
                     using Plan = LayerPlan<words.value>;
                     return std::make_unique<LayerBuilder<Plan>>(
                         Plan(problem, seating), options.memory_limit);
                   });
}

}  // namespace dlx::internal::diagram
