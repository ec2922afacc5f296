#include "dlx/engine/layers/layers.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/layers/item_graph.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layer_walk.h"
#include "dlx/engine/layers/static_order.h"
#include "dlx/engine/memo/memo_counter.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace {

using layers::Count;
using layers::FindOrder;
using layers::ItemGraph;
using layers::LayerPlan;
using layers::LayerWalk;
using layers::MeasureOrder;
using layers::StaticOrder;
using layers::WalkStatistics;
using layers::WalkStep;

// The measure of an order up to which layers grow and shrink more or less as
// its frontiers do.
constexpr double kMostForeseeable = 45;

// No number, if it has more than 128 bits.
template <size_t kWords>
std::optional<absl::uint128> ToUint128(const Count<kWords>& count) {
  for (size_t w = 2; w < kWords; ++w) {
    if (count.words[w] != 0) return std::nullopt;
  }
  return absl::MakeUint128(kWords > 1 ? count.words[kWords > 1 ? 1 : 0] : 0,
                           count.words[0]);
}

template <size_t kKeyWords>
class LayerCounter final : public Engine {
 public:
  LayerCounter(const Problem& problem, StaticOrder order, size_t memory_limit)
      : problem_(problem),
        is_foreseeable_(order.Log2Width() <= kMostForeseeable),
        order_(std::move(order.items)),
        memory_limit_(memory_limit),
        plan_(problem, order_, std::vector<bool>(problem.item_count())),
        walk_(std::in_place_index<0>, plan_, memory_limit) {
    Start(/*is_contradiction=*/false);
  }

  void Restart(absl::Span<const OptionId> givens) override {
    std::vector<bool> covered(problem_.item_count());
    bool is_contradiction = false;
    for (const OptionId given : givens) {
      for (const ItemUse& use : problem_.option(given)) {
        is_contradiction |= covered[use.item.value()];
        covered[use.item.value()] = true;
      }
    }
    plan_ = LayerPlan<kKeyWords>(problem_, order_, covered);
    walk_.template emplace<0>(plan_, memory_limit_);
    Start(is_contradiction);
  }

  Step Count(uint64_t pause_at, absl::uint128* count) override {
    if (has_no_cover_) return Step::kExhausted;
    const WalkStep step = GoOn(pause_at);
    const std::optional<absl::uint128> covers =
        std::visit([](auto& walk) { return ToUint128(walk.covers()); }, walk_);
    if (!covers.has_value()) return Step::kOverflow;
    *count += *covers - std::exchange(reported_, *covers);
    return step == WalkStep::kDone ? Step::kExhausted : Step::kPaused;
  }

  // It can only count.
  Step FindNext(uint64_t) override { std::abort(); }
  absl::Span<const OptionId> solution() const override { std::abort(); }
  void SetCostCeiling(int64_t) override { std::abort(); }

  double FractionDone() const override {
    if (has_no_cover_) return 1;
    const double done =
        std::visit([](auto& walk) { return walk.FractionDone(); }, walk_);
    return is_foreseeable_ || done == 1 ? done : 0;
  }

 private:
  template <size_t kCountWords>
  using Walk = LayerWalk<kKeyWords, kCountWords>;

  void Start(bool is_contradiction) {
    has_no_cover_ = is_contradiction || plan_.is_hopeless();
    reported_ = 0;
    ResetStatistics();
  }

  // Widens the numbers as often as need be.
  WalkStep GoOn(uint64_t pause_at) {
    for (;;) {
      const WalkStep step = std::visit(
          [&](auto& walk) {
            const WalkStep step = walk.GoOn(pause_at);
            const WalkStatistics& done = walk.statistics();
            // The root was counted to begin with.
            statistics_.nodes = std::max<uint64_t>(done.expanded, 1);
            statistics_.updates = done.transitions;
            return step;
          },
          walk_);
      if (step != WalkStep::kOverflow) return step;
      if (walk_.index() == 0) {
        Widen<2>(std::get<0>(std::move(walk_)));
      } else {
        Widen<3>(std::get<1>(std::move(walk_)));
      }
    }
  }

  template <size_t kWider, typename Narrow>
  void Widen(Narrow&& narrow) {
    Walk<kWider> wider(std::move(narrow));
    walk_ = std::move(wider);
  }

  void UpdateNodesByDepth() const override {
    if (has_no_cover_ || statistics_.nodes == 1) return;
    statistics_.nodes_by_depth = std::visit(
        [](auto& walk) { return walk.statistics().expanded_at; }, walk_);
  }

  const Problem problem_;
  const bool is_foreseeable_;
  const std::vector<uint32_t> order_;
  const size_t memory_limit_;
  LayerPlan<kKeyWords> plan_;
  bool has_no_cover_ = false;
  std::variant<Walk<1>, Walk<2>, Walk<3>> walk_;
  absl::uint128 reported_ = 0;  // Added to the caller's count so far.
};

StaticOrder OrderFor(const Problem& problem, Branching branching) {
  const ItemGraph graph(problem);
  if (branching != Branching::kInputOrder) return FindOrder(graph);
  std::vector<uint32_t> items(graph.size());
  std::iota(items.begin(), items.end(), 0);
  return MeasureOrder(graph, std::move(items));
}

}  // namespace

bool SuitsLayers(const Problem& problem) {
  constexpr size_t kMostItems = 20'000;
  constexpr size_t kMostPairs = 5'000'000;
  if (problem.item_count() > kMostItems) return false;
  size_t pairs = 0;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const size_t size = problem.option(OptionId(k)).size();
    pairs += size * size;
  }
  return pairs <= kMostPairs;
}

LayersOutlook ForeseeLayers(const Problem& problem,
                            const SearchOptions& options) {
  const StaticOrder order = OrderFor(problem, options.branching);
  return {order.WidestFrontier(), order.Log2Width()};
}

std::unique_ptr<Engine> MakeLayers(const Problem& problem, Task task,
                                   const SearchOptions& options) {
  StaticOrder order = OrderFor(problem, options.branching);
  const size_t widest = order.WidestFrontier();
  const auto make = [&](auto key_words) -> std::unique_ptr<Engine> {
    return std::make_unique<LayerCounter<key_words.value>>(
        problem, std::move(order), options.memory_limit);
  };
  if (widest <= 64) return make(std::integral_constant<size_t, 1>());
  if (widest <= 128) return make(std::integral_constant<size_t, 2>());
  if (widest <= 512) return make(std::integral_constant<size_t, 8>());
  return MakeMemoCounter(problem, task, options);
}

}  // namespace dlx::internal
