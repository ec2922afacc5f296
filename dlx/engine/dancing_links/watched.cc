#include "dlx/engine/dancing_links/watched.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace dancing_links {
namespace {

// Tells a function, in the terms of the problem. The walk asks its visitor at
// each node anyway; this one has something to say, where that of LinksEngine is
// empty and leaves no trace in the machine's code.
class Teller {
 public:
  Teller(std::vector<ItemId> items,
         std::function<void(const SearchEvent&)> tell)
      : items_(std::move(items)), tell_(std::move(tell)) {}

  void Branch(int32_t item, int32_t branches) const {
    tell_({.kind = Kind::kBranch,
           .item = IdOf(item),
           .options = static_cast<uint32_t>(branches)});
  }
  void DeadEnd(int32_t item) const {
    tell_({.kind = Kind::kDeadEnd, .item = IdOf(item)});
  }
  void Close(int32_t item) const {
    tell_({.kind = Kind::kClose, .item = IdOf(item)});
  }
  void Choose(OptionId option) const {
    tell_({.kind = Kind::kChoose, .option = option});
  }
  void TakeBack(OptionId option) const {
    tell_({.kind = Kind::kTakeBack, .option = option});
  }
  void Cover() const { tell_({.kind = Kind::kCover}); }

 private:
  using Kind = SearchEvent::Kind;

  // Links number items from 1.
  ItemId IdOf(int32_t item) const { return items_[item - 1]; }

  std::vector<ItemId> items_;  // In the order of Links.
  std::function<void(const SearchEvent&)> tell_;
};

// The walk of LinksEngine, through the same tree.
template <bool kColors>
class WatchedEngine final : public TreeWalk<CoverMoves<kColors>> {
  using Walk = TreeWalk<CoverMoves<kColors>>;

 public:
  using typename Engine::Step;

  WatchedEngine(CoverMoves<kColors> moves, Teller teller)
      : Walk(std::move(moves)), teller_(std::move(teller)) {
    WatchedEngine::Restart({});
  }

  Step FindNext(uint64_t pause_at) override {
    return StepOf(this->Run(pause_at, Watcher{*this, nullptr}));
  }
  Step Count(uint64_t pause_at, Natural* count) override {
    return StepOf(this->Run(pause_at, Watcher{*this, count}));
  }
  absl::Span<const OptionId> solution() const override { return solution_; }
  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.

 private:
  struct Watcher {
    using Number = uint64_t;
    // Leaves are to be seen, too.
    static constexpr bool kCountsOnly = false;
    WatchedEngine& engine;
    Natural* count;  // Null to stop at each cover.

    bool takes_leaves() const { return false; }
    bool Prunes() const { return false; }
    const Number* Entering(int32_t item, int32_t branches) const {
      engine.teller_.Branch(item, branches);
      return nullptr;
    }
    void DeadEnd(int32_t item) const { engine.teller_.DeadEnd(item); }
    const Number* Choosing(const Level& level) const {
      engine.teller_.Choose(engine.OptionAt(level));
      return nullptr;
    }
    void TakenBack(const Level& level) const {
      engine.teller_.TakeBack(engine.OptionAt(level));
    }
    void Closing(const Level& level) const { engine.teller_.Close(level.item); }
    Number Leaving() const { return 0; }
    bool Found(Number) const {
      engine.SaveSolution();
      engine.teller_.Cover();
      if (count != nullptr) *count += 1;
      return count != nullptr;
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

  OptionId OptionAt(const Level& level) const {
    return this->moves().links().OptionOf(level.node);
  }

  void SaveSolution() {
    solution_.assign(this->givens().begin(), this->givens().end());
    for (const Level& level : this->levels()) {
      solution_.push_back(OptionAt(level));
    }
  }

  const Teller teller_;
  std::vector<OptionId> solution_;
};

template <bool kColors>
std::unique_ptr<Engine> MakeWatched(const Problem& problem, Links links,
                                    Teller teller) {
  return std::make_unique<WatchedEngine<kColors>>(
      CoverMoves<kColors>(problem, std::move(links), ItemChoice()),
      std::move(teller));
}

}  // namespace
}  // namespace dancing_links

std::unique_ptr<Engine> MakeWatchedDancingLinks(
    const Problem& problem, std::function<void(const SearchEvent&)> observer) {
  const ItemOrder order =
      OrderItems(problem, /*prefer_sharp=*/false, /*seed=*/std::nullopt);
  dancing_links::Links links(problem, order.items,
                             OrderOptions(problem, /*seed=*/std::nullopt));
  dancing_links::Teller teller(order.items, std::move(observer));
  return problem.has_colors()
             ? dancing_links::MakeWatched<true>(problem, std::move(links),
                                                std::move(teller))
             : dancing_links::MakeWatched<false>(problem, std::move(links),
                                                 std::move(teller));
}

}  // namespace dlx::internal
