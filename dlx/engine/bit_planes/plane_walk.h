#ifndef DLX_ENGINE_BIT_PLANES_PLANE_WALK_H_
#define DLX_ENGINE_BIT_PLANES_PLANE_WALK_H_

// The walk of engine bit_planes through the search tree, with the vector
// instructions of the CPU at hand.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_planes/planes.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"

namespace dlx::internal {

// Where the walk stands.
struct PlaneWalk {
  // A node: the state of its search, and its place in the tree.
  struct Node {
    PlaneState state;
    double part;     // What part of the whole tree hangs on it.
    uint32_t depth;  // Choices that led to it.
    // It was reached by an option that has yet to be counted as tried;
    // otherwise, by ruling out an option, which is no choice.
    bool by_choice;
  };
  // Bit b of the number of conflicts that each lane took part in, divided by 2
  // from time to time.
  static constexpr size_t kActivityBits = 5;

  explicit PlaneWalk(const PlaneProblem& problem);

  bool is_at_end() const { return current_count == 0 && height == 0; }

  // No path from the root is longer than this: each choice takes an option out
  // of the game, and so does each option that is ruled out.
  size_t max_depth;
  // The nodes still to visit, topmost last.
  std::unique_ptr<Node[]> nodes;
  size_t height = 0;
  // The nodes in the middle of which the walk stands: the first so many.
  Node current[2];
  size_t current_count = 0;
  PlaneState solution;  // The one found last.
  Plane given;          // The items that the givens cover.
  Plane activity[kActivityBits];
  bool has_failed = false;  // There was a conflict.
  // Lanes found confined to a group up to then: nothing more is to be had of
  // them.
  Plane confined;

  double done = 0;  // The part of the tree that is done.
  uint64_t visited = 0;
  uint64_t rounds = 0;
  absl::uint128 count = 0;  // Of covers.
  bool too_many = false;    // To be counted.
  // visited_by_depth[d], for d up to deepest.
  std::unique_ptr<uint64_t[]> visited_by_depth;
  size_t deepest = 0;
};

// Goes to the root and chooses the givens.
void StartPlaneWalk(const PlaneProblem& problem,
                    absl::Span<const OptionId> givens, PlaneWalk& walk);

// Goes on until walk.visited is pause_at or a little more, to the end, or until
// it has found a solution, walk.solution.
Engine::Step FindNextInPlanes(const PlaneProblem& problem, uint64_t pause_at,
                              PlaneWalk& walk);

// The same, but only adds to walk.count. kOverflow once walk.too_many is set.
Engine::Step CountInPlanes(const PlaneProblem& problem, uint64_t pause_at,
                           PlaneWalk& walk);

// Goes on with two walks of the same problem at the same time, like
// FindNextInPlanes, until one of them has come to a step: which one, and what.
struct PlaneWalkNews {
  size_t which;
  Engine::Step step;
};
PlaneWalkNews FindNextInPlanesOfTwo(const PlaneProblem& problem,
                                    PlaneWalk* const walks[2],
                                    const uint64_t pause_at[2]);

// Of each lane in a word of a cover, the only slot.
void ListSlots(const PlaneState& cover, size_t word, uint8_t slot_of[64]);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_BIT_PLANES_PLANE_WALK_H_
