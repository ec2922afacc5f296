#ifndef DLX_ENGINE_DANCING_LINKS_LINKS_ENGINE_H_
#define DLX_ENGINE_DANCING_LINKS_LINKS_ENGINE_H_

// The engine itself: a walk through the tree that finds covers or counts them,
// and keeps below a ceiling on their cost if there are costs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cost_bound.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"

namespace dlx::internal::dancing_links {

template <Moves M>
class LinksEngine final : public TreeWalk<M> {
  using Walk = TreeWalk<M>;

 public:
  using typename Engine::Branch;
  using typename Engine::Step;

  // cost_bound may be null: then costs play no role.
  LinksEngine(M moves, std::unique_ptr<CostBound> cost_bound)
      : Walk(std::move(moves)), cost_bound_(std::move(cost_bound)) {
    LinksEngine::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    Walk::Restart(givens);
    cost_ceiling_ = std::numeric_limits<int64_t>::max();
    cost_so_far_ = 0;
    bounds_.clear();
    if (cost_bound_ == nullptr) return;
    for (const OptionId given : this->givens()) {
      cost_so_far_ += cost_bound_->cost(given);
    }
  }

  Step FindNext(uint64_t pause_at) override {
    return StepOf(this->Run(pause_at, Finder{{*this}}));
  }
  Step Count(uint64_t pause_at, Natural* count) override {
    absl::uint128 found = 0;
    const Step step = StepOf(this->Run(pause_at, Counter{{*this}, found}));
    *count += found;
    return step;
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t cost) override { cost_ceiling_ = cost; }

  // What is left are the untried options of the levels.
  int64_t LowerBound() const override {
    if (cost_bound_ == nullptr) return Engine::kNoLowerBound;
    if (this->is_at_root()) return BoundHere();
    int64_t least = Engine::kNothingToFind;
    const absl::Span<const Level> levels = this->levels();
    for (size_t i = this->fixed_levels(); i < levels.size(); ++i) {
      if (levels[i].tried == levels[i].branches) continue;
      least = std::min(least, bounds_[i]);
    }
    return least;
  }

  std::unique_ptr<Branch> GiveAway() override {
    std::unique_ptr<Branch> branch = Walk::GiveAway();
    if (branch != nullptr && cost_bound_ != nullptr) {
      branch->lower_bound = bounds_[this->fixed_levels() - 1];
    }
    return branch;
  }

  void StartAt(const Branch& branch) override {
    const int64_t cost_ceiling = cost_ceiling_;
    Walk::StartAt(branch);
    cost_ceiling_ = cost_ceiling;
    if (cost_bound_ == nullptr) return;
    const absl::Span<const Level> levels = this->levels();
    bounds_.assign(levels.size(), branch.lower_bound);
    for (size_t i = 0; i + 1 < levels.size(); ++i) {
      cost_so_far_ += CostOf(levels[i]);
    }
  }

 private:
  // What finding and counting have in common.
  struct CostWatcher {
    // Covers are visited in leaves of at most 2^31: nobody has the time for
    // 2^128 of them.
    using Number = absl::uint128;
    LinksEngine& engine;
    const CostBound* const bound = engine.cost_bound_.get();

    bool has_costs() const { return bound != nullptr; }

    bool Prunes() const {
      if (!has_costs()) return false;
      engine.node_bound_ = engine.BoundHere();
      return engine.node_bound_ >= engine.cost_ceiling_;
    }
    const absl::uint128* Entering(int32_t, int32_t) const {
      if (has_costs()) engine.bounds_.push_back(engine.node_bound_);
      return nullptr;
    }
    void DeadEnd(int32_t) const {}
    // With costs, it depends on the option's.
    bool takes_leaves() const { return !has_costs(); }
    const absl::uint128* Choosing(const Level& level) const {
      if (has_costs()) engine.cost_so_far_ += engine.CostOf(level);
      return nullptr;
    }
    void TakenBack(const Level& level) const {
      if (has_costs()) engine.cost_so_far_ -= engine.CostOf(level);
    }
    void Closing(const Level&) const {}
    absl::uint128 Leaving() const {
      if (has_costs()) engine.bounds_.pop_back();
      return 0;
    }
  };

  struct Finder : CostWatcher {
    static constexpr bool kCountsOnly = false;
    bool Found(absl::uint128) const {
      this->engine.SaveSolution();
      return false;
    }
  };

  struct Counter : CostWatcher {
    static constexpr bool kCountsOnly = true;
    absl::uint128& count;
    bool Found(absl::uint128 covers) const {
      count += covers;
      return true;
    }
  };

  static Step StepOf(typename Walk::Stop stop) {
    switch (stop) {
      case Walk::Stop::kVisitor:
        return Step::kSolution;
      case Walk::Stop::kExhausted:
        return Step::kExhausted;
      case Walk::Stop::kPaused:
        break;
    }
    return Step::kPaused;
  }

  // Of the option that the level has come to.
  int64_t CostOf(const Level& level) const {
    if (level.node == level.item) return 0;
    return cost_bound_->cost(this->moves().links().OptionOf(level.node));
  }

  // What every cover at or below the node where the walk stands costs at least.
  int64_t BoundHere() const {
    constexpr absl::int128 kLeast = std::numeric_limits<int64_t>::min();
    constexpr absl::int128 kMost = std::numeric_limits<int64_t>::max();
    return static_cast<int64_t>(std::clamp(
        cost_bound_->LowerBound(cost_so_far_, this->moves()), kLeast, kMost));
  }

  void SaveSolution() {
    solution_.assign(this->givens().begin(), this->givens().end());
    for (const Level& level : this->levels()) {
      if (level.node == level.item) continue;
      solution_.push_back(this->moves().links().OptionOf(level.node));
    }
  }

  std::unique_ptr<CostBound> cost_bound_;
  int64_t cost_ceiling_ = std::numeric_limits<int64_t>::max();
  int64_t cost_so_far_ = 0;      // Of the givens and the levels' options.
  int64_t node_bound_ = 0;       // BoundHere(), at the node entered last.
  std::vector<int64_t> bounds_;  // The same, by level; empty without costs.
  std::vector<OptionId> solution_;
};

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_LINKS_ENGINE_H_
