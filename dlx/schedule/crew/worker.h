#ifndef DLX_SCHEDULE_CREW_WORKER_H_
#define DLX_SCHEDULE_CREW_WORKER_H_

// A thread's share of a search: it takes units from the list, one after the
// other, and searches them slice by slice with an engine of its own.

#include <cstdint>
#include <memory>

#include "absl/time/time.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/reduce/subject.h"
#include "dlx/schedule/best_covers.h"
#include "dlx/schedule/cover_batch.h"
#include "dlx/schedule/crew/work_list.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/unit.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx::internal {

// What all workers of a search are to do.
struct Job {
  const Problem& problem;
  Task task;
  const SearchOptions& options;
  // Set when it is prepared.
  const EngineRow* engine = nullptr;
  Branching branching = Branching::kFewestOptions;
  std::shared_ptr<const Reduction> remainder = nullptr;
  // Covers are not wanted, only their number.
  bool only_counts = false;
  // Where the covers go, if task is kBest.
  BestCovers* best = nullptr;
  bool keep_order = false;
  // See Parallelism.
  uint64_t nodes_to_part = 0;
};

class Worker {
 public:
  // All must outlive the worker.
  Worker(const Job& job, const LimitWatch& watch, WorkList& list);

  // Takes the first unit, the whole tree, with an engine that is at its root or
  // on its way through it already, and has counted that many covers. REQUIRES:
  // no worker has done anything.
  void BeginWith(std::unique_ptr<Engine> engine, Natural counted);

  // Makes an engine of its own, which shares what it can with that of another
  // worker, who may be at work.
  void EquipLike(const Worker& other);

  // Does one slice of work. False if there is nothing left to do.
  // REQUIRES: it has an engine.
  bool DoSlice();

  // Gives up what it is working on, in whatever state that is, so that no
  // thread waits for it.
  void Abandon();

  // Of all units so far. REQUIRES: DoSlice() has returned false, or nothing
  // was done.
  const Statistics& statistics() const { return statistics_; }

 private:
  // Takes a unit and puts the engine where it begins.
  bool BeginUnit();
  void FinishUnit(bool exhausted);
  // Runs the engine until the end of the slice, or until there are enough
  // covers to be delivered first.
  Engine::Step Run(CoverBatch& covers, Natural& counted);
  // Runs the engine until there is a cover that may be one of the best.
  Engine::Step RunForBest(CoverBatch& covers, Natural& counted);
  // Tells the list, and leaves a part to others if that is wanted. False if the
  // unit is not to go on.
  bool Report(Engine::Step step, Natural counted);
  // True now and then, if progress is wanted.
  bool IsTimeToTellPath();

  const Job& job_;
  const LimitWatch& watch_;
  WorkList& list_;
  std::unique_ptr<Engine> engine_;
  Unit* unit_ = nullptr;
  // Every slice has the same number of nodes, and ends by leaving a part to
  // others. So it depends on nothing else what a unit is.
  uint64_t fixed_slice_ = 0;  // 0 for no.
  // How long a slice is otherwise.
  Pacer pacer_;
  // In nodes of the unit.
  uint64_t slice_end_ = 0;
  uint64_t nodes_reported_ = 0;
  absl::Duration next_path_ = -absl::InfiniteDuration();
  Statistics statistics_;
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_CREW_WORKER_H_
