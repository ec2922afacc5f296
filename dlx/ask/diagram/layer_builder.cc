#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/ask/diagram/builder.h"
#include "dlx/ask/diagram/nodes.h"
#include "dlx/ask/diagram/size_bound.h"
#include "dlx/engine/layers/decision_plan.h"
#include "dlx/engine/layers/decisions.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/layers/state_graph.h"
#include "dlx/engine/layers/tallies.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::diagram {
namespace {

using layers::DecisionPlan;
using layers::LayerPlan;
using layers::Seating;
using layers::Tallies;

// Has the states of all layers made, and then makes nodes of them, from the
// last to the first.
//
// A plan is LayerPlan or DecisionPlan.
template <typename Plan>
class LayerBuilder final : public Builder {
 public:
  LayerBuilder(Plan plan, size_t memory_limit)
      : graph_(std::move(plan)),
        memory_limit_(memory_limit),
        memory_(memory_limit),
        bound_(static_cast<double>(memory_limit / (kStateBytes + kEdgeBytes))) {
  }

  void SetMemory(size_t bytes) override { memory_ = bytes; }

  absl::StatusOr<bool> Work(uint64_t states) override {
    if (plan().is_hopeless()) return true;
    for (; !graph_.is_done() && states > 0; --states) {
      graph_.ExpandNext();
      if (used() > memory_ || graph_.size() >= Graph::kMostStates) {
        return IsFull(graph_.size(), absl::StrCat(graph_.position(), " of ",
                                                  plan().size(), " layers"));
      }
    }
    if (graph_.is_done()) return true;
    while (bound_.wants_more(graph_.size())) GoDownAtRandom();
    if (bound_.exceeds_room()) return WillNotFit(bound_, memory_limit_);
    return false;
  }

  Parts Take() override {
    if (plan().is_hopeless()) return {};
    NodeMaker maker;
    std::vector<Node> node_of(graph_.size(), kNowhere);
    node_of[Graph::kEnd] = kEnd;
    std::vector<Edge> edges;
    const absl::Span<const State> order = graph_.order();
    for (size_t i = order.size(); i-- > 0;) {
      const size_t position = graph_.position(order[i]);
      edges.clear();
      for (const auto& [choice, to] : graph_.edges(order[i])) {
        const std::optional<OptionId> option = plan().option(position, choice);
        edges.push_back({option.value_or(kNoOption), node_of[to]});
      }
      node_of[order[i]] = maker.Add(edges);
    }
    return {.nodes = maker.Take(), .root = node_of[graph_.root()]};
  }

 private:
  using Graph = layers::StateGraph<Plan>;
  using State = typename Graph::State;
  using Key = typename Plan::Key;

  // All becomes nodes in the end.
  static constexpr size_t kStateBytes =
      Graph::kStateBytes + 3 * sizeof(Node) + NodeMaker::kNodeBytes;
  static constexpr size_t kEdgeBytes =
      Graph::kEdgeBytes + NodeMaker::kEdgeBytes;

  const Plan& plan() const { return graph_.plan(); }
  size_t used() const {
    return graph_.size() * kStateBytes + graph_.edge_count() * kEdgeBytes +
           graph_.bytes_of_keys();
  }

  // From the root on, until nothing fits.
  void GoDownAtRandom() {
    size_t position = 0;
    Key key;
    uint64_t steps = 0;
    for (; position < plan().size(); ++steps) {
      bound_.Visit(position, key.Hash());
      const typename Plan::Choices choices(plan(), position, key);
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

  Graph graph_;
  const size_t memory_limit_;
  size_t memory_;  // May be used of it.
  SizeBound bound_;
  std::mt19937_64 random_;
  std::vector<std::pair<size_t, Key>> ways_on_;  // Of GoDownAtRandom().
};

std::unique_ptr<Builder> BuildByDecisions(const Problem& problem,
                                          const SearchOptions& options) {
  const layers::DecisionsOutlook outlook =
      layers::ForeseeDecisions(problem, options);
  if (!layers::MayCountDecisions(outlook)) return nullptr;
  const Tallies tallies(problem, outlook.order, options.givens,
                        outlook.tallies);
  return layers::WithKeyWords(64 * outlook.tallies.words(),
                              [&](auto words) -> std::unique_ptr<Builder> {
                                using Plan = DecisionPlan<words.value>;
                                return std::make_unique<LayerBuilder<Plan>>(
                                    Plan(tallies), options.memory_limit);
                              });
}

}  // namespace

std::unique_ptr<Builder> BuildByLayers(const Problem& problem,
                                       const SearchOptions& options) {
  if (problem.has_multiplicities()) return BuildByDecisions(problem, options);
  const Seating seating = SeatForLayers(problem, options);
  return layers::WithKeyWords(
      seating.width(), [&](auto words) -> std::unique_ptr<Builder> {
        using Plan = LayerPlan<words.value>;
        return std::make_unique<LayerBuilder<Plan>>(Plan(problem, seating),
                                                    options.memory_limit);
      });
}

}  // namespace dlx::internal::diagram
