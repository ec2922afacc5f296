#include "dlx/engine/memo/memo_counter.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/memo/chain.h"
#include "dlx/engine/memo/memo_key.h"
#include "dlx/engine/memo/memo_store.h"
#include "dlx/engine/order.h"
#include "dlx/engine/team.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"

namespace dlx::internal {
namespace memo {
namespace {

using dancing_links::CoverMoves;
using dancing_links::ItemChoice;
using dancing_links::Level;

// A walk through the same tree as that of dancing_links, but for the subtrees
// that the store knows. It does not share its tree: a level of which it has
// seen a part is nothing to remember.
template <bool kColors>
class MemoWalk final
    : public CountsOnly<dancing_links::TreeWalk<CoverMoves<kColors>>> {
  using Walk = CountsOnly<dancing_links::TreeWalk<CoverMoves<kColors>>>;

 public:
  using typename Engine::Step;

  // The store must outlive the walk.
  MemoWalk(const Problem& problem, CoverMoves<kColors> moves, MemoStore& store)
      : Walk(std::move(moves)), key_(problem), store_(store) {
    MemoWalk::Restart({});
  }

  // What was remembered stays true, whatever the givens.
  void Restart(absl::Span<const OptionId> givens) override {
    Walk::Restart(givens);
    key_.Write(this->moves().links());
    key_.ForgetChanges();
    frames_.assign(1, {.key = key_.mark()});
    reported_ = 0;
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    const typename Walk::Stop stop = this->Run(pause_at, Rememberer{*this});
    // What the open levels have counted so far are different covers.
    Natural found = 0;
    for (const Frame& frame : frames_) found += frame.count;
    *count += found - reported_;
    reported_ = std::move(found);
    return stop == Walk::Stop::kExhausted ? Step::kExhausted : Step::kPaused;
  }

 private:
  // What there is to know of a level; the first one stands for the root's
  // covers themselves.
  struct Frame {
    Natural count = 0;       // Covers found with the options tried so far.
    uint64_t nodes = 0;      // When the level was opened.
    MemoKey::Mark key = {};  // Of the level's node.
    LevelOfChain chain = {};
  };

  struct Rememberer {
    MemoWalk& walk;
    static constexpr bool kCountsOnly = true;
    using Number = Natural;

    bool Prunes() const { return false; }
    const Natural* Entering(int32_t, int32_t branches) const {
      return walk.LookUpNode(branches);
    }
    void DeadEnd(int32_t) const {}
    bool takes_leaves() const { return true; }
    const Natural* Choosing(const Level& level) const {
      return walk.LookUpOption(level);
    }
    void TakenBack(const Level&) const {
      walk.key_.GoBackTo(walk.frames_.back().key);
    }
    void Closing(const Level&) const {}
    Natural Leaving() const { return walk.Remember(); }
    bool Found(const Natural& covers) const {
      walk.frames_.back().count += covers;
      return true;
    }
  };

  // The covers of the node that has the key, or null.
  const Natural* LookUp() {
    return store_.Find(key_.words(), key_.hash(), known_) ? &known_ : nullptr;
  }

  const Natural* LookUpNode(int32_t branches) {
    const bool is_root = frames_.size() == 1;
    const LevelOfChain chain = frames_.back().chain.Below(branches);
    if (chain.is_remembered && (is_root || key_.has_secondary())) {
      if (!is_root) key_.Write(this->moves().links());
      if (const Natural* const covers = LookUp()) return covers;
    }
    frames_.push_back(
        {.nodes = this->nodes(), .key = key_.mark(), .chain = chain});
    return nullptr;
  }

  // Where the key tells without a look at the lists, it is looked up before the
  // option is chosen: to take it out of all lists is most of the work.
  const Natural* LookUpOption(const Level& level) {
    if (key_.has_secondary()) return nullptr;
    key_.RemoveOption(this->moves().links(), level.node);
    const Natural* const covers = LookUp();
    if (covers != nullptr) key_.GoBackTo(frames_.back().key);
    return covers;
  }

  // The covers of the level that was closed.
  Natural Remember() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (frame.chain.is_remembered) {
      store_.Insert(key_.words(), key_.hash(), frame.count,
                    this->nodes() - frame.nodes);
    }
    return std::move(frame.count);
  }

  MemoKey key_;
  MemoStore& store_;
  std::vector<Frame> frames_;
  Natural reported_ = 0;  // Added to the caller's count so far.
  Natural known_;         // What was looked up last.
};

// One walk, or one for each thread. All walks have the same tree, and each goes
// all through it; but they take the options in different orders, each at random
// but for that of the first. So they are mostly in different places, and what
// one has found out the others need not look at. When one of them has come to
// its end, it has counted all.
class MemoCounter final : public CountsOnly<Engine> {
 public:
  MemoCounter(const Problem& problem, const SearchOptions& options)
      : problem_(problem), options_(options) {
    MakeWalks(/*count=*/1);
  }

