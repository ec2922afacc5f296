#include "dlx/parallel.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/engine/engine.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/schedule/best_covers.h"
#include "dlx/schedule/crew/crew.h"
#include "dlx/schedule/crew/worker.h"
#include "dlx/schedule/driver.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/preparation.h"

namespace dlx {
namespace {

using internal::BestCovers;
using internal::Crew;
using internal::Driver;
using internal::Job;
using internal::Preparation;

absl::StatusOr<int> ThreadsFor(const Parallelism& parallelism) {
  if (parallelism.threads < 0 || parallelism.threads > kMostThreads) {
    return absl::InvalidArgumentError(
        absl::StrCat("there can be 1 to ", kMostThreads, " threads, or 0 for ",
                     "one for each processor, but not ", parallelism.threads));
  }
  return parallelism.threads > 0 ? parallelism.threads : ProcessorCount();
}

bool VisitNone(const Solution&) { return true; }

struct CrewResult {
  SearchSummary summary;
  Natural counted;
  int64_t lower_bound;
};

// Prepares an engine for the job, and does it with `threads` threads.
absl::StatusOr<CrewResult> Run(const Job& job, const Parallelism& parallelism,
                               int threads,
                               absl::FunctionRef<bool(const Solution&)> visit) {
  const LimitWatch watch(job.options.limits);
  ProgressReporter reporter(job.options);
  absl::StatusOr<Preparation> preparation =
      internal::Prepare(job.problem, job.task, job.options, threads);
  if (!preparation.ok()) return preparation.status();
  Crew crew(job,
            internal::Settle(*std::move(preparation),
                             internal::RaceEnd::kShared, watch, reporter),
            threads, watch, reporter);
  crew.Run(parallelism.nodes_alone, visit);
  return CrewResult{crew.summary(), crew.counted(), crew.LowerBound()};
}

// Where several engines may go on in turns, they begin before others help:
// mostly one of them is done soon, with less work than there would be for all
// threads.
class Beginning {
 public:
  explicit Beginning(const SearchOptions& whole) : options_(whole) {
    options_.limits.time = std::min(whole.limits.time, kAlone);
  }

  const SearchOptions& options() const { return options_; }

  // Leaves the rest of the time to the threads, and says whether they are to go
  // on.
  bool IsTooShort(Outcome outcome, SearchOptions& whole) const {
    whole.limits.time = std::max(whole.limits.time - (SteadyNow() - start_),
                                 absl::ZeroDuration());
    return outcome == Outcome::kTimeLimit &&
           whole.limits.time > absl::ZeroDuration();
  }

 private:
  static constexpr absl::Duration kAlone = absl::Milliseconds(400);

