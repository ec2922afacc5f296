#ifndef DLX_ENGINE_BIT_PLANES_WALK_H_
#define DLX_ENGINE_BIT_PLANES_WALK_H_

// The walk of engine bit_planes through the search tree, with the vector
// instructions of the CPU at hand.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_planes/planes.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/statistics.h"

namespace dlx::internal::bit_planes {

// A node: what is still possible there, and its place in the tree.
template <size_t kWords>
struct Node {
  Planes<kWords> planes;
  double part;     // What part of the whole tree hangs on it.
  uint32_t depth;  // Choices that led to it.
  // It was reached by an option that has yet to be counted as tried; otherwise,
  // by ruling out an option, which is no choice.
  bool by_choice;
};

// The nodes still to visit: a stack of those that have not been looked at, and
// up to two in the middle of which the walk stands.
template <size_t kWords>
struct Frontier {
  bool is_empty() const { return current_count == 0 && height == 0; }

  std::unique_ptr<Node<kWords>[]> nodes;
  size_t capacity = 0;
  size_t height = 0;  // The topmost is nodes[height - 1].
  Node<kWords> current[2];
  size_t current_count = 0;
};

// What the walk has learnt about its problem.
template <size_t kWords>
struct Experience {
  // Bit b of the number of conflicts that each lane took part in, divided by 2
  // from time to time.
  Plane<kWords> activity[kActivityBits];
  // Whether confined lanes are looked for, up to the first conflict: it paid
  // the last time, or is tried for the first time.
  bool looks_for_confined = true;
  bool confined_paid = false;  // In the node where it was last tried.
  // Lanes found confined to a group up to then: nothing more is to be had of
  // them.
  Plane<kWords> confined;
};

// The work done so far.
struct Tally {
  void CountNode(size_t depth) {
    ++nodes;
    ++nodes_by_depth[depth];
    deepest = std::max(deepest, depth);
  }

  uint64_t nodes = 0;
  uint64_t rounds = 0;
  // nodes_by_depth[d], for d up to deepest.
  std::unique_ptr<uint64_t[]> nodes_by_depth;
  size_t deepest = 0;
  double part_done = 0;  // Of the tree.
  double part_given_away = 0;
  // Covers that were counted: those of leaves that stand for fewer than 2^64,
  // and the others.
  absl::uint128 covers = 0;
  Natural more_covers;
};

// All that a walk consists of. It belongs to a Walk, which keeps its
// invariants, and is handed by it to the functions of walk.cc that exist once
// for each set of vector instructions.
template <size_t kWords>
struct WalkState {
  Frontier<kWords> frontier;
  Experience<kWords> experience;
  Tally tally;
  Planes<kWords> solution;  // The one found last.
  Plane<kWords> given;      // The items that the givens cover.
};

// Which one of two walks has come to a step, 0 or 1.
struct StepOfTwo {
  size_t which;
  Engine::Step step;
};

// To which step a walk has come, and how many lanes it has told.
struct Told {
  Engine::Step step;
  size_t count;
};

// The functions of walk.cc that exist once for each set of vector instructions.
// What they do is told at the functions of Walk that call them.
template <size_t kWords>
struct WalkFunctions {
  using Problem = PlaneProblem<kWords>;
  using State = WalkState<kWords>;

  void (*choose_givens)(const Problem&, absl::Span<const OptionId>, State&);
  Engine::Step (*find_next)(const Problem&, uint64_t pause_at, State&);
  Engine::Step (*count)(const Problem&, uint64_t pause_at, State&);
  Told (*tell)(const Problem&, uint64_t pause_at, absl::Span<uint16_t> room,
               State&);
  StepOfTwo (*find_next_of_two)(const Problem&, State& a, State& b,
                                uint64_t pause_a, uint64_t pause_b);
  void (*append_solution)(const Problem&, const State&, std::vector<OptionId>&);
};

using AllWalkFunctions =
    std::tuple<WalkFunctions<kNarrow>, WalkFunctions<kWide>>;

// A walk through the search tree of a problem. Invariants, between calls:
//
//   1. The parts of the tree that hang on the nodes of the frontier, that are
//      done and that were given away are all of the tree, but for rounding.
//   2. No node is deeper than there are options, and the frontier has room for
//      two paths of that length with their siblings.
//   3. No node has a slot that the root does not have. What the givens cover is
//      covered in it.
//   4. A lane without an item is covered and has slot 0 only, in each node.
//   5. The nodes by depth add up to the nodes, and none is below the deepest.
template <size_t kWords>
class Walk {
 public:
  // The part that a walk leaves to another one.
  struct Branch final : Engine::Branch {
    Node<kWords> node;
    Plane<kWords> activity[kActivityBits];
  };

  // Stands nowhere until it is started. The problem must outlive it.
  explicit Walk(const PlaneProblem<kWords>& problem);

  // Goes to the root and chooses the givens.
  void Start(absl::Span<const OptionId> givens);

  // Goes to a node that a walk from the same givens has given away. It is the
  // other one who has counted the root.
  void StartAt(absl::Span<const OptionId> givens, const Branch& branch);

  // Leaves a node to another walk; null if nothing would remain here.
  std::unique_ptr<Branch> GiveAway();

  // Goes on until nodes() is pause_at or a little more, to the end, or until it
  // has found a solution.
  Engine::Step FindNext(uint64_t pause_at);

  // The same, but only adds to covers().
  Engine::Step Count(uint64_t pause_at);

  // Counts, too, and tells the lanes of the items that it branches on, in the
  // order in which a certificate does: dead ends and forced items included, but
  // for those that were forced since the last branch and have nothing to do
  // with the dead end, and all options of an item in the order of their slots.
  // So it visits all covers. It pauses where there may be no more room, too.
  // REQUIRES: there is room for kLongestPath, each item has a lane, and the
  // walk has done nothing else since it was started.
  Told Tell(uint64_t pause_at, absl::Span<uint16_t> room);
  // Each lane once, and where nothing is left.
  static constexpr size_t kLongestPath = kLanes<kWords> + 2;

  // Goes on with two walks of the same problem at the same time, like
  // FindNext, until one of them has come to a step.
  static StepOfTwo FindNextOfTwo(Walk& a, Walk& b, uint64_t pause_a,
                                 uint64_t pause_b);

  // Appends the options of the solution found last, without the givens.
  void AppendSolution(std::vector<OptionId>& options) const;

  // The choices that led to where it stands; see dlx::Progress. What it has
  // done with is forgotten: where nothing waits to be tried, an option is told
  // as the only one.
  std::vector<PathStep> PathFromRoot() const;

  bool is_at_end() const { return state_.frontier.is_empty(); }
  double part_done() const { return state_.tally.part_done; }
  Natural covers() const {
    return state_.tally.more_covers + state_.tally.covers;
  }
  uint64_t nodes() const { return state_.tally.nodes; }
  uint64_t rounds() const { return state_.tally.rounds; }
  absl::Span<const uint64_t> nodes_by_depth() const {
    return {state_.tally.nodes_by_depth.get(), state_.tally.deepest + 1};
  }
  // No path from the root is longer than this: each choice takes an option out
  // of the game, and so does each option that is ruled out.
  size_t max_depth() const { return problem_.option_count(); }

  // Empty, or what does not hold.
  std::string CheckInvariants() const;

 private:
  std::string CheckNode(const Node<kWords>& node) const;

  const PlaneProblem<kWords>& problem_;
  const WalkFunctions<kWords> functions_;
  WalkState<kWords> state_;
};

}  // namespace dlx::internal::bit_planes

#endif  // DLX_ENGINE_BIT_PLANES_WALK_H_
