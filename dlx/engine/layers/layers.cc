#include "dlx/engine/layers/layers.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/layers/item_graph.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layer_walk.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/layers/static_order.h"
#include "dlx/engine/memo/memo_counter.h"
#include "dlx/engine/team.h"
#include "dlx/id.h"
#include "dlx/natural.h"

namespace dlx::internal {
namespace {

using layers::FindOrder;
using layers::GivenItems;
using layers::ItemGraph;
using layers::LayerPlan;
using layers::LayerWalk;
using layers::Seating;
using layers::WalkStatistics;
using layers::WalkStep;

template <size_t kKeyWords>
class LayerCounter final : public CountsOnly<Engine> {
 public:
  LayerCounter(const Problem& problem, std::vector<uint32_t> order,
               const Seating& seating, size_t memory_limit)
      : problem_(problem),
        order_(std::move(order)),
        memory_limit_(memory_limit),
        plan_(problem, seating),
        walk_(std::in_place_index<0>, plan_, memory_limit) {
    Start(/*is_contradiction=*/false);
  }

  void Restart(absl::Span<const OptionId> givens) override {
    const GivenItems given_items(problem_, givens);
    plan_ =
        LayerPlan<kKeyWords>(problem_, Seating(problem_, order_, given_items));
    walk_.template emplace<0>(plan_, memory_limit_, teamwork());
    Start(given_items.is_contradiction());
  }

  void UseThreads(int threads) override {
    team_ = std::make_unique<Team>(threads);
    walk_.template emplace<0>(plan_, memory_limit_, teamwork());
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    if (has_no_cover_) return Step::kExhausted;
    const WalkStep step = GoOn(pause_at);
    const Natural covers =
        std::visit([](auto& walk) { return walk.covers().ToNatural(); }, walk_);
    // A walk that was begun anew has to catch up first.
    if (covers > reported_) {
      *count += covers - reported_;
      reported_ = covers;
    }
    return step == WalkStep::kDone ? Step::kExhausted : Step::kPaused;
  }

  void SetMemoryLimit(size_t bytes) override {
    memory_limit_ = bytes;
    std::visit([bytes](auto& walk) { walk.SetMemoryLimit(bytes); }, walk_);
  }
  size_t LeastMemoryLimit() const override {
    return std::visit([](auto& walk) { return walk.LeastMemoryLimit(); },
                      walk_);
  }

  double FractionDone() const override {
    told_ = std::max(told_, ExpectedPart());
    return told_;
  }

  double ExpectedPart() const override {
    if (has_no_cover_) return 1;
    return std::visit([](auto& walk) { return walk.ExpectedPart(); }, walk_);
  }

  std::optional<LayerProgress> Layers() const override {
    if (has_no_cover_) return std::nullopt;
    return std::visit([](auto& walk) { return walk.Layers(); }, walk_);
  }

 private:
  template <size_t kCountWords>
  using Walk = LayerWalk<kKeyWords, kCountWords>;

  layers::Teamwork teamwork() const { return {.team = team_.get()}; }

  void Start(bool is_contradiction) {
    has_no_cover_ = is_contradiction || plan_.is_hopeless();
    reported_ = 0;
    told_ = 0;
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
      switch (walk_.index()) {
        case 0:
          Widen<2>(std::get<0>(std::move(walk_)));
          break;
        case 1:
          Widen<3>(std::get<1>(std::move(walk_)));
          break;
        default:
          // Nobody can say how much more memory the numbers will take: so it
          // is not in the middle of things that they begin to take more.
          WalkStatistics done = std::get<2>(walk_).statistics();
          walk_.template emplace<3>(plan_, memory_limit_, teamwork(),
                                    std::move(done));
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
  const std::vector<uint32_t> order_;
  size_t memory_limit_;
  std::unique_ptr<Team> team_;  // Null if it is to use one thread.
  LayerPlan<kKeyWords> plan_;
  bool has_no_cover_ = false;
  std::variant<Walk<1>, Walk<2>, Walk<3>, Walk<layers::kAnyWords>> walk_;
  Natural reported_ = 0;     // Added to the caller's count so far.
  mutable double told_ = 0;  // By FractionDone(), which does not go back.
};

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

// The primary items in the order in which they are covered. It is found as if
// the secondary items had to be covered, too, with which it is not always good.
std::vector<uint32_t> OrderFor(const Problem& problem,
                               const SearchOptions& options) {
  std::vector<uint32_t> items;
  for (const ItemId item : options.item_order) items.push_back(item.value());
  if (!items.empty()) return items;
  if (options.branching == Branching::kInputOrder) return InputOrder(problem);
  items = FindOrder(ItemGraph(problem)).items;
  if (problem.secondary_count() == 0) return items;
  std::erase_if(
      items, [&](uint32_t item) { return !problem.is_primary(ItemId(item)); });
  std::vector<uint32_t> input = InputOrder(problem);
  const bool is_better = SeatingOf(problem, items).Log2States() <=
                         SeatingOf(problem, input).Log2States();
  return is_better ? items : input;
}

// Whether an order is found in no time.
bool IsSmallEnough(const Problem& problem) {
  constexpr size_t kMostItems = 20'000;
  constexpr size_t kMostPairs = 5'000'000;
  if (problem.item_count() > kMostItems) return false;
  size_t pairs = 0;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const size_t size = problem.option(OptionId(k)).size();
    pairs += size * size;
  }
  return pairs <= kMostPairs && !problem.has_multiplicities();
}

// In bits; for those that are wider there is no walk.
constexpr size_t kWidestFrontier = 512;

}  // namespace

bool SuitsLayers(const Problem& problem) {
  // With secondary items, the frontiers are wide as a rule; and then all of
  // them are about as wide in the order of the problem.
  constexpr double kMostWithSecondary = 60;
  if (!IsSmallEnough(problem)) return false;
  return problem.secondary_count() == 0 ||
         SeatingOf(problem, InputOrder(problem)).Log2States() <=
             kMostWithSecondary;
}

bool MayLayersJoin(const Problem& problem) {
  return IsSmallEnough(problem) &&
         SeatingOf(problem, InputOrder(problem)).width() <= kWidestFrontier;
}

LayersOutlook ForeseeLayers(const Problem& problem,
                            const SearchOptions& options) {
  const std::vector<uint32_t> items = OrderFor(problem, options);
  const Seating seating = SeatingOf(problem, items);
  LayersOutlook outlook = {.widest_frontier = seating.width(),
                           .log2_states = seating.Log2States()};
  for (const uint32_t item : items) outlook.order.emplace_back(item);
  return outlook;
}

std::unique_ptr<Engine> MakeLayers(const Problem& problem, Task task,
                                   const SearchOptions& options) {
  std::vector<uint32_t> order = OrderFor(problem, options);
  const Seating seating = SeatingOf(problem, order);
  const auto make = [&](auto key_words) -> std::unique_ptr<Engine> {
    return std::make_unique<LayerCounter<key_words.value>>(
        problem, std::move(order), seating, options.memory_limit);
  };
  if (seating.width() <= 64) return make(std::integral_constant<size_t, 1>());
  if (seating.width() <= 128) return make(std::integral_constant<size_t, 2>());
  if (seating.width() <= kWidestFrontier) {
    return make(std::integral_constant<size_t, kWidestFrontier / 64>());
  }
  return MakeMemoCounter(problem, task, options);
}

}  // namespace dlx::internal