  const absl::Duration start_ = SteadyNow();
  SearchOptions options_;
};

// Nothing if the beginning is too short; the covers that were found stay of
// use.
absl::StatusOr<std::optional<BestResult>> FindBestAlone(const Problem& problem,
                                                        SearchOptions& options,
                                                        BestCovers& best) {
  if (options.engine != EngineKind::kAuto) return std::nullopt;
  const Beginning beginning(options);
  absl::StatusOr<Driver> driver =
      Driver::Create(Task::kBest, problem, beginning.options());
  if (!driver.ok()) return driver.status();
  if (!driver->is_race()) return std::nullopt;
  KeepBest(*driver, best, options.on_improvement);
  if (beginning.IsTooShort(driver->outcome(), options)) return std::nullopt;
  return internal::MakeBestResult(best, driver->LowerBound(),
                                  driver->summary());
}

// The same for a cover, whichever, or none. Where nodes are counted, it matters
// whose they are.
absl::StatusOr<std::optional<FirstResult>> FindFirstAlone(
    const Problem& problem, SearchOptions& options) {
  if (options.engine != EngineKind::kAuto ||
      options.limits.nodes != kUnlimited) {
    return std::nullopt;
  }
  const Beginning beginning(options);
  absl::StatusOr<FirstResult> first = FindFirst(problem, beginning.options());
  if (!first.ok()) return first.status();
  if (beginning.IsTooShort(first->summary.outcome, options)) {
    return std::nullopt;
  }
  return *std::move(first);
}

}  // namespace

int ProcessorCount() {
  return std::clamp<int>(std::thread::hardware_concurrency(), 1, kMostThreads);
}

absl::StatusOr<CountResult> CountInParallel(const Problem& problem,
                                            SearchOptions options,
                                            Parallelism parallelism) {
  const absl::StatusOr<int> threads = ThreadsFor(parallelism);
  if (!threads.ok()) return threads.status();
  if (*threads == 1) return CountSolutions(problem, std::move(options));
  const uint64_t limit = options.limits.solutions;
  absl::StatusOr<CrewResult> run =
      Run({.problem = problem,
           .task = limit == kUnlimited ? Task::kCount : Task::kEnumerate,
           .options = options,
           .only_counts = true,
           .nodes_to_part = parallelism.nodes_to_part},
          parallelism, *threads, VisitNone);
  if (!run.ok()) return run.status();
  CountResult result = {run->counted, std::move(run->summary)};
  if (result.count >= limit && limit != kUnlimited) {
    result.count = limit;
    result.summary.outcome = Outcome::kSolutionLimit;
  }
  return result;
}

absl::StatusOr<SearchSummary> ForEachInParallel(
    const Problem& problem, absl::FunctionRef<bool(const Solution&)> visit,
    SearchOptions options, Parallelism parallelism) {
  const absl::StatusOr<int> threads = ThreadsFor(parallelism);
  if (!threads.ok()) return threads.status();
  if (*threads == 1) return ForEachSolution(problem, visit, std::move(options));
  absl::StatusOr<CrewResult> run =
      Run({.problem = problem,
           .task = Task::kEnumerate,
           .options = options,
           .keep_order = parallelism.keep_order,
           .nodes_to_part = parallelism.nodes_to_part},
          parallelism, *threads, visit);
  if (!run.ok()) return run.status();
  return std::move(run->summary);
}

absl::StatusOr<FirstResult> FindFirstInParallel(const Problem& problem,
                                                SearchOptions options,
                                                Parallelism parallelism) {
  const absl::StatusOr<int> threads = ThreadsFor(parallelism);
  if (!threads.ok()) return threads.status();
  if (*threads > 1) {
    absl::StatusOr<std::optional<FirstResult>> alone =
        FindFirstAlone(problem, options);
    if (!alone.ok()) return alone.status();
    // In order, another cover may come first.
    const bool is_answer =
        alone->has_value() &&
        !(parallelism.keep_order && (*alone)->options.has_value());
    if (is_answer) return **std::move(alone);
  }
  options.limits.solutions = 1;
  FirstResult result;
  absl::StatusOr<SearchSummary> summary = ForEachInParallel(
      problem,
      [&](const Solution& solution) {
        result.options.emplace(solution.options.begin(),
                               solution.options.end());
        result.cost = solution.cost;
        return true;
      },
      std::move(options), parallelism);
  if (!summary.ok()) return summary.status();
  result.summary = *std::move(summary);
  return result;
}

absl::StatusOr<BestResult> FindBestInParallel(const Problem& problem, size_t k,
                                              SearchOptions options,
                                              Parallelism parallelism) {
  if (k == 0) return absl::InvalidArgumentError("k must be at least 1");
  const absl::StatusOr<int> threads = ThreadsFor(parallelism);
  if (!threads.ok()) return threads.status();
  if (*threads == 1) return FindBest(problem, k, std::move(options));
  BestCovers best(k);
  absl::StatusOr<std::optional<BestResult>> alone =
      FindBestAlone(problem, options, best);
  if (!alone.ok()) return alone.status();
  if (alone->has_value()) return **std::move(alone);
  std::optional<int64_t> announced = best.best_cost();
  // Threads may find covers in another order than they are shown here.
  const auto announce = [&](const Solution& solution) {
    if (announced.has_value() && solution.cost >= *announced) return true;
    announced = solution.cost;
    if (options.on_improvement != nullptr) options.on_improvement(solution);
    return true;
  };
  absl::StatusOr<CrewResult> run =
      Run({.problem = problem,
           .task = Task::kBest,
           .options = options,
           .best = &best,
           .nodes_to_part = parallelism.nodes_to_part},
          parallelism, *threads, announce);
  if (!run.ok()) return run.status();
  return internal::MakeBestResult(best, run->lower_bound,
                                  std::move(run->summary));
}

}  // namespace dlx
