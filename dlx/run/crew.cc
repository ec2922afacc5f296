#include "dlx/run/crew.h"

#include <algorithm>
#include <cstddef>
#include <thread>
#include <utility>

#include "absl/types/span.h"
#include "dlx/limits.h"
#include "dlx/statistics.h"

namespace dlx::internal {

Crew::Crew(const Assignment& assignment, int threads)
    : assignment_(assignment),
      list_({.limits = assignment.options.limits,
             .keep_order = assignment.keep_order}),
      next_report_(assignment.options.on_progress == nullptr
                       ? absl::InfiniteDuration()
                       : Now() + assignment.options.progress_interval) {
  if (!assignment.engine.can.shares_tree) threads = 1;
  for (int i = 0; i < threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(assignment_, list_));
  }
}

void Crew::ContinueFrom(std::unique_ptr<Engine> engine, absl::uint128 count) {
  workers_[0]->BeginWith(std::move(engine));
  list_.AddCounted(count);
}

void Crew::Run(uint64_t nodes_alone,
               absl::FunctionRef<bool(const Solution&)> visit) {
  bool has_work = true;
  while (has_work && list_.progress().nodes < nodes_alone) {
    has_work = workers_[0]->DoSlice();
    Attend(visit, /*until=*/absl::ZeroDuration());
  }
  std::vector<std::thread> threads;
  if (has_work) {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      threads.emplace_back([&worker] {
        while (worker->DoSlice()) {
        }
      });
    }
  }
  Attend(visit, /*until=*/absl::InfiniteDuration());
  for (std::thread& thread : threads) thread.join();
}

void Crew::Attend(absl::FunctionRef<bool(const Solution&)> visit,
                  absl::Duration until) {
  CoverBatch covers;
  for (;;) {
    switch (list_.Wait(std::min(until, next_report_), covers)) {
      case WorkList::Event::kEnd:
        return;
      case WorkList::Event::kCovers:
        if (!no_more_visits_) no_more_visits_ = !Visit(covers, visit);
        break;
      case WorkList::Event::kTimeout:
        break;
    }
    const absl::Duration now = Now();
    if (now >= next_report_) {
      ReportProgress();
      next_report_ = now + assignment_.options.progress_interval;
    }
    if (now >= until) return;
  }
}

bool Crew::Visit(const CoverBatch& covers,
                 absl::FunctionRef<bool(const Solution&)> visit) {
  const Limits& limits = assignment_.options.limits;
  for (size_t i = 0; i < covers.size(); ++i) {
    if (limits.interrupter != nullptr && limits.interrupter->requested()) {
      list_.Stop(Outcome::kInterrupted);
    }
    // After other ends, what was found till then is visited.
    const Outcome outcome = list_.outcome();
    if (outcome == Outcome::kInterrupted || outcome == Outcome::kTimeLimit) {
      return false;
    }
    ++visited_;
    if (!visit({covers[i], assignment_.problem.TotalCost(covers[i])})) {
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

void Crew::ReportProgress() {
  Progress progress = list_.progress();
  if (!assignment_.only_counts) progress.solutions += visited_;
  // The sum of many parts may be a rounding error less than it was.
  fraction_reported_ = std::max(fraction_reported_, progress.fraction_done);
  progress.fraction_done = fraction_reported_;
  assignment_.options.on_progress(progress);
}

SearchSummary Crew::summary() const {
  SearchSummary summary;
  summary.outcome = list_.outcome();
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
