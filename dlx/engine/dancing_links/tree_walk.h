#ifndef DLX_ENGINE_DANCING_LINKS_TREE_WALK_H_
#define DLX_ENGINE_DANCING_LINKS_TREE_WALK_H_

// The walk through a backtracking tree, told once for all engines that choose
// an item at each node and try its options one after the other.
//
// It is an explicit stack rather than a recursion, so that it can stop at any
// solution, or pause anywhere, and go on later. One step takes it from one of
// three states to another:
//
//     kEnter   At a new node. Choose an item, put a level on the stack. -> kTry
//              (Or find that it is a solution, or a dead end: -> kUndo)
//     kTry     The top level's item has no option chosen. Choose its next one.
//              -> kEnter, or -> kTry if that is seen to lead nowhere.
//              (No more options: take the level off the stack. -> kUndo)
//     kUndo    The subtree below the top level's option is done. Take the
//              option back. -> kTry
//
// Two engines can share a tree. One of them leaves to the other what it has not
// yet tried at its shallowest level that has anything left, and from then on
// never returns to that level: the levels up to it are *fixed*. What it hands
// over is a path, the option chosen at each level down to that one. The other
// engine follows the path, each step of which does to its lists what the same
// step did to those of the first, and tries what comes after the path's end:
//
//          level 0        a [b] c            The first engine is below b and e,
//          level 1         d [e] f           and leaves c to the second, as the
//                             ...            path "b"; then f, as "b e".
//
// What choosing and taking back mean is up to Moves, a class with
//
//     void Reset(givens);         Back to the root, then choose the givens.
//     bool contradiction() const; The givens were found to contradict.
//     bool complete() const;      The options chosen so far are a cover.
//     int32_t ChooseItem() const; The item to branch on; if not complete.
//     int32_t branches(item);     How many options it has to try; 0 if it
//                                 cannot be covered any more.
//     int32_t CountLeaves(item);  If each option of the item would complete a
//                                 cover, how many they are; otherwise 0.
//     void Open(Level&);          Prepare to try options.
//     bool Advance(Level&);       Go on to the next option; false if no more.
//     bool Completes(Level&);     Would that option complete a cover?
//     bool Choose(Level&);        Choose it. False, with no effect, if some
//                                 item cannot be covered any more.
//     void Undo(Level&);          Take it back.
//     void Close(Level&);         Undo Open.
//     const Links& links() const; For the numbers of options.

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
#include "dlx/engine/engine.h"
#include "dlx/id.h"

namespace dlx::internal {

// A choice between the options of an item.
struct Level {
  int32_t item = 0;
  // The node of the option that is being tried, in the item's list. The item's
  // header stands for the choice to cover the item no more.
  int32_t node = 0;
  int32_t tried = 0;     // Options tried so far, the current one included.
  int32_t branches = 0;  // Options there were to try at the start.
  size_t trail = 0;      // Free for use by Moves.
  int64_t cost = 0;      // Of the option chosen, if costs play a role.
};

template <typename Moves>
class TreeWalk final : public Engine {
 public:
  // cost_bound may be null: then costs play no role.
  TreeWalk(Moves moves, std::unique_ptr<CostBound> cost_bound)
      : moves_(std::move(moves)), cost_bound_(std::move(cost_bound)) {
    TreeWalk::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    while (depth_ > 0) {
      if (state_ != State::kTry) moves_.Undo(top());
      moves_.Close(top());
      --depth_;
      state_ = State::kUndo;
    }
    fixed_ = first_own_ = first_own_tried_ = 0;
    moves_.Reset(givens);
    givens_.assign(givens.begin(), givens.end());
    state_ = moves_.contradiction() ? State::kUndo : State::kEnter;
    cost_ceiling_ = std::numeric_limits<int64_t>::max();
    cost_so_far_ = 0;
    if (cost_bound_ != nullptr) {
      for (const OptionId given : givens) {
        cost_so_far_ += cost_bound_->cost(given);
      }
    }
    ResetStatistics();
  }

  Step FindNext(uint64_t pause_at) override {
    return Run</*kCounting=*/false>(pause_at, nullptr);
  }
  Step Count(uint64_t pause_at, absl::uint128* count) override {
    return Run</*kCounting=*/true>(pause_at, count);
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t cost) override { cost_ceiling_ = cost; }

  double FractionDone() const override {
    if (state_ == State::kUndo && depth_ == fixed_) return 1;
    double done = 0;
    double part = 1;
    for (size_t i = first_own_; i < depth_; ++i) {
      const Level& level = stack_[i];
      part /= level.branches - TriedBefore(i);
      // The option that is being tried is not done yet. (With multiplicities
      // there may turn out to be fewer options than expected, never more.)
      done += part * std::max(level.tried - TriedBefore(i) - 1, 0);
    }
    return done;
  }

  std::unique_ptr<Branch> GiveAway() override {
    // The top level keeps what it has, unless an option of it is being tried.
    const size_t end = depth_ - (depth_ > 0 && state_ != State::kEnter);
    double part = 1;
    for (size_t i = first_own_; i < end; ++i) {
      const Level& level = stack_[i];
      part /= level.branches - TriedBefore(i);
      const int32_t untried = level.branches - level.tried;
      if (i < fixed_ || untried == 0) continue;
      auto branch = std::make_unique<Path>();
      branch->part = part * untried;
      for (size_t j = 0; j <= i; ++j) branch->nodes.push_back(stack_[j].node);
      fixed_ = i + 1;
      return branch;
    }
    return nullptr;
  }

