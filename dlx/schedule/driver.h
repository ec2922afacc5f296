#ifndef DLX_SCHEDULE_DRIVER_H_
#define DLX_SCHEDULE_DRIVER_H_

// Drives one engine through one search in the calling thread: within limits, in
// stretches after which it looks up, and with progress. dlx::Search is a face
// of it.
//
// An engine runs until it has visited so many nodes, or has found a cover. The
// driver decides how many, and looks at the limits in between. Neither the
// clock nor a virtual call is in the way of a search that is over after a
// microsecond.

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/reduce/subject.h"
#include "dlx/schedule/best_covers.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/race.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx::internal {

class Driver {
 public:
  // Prepares an engine, or a race; see preparation.h. Limits count from now on.
  static absl::StatusOr<Driver> Create(Task task, Problem problem,
                                       SearchOptions options,
                                       Clock clock = SteadyNow,
                                       bool is_reckoned = false);

  // With an engine that is there already, and not exchanged for another one.
  static Driver WithEngine(Task task, Problem problem, SearchOptions options,
                           Preparation preparation, Clock clock = SteadyNow);

  // See dlx::Search about these.
  bool Next();
  absl::Status Restart(absl::Span<const OptionId> givens);
  // The same. REQUIRES: the givens are options of the problem.
  void RestartUnchecked(absl::Span<const OptionId> givens);
  Natural CountRemaining();
  const Solution& solution() const { return solution_; }
  // Moves the options of solution() into `to`; it has none then.
  void TakeSolution(std::vector<OptionId>& to);
  Outcome outcome() const { return outcome_; }
  Progress progress() const;
  const Statistics& statistics() const { return engine_->statistics(); }
  SearchSummary summary() const {
    return {outcome_, statistics(), engine_choice_};
  }
  const Problem& problem() const { return problem_; }
  const EngineChoice& engine() const { return engine_choice_; }

  // Goes on with two running searches at the same time, until one of them has
  // come to its next solution (`found`) or its end: that one. The other one
  // stays in the middle of its work. With bit_planes, whose steps wait for
  // memory, two searches together take much less time than one after the other.
  // REQUIRES: one was made by Twin() of the other; both are kRunning.
  struct Turn {
    Driver* driver;
    bool found;
  };
  static Turn NextOfTwo(Driver& a, Driver& b);

  // Another search of the same problem with the same options, at its start. It
  // takes less memory than one that is made anew.
  Driver Twin() const;

  // What bounds the searches that are started from now on.
  void SetLimits(const Limits& limits) {
    options_.limits = limits;
    watch_ = LimitWatch(limits, watch_.clock());
  }

  // Lets the running search go on to that many nodes; SetLimits() is for those
  // that follow. REQUIRES: its outcome is kNodeLimit.
  void GoOnTo(uint64_t nodes) {
    assert(outcome_ == Outcome::kNodeLimit);
    watch_.SetNodeLimit(nodes);
    outcome_ = Outcome::kRunning;
  }

  // For Task::kBest: covers that cost as much, or more, are not wanted.
  void SetCostCeiling(int64_t cost) { engine_->SetCostCeiling(cost); }
  // No cover that is still to be found costs less.
  int64_t LowerBound() const { return engine_->LowerBound(); }
  // Several engines go on in turns.
  bool is_race() const { return race_ != nullptr; }

  // For progress: what the best cover so far costs.
  void SetBestCost(int64_t cost) { best_cost_ = cost; }

 private:
  Driver(Task task, Problem problem, SearchOptions options, LimitWatch watch,
         ProgressReporter reporter, Preparation preparation);

  // Counts, clocks and limits are at their start.
  void StartAfresh();
  // Looks at the limits: true if the search may go on until pause_at_,
  // otherwise outcome_ says why not.
  bool MayGoOn();
  // The same, but looks only if it is time to.
  bool IsFreeToGoOn();
  // Other givens leave something else of a problem: exchanges an engine that
  // works on what is left for one that works on the whole.
  void ReturnToWhole();
  // The engine of parts is for the givens of the options.
  void ChooseBetweenPartsAndWhole(absl::Span<const OptionId> givens);
  // Makes the engine's solution this one's.
  void NoteSolution();
  // Lets others try, too, if no cover has been found for a while.
  void MayRace();
  void GoOnWith(std::unique_ptr<RaceEngine> race);
  // A runner has come to its end, or to a cover. If it was a race for the first
  // cover, it goes on alone; or there is an engine that may list the rest
  // faster (TryLister()).
  void NoteRace();

  // An engine for first covers has found one, and the caller wants more: the
  // engine that suits the problem goes on for as long as the race took. If it
  // finds a cover, it lists all but the one that was told already; if not, the
  // one that found that goes on.
  void TryLister();
  void EndTrial(bool has_found);
  // Forgets the lister.
  void DropLister();
  // Whether the engine's solution was told by another engine.
  bool WasTold();

  Task task_;
  Problem problem_;
  Subject subject_;  // What the engine works on.
  SearchOptions options_;
  EngineChoice engine_choice_;
  std::unique_ptr<Engine> engine_;
  Solution solution_;
  Outcome outcome_ = Outcome::kRunning;
  uint64_t solutions_found_ = 0;   // By Next().
  Natural solutions_counted_ = 0;  // By CountRemaining().
  std::optional<int64_t> best_cost_;
  // The same engine as engine_, if it is a race.
  RaceEngine* race_ = nullptr;
  // The engine is one of parts. With other givens there is another engine, for
  // the whole; the one that is not at work waits.
  bool is_in_parts_ = false;
  bool has_parts_ = false;
  std::unique_ptr<Engine> other_engine_;
  EngineChoice other_choice_ = {};
  RaceEngine* other_race_ = nullptr;
  // See TryLister(). While one of the two is tried, the other one waits.
  std::unique_ptr<Engine> lister_;
  EngineChoice lister_choice_ = {};
  bool is_trial_ = false;
  uint64_t trial_nodes_ = 0;         // So many for the lister.
  uint64_t trial_end_ = kUnlimited;  // The node of the engine at work.
  std::vector<OptionId> told_;       // In order; empty if there is none.
  // The engine was chosen, and may turn out to be the wrong one to find a
  // cover.
  bool may_race_ = false;

  LimitWatch watch_;
  ProgressReporter reporter_;
  Pacer pacer_;
  uint64_t pause_at_ = 0;  // The node at which to look up.
};

// Task::kBest: keeps the covers that the driver finds, until it finds no more.
// Calls on_improvement, if there is one, with each that is cheaper than all
// before.
void KeepBest(Driver& driver, BestCovers& best,
              const std::function<void(const Solution&)>& on_improvement);

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_DRIVER_H_
