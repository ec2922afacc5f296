#ifndef DLX_ENGINE_DANCING_LINKS_LINKS_ENGINE_H_
#define DLX_ENGINE_DANCING_LINKS_LINKS_ENGINE_H_

// The engine itself: a walk through the tree that finds covers or counts them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"

namespace dlx::internal::dancing_links {

template <Moves M>
class LinksEngine final : public TreeWalk<M> {
  using Walk = TreeWalk<M>;

 public:
  using typename Engine::Step;

  explicit LinksEngine(M moves) : Walk(std::move(moves)) {
    LinksEngine::Restart({});
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

  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.

 private:
  // What finding and counting have in common.
  struct Plain {
    // Covers are visited in leaves of at most 2^31: there is never time for
    // 2^128 of them.
    using Number = absl::uint128;
    LinksEngine& engine;

    bool Prunes() const { return false; }
    const absl::uint128* Entering(int32_t, int32_t) const { return nullptr; }
    void DeadEnd(int32_t) const {}
    bool takes_leaves() const { return true; }
    const absl::uint128* Choosing(const Level&) const { return nullptr; }
    void TakenBack(const Level&) const {}
    void Closing(const Level&) const {}
    absl::uint128 Leaving() const { return 0; }
  };

  struct Finder : Plain {
    static constexpr bool kCountsOnly = false;
    bool Found(absl::uint128) const {
      this->engine.SaveSolution();
      return false;
    }
  };

  struct Counter : Plain {
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

  void SaveSolution() {
    solution_.assign(this->givens().begin(), this->givens().end());
    for (const Level& level : this->levels()) {
      if (level.node == level.item) continue;
      solution_.push_back(this->moves().links().OptionOf(level.node));
    }
  }

  std::vector<OptionId> solution_;
};

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_LINKS_ENGINE_H_
