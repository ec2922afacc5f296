#ifndef DLX_ENGINE_DANCING_LINKS_BEST_ENGINE_H_
#define DLX_ENGINE_DANCING_LINKS_BEST_ENGINE_H_

// The engine for covers of least cost.
//
// At the start only a bound on the cost of the best covers is known. So the
// walk goes through the tree several times. In each *pass* it looks for covers
// that cost less than a limit, which is close to the bound at first and farther
// away in each later pass. That is more work than a single walk only at first
// sight: a low limit leaves out so many options that the first passes take next
// to no time, and when there are covers below the limit, the walk does not lose
// its way among those that are much too dear. (The idea is that of iterative
// deepening; Korf 1985.) The ceiling could serve as a limit only if the tree
// were allowed to depend on when a cover was found; then several threads would
// find others of the same cost than one.
//
// Each pass reports only covers that the passes before did not report, and the
// last one has no limit. A pass that left out nothing because of its limit, or
// whose limit the ceiling has reached, is the last.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/priced_moves.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/natural.h"

namespace dlx::internal::dancing_links {

template <Moves M>
class BestEngine final : public TreeWalk<PricedMoves<M>> {
  using Walk = TreeWalk<PricedMoves<M>>;

 public:
  using typename Engine::Branch;
  using typename Engine::Step;

  explicit BestEngine(PricedMoves<M> moves) : Walk(std::move(moves)) {
    BestEngine::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    Walk::Restart(givens);
    // Prices take their time: they wait until covers are asked for.
    is_priced_ = false;
    is_exhausted_ = false;
    ceiling_ = kNoLimit;
    pass_ = 0;
    is_part_ = has_given_away_ = false;
    told_below_ = std::numeric_limits<int64_t>::min();
  }

  Step FindNext(uint64_t pause_at) override {
    PriceRootOnce();
    this->moves().SetCeiling(ceiling_);
    for (;;) {
      switch (this->Run(pause_at, Finder{*this})) {
        case Walk::Stop::kVisitor:
          return Step::kSolution;
        case Walk::Stop::kPaused:
          return Step::kPaused;
        case Walk::Stop::kExhausted:
          if (!GoOnToNextPass()) return Step::kExhausted;
      }
    }
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t cost) override { ceiling_ = cost; }

  // Each pass seems to be half of what is left.
  double FractionDone() const override {
    if (is_part_) return Walk::FractionDone();
    const double fraction = Walk::FractionDone();
    if (fraction == 1 && is_exhausted_) return 1;
    return 1 - PartLeft() * (1 - fraction / 2);
  }

  int64_t LowerBound() const override {
    if (!is_priced_) return Engine::kNoLowerBound;
    int64_t least = Engine::kNothingToFind;
    if (this->is_at_root()) {
      least = this->moves().root_bound();
    } else {
      const absl::Span<const Level> levels = this->levels();
      for (size_t i = this->fixed_levels(); i < levels.size(); ++i) {
        if (levels[i].tried == levels[i].branches) continue;
        least = std::min(least, this->moves().LevelBound(i));
      }
    }
    if (!is_part_ && !is_exhausted_ && ceiling_ > limit_) {
      least = std::min(least, limit_);
    }
    return std::max(least, told_below_);
  }

  std::unique_ptr<Branch> GiveAway() override {
    std::unique_ptr<Branch> path = Walk::GiveAway();
    if (path == nullptr) return nullptr;
    has_given_away_ = true;
    auto branch = std::make_unique<PassBranch>();
    branch->part = is_part_ ? path->part : path->part * PartLeft() / 2;
    branch->lower_bound = std::max(
        told_below_, this->moves().LevelBound(this->fixed_levels() - 1));
    branch->told_below = told_below_;
    branch->limit = limit_;
    branch->path = std::move(path);
    return branch;
  }

  void StartAt(const Branch& branch) override {
    const auto& part = static_cast<const PassBranch&>(branch);
    PriceRootOnce();
    is_part_ = true;
    has_given_away_ = false;
    told_below_ = part.told_below;
    BeginPass(part.limit);
    // The giver came this way when the ceiling was higher.
    this->moves().SetCeiling(kNoLimit);
    this->Follow(*part.path, [this] { this->moves().Enter(); });
  }

 private:
  static constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

  struct PassBranch final : Branch {
    std::unique_ptr<Branch> path;
    int64_t told_below = 0;
    int64_t limit = 0;
  };

  struct Finder {
    using Number = absl::uint128;
    BestEngine& engine;

    static constexpr bool kCountsOnly = false;
    bool Prunes() const { return !engine.moves().Enter(); }
    const absl::uint128* Entering(int32_t, int32_t) const { return nullptr; }
    void DeadEnd(int32_t) const {}
    bool takes_leaves() const { return false; }
    const absl::uint128* Choosing(const Level&) const { return nullptr; }
    void TakenBack(const Level&) const {}
    void Closing(const Level&) const {}
    absl::uint128 Leaving() const { return 0; }
    bool Found(absl::uint128) const {
      if (engine.moves().cost() < engine.told_below_) return true;
      engine.SaveSolution();
      return false;
    }
  };

  double PartLeft() const { return std::ldexp(1.0, -pass_); }

  // It grows slowly at first, and fast when it has become clear that the bound
  // says little. It depends on nothing that was found.
  int64_t LimitOfPass(int pass) const {
    constexpr int kSlowPasses = 20;
    const int64_t bound = this->moves().root_bound();
    int64_t room = 2;
    for (int i = 0; i < pass && room < kNoLimit / 16; ++i) {
      room = i < kSlowPasses ? room + room / 3 + 1 : 8 * room;
    }
    const int64_t most = this->moves().most_cost();
    return bound < most && room <= most - bound ? bound + room : kNoLimit;
  }

  void PriceRootOnce() {
    if (std::exchange(is_priced_, true)) return;
    this->moves().PriceRoot();
    BeginPass(LimitOfPass(0));
  }

  void BeginPass(int64_t limit) {
    limit_ = limit;
    is_exhausted_ = false;
    this->moves().SetLimit(limit);
    this->moves().ForgetThatItWasLimited();
  }

  bool GoOnToNextPass() {
    if (is_exhausted_) return false;
    is_exhausted_ = true;
    if (is_part_ || limit_ >= ceiling_ || limit_ == kNoLimit) return false;
    if (!this->moves().was_limited() && !has_given_away_) return false;
    told_below_ = limit_;
    ++pass_;
    BeginPass(LimitOfPass(pass_));
    this->Rewind();
    return true;
  }

  void SaveSolution() {
    solution_.assign(this->givens().begin(), this->givens().end());
    for (const Level& level : this->levels()) {
      if (level.node == level.item) continue;
      solution_.push_back(this->moves().links().OptionOf(level.node));
    }
  }

  int64_t ceiling_ = kNoLimit;
  int64_t limit_ = kNoLimit;  // Of this pass.
  int64_t told_below_ = 0;    // What earlier passes have told of.
  int pass_ = 0;
  bool is_priced_ = false;  // The root has prices, and a first pass has begun.
  bool is_part_ = false;    // It started at a branch: there is just one pass.
  bool has_given_away_ = false;
  bool is_exhausted_ = false;
  std::vector<OptionId> solution_;
};

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_BEST_ENGINE_H_
