#ifndef DLX_ENGINE_BIT_SETS_SET_WALK_H_
#define DLX_ENGINE_BIT_SETS_SET_WALK_H_

// The walk of engine bit_sets through the search tree, with the vector
// instructions of the CPU at hand.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/bit_sets/set_stage.h"
#include "dlx/engine/bit_sets/stage_cost.h"
#include "dlx/engine/engine.h"

namespace dlx::internal {

// Where the walk stands: in the last stage, which goes on from the choice on
// top of the one before it, and so on.
struct SetWalk {
  explicit SetWalk(const SetProblem& problem);

  const SetProblem& problem;
  // Of which the first stage_count are in use. They stay where they are.
  std::vector<std::unique_ptr<SetStage>> stages;
  size_t stage_count = 0;
  std::vector<uint32_t> item_numbers;  // Scratch for SetStage::Build().
  StageCost cost;

  // The options chosen on the way to the node at hand, behind the givens.
  std::unique_ptr<uint32_t[]> path;
  uint32_t path_length = 0;
  // If all options have the same number of items: how many options complete
  // the givens to a cover.
  uint32_t cover_size = 0;

  uint64_t visited = 0;
  uint64_t words_seen = 0;  // Of masks, for eight items each.
  uint64_t solutions = 0;   // Counted.
  // visited_by_depth[d], for d up to the number of primary items.
  std::unique_ptr<uint64_t[]> visited_by_depth;
};

// Goes to the root and chooses the givens.
void StartSetWalk(absl::Span<const OptionId> givens, SetWalk& walk);

// Goes to the node that the path leads to from there, where only these options
// of an item are left to try. Both are numbers of options, not ids.
void StartSetWalkAt(absl::Span<const OptionId> givens,
                    absl::Span<const uint32_t> path,
                    absl::Span<const uint32_t> options, SetWalk& walk);

// Goes on until walk.visited is pause_at or a little more, or to the end. When
// it is not counting, also until it has found a solution, which is then
// walk.path.
Engine::Step ContinueSetWalk(uint64_t pause_at, bool counting, SetWalk& walk);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_BIT_SETS_SET_WALK_H_
