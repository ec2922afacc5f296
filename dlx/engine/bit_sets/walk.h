#ifndef DLX_ENGINE_BIT_SETS_WALK_H_
#define DLX_ENGINE_BIT_SETS_WALK_H_

// The walk of engine bit_sets through the search tree, with the vector
// instructions of the CPU at hand.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/bit_sets/consistency.h"
#include "dlx/engine/bit_sets/cost_model.h"
#include "dlx/engine/bit_sets/cursor.h"
#include "dlx/engine/bit_sets/memory.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/bit_sets/stage.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"

namespace dlx::internal::bit_sets {

// A stage, where the walk stands in it, and how many nodes that took.
struct StageWork {
  StageWork(const SetProblem& problem, Budget* sets, Budget* rows)
      : stage(problem, sets, rows), cursor(sets) {}

  Stage stage;
  Cursor cursor;
  SubtreeMeter meter;
};

// The stages of a walk. It stands in the last one, which goes on from the node
// at which the one before it stopped, and so on.
class StageStack {
 public:
  StageStack(const RootProblem& problem, size_t memory_limit);

  bool empty() const { return height_ == 0; }
  size_t height() const { return height_; }
  StageWork& top() { return *works_[height_ - 1]; }
  StageWork& operator[](size_t i) { return *works_[i]; }
  const StageWork& operator[](size_t i) const { return *works_[i]; }

  // Goes to the first node of the root, and no further stage is there.
  StageWork& StartRoot();
  void Clear() { height_ = 0; }

  // Adds a stage for a node of the top one. Returns false if there is no memory
  // left for it: then nothing has changed.
  bool Push(const uint64_t* live, const uint64_t* open, uint32_t depth);
  void Pop() { --height_; }

 private:
  size_t LevelsFor(const Stage& stage) const;

  const SetProblem& problem_;
  Budget sets_;
  Budget rows_;
  // Of which the first height_ are in use. They stay where they are.
  std::vector<std::unique_ptr<StageWork>> works_;
  size_t height_ = 0;
  std::vector<uint32_t> item_numbers_;  // Scratch for Stage::Build().
};

// All that a walk consists of. It belongs to a Walk, which keeps its
// invariants, and is handed by it to the functions of walk.cc that exist once
// for each set of vector instructions.
struct WalkState {
  WalkState(const RootProblem& root, size_t memory_limit, bool is_consistent);

  // Notes that an option is tried at a node of this depth.
  void Visit(uint32_t option, uint32_t depth) {
    path[depth] = option;
    ++visited;
    ++visited_by_depth[depth + 1];
  }

  const SetProblem& problem;
  StageStack stages;
  CostModel cost;

  // The options chosen on the way to the node at hand, behind the givens.
  std::unique_ptr<uint32_t[]> path;
  uint32_t path_length = 0;  // Of the cover found last.
  // If all options have the same number of items: how many options complete
  // the givens to a cover.
  uint32_t cover_size = 0;

  // For covers of least cost: what the reduced costs on the path may add up to.
  int64_t allowance = std::numeric_limits<int64_t>::max();

  // Gets the items that it branches on, one for each node that is no cover, in
  // the order in which a certificate tells them: forced items, dead ends and
  // nodes that are only counted included. With prices, an option that costs too
  // much counts as one that is not there. Null if it is not needed.
  std::vector<uint32_t>* branched_on = nullptr;

  // If options are kept consistent; null otherwise.
  std::unique_ptr<Consistency> consistency;
  // The options at the first choice were not made consistent: the walk began in
  // the middle of the tree.
  bool starts_inconsistent = false;

  uint64_t visited = 0;
  uint64_t words_seen = 0;  // Of masks, for eight items each.
  uint64_t covers = 0;      // Counted.
  // visited_by_depth[d], for d up to the number of primary items.
  std::unique_ptr<uint64_t[]> visited_by_depth;
};

// A walk through the search tree of a problem. Invariants, between calls:
//
//   1. Each stage keeps its own (Stage, Cursor).
//   2. Each stage has fewer words of options than the one before it, and only
//      options and items of that one.
//   3. The nodes by depth add up to the nodes visited.
class Walk {
 public:
  // The choice between some options of an item, where a path ends. Both are
  // numbers of options, not ids.
  struct Branch final : Engine::Branch {
    std::vector<uint32_t> path;
    std::vector<uint32_t> options;
  };

  // The problem must outlive it. The limit is for rows of conflicts, and for
  // stages other than the root. If it is consistent, it takes out options that
  // leave an open item without options, at each node (consistency-inl.h).
  Walk(const RootProblem& problem, size_t memory_limit,
       bool is_consistent = false)
      : state_(problem, memory_limit, is_consistent) {}

  // Goes to the root and chooses the givens.
  void Start(absl::Span<const OptionId> givens);

  // Goes to a node that a walk from the same givens has given away, where only
  // the branch's options are left to try.
  void StartAt(absl::Span<const OptionId> givens, const Branch& branch);

  // Leaves to another walk what is untried at the topmost choice that has any;
  // null if there is nothing to spare. With prices there never is, since the
  // tree depends on the allowance.
  std::unique_ptr<Branch> GiveAway();

  // From now on, only covers whose reduced costs, without those of the givens,
  // add up to no more. REQUIRES: the problem has prices.
  void SetAllowance(int64_t allowance) { state_.allowance = allowance; }

  // From now on, adds the items that it branches on; see WalkState. They are
  // numbers of items, not ids. REQUIRES: it only counts, or there are prices.
  void TellItems(std::vector<uint32_t>* branched_on) {
    state_.branched_on = branched_on;
  }

  // Goes on until nodes() is pause_at or a little more, or to the end. When it
  // is not counting, also until it has found a cover, which is then path().
  Engine::Step Continue(uint64_t pause_at, bool counting);

  absl::Span<const uint32_t> path() const {
    return {state_.path.get(), state_.path_length};
  }
  double part_done() const;  // What was given away is not, before the end.
  // The choices that led to where it stands; see dlx::Progress. An option that
  // was forced had no others beside it.
  std::vector<PathStep> PathFromRoot() const;
  uint64_t covers() const { return state_.covers; }  // That were counted.
  uint64_t nodes() const { return state_.visited; }
  uint64_t words_seen() const { return state_.words_seen; }
  absl::Span<const uint64_t> nodes_by_depth() const;

  // Empty, or what does not hold.
  std::string CheckInvariants() const;

 private:
  void GoToRoot(absl::Span<const OptionId> givens);
  std::string CheckStage(size_t i) const;

  WalkState state_;
  double part_given_away_ = 0;
};

}  // namespace dlx::internal::bit_sets

#endif  // DLX_ENGINE_BIT_SETS_WALK_H_
