#ifndef DLX_ENGINE_DANCING_LINKS_TREE_WALK_H_
#define DLX_ENGINE_DANCING_LINKS_TREE_WALK_H_

// The walk through a backtracking tree, shared by all engines that choose an
// item at each node and try its options one after the other.
//
// It is an explicit stack rather than a recursion, so that it can stop at any
// cover, or pause anywhere, and go on later. Each step takes it from one state
// to another:
//
//     kEnter   At a new node. Choose an item, put a level on the stack. -> kTry
//              (A cover: -> kKnown. A dead end: -> kUndo.)
//     kTry     The top level's item has no option chosen. Choose its next one.
//              -> kEnter, or -> kTry if that is seen to lead nowhere.
//              (It completes a cover: -> kLeaf. There are no more: take the
//              level off the stack. -> kUndo)
//     kUndo    The subtree below the top level's option is done. Take the
//              option back. -> kTry
//     kKnown   It is known how many covers the node has; tell. -> kUndo
//     kLeaf    The same for the top level's option, which is not chosen.
//              -> kTry
//
// What choosing and taking back mean is up to Moves, a concept below; what the
// walk is for is up to its Visitor, another one: it finds covers, or counts
// them, or looks them up among those that it has counted before.
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

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/statistics.h"

namespace dlx::internal::dancing_links {

// A choice between the options of an item.
struct Level {
  int32_t item = 0;
  // The node of the option that is being tried, in the item's list. The item's
  // header stands for the choice to cover the item no more.
  int32_t node = 0;
  int32_t tried = 0;     // Options tried so far, the current one included.
  int32_t branches = 0;  // Options there were to try at the start.
  size_t trail = 0;      // Free for use by Moves.
};

// How to move in the tree.
template <typename M>
concept Moves = std::move_constructible<M> &&
    requires(M moves, const M& here, Level& top, const Level& level,
             int32_t item, absl::Span<const OptionId> givens) {
  // Back to the root; then chooses the givens.
  moves.Reset(givens);
  // The givens were found to contradict.
  { here.contradiction() } -> std::same_as<bool>;
  // The options chosen so far are a cover.
  { here.complete() } -> std::same_as<bool>;
  // The item to branch on; if not complete.
  { here.ChooseItem() } -> std::same_as<int32_t>;
  // How many of its options are to be tried; 0 or less if it cannot be covered
  // any more.
  { here.branches(item) } -> std::same_as<int32_t>;
  // If each option of the item would complete a cover, how many they are;
  // otherwise 0.
  { here.CountLeaves(item) } -> std::same_as<int32_t>;
  // Prepares to try options of the level's item.
  moves.Open(top);
  // Goes on to the next option; false if there are no more.
  { moves.Advance(top) } -> std::same_as<bool>;
  // Would that option complete a cover?
  { here.Completes(level) } -> std::same_as<bool>;
  // Chooses it. Returns false, with no effect, if some item cannot be covered
  // any more.
  { moves.Choose(level) } -> std::same_as<bool>;
  // That item. REQUIRES: the last call of Choose returned false.
  { here.dead_item() } -> std::same_as<int32_t>;
  // Takes it back.
  moves.Undo(level);
  // Takes back Open and Advance.
  moves.Close(top);
  // How often an item must and may still be covered: for bounds on costs.
  { here.missing(item) } -> std::same_as<Multiplicity>;
  // For the numbers of options.
  { here.links() } -> std::same_as<const Links&>;
};

// What a walk is for: the walk asks its visitor where it may turn round, and
// tells it where it goes. Numbers of covers that it returns may be null: not
// known.
template <typename V>
concept Visitor = requires(V visitor, const Level& level, int32_t item,
                           int32_t branches, const typename V::Number& covers) {
  // Its kind of numbers of covers: V::Number.
  // Covers are not wanted, only their number; so Moves may count leaves.
  { V::kCountsOnly } -> std::convertible_to<bool>;
  // True if nothing at or below the node is of interest.
  { visitor.Prunes() } -> std::same_as<bool>;
  // At a node that branches on the item, in `branches` ways: how many covers it
  // has.
  {
    visitor.Entering(item, branches)
    } -> std::same_as<const typename V::Number*>;
  // A node, or the option that Choosing() spoke of, leads nowhere: the item
  // cannot be covered any more.
  visitor.DeadEnd(item);
  // True if an option that completes a cover may be reported without choosing
  // it.
  { visitor.takes_leaves() } -> std::same_as<bool>;
  // Before the level's option is chosen: how many covers there are with it.
  // If this is known, the option is not chosen.
  { visitor.Choosing(level) } -> std::same_as<const typename V::Number*>;
  // After it was taken back, or could not be chosen.
  visitor.TakenBack(level);
  // No more options of the level will be tried: before it is closed.
  visitor.Closing(level);
  // After that: how many covers of the level are still to be told.
  { visitor.Leaving() } -> std::same_as<typename V::Number>;
  // `covers` covers were found. Returns false to stop the walk.
  { visitor.Found(covers) } -> std::same_as<bool>;
};

// All of an engine but its visitor.
template <Moves M>
class TreeWalk : public Engine {
 public:
  void Restart(absl::Span<const OptionId> givens) override {
    Unwind();
    moves_.Reset(givens);
    givens_.assign(givens.begin(), givens.end());
    state_ = moves_.contradiction() ? State::kUndo : State::kEnter;
    ResetStatistics();
  }

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

