#include "dlx/engine/order.h"

#include <algorithm>
#include <random>
#include <utility>

#include "absl/strings/match.h"

namespace dlx::internal {
namespace {

// Fisher and Yates's shuffle. Written out because std::shuffle may give another
// order with another standard library.
template <typename T>
void Shuffle(uint64_t seed, std::vector<T>& values) {
  std::mt19937_64 random(seed);
  for (size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[random() % i]);
  }
}

}  // namespace

ItemOrder OrderItems(const Problem& problem, bool prefer_sharp,
                     std::optional<uint64_t> seed) {
  ItemOrder order;
  order.items.reserve(problem.item_count());
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    order.items.emplace_back(i);
  }
  if (seed) Shuffle(*seed, order.items);

  const auto secondary =
      std::stable_partition(order.items.begin(), order.items.end(),
                            [&](ItemId i) { return problem.is_primary(i); });
  if (prefer_sharp) {
    const auto others = std::stable_partition(
        order.items.begin(), secondary,
        [&](ItemId i) { return absl::StartsWith(problem.item_name(i), "#"); });
    order.preferred_count = others - order.items.begin();
  }
  return order;
}

std::vector<OptionId> OrderOptions(const Problem& problem,
                                   std::optional<uint64_t> seed) {
  std::vector<OptionId> options;
  options.reserve(problem.option_count());
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    options.emplace_back(i);
  }
  // Another stream than the items'.
  if (seed) Shuffle(~*seed, options);
  return options;
}

}  // namespace dlx::internal
