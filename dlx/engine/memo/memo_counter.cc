#include "dlx/engine/memo/memo_counter.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/memo/memo_key.h"
#include "dlx/engine/memo/memo_table.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace memo {
namespace {

using dancing_links::CoverMoves;
using dancing_links::ItemChoice;
using dancing_links::Level;
using dancing_links::Links;

// A walk through the same tree as that of dancing_links, but for the subtrees
// that it remembers.
template <bool kColors>
class MemoCounter final : public dancing_links::TreeWalk<CoverMoves<kColors>> {
  using Walk = dancing_links::TreeWalk<CoverMoves<kColors>>;

 public:
  using typename Engine::Branch;
  using typename Engine::Step;

  MemoCounter(const Problem& problem, CoverMoves<kColors> moves,
              size_t memory_limit)
      : Walk(std::move(moves)),
        key_(problem),
        table_(key_.words().size(), memory_limit) {
    MemoCounter::Restart({});
  }

  // What was remembered stays true, whatever the givens.
  void Restart(absl::Span<const OptionId> givens) override {
    Walk::Restart(givens);
    key_.Write(this->moves().links());
    key_.ForgetChanges();
    frames_.assign(1, {.key = key_.mark()});
    reported_ = 0;
  }

  Step Count(uint64_t pause_at, absl::uint128* count) override {
    const typename Walk::Stop stop = this->Run(pause_at, Rememberer{*this});
    if (stop == Walk::Stop::kVisitor) return Step::kOverflow;
    // What the open levels have counted so far are different covers.
    absl::uint128 found = 0;
    for (const Frame& frame : frames_) {
      if (frame.count > absl::Uint128Max() - found) return Step::kOverflow;
      found += frame.count;
    }
    *count += found - std::exchange(reported_, found);
    return stop == Walk::Stop::kExhausted ? Step::kExhausted : Step::kPaused;
  }

  // The table of engines says that it can only count, and not share its tree:
  // a level of which it has seen a part is nothing to remember.
  Step FindNext(uint64_t) override { std::abort(); }
  absl::Span<const OptionId> solution() const override { std::abort(); }
  void SetCostCeiling(int64_t) override { std::abort(); }
  std::unique_ptr<Branch> GiveAway() override { return nullptr; }
  void StartAt(const Branch&) override { std::abort(); }

 private:
  // What there is to know of a level; the first one stands for the root's
  // covers themselves.
  struct Frame {
    absl::uint128 count = 0;  // Covers found with the options tried so far.
    uint64_t nodes = 0;       // When the level was opened.
    MemoKey::Mark key = {};   // Of the level's node.
    bool is_forced = false;   // There is only one option.
    // Worth a place in the table. Of a chain of nodes with one option each only
    // the first is: whoever comes to another one comes to the first before.
    bool is_remembered = false;
  };

  struct Rememberer {
    MemoCounter& counter;
    static constexpr bool kCountsOnly = true;

    bool Prunes() const { return false; }
    const absl::uint128* Entering(int32_t, int32_t branches) const {
      return counter.LookUpNode(branches);
    }
    void DeadEnd(int32_t) const {}
    bool takes_leaves() const { return true; }
    const absl::uint128* Choosing(const Level& level) const {
      return counter.LookUpOption(level);
    }
    void TakenBack(const Level&) const {
      counter.key_.GoBackTo(counter.frames_.back().key);
    }
    void Closing(const Level&) const {}
    absl::uint128 Leaving() const { return counter.Remember(); }
    // False if there are too many.
    bool Found(absl::uint128 covers) const {
      absl::uint128& count = counter.frames_.back().count;
      if (covers > absl::Uint128Max() - count) return false;
      count += covers;
      return true;
    }
  };

  const absl::uint128* LookUpNode(int32_t branches) {
    const bool is_root = frames_.size() == 1;
    const bool is_forced = branches == 1;
    const bool is_remembered = !is_forced || !frames_.back().is_forced;
    if (is_remembered && (is_root || key_.has_secondary())) {
      if (!is_root) key_.Write(this->moves().links());
      const absl::uint128* const covers =
          table_.Find(key_.words(), key_.hash());
      if (covers != nullptr) return covers;
    }
    frames_.push_back({.nodes = this->nodes(),
                       .key = key_.mark(),
                       .is_forced = is_forced,
                       .is_remembered = is_remembered});
    return nullptr;
  }

  // Where the key tells without a look at the lists, it is looked up before the
  // option is chosen: to take it out of all lists is most of the work.
  const absl::uint128* LookUpOption(const Level& level) {
    if (key_.has_secondary()) return nullptr;
    const Links& links = this->moves().links();
    int32_t q = level.node;
    do {
      key_.RemovePrimary(links.node(q).item);
      q = links.Right(q);
    } while (q != level.node);
    const absl::uint128* const covers = table_.Find(key_.words(), key_.hash());
    if (covers != nullptr) key_.GoBackTo(frames_.back().key);
    return covers;
  }

  // The covers of the level that was closed.
  absl::uint128 Remember() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    if (frame.is_remembered) {
      table_.Insert(key_.words(), key_.hash(), frame.count,
                    this->nodes() - frame.nodes);
    }
    return frame.count;
  }

  MemoKey key_;
  MemoTable table_;
  std::vector<Frame> frames_;
  absl::uint128 reported_ = 0;  // Added to the caller's count so far.
};

template <bool kColors>
std::unique_ptr<Engine> Make(const Problem& problem, Links links,
                             ItemChoice choice, size_t memory_limit) {
  return std::make_unique<MemoCounter<kColors>>(
      problem, CoverMoves<kColors>(problem, std::move(links), choice),
      memory_limit);
}

}  // namespace
}  // namespace memo

std::unique_ptr<Engine> MakeMemoCounter(const Problem& problem, Task,
                                        const SearchOptions& options) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder items = OrderItems(problem, prefer_sharp, options.seed);
  dancing_links::Links links(problem, items.items,
                             OrderOptions(problem, options.seed));
  const dancing_links::ItemChoice choice =
      dancing_links::MakeItemChoice(options.branching, items);
  return problem.has_colors() ? memo::Make<true>(problem, std::move(links),
                                                 choice, options.memory_limit)
                              : memo::Make<false>(problem, std::move(links),
                                                  choice, options.memory_limit);
}

}  // namespace dlx::internal