  void Restart(absl::Span<const OptionId> givens) override {
    givens_.assign(givens.begin(), givens.end());
    for (const std::unique_ptr<Engine>& walk : walks_) walk->Restart(givens);
    counts_.assign(walks_.size(), 0);
    reported_ = 0;
    UpdateNodes();
  }

  void UseThreads(int threads) override {
    team_ = std::make_unique<Team>(threads);
    MakeWalks(threads);
    Restart(std::vector<OptionId>(givens_));
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    const bool is_done =
        walks_.size() == 1 ? CountAlone(pause_at) : CountTogether(pause_at);
    UpdateNodes();
    Natural most = *std::max_element(counts_.begin(), counts_.end());
    *count += most - reported_;
    reported_ = std::move(most);
    return is_done ? Step::kExhausted : Step::kPaused;
  }

  double FractionDone() const override {
    double most = 0;
    for (const std::unique_ptr<Engine>& walk : walks_) {
      most = std::max(most, walk->FractionDone());
    }
    return most;
  }
  std::vector<PathStep> Path() const override { return walks_[0]->Path(); }

  void SetMemoryLimit(size_t bytes) override {
    options_.memory_limit = bytes;
    store_->SetMemoryLimit(bytes);
  }
  size_t LeastMemoryLimit() const override {
    return store_->LeastMemoryLimit();
  }

 private:
  // How often a walk looks whether another one is at its end.
  static constexpr uint64_t kNodesInTurn = 500;

  void MakeWalks(size_t count) {
    walks_.clear();
    store_.emplace(MemoKey(problem_).words().size(), options_.memory_limit,
                   /*is_shared=*/count > 1);
    for (size_t i = 0; i < count; ++i) walks_.push_back(MakeWalk(i));
    counts_.assign(count, 0);
    UpdateNodes();
  }

  std::unique_ptr<Engine> MakeWalk(size_t i) {
    const bool prefer_sharp = options_.branching == Branching::kSharpPreference;
    const ItemOrder items = OrderItems(problem_, prefer_sharp, options_.seed);
    std::optional<uint64_t> seed = options_.seed;
    if (i > 0) seed = seed.value_or(0) + i;
    dancing_links::Links links(problem_, items.items,
                               OrderOptions(problem_, seed));
    const ItemChoice choice =
        dancing_links::MakeItemChoice(options_.branching, items);
    if (problem_.has_colors()) {
      return std::make_unique<MemoWalk<true>>(
          problem_, CoverMoves<true>(problem_, std::move(links), choice),
          *store_);
    }
    return std::make_unique<MemoWalk<false>>(
        problem_, CoverMoves<false>(problem_, std::move(links), choice),
        *store_);
  }

  // Both go on until so many nodes were visited, or there are no more: true.
  bool CountAlone(uint64_t pause_at) {
    return walks_[0]->Count(pause_at, &counts_[0]) == Step::kExhausted;
  }
  bool CountTogether(uint64_t pause_at) {
    // Each takes some of the nodes that are left before it visits them, so that
    // together they keep to pause_at like one. It is not decided beforehand
    // how many each gets, as nodes of one may take longer than those of
    // another.
    std::atomic<uint64_t> taken = this->nodes();
    std::atomic<bool> is_done = false;
    team_->Run([&](size_t i) {
      Engine& walk = *walks_[i];
      while (!is_done) {
        const uint64_t turn = TakeNodes(taken, pause_at);
        if (turn == 0) break;
        if (walk.Count(walk.nodes() + turn, &counts_[i]) == Step::kExhausted) {
          is_done = true;
        }
      }
    });
    return is_done;
  }
  // Raises `taken`, to pause_at at most; returns by how much.
  static uint64_t TakeNodes(std::atomic<uint64_t>& taken, uint64_t pause_at) {
    uint64_t before = taken;
    uint64_t after;
    do {
      if (before >= pause_at) return 0;
      after = before + std::min(kNodesInTurn, pause_at - before);
    } while (!taken.compare_exchange_weak(before, after));
    return after - before;
  }

  void UpdateNodes() {
    statistics_.nodes = 0;
    for (const std::unique_ptr<Engine>& walk : walks_) {
      statistics_.nodes += walk->nodes();
    }
  }
  void UpdateNodesByDepth() const override {
    Statistics sum;
    for (const std::unique_ptr<Engine>& walk : walks_) {
      sum.Add(walk->statistics());
    }
    statistics_ = std::move(sum);
  }

  const Problem problem_;
  SearchOptions options_;
  std::vector<OptionId> givens_;
  std::unique_ptr<Team> team_;  // Null for one thread.
  std::optional<MemoStore> store_;
  std::vector<std::unique_ptr<Engine>> walks_;
  std::vector<Natural> counts_;  // By walk.
  Natural reported_ = 0;         // Added to the caller's count so far.
};

}  // namespace
}  // namespace memo

std::unique_ptr<Engine> MakeMemoCounter(const Problem& problem, Task,
                                        const SearchOptions& options) {
  return std::make_unique<memo::MemoCounter>(problem, options);
}

}  // namespace dlx::internal
