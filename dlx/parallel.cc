#include "dlx/parallel.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/run/best_covers.h"
#include "dlx/run/counting_trial.h"
#include "dlx/run/crew.h"
#include "dlx/run/worker.h"

namespace dlx {
namespace {

using internal::Assignment;
using internal::BestCovers;
using internal::Crew;

absl::StatusOr<int> ThreadsFor(const Parallelism& parallelism) {
  if (parallelism.threads < 0 || parallelism.threads > kMostThreads) {
    return absl::InvalidArgumentError(
        absl::StrCat("there can be 1 to ", kMostThreads, " threads, or 0 for ",
                     "one for each processor, but not ", parallelism.threads));
  }
  return parallelism.threads > 0 ? parallelism.threads : ProcessorCount();
}

bool VisitNone(const Solution&) { return true; }

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
  const Task task = limit == kUnlimited ? Task::kCount : Task::kEnumerate;
  absl::StatusOr<EngineChoice> choice;
  internal::CountingTrial trial;
  if (task == Task::kCount && options.engine == EngineKind::kAuto) {
    trial = internal::TryCounting(problem, options);
    choice = EngineChoice{trial.kind, std::move(trial.reason)};
  } else {
    choice = ChooseEngine(problem, task, options.engine);
  }
  if (!choice.ok()) return choice.status();
  const Assignment assignment = {.problem = problem,
                                 .task = task,
                                 .options = options,
                                 .engine = internal::FindRow(choice->kind),
                                 .only_counts = true,
                                 .nodes_to_part = parallelism.nodes_to_part};
  Crew crew(assignment, *threads);
  if (trial.engine != nullptr) {
    crew.ContinueFrom(std::move(trial.engine), trial.count);
  }
  crew.Run(parallelism.nodes_alone, VisitNone);
  if (crew.overflowed()) return internal::TooManyToCount();
  CountResult result = {.count = crew.counted(), .summary = crew.summary()};
  if (result.count >= limit && limit != kUnlimited) {
    result.count = limit;
    result.summary.outcome = Outcome::kSolutionLimit;
  }
  result.summary.engine = *std::move(choice);
  return result;
}

absl::StatusOr<SearchSummary> ForEachInParallel(
    const Problem& problem, absl::FunctionRef<bool(const Solution&)> visit,
    SearchOptions options, Parallelism parallelism) {
  const absl::StatusOr<int> threads = ThreadsFor(parallelism);
  if (!threads.ok()) return threads.status();
  if (*threads == 1) return ForEachSolution(problem, visit, std::move(options));
  absl::StatusOr<EngineChoice> choice =
      ChooseEngine(problem, Task::kEnumerate, options.engine);
  if (!choice.ok()) return choice.status();
  const Assignment assignment = {.problem = problem,
                                 .task = Task::kEnumerate,
                                 .options = options,
                                 .engine = internal::FindRow(choice->kind),
                                 .keep_order = parallelism.keep_order,
                                 .nodes_to_part = parallelism.nodes_to_part};
  Crew crew(assignment, *threads);
  crew.Run(parallelism.nodes_alone, visit);
  SearchSummary summary = crew.summary();
  summary.engine = *std::move(choice);
  return summary;
}

absl::StatusOr<FirstResult> FindFirstInParallel(const Problem& problem,
                                                SearchOptions options,
                                                Parallelism parallelism) {
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
  absl::StatusOr<EngineChoice> choice =
      ChooseEngine(problem, Task::kBest, options.engine);
  if (!choice.ok()) return choice.status();
  BestCovers best(k);
  const Assignment assignment = {.problem = problem,
                                 .task = Task::kBest,
                                 .options = options,
                                 .engine = internal::FindRow(choice->kind),
                                 .best = &best,
                                 .nodes_to_part = parallelism.nodes_to_part};
  Crew crew(assignment, *threads);
  crew.Run(parallelism.nodes_alone, VisitNone);
  BestResult result = {.covers = best.covers(), .summary = crew.summary()};
  result.summary.engine = *std::move(choice);
  return result;
}

}  // namespace dlx