  std::vector<PathStep> Path() const override {
    std::vector<PathStep> path;
    // With no option chosen, the top level is no step.
    for (const Level& level : levels()) {
      if (&level == &levels().back() && state_ == State::kTry) break;
      PathStep step = {.done = static_cast<uint32_t>(level.tried - 1),
                       .branches = static_cast<uint32_t>(level.branches)};
      if (level.node != level.item) {
        step.option = moves_.links().OptionOf(level.node);
      }
      path.push_back(step);
    }
    return path;
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
      auto branch = std::make_unique<PathBranch>();
      branch->part = part * untried;
      for (size_t j = 0; j <= i; ++j) branch->nodes.push_back(stack_[j].node);
      fixed_ = i + 1;
      return branch;
    }
    return nullptr;
  }

  void StartAt(const Branch& branch) override {
    Follow(branch, [] {});
  }

 protected:
  // At the root, but for the givens: to be followed by Restart().
  explicit TreeWalk(M moves) : moves_(std::move(moves)) {}

  // Starts at a branch; look() is called at each node on the way.
  template <typename Look>
  void Follow(const Branch& branch, Look look) {
    const std::vector<int32_t>& nodes =
        static_cast<const PathBranch&>(branch).nodes;
    TreeWalk::Restart(std::vector<OptionId>(givens_));
    for (size_t i = 0; i < nodes.size(); ++i) {
      look();
      const int32_t item = moves_.ChooseItem();
      Push(item, moves_.branches(item));
      moves_.Open(top());
      do {
        moves_.Advance(top());
        ++top().tried;
      } while (top().node != nodes[i]);
      if (i + 1 < nodes.size()) moves_.Choose(top());
    }
    state_ = State::kTry;
    fixed_ = first_own_ = nodes.size() - 1;
    first_own_tried_ = top().tried;
    statistics_.nodes = 0;
    statistics_.nodes_by_depth.assign(1, 0);
  }

  // Goes back to the root, to walk through the tree again. What was done
  // counts.
  void Rewind() {
    Unwind();
    state_ = moves_.contradiction() ? State::kUndo : State::kEnter;
  }

  enum class Stop { kVisitor, kExhausted, kPaused };

  // Goes on until the visitor stops it, or until nodes() is pause_at or a
  // little more.
  template <Visitor V>
  Stop Run(uint64_t pause_at, V visitor);

  const M& moves() const { return moves_; }
  M& moves() { return moves_; }
  absl::Span<const OptionId> givens() const { return givens_; }
  // The levels from the root down. All but perhaps the last have an option
  // chosen.
  absl::Span<const Level> levels() const { return {stack_.data(), depth_}; }
  // How many of them are fixed.
  size_t fixed_levels() const { return fixed_; }
  // Nothing has been looked at yet.
  bool is_at_root() const { return depth_ == 0 && state_ == State::kEnter; }

 private:
  enum class State { kEnter, kTry, kUndo, kKnown, kLeaf };

  // The branch that begins behind the option at the end of a path.
  struct PathBranch final : Branch {
    std::vector<int32_t> nodes;  // Level::node from the root down.
  };

  // One step each. They return the next state, and set *covers for kKnown and
  // kLeaf.
  template <Visitor V>
  State Enter(V& visitor, typename V::Number* covers);
  template <Visitor V>
  State Try(V& visitor, typename V::Number* covers);
  template <Visitor V>
  State Undo(V& visitor);

