#ifndef DLX_SCHEDULE_CREW_WORK_LIST_H_
#define DLX_SCHEDULE_CREW_WORK_LIST_H_

// What the threads of a search have in common: the units of work, the covers
// that were found and not yet visited, the limits, and the sums.
//
// Threads that search (workers) take a unit, report after each slice of it, and
// finish it. As long as some worker has nothing to do, the others are told to
// leave a part of their units to it. One thread more, the caller, takes out the
// covers.
//
// If order matters, units are kept in the order of their positions, and the
// caller gets covers of the first unit only. A worker that has found many while
// it is not their turn waits; that cannot be forever, because units are taken
// in order: the first unit is being worked on, or about to be taken.
//
// Any thread may call any of this at any time.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "dlx/engine/engine.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/schedule/cover_batch.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/unit.h"
#include "dlx/statistics.h"

namespace dlx::internal {

class WorkList {
 public:
  // The whole tree is the only unit. The watch, which has been started, must
  // outlive the list.
  explicit WorkList(const LimitWatch& watch, bool keep_order = false);

  // --- For workers.

  // The first unit that no worker has. Waits for one if need be; null if there
  // is nothing left to do, or all is to stop.
  Unit* Take();

  // What a slice of a unit has done.
  struct Slice {
    uint64_t nodes = 0;
    Natural counted = 0;
    double fraction_done = 0;  // Of the unit.
    bool exhausted = false;    // There is nothing left of the unit.
    int64_t lower_bound = Engine::kNoLowerBound;  // Of what is left of it.
    // If it is time to tell.
    std::vector<PathStep> path = {};
    std::optional<LayerProgress> layers = std::nullopt;
  };
  struct Advice {
    bool may_go_on = true;
    bool share = false;  // Some worker is idle.
  };
  Advice Report(Unit& unit, Slice slice);

  // The engine of the unit has left this part to others.
  void Add(Unit& unit, std::unique_ptr<Engine::Branch> branch);

  // Covers of the unit. May wait until there is room for them.
  void Deliver(Unit& unit, CoverBatch covers);

  // The worker is done with the unit, whether or not the unit is exhausted.
  void Finish(Unit& unit, bool exhausted);

  // --- For the caller.

  // What was done before by the engine that goes on with the whole tree.
  void Include(uint64_t nodes, Natural counted);

  enum class Event { kCovers, kTimeout, kEnd };
  // Waits for covers, but not past that moment.
  Event Wait(absl::Duration until, CoverBatch& covers);

  // --- For all.

  // Ends the search for this reason, if it has not ended for another one.
  void Stop(Outcome outcome);

  // How many more nodes may be visited by all threads together.
  uint64_t nodes_left() const;

  // kRunning as long as nothing has stopped the search.
  Outcome outcome() const { return outcome_.load(); }
  // `solutions` are those counted; what is visited only the caller knows. The
  // path is that of the first unit that is being worked on.
  Progress progress() const;
  // No cover that is still to be found costs less.
  int64_t LowerBound() const;

  // Empty, or which of the invariants below does not hold.
  std::string CheckInvariants() const;

 private:
  struct ByPosition {
    bool operator()(const Unit* a, const Unit* b) const {
      return a->position < b->position;
    }
  };

  void StopLocked(Outcome outcome);
  void CheckLimits();
  // Sees that units are not searched that come after as many covers as are
  // wanted.
  void DropWhatIsTooLate();
  bool IsFirst(const Unit& unit) const {
    return &unit == &units_.begin()->second;
  }
  bool NextCovers(CoverBatch& covers);

  const LimitWatch& watch_;
  const bool keep_order_;

  mutable std::mutex mutex_;
  std::condition_variable work_changed_;   // For those in Take().
  std::condition_variable room_changed_;   // For those in Deliver().
  std::condition_variable state_changed_;  // For the caller in Wait().

  // Invariants, whenever no thread has the mutex:
  //   1. A unit stands at its position, and the positions of parts lie behind
  //      that of the whole tree.
  //   2. Idle units are among all units, and not finished or superfluous. Those
  //      that are neither idle nor finished are busy, or were given up when the
  //      search was stopped.
  //   3. The parts of the tree that are done, and those left in units, are all
  //      of the tree, but for rounding, unless units were dropped or given up.
  //      They are never more.
  //   4. The volume is that of all covers. They are with their units if order
  //      matters, and otherwise in one queue.
  //
  // Units that are not finished, and if order matters those whose covers have
  // not been taken out.
  std::map<Position, Unit> units_;
  std::set<Unit*, ByPosition> idle_units_;  // Those that no worker has.
  size_t busy_units_ = 0;
  size_t waiting_workers_ = 0;

  std::deque<CoverBatch> covers_;  // If order does not matter.
  size_t volume_ = 0;              // Of all covers that were not taken out.
  uint64_t found_ = 0;  // Covers; if order matters, in units that are gone.
  std::atomic<Outcome> outcome_ = Outcome::kRunning;  // Written with mutex_.

  uint64_t nodes_ = 0;
  Natural counted_ = 0;
  double done_ = 0;  // The part of the tree in units that are finished.
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_CREW_WORK_LIST_H_
