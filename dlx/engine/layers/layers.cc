#include "dlx/engine/layers/layers.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/dancing_links/dancing_links.h"
#include "dlx/engine/layers/decisions.h"
#include "dlx/engine/layers/item_graph.h"
#include "dlx/engine/layers/layer_counter.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/layers/static_order.h"
#include "dlx/engine/memo/memo_counter.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace {

using layers::FindOrder;
using layers::GivenItems;
using layers::ItemGraph;
using layers::LayerCounter;
using layers::LayerPlan;
using layers::Seating;

// The primary items in the order in which they were added.
std::vector<uint32_t> InputOrder(const Problem& problem) {
  std::vector<uint32_t> items;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (problem.is_primary(ItemId(i))) items.push_back(i);
  }
  return items;
}

Seating SeatingOf(const Problem& problem, absl::Span<const uint32_t> items) {
  return Seating(problem, items, GivenItems(problem));
}

// Whether an order is found in no time, and there is room for a table of each
// item, of some hundred bytes when there is nothing in it.
bool IsSmallEnough(const Problem& problem) {
  constexpr size_t kMostItems = 200'000;
  constexpr size_t kMostPairs = 5'000'000;
  return problem.item_count() <= kMostItems &&
         layers::PairsOfItems(problem) <= kMostPairs;
}

// The primary items in the order in which they are covered. It is found as if
// the secondary items had to be covered, too, with which it is not always good.
std::vector<uint32_t> OrderFor(const Problem& problem,
                               const SearchOptions& options) {
  std::vector<uint32_t> items;
  for (const ItemId item : options.item_order) items.push_back(item.value());
  if (!items.empty()) return items;
  std::vector<uint32_t> input = InputOrder(problem);
  if (options.branching == Branching::kInputOrder ||
      layers::IsTooLargeForOrder(problem)) {
    return input;
  }
  items = FindOrder(ItemGraph(problem)).items;
  if (problem.secondary_count() == 0) return items;
  std::erase_if(
      items, [&](uint32_t item) { return !problem.is_primary(ItemId(item)); });
  const bool is_better = SeatingOf(problem, items).Log2States() <=
                         SeatingOf(problem, input).Log2States();
  return is_better ? items : input;
}

// In bits; for those that are wider there is no walk.
constexpr size_t kWidestFrontier = 512;

template <size_t kKeyWords>
std::unique_ptr<Engine> MakeCounter(const Problem& problem,
                                    std::vector<uint32_t> order,
                                    const Seating& seating,
                                    size_t memory_limit) {
  using Plan = LayerPlan<kKeyWords>;
  return std::make_unique<LayerCounter<Plan>>(
      Plan(problem, seating),
      [problem, order = std::move(order)](absl::Span<const OptionId> givens) {
        return Plan(problem,
                    Seating(problem, order, GivenItems(problem, givens)));
      },
      memory_limit);
}

}  // namespace

bool SuitsLayers(const Problem& problem) {
  // With secondary items, the frontiers are wide as a rule; and then all of
  // them are about as wide in the order of the problem.
  constexpr double kMostLog2States = 60;
  if (!IsSmallEnough(problem)) return false;
  if (problem.has_multiplicities()) {
    const layers::DecisionsOutlook outlook =
        layers::ForeseeDecisionsInInputOrder(problem);
    return layers::MayCountDecisions(outlook) &&
           outlook.tallies.Log2States() <= kMostLog2States;
  }
  return problem.secondary_count() == 0 ||
         SeatingOf(problem, InputOrder(problem)).Log2States() <=
             kMostLog2States;
}

bool MayLayersJoin(const Problem& problem) {
  if (!IsSmallEnough(problem)) return false;
  if (problem.has_multiplicities()) {
    return layers::MayCountDecisions(
        layers::ForeseeDecisionsInInputOrder(problem));
  }
  return SeatingOf(problem, InputOrder(problem)).width() <= kWidestFrontier;
}

LayersOutlook ForeseeLayers(const Problem& problem,
                            const SearchOptions& options) {
  if (problem.has_multiplicities()) {
    layers::DecisionsOutlook outlook =
        layers::ForeseeDecisions(problem, options);
    return {.order = std::move(outlook.items),
            .widest_frontier = outlook.tallies.WidestFrontier(),
            .log2_states = outlook.tallies.Log2States()};
  }
  const std::vector<uint32_t> items = OrderFor(problem, options);
  const Seating seating = SeatingOf(problem, items);
  LayersOutlook outlook = {.widest_frontier = seating.width(),
                           .log2_states = seating.Log2States()};
  for (const uint32_t item : items) outlook.order.emplace_back(item);
  return outlook;
}

Seating SeatForLayers(const Problem& problem, const SearchOptions& options) {
  return Seating(problem, OrderFor(problem, options),
                 layers::GivenItems(problem, options.givens));
}

std::unique_ptr<Engine> MakeLayers(const Problem& problem, Task task,
                                   const SearchOptions& options) {
  if (problem.has_multiplicities()) {
    layers::DecisionsOutlook outlook =
        layers::ForeseeDecisions(problem, options);
    return layers::MayCountDecisions(outlook)
               ? MakeDecisionCounter(problem, std::move(outlook),
                                     options.memory_limit)
               : MakeDancingLinks(problem, task, options);
  }
  std::vector<uint32_t> order = OrderFor(problem, options);
  const Seating seating = SeatingOf(problem, order);
  const auto make = [&](auto key_words) {
    return MakeCounter<key_words.value>(problem, std::move(order), seating,
                                        options.memory_limit);
  };
  if (seating.width() <= 64) return make(std::integral_constant<size_t, 1>());
  if (seating.width() <= 128) return make(std::integral_constant<size_t, 2>());
  if (seating.width() <= kWidestFrontier) {
    return make(std::integral_constant<size_t, kWidestFrontier / 64>());
  }
  return MakeMemoCounter(problem, task, options);
}

}  // namespace dlx::internal
