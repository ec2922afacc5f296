#include "dlx/engine/layers/decisions.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "absl/types/span.h"
#include "dlx/engine/layers/decision_plan.h"
#include "dlx/engine/layers/item_graph.h"
#include "dlx/engine/layers/layer_counter.h"
#include "dlx/engine/layers/static_order.h"
#include "dlx/engine/layers/tallies.h"

namespace dlx::internal::layers {
namespace {

// Each has a table, of some hundred bytes when there is nothing in it.
constexpr size_t kMostOptions = 200'000;

std::vector<OptionId> InputOrder(const Problem& problem) {
  std::vector<OptionId> order;
  for (uint32_t k = 0; k < problem.option_count(); ++k) order.emplace_back(k);
  return order;
}

// Those that are in more than half of the options.
std::vector<bool> ItemsOfMostOptions(const Problem& problem) {
  std::vector<size_t> options(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      ++options[use.item.value()];
    }
  }
  std::vector<bool> is_in_most;
  for (const size_t number : options) {
    is_in_most.push_back(number > problem.option_count() / 2);
  }
  return is_in_most;
}

// An option comes where the first of its items does, of two with the same first
// item the one whose next item comes first, and so on.
std::vector<OptionId> OptionsByItems(const Problem& problem,
                                     absl::Span<const ItemId> items) {
  std::vector<uint32_t> place(problem.item_count(), problem.item_count());
  for (uint32_t i = 0; i < items.size(); ++i) place[items[i].value()] = i;
  std::vector<std::vector<uint32_t>> places(problem.option_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      places[k].push_back(place[use.item.value()]);
    }
    std::sort(places[k].begin(), places[k].end());
  }
  std::vector<OptionId> order = InputOrder(problem);
  std::stable_sort(order.begin(), order.end(), [&](OptionId a, OptionId b) {
    return places[a.value()] < places[b.value()];
  });
  return order;
}

DecisionsOutlook OutlookOf(const Problem& problem,
                           std::vector<OptionId> order) {
  Tallies tallies(problem, order);
  return {.order = std::move(order), .tallies = std::move(tallies)};
}

template <size_t kKeyWords>
std::unique_ptr<Engine> MakeCounter(const Problem& problem,
                                    DecisionsOutlook outlook,
                                    size_t memory_limit) {
  using Plan = DecisionPlan<kKeyWords>;
  Plan plan(outlook.tallies);
  return std::make_unique<LayerCounter<Plan>>(
      std::move(plan),
      [problem,
       outlook = std::move(outlook)](absl::Span<const OptionId> givens) {
        return Plan(Tallies(problem, outlook.order, givens, outlook.tallies));
      },
      memory_limit);
}

}  // namespace

DecisionsOutlook ForeseeDecisionsInInputOrder(const Problem& problem) {
  return OutlookOf(problem, InputOrder(problem));
}

DecisionsOutlook ForeseeDecisions(const Problem& problem,
                                  const SearchOptions& options) {
  std::vector<ItemId> items = options.item_order;
  const bool finds_order = items.empty() &&
                           options.branching != Branching::kInputOrder &&
                           !IsTooLargeForOrder(problem);
  std::vector<uint32_t> found(problem.item_count());
  std::iota(found.begin(), found.end(), 0);
  if (finds_order) {
    found = FindOrder(ItemGraph(problem, ItemsOfMostOptions(problem))).items;
  }
  if (items.empty()) {
    for (const uint32_t item : found) {
      if (problem.is_primary(ItemId(item))) items.emplace_back(item);
    }
  }
  DecisionsOutlook outlook = OutlookOf(problem, OptionsByItems(problem, items));
  if (finds_order) {
    DecisionsOutlook input = ForeseeDecisionsInInputOrder(problem);
    if (input.tallies.Log2States() < outlook.tallies.Log2States()) {
      outlook = std::move(input);
    }
  }
  outlook.items = std::move(items);
  return outlook;
}

bool MayCountDecisions(const DecisionsOutlook& outlook) {
  return outlook.order.size() <= kMostOptions &&
         outlook.tallies.words() <= kMostTallyWords;
}

std::unique_ptr<Engine> MakeDecisionCounter(const Problem& problem,
                                            DecisionsOutlook outlook,
                                            size_t memory_limit) {
  if (outlook.tallies.words() <= 1) {
    return MakeCounter<1>(problem, std::move(outlook), memory_limit);
  }
  return MakeCounter<kMostTallyWords>(problem, std::move(outlook),
                                      memory_limit);
}

}  // namespace dlx::internal::layers
