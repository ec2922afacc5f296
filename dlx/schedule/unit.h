#ifndef DLX_SCHEDULE_UNIT_H_
#define DLX_SCHEDULE_UNIT_H_

// A unit of work: a part of the search tree that one thread searches.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/engine/engine.h"
#include "dlx/schedule/cover_batch.h"
#include "dlx/statistics.h"

namespace dlx::internal {

// Where a unit stands among all others, in the order of one thread's search.
//
// What a unit leaves to others comes after all that remains in it; what it
// leaves later, from deeper in the tree, comes before what it left earlier. So
// if the positions of a unit's parts are its own, followed by a number that
// goes down, then positions are in the order of a dictionary:
//
//     unit                     3.9
//     the part it left third   3.9.97
//     ... which left one       3.9.97.99
//     the part it left second  3.9.98
//     the part it left first   3.9.99
using Position = std::vector<uint32_t>;

struct Unit {
  // The whole tree.
  Unit() = default;
  // What another unit has left.
  Unit(Position at, std::unique_ptr<Engine::Branch> from, double part)
      : position(std::move(at)),
        branch(std::move(from)),
        whole(part),
        rest(part),
        lower_bound(branch->lower_bound) {}

  // The position of what this unit leaves next.
  Position NextPosition() {
    Position next = position;
    next.push_back(std::numeric_limits<uint32_t>::max() - parts_left++);
    return next;
  }

  // What part of all the work is done, and still in this unit.
  double done() const { return std::min(whole * fraction_done, rest); }

  const Position position = {};
  std::unique_ptr<Engine::Branch> branch;  // Null for the whole tree.
  uint32_t parts_left = 0;

  // What part of the whole tree it was at first, and is now that others have
  // some of it; and how much of it (as it was at first) is done.
  const double whole = 1;
  double rest = 1;
  double fraction_done = 0;

  // Where the thread that searches it stood when it last told; see
  // Progress::path.
  std::vector<PathStep> path;
  std::optional<LayerProgress> layers;  // See Progress::layers.

  // If covers of least cost are wanted: no cover that is left in it costs less.
  int64_t lower_bound = Engine::kNoLowerBound;

  // Whether a thread has ended it; and whether it must, because what else it
  // would find is not needed.
  bool is_finished = false;
  bool is_superfluous = false;

  // If order matters: covers that wait for their turn, and how many there have
  // been so far.
  std::deque<CoverBatch> covers;
  uint64_t found = 0;
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_UNIT_H_
