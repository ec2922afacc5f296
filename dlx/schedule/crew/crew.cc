#include "dlx/schedule/crew/crew.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

#include "absl/types/span.h"
#include "dlx/base/threads.h"
#include "dlx/limits.h"
#include "dlx/statistics.h"

namespace dlx::internal {

namespace {

Job WithEngine(Job job, const Preparation& preparation) {
  job.engine = preparation.row;
  job.branching = preparation.branching;
  job.remainder = preparation.remainder;
  return job;
}

}  // namespace

// Threads that come to their end before any of them leaves.
class Crew::Helpers : public Threads {
 public:
  explicit Helpers(WorkList& list) : list_(list) {}
  ~Helpers() {
    // Only if something was thrown, maybe by one who visits a cover.
    if (size() > 0) list_.Stop(Outcome::kInterrupted);
  }

 private:
  WorkList& list_;
};

Crew::Crew(const Job& job, Preparation preparation, int threads,
           const LimitWatch& watch, ProgressReporter& reporter)
    : job_(WithEngine(job, preparation)),
      engine_choice_(preparation.choice()),
      watch_(watch),
      reporter_(reporter),
      list_(watch, job.keep_order),
      most_threads_(threads) {
  if (!job_.engine->can.shares_tree) threads = 1;
  for (int i = 0; i < threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(job_, watch_, list_));
  }
  workers_[0]->BeginWith(std::move(preparation.engine), preparation.counted);
}

void Crew::Run(uint64_t nodes_alone,
               absl::FunctionRef<bool(const Solution&)> visit) {
  Worker& first = *workers_[0];
  bool has_work = true;
  const auto do_slice = [&] {
    has_work = first.DoSlice();
    Attend(visit, /*until=*/absl::ZeroDuration());
  };
  while (has_work && list_.progress().nodes < nodes_alone) do_slice();
  Helpers helpers(list_);
  if (has_work && workers_.size() > 1) StartThreads(helpers);
  if (helpers.size() == 0) {
    while (has_work) do_slice();
  }
  Attend(visit, /*until=*/absl::InfiniteDuration());
  helpers.Join();
  if (error_ != nullptr) std::rethrow_exception(error_);
}

void Crew::StartThreads(Helpers& helpers) {
  for (const std::unique_ptr<Worker>& worker : workers_) {
    const bool is_equipped = helpers.size() == 0;
    if (threads_started_ == most_threads_ ||
        !helpers.Start(
            [this, &worker, is_equipped] { Work(*worker, is_equipped); })) {
      break;
    }
    ++threads_started_;
  }
}

void Crew::Work(Worker& worker, bool is_equipped) {
  try {
    if (!is_equipped) worker.EquipLike(*workers_[0]);
  } catch (const std::bad_alloc&) {
    return;  // The first one is equipped, and does all that others do not.
  }
  try {
    while (worker.DoSlice()) {
    }
  } catch (...) {
    {
      const std::lock_guard<std::mutex> lock(error_mutex_);
      error_ = std::current_exception();
    }
    list_.Stop(Outcome::kInterrupted);
    worker.Abandon();
  }
}

void Crew::Attend(absl::FunctionRef<bool(const Solution&)> visit,
                  absl::Duration until) {
  CoverBatch covers;
  for (;;) {
    switch (list_.Wait(std::min(until, reporter_.next_report()), covers)) {
      case WorkList::Event::kEnd:
        return;
      case WorkList::Event::kCovers:
        if (!no_more_visits_) no_more_visits_ = !Visit(covers, visit);
        break;
      case WorkList::Event::kTimeout:
        break;
    }
    reporter_.MayReport([this] { return progress(); });
    if (until == absl::InfiniteDuration()) continue;
    if (watch_.Now() >= until) return;
  }
}

bool Crew::Visit(const CoverBatch& covers,
                 absl::FunctionRef<bool(const Solution&)> visit) {
  const Limits& limits = watch_.limits();
  for (size_t i = 0; i < covers.size(); ++i) {
    if (IsInterrupted(limits.interrupter)) {
      list_.Stop(Outcome::kInterrupted);
    }
    // After other ends, what was found till then is visited.
    const Outcome outcome = list_.outcome();
    if (outcome == Outcome::kInterrupted || outcome == Outcome::kTimeLimit) {
      return false;
    }
    ++visited_;
    if (!visit({covers[i], job_.problem.TotalCost(covers[i])})) {
      outcome_of_visits_ = Outcome::kInterrupted;
    } else if (visited_ == limits.solutions) {
      outcome_of_visits_ = Outcome::kSolutionLimit;
    } else {
      continue;
    }
    list_.Stop(outcome_of_visits_);
    return false;
  }
  return true;
}

Progress Crew::progress() const {
  Progress progress = list_.progress();
  if (job_.task == Task::kBest) {
    progress.best_cost = job_.best->best_cost();
    progress.lower_bound = BoundOnCosts(list_.LowerBound(), progress.best_cost);
    progress.gap = GapOf(progress.best_cost, progress.lower_bound);
  } else if (!job_.only_counts) {
    progress.solutions += visited_;
  }
  return progress;
}

SearchSummary Crew::summary() const {
  SearchSummary summary = {.outcome = list_.outcome(),
                           .engine = engine_choice_};
  if (outcome_of_visits_ != Outcome::kRunning) {
    summary.outcome = outcome_of_visits_;
  } else if (summary.outcome == Outcome::kRunning) {
    summary.outcome = Outcome::kExhausted;
  }
  for (const std::unique_ptr<Worker>& worker : workers_) {
    summary.statistics.Add(worker->statistics());
  }
  return summary;
}

}  // namespace dlx::internal