  void Unwind() {
    while (depth_ > 0) {
      if (state_ != State::kTry) moves_.Undo(top());
      moves_.Close(top());
      --depth_;
      state_ = State::kUndo;
    }
    fixed_ = first_own_ = first_own_tried_ = 0;
  }

  Level& top() { return stack_[depth_ - 1]; }

  // How many options of a level's item had been tried when this engine started.
  int32_t TriedBefore(size_t level) const {
    return level == first_own_ ? first_own_tried_ : 0;
  }

  void Push(int32_t item, int32_t branches) {
    if (depth_ == stack_.size()) stack_.resize(2 * depth_ + 16);
    stack_[depth_++] = {.item = item, .node = item, .branches = branches};
  }

  M moves_;
  State state_ = State::kEnter;  // Between calls: kEnter, kTry or kUndo.
  std::vector<Level> stack_;     // Of which the first depth_ are in use.
  size_t depth_ = 0;
  size_t fixed_ = 0;  // The search ends when only these levels are left.
  // If it started at a branch: the level where the branch begins, and how many
  // of its options another engine had tried.
  size_t first_own_ = 0;
  int32_t first_own_tried_ = 0;
  std::vector<OptionId> givens_;
};

template <Moves M>
template <Visitor V>
typename TreeWalk<M>::Stop TreeWalk<M>::Run(uint64_t pause_at, V visitor) {
  const auto stop = [this](State state, Stop reason) {
    state_ = state;
    statistics_.updates = moves_.links().updates();
    return reason;
  };
  typename V::Number covers = 0;
  State state = state_;
  for (;;) {
    switch (state) {
      case State::kEnter:
        state = Enter(visitor, &covers);
        break;
      case State::kTry:
        if (statistics_.nodes >= pause_at) return stop(state, Stop::kPaused);
        state = Try(visitor, &covers);
        break;
      case State::kUndo:
        if (depth_ == fixed_) return stop(state, Stop::kExhausted);
        state = Undo(visitor);
        break;
      case State::kKnown:
        state = State::kUndo;
        if (!visitor.Found(covers)) return stop(state, Stop::kVisitor);
        break;
      case State::kLeaf:
        state = State::kTry;
        if (!visitor.Found(covers)) return stop(state, Stop::kVisitor);
        break;
    }
  }
}

template <Moves M>
template <Visitor V>
inline typename TreeWalk<M>::State TreeWalk<M>::Enter(
    V& visitor, typename V::Number* covers) {
  if (visitor.Prunes()) return State::kUndo;
  if (moves_.complete()) {
    *covers = 1;
    return State::kKnown;
  }
  const int32_t item = moves_.ChooseItem();
  const int32_t branches = moves_.branches(item);
  if (branches <= 0) {
    visitor.DeadEnd(item);
    return State::kUndo;
  }
  if constexpr (V::kCountsOnly) {
    if (const int32_t leaves = moves_.CountLeaves(item); leaves > 0) {
      CountNodes(depth_ + 1, leaves);
      *covers = leaves;
      return State::kKnown;
    }
  }
  if (const typename V::Number* known = visitor.Entering(item, branches)) {
    *covers = *known;
    return State::kKnown;
  }
  Push(item, branches);
  moves_.Open(top());
  return State::kTry;
}

template <Moves M>
template <Visitor V>
inline typename TreeWalk<M>::State TreeWalk<M>::Try(
    V& visitor, typename V::Number* covers) {
  Level& level = top();
  if (!moves_.Advance(level)) {
    visitor.Closing(level);
    moves_.Close(level);
    --depth_;
    *covers = visitor.Leaving();
    return *covers != 0 ? State::kKnown : State::kUndo;
  }
  ++level.tried;
  CountNodes(depth_, 1);
  if (visitor.takes_leaves() && moves_.Completes(level)) {
    *covers = 1;
    return State::kLeaf;
  }
  if (const typename V::Number* known = visitor.Choosing(level)) {
    *covers = *known;
    return State::kLeaf;
  }
  if (moves_.Choose(level)) return State::kEnter;
  visitor.DeadEnd(moves_.dead_item());
  visitor.TakenBack(level);
  return State::kTry;
}

template <Moves M>
template <Visitor V>
inline typename TreeWalk<M>::State TreeWalk<M>::Undo(V& visitor) {
  moves_.Undo(top());
  visitor.TakenBack(top());
  return State::kTry;
}

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_TREE_WALK_H_