  void StartAt(const Branch& branch) override {
    const std::vector<int32_t>& nodes = static_cast<const Path&>(branch).nodes;
    const int64_t cost_ceiling = cost_ceiling_;
    Restart(std::vector<OptionId>(givens_));
    cost_ceiling_ = cost_ceiling;
    for (size_t i = 0; i < nodes.size(); ++i) {
      const int32_t item = moves_.ChooseItem();
      Push(item, moves_.branches(item));
      moves_.Open(top());
      do {
        moves_.Advance(top());
        ++top().tried;
      } while (top().node != nodes[i]);
      if (i + 1 < nodes.size()) ChooseTop();
    }
    state_ = State::kTry;
    fixed_ = first_own_ = nodes.size() - 1;
    first_own_tried_ = top().tried;
    statistics_.nodes = 0;
    statistics_.nodes_by_depth.assign(1, 0);
  }

 private:
  enum class State { kEnter, kTry, kUndo };

  // The branch that begins behind the option at the end of a path.
  struct Path final : Branch {
    std::vector<int32_t> nodes;  // Level::node from the root down.
  };

  template <bool kCounting>
  Step Run(uint64_t pause_at, absl::uint128* count);

  Level& top() { return stack_[depth_ - 1]; }

  // How many options of a level's item had been tried when this engine started.
  int32_t TriedBefore(size_t level) const {
    return level == first_own_ ? first_own_tried_ : 0;
  }

  // Chooses the option that the top level has come to. False if some item
  // cannot be covered any more.
  bool ChooseTop() {
    Level& level = top();
    if (!moves_.Choose(level)) return false;
    if (cost_bound_ != nullptr && level.node != level.item) {
      level.cost = cost_bound_->cost(moves_.links().OptionOf(level.node));
      cost_so_far_ += level.cost;
    }
    return true;
  }

  void Push(int32_t item, int32_t branches) {
    if (depth_ == stack_.size()) stack_.resize(2 * depth_ + 16);
    stack_[depth_++] = {.item = item, .node = item, .branches = branches};
  }

  void SaveSolution() {
    solution_.assign(givens_.begin(), givens_.end());
    for (size_t i = 0; i < depth_; ++i) {
      const Level& level = stack_[i];
      if (level.node == level.item) continue;
      solution_.push_back(moves_.links().OptionOf(level.node));
    }
  }

  // True if no cover below this node is cheap enough.
  bool TooExpensive() {
    if (cost_bound_ == nullptr) return false;
    return cost_bound_->LowerBound(cost_so_far_, moves_) >= cost_ceiling_;
  }

  Moves moves_;
  std::unique_ptr<CostBound> cost_bound_;
  int64_t cost_ceiling_ = std::numeric_limits<int64_t>::max();
  int64_t cost_so_far_ = 0;  // Of the givens and the levels' options.

  State state_ = State::kEnter;
  std::vector<Level> stack_;  // Of which the first depth_ are in use.
  size_t depth_ = 0;
  size_t fixed_ = 0;  // The search ends when only so many levels are left.
  // If it started at a branch: the level where the branch begins, and how many
  // of its options another engine had tried.
  size_t first_own_ = 0;
  int32_t first_own_tried_ = 0;
  std::vector<OptionId> givens_;
  std::vector<OptionId> solution_;
};

template <typename Moves>
template <bool kCounting>
Engine::Step TreeWalk<Moves>::Run(uint64_t pause_at, absl::uint128* count) {
  Step step = Step::kPaused;
  State state = state_;
  for (;;) {
    switch (state) {
      case State::kEnter: {
        state = State::kUndo;
        if (TooExpensive()) break;
        if (moves_.complete()) {
          if constexpr (kCounting) {
            ++*count;
            break;
          }
          SaveSolution();
          step = Step::kSolution;
          goto pause;
        }
        const int32_t item = moves_.ChooseItem();
        const int32_t branches = moves_.branches(item);
        if (branches <= 0) break;
        Push(item, branches);
        if constexpr (kCounting) {
          if (const int32_t leaves = moves_.CountLeaves(item); leaves > 0) {
            *count += leaves;
            CountNodes(depth_, leaves);
            --depth_;
            break;
          }
        }
        moves_.Open(top());
        state = State::kTry;
        break;
      }

      case State::kTry: {
        if (statistics_.nodes >= pause_at) goto pause;
        Level& level = top();
        if (!moves_.Advance(level)) {
          moves_.Close(level);
          --depth_;
          state = State::kUndo;
          break;
        }
        ++level.tried;
        CountNodes(depth_, 1);
        if (cost_bound_ == nullptr && moves_.Completes(level)) {
          // Stay in kTry: the option need not be chosen and taken back.
          if constexpr (kCounting) {
            ++*count;
            break;
          }
          SaveSolution();
          step = Step::kSolution;
          goto pause;
        }
        if (ChooseTop()) state = State::kEnter;
        break;
      }

      case State::kUndo:
        if (depth_ == fixed_) {
          step = Step::kExhausted;
          goto pause;
        }
        moves_.Undo(top());
        cost_so_far_ -= std::exchange(top().cost, 0);
        state = State::kTry;
        break;
    }
  }
pause:
  state_ = state;
  statistics_.updates = moves_.links().updates();
  return step;
}

}  // namespace dlx::internal

#endif  // DLX_ENGINE_DANCING_LINKS_TREE_WALK_H_
