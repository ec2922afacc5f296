#include "dlx/engine/layers/item_graph.h"

#include <algorithm>
#include <limits>

#include "dlx/id.h"

namespace dlx::internal::layers {

size_t PairsOfItems(const Problem& problem) {
  size_t pairs = 0;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const size_t size = problem.option(OptionId(k)).size();
    pairs += size * size;
  }
  return pairs;
}

ItemGraph::ItemGraph(const Problem& problem,
                     const std::vector<bool>& left_out) {
  const size_t n = problem.item_count();
  const auto is_in = [&](uint32_t item) {
    return left_out.empty() || !left_out[item];
  };
  std::vector<std::vector<OptionId>> options_of(n);
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    if (uses.size() == 1) continue;
    for (const ItemUse& use : uses) {
      const uint32_t item = use.item.value();
      if (is_in(item)) options_of[item].push_back(OptionId(k));
    }
  }
  // The last item that each item was found to be a neighbour of.
  std::vector<uint32_t> seen(n, std::numeric_limits<uint32_t>::max());
  starts_.reserve(n + 1);
  starts_.push_back(0);
  for (uint32_t item = 0; item < n; ++item) {
    seen[item] = item;
    for (const OptionId option : options_of[item]) {
      // No item has more neighbours than all others.
      if (neighbors_.size() - starts_.back() == n - 1) break;
      for (const ItemUse& use : problem.option(option)) {
        const uint32_t other = use.item.value();
        if (seen[other] == item || !is_in(other)) continue;
        seen[other] = item;
        neighbors_.push_back(other);
      }
    }
    std::sort(neighbors_.begin() + starts_.back(), neighbors_.end());
    starts_.push_back(neighbors_.size());
  }
}

std::vector<std::vector<uint32_t>> ItemGraph::Components() const {
  std::vector<std::vector<uint32_t>> components;
  std::vector<bool> seen(size());
  for (uint32_t item = 0; item < size(); ++item) {
    if (seen[item]) continue;
    seen[item] = true;
    std::vector<uint32_t> component = {item};
    for (size_t i = 0; i < component.size(); ++i) {
      for (const uint32_t other : neighbors(component[i])) {
        if (seen[other]) continue;
        seen[other] = true;
        component.push_back(other);
      }
    }
    std::sort(component.begin(), component.end());
    components.push_back(std::move(component));
  }
  return components;
}

}  // namespace dlx::internal::layers
