#ifndef DLX_RUN_CREW_H_
#define DLX_RUN_CREW_H_

// A search by several threads, from beginning to end.
//
// The calling thread begins alone, and starts the others only when some
// thousand nodes have not been enough. Then it lends them all the work, and
// itself visits covers, reports progress and looks at the clock.

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/numeric/int128.h"
#include "absl/time/time.h"
#include "dlx/run/work_list.h"
#include "dlx/run/worker.h"
#include "dlx/search.h"

namespace dlx::internal {

class Crew {
 public:
  // The assignment must outlive the crew. If the engine cannot share its tree,
  // one thread does all.
  Crew(const Assignment& assignment, int threads);

  // To be called before Run(): the search has been begun by this engine, which
  // has counted so many covers.
  void ContinueFrom(std::unique_ptr<Engine> engine, absl::uint128 count);

  // Searches, at first alone for so many nodes. `visit` is called by the
  // calling thread with each cover, if covers are what is wanted, until it
  // returns false.
  void Run(uint64_t nodes_alone,
           absl::FunctionRef<bool(const Solution&)> visit);

  // How it went. `engine` is left to the caller.
  SearchSummary summary() const;
  absl::uint128 counted() const { return list_.progress().solutions; }
  bool overflowed() const { return list_.overflowed(); }

 private:
  // Visits covers and reports progress for as long as there is anything to
  // wait for, or until then.
  void Attend(absl::FunctionRef<bool(const Solution&)> visit,
              absl::Duration until);
  // False if no more covers are to be visited.
  bool Visit(const CoverBatch& covers,
             absl::FunctionRef<bool(const Solution&)> visit);
  void ReportProgress();

  const Assignment& assignment_;
  WorkList list_;
  std::vector<std::unique_ptr<Worker>> workers_;
  uint64_t visited_ = 0;
  bool no_more_visits_ = false;
  // If it was a visit, or their number, that ended the search.
  Outcome outcome_of_visits_ = Outcome::kRunning;
  absl::Duration next_report_;
  double fraction_reported_ = 0;
};

}  // namespace dlx::internal

#endif  // DLX_RUN_CREW_H_
