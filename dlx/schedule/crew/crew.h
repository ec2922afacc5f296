#ifndef DLX_SCHEDULE_CREW_CREW_H_
#define DLX_SCHEDULE_CREW_CREW_H_

// A search by several threads, from beginning to end.
//
// The calling thread begins alone, and starts the others only when some
// thousand nodes have not been enough. Then it lends them all the work, and
// itself visits covers, reports progress and looks at the clock.
//
// A thread that cannot be started, or an engine for which there is no memory,
// is done without. If not even one thread can be started, the calling thread
// does all the work.

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "dlx/answers.h"
#include "dlx/natural.h"
#include "dlx/schedule/crew/work_list.h"
#include "dlx/schedule/crew/worker.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/race.h"

namespace dlx::internal {

class Crew {
 public:
  // Goes on with the engine that was prepared for the job. If it cannot share
  // its tree, one thread does all. All references must outlive the crew.
  Crew(const Job& job, Preparation preparation, int threads,
       const LimitWatch& watch, ProgressReporter& reporter);

  // Searches, at first alone for so many nodes. `visit` is called by the
  // calling thread with each cover, if covers are what is wanted, until it
  // returns false; if the best are, with each that is cheaper than all before.
  void Run(uint64_t nodes_alone,
           absl::FunctionRef<bool(const Solution&)> visit);

  // How it went.
  SearchSummary summary() const;
  Natural counted() const { return list_.progress().solutions; }
  int64_t LowerBound() const { return list_.LowerBound(); }

  // How many threads have worked at the same time; for tests.
  int threads_started() const { return threads_started_; }
  // Starts no more threads than that, as if the system refused; for tests.
  void RefuseThreadsAfter(int threads) { most_threads_ = threads; }

 private:
  class Helpers;

  // Starts as many as it can.
  void StartThreads(Helpers& helpers);
  // What a thread does.
  void Work(Worker& worker, bool is_equipped);
  // Visits covers and reports progress for as long as there is anything to
  // wait for, or until then.
  void Attend(absl::FunctionRef<bool(const Solution&)> visit,
              absl::Duration until);
  // False if no more covers are to be visited.
  bool Visit(const CoverBatch& covers,
             absl::FunctionRef<bool(const Solution&)> visit);
  Progress progress() const;

  const Job job_;
  const EngineChoice engine_choice_;
  const LimitWatch& watch_;
  ProgressReporter& reporter_;
  WorkList list_;
  std::vector<std::unique_ptr<Worker>> workers_;
  int threads_started_ = 0;
  int most_threads_;
  uint64_t visited_ = 0;
  bool no_more_visits_ = false;
  // If it was a visit, or their number, that ended the search.
  Outcome outcome_of_visits_ = Outcome::kRunning;
  // What has ended a thread before its time.
  std::mutex error_mutex_;
  std::exception_ptr error_;
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_CREW_CREW_H_
