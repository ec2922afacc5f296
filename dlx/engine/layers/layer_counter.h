#ifndef DLX_ENGINE_LAYERS_LAYER_COUNTER_H_
#define DLX_ENGINE_LAYERS_LAYER_COUNTER_H_

// A walk through a plan as an engine, with numbers that are made wider when one
// of them needs it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/layers/layer_table.h"
#include "dlx/engine/layers/layer_walk.h"
#include "dlx/engine/team.h"
#include "dlx/id.h"
#include "dlx/natural.h"

namespace dlx::internal::layers {

// A plan is LayerPlan or DecisionPlan.
template <typename Plan>
class LayerCounter final : public CountsOnly<Engine> {
 public:
  // `plan_for` makes the plan for some givens; `plan` is that without any.
  LayerCounter(Plan plan,
               std::function<Plan(absl::Span<const OptionId>)> plan_for,
               size_t memory_limit)
      : plan_for_(std::move(plan_for)),
        memory_limit_(memory_limit),
        plan_(std::move(plan)),
        walk_(std::in_place_index<0>, plan_, memory_limit) {
    Start();
  }

  void Restart(absl::Span<const OptionId> givens) override {
    plan_ = plan_for_(givens);
    walk_.template emplace<0>(plan_, memory_limit_, teamwork());
    Start();
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
  bool LacksMemory() const override {
    return std::visit([](auto& walk) { return walk.LacksMemory(); }, walk_);
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
  using Walk = LayerWalk<Plan, kCountWords>;

  Teamwork teamwork() const { return {.team = team_.get()}; }

  void Start() {
    has_no_cover_ = plan_.is_hopeless();
    reported_ = 0;
    told_ = 0;
    ResetStatistics();
  }

  // Widens the numbers if need be: from one word to kMostFixedWords, and from
  // these to any number. (One more width in between gains nothing that can be
  // measured, and each takes seconds to compile.)
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
        Walk<kMostFixedWords> wider(std::get<0>(std::move(walk_)));
        walk_ = std::move(wider);
      } else {
        // How much more memory the numbers will take cannot be known: so it
        // is not in the middle of things that they begin to take more.
        WalkStatistics done = std::get<1>(walk_).statistics();
        walk_.template emplace<2>(plan_, memory_limit_, teamwork(),
                                  std::move(done));
      }
    }
  }

  void UpdateNodesByDepth() const override {
    if (has_no_cover_ || statistics_.nodes == 1) return;
    statistics_.nodes_by_depth = std::visit(
        [](auto& walk) { return walk.statistics().expanded_at; }, walk_);
  }

  const std::function<Plan(absl::Span<const OptionId>)> plan_for_;
  size_t memory_limit_;
  std::unique_ptr<Team> team_;  // Null if it is to use one thread.
  Plan plan_;
  bool has_no_cover_ = false;
  std::variant<Walk<1>, Walk<kMostFixedWords>, Walk<kAnyWords>> walk_;
  Natural reported_ = 0;     // Added to the caller's count so far.
  mutable double told_ = 0;  // By FractionDone(), which does not go back.
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_LAYER_COUNTER_H_
