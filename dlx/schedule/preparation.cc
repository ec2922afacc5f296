#include "dlx/schedule/preparation.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "dlx/base/cpu.h"
#include "dlx/base/cpu_time.h"
#include "dlx/reduce/subject.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/parts.h"

namespace dlx::internal {

std::unique_ptr<RaceEngine> MakeRace(const Subject& subject, Task task,
                                     const SearchOptions& options, int threads,
                                     bool is_reckoned) {
  // Where covers are shown, their order must not depend on a clock.
  const RaceClock clock =
      task != Task::kCount || is_reckoned ? nullptr : &ThreadCpuTime;
  auto race = std::make_unique<RaceEngine>(subject, task, options, clock);
  if (threads > 1) race->UseThreads(threads);
  return race;
}

namespace {

Preparation PrepareParts(SplitProblem split, Task task,
                         const SearchOptions& options, int threads,
                         bool is_reckoned) {
  std::string reason = absl::StrCat("the problem falls into ",
                                    split.parts.size(), " independent parts");
  const Problem& largest =
      absl::c_max_element(split.parts, [](const Part& a, const Part& b) {
        return a.rest.problem().use_count() < b.rest.problem().use_count();
      })->rest.problem();
  const EngineRow& row = RowOfParts(*LikelyEngines(largest, task)[0], task);
  Preparation preparation = {
      .row = &row,
      .branching = options.branching,
      .reason = std::move(reason),
      .engine = MakeEngineOfParts(std::move(split), task, options, is_reckoned),
      .in_parts = true};
  if (threads > 1) preparation.engine->UseThreads(threads);
  return preparation;
}

}  // namespace

absl::StatusOr<Preparation> Prepare(const Problem& problem, Task task,
                                    const SearchOptions& options, int threads,
                                    bool is_reckoned) {
  if (absl::Status status = ObeyCpuVariable(); !status.ok()) return status;
  if (absl::Status status = CheckGivens(problem, options.givens);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckItemOrder(problem, options.item_order);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckEngineAskedFor(problem, task, options.engine);
      !status.ok()) {
    return status;
  }
  Reduced reduced = Reduce(problem, options, task);
  if (reduced.split.has_value()) {
    return PrepareParts(*std::move(reduced.split), task, options, threads,
                        is_reckoned);
  }
  const Subject& subject = reduced.subject;
  // What accepts the whole accepts a part of it.
  absl::StatusOr<RowChoice> choice =
      ChooseRow(subject.problem(), task, options.engine);
  if (!choice.ok()) return choice.status();
  Preparation preparation = {.row = choice->row,
                             .branching = options.branching,
                             .reason = std::move(choice->reason),
                             .engine = nullptr,
                             .remainder = subject.remainder()};
  if (choice->row == nullptr) {
    std::unique_ptr<RaceEngine> race =
        MakeRace(subject, task, options, threads, is_reckoned);
    preparation.row = &FindRow(race->choice().kind);
    preparation.reason = race->choice().reason;
    preparation.race = race.get();
    preparation.engine = std::move(race);
  } else {
    preparation.engine = MakeEngine(*choice->row, subject, task, options);
    if (threads > 1) preparation.engine->UseThreads(threads);
  }
  return preparation;
}

Preparation Settle(Preparation preparation, RaceEnd end,
                   const LimitWatch& watch, ProgressReporter& reporter) {
  if (preparation.race == nullptr) return preparation;
  RaceEngine& race = *preparation.race;
  Natural count = 0;
  const auto may_go_on = [&] {
    reporter.MayReport([&] {
      return Progress{.fraction_done = race.FractionDone(),
                      .nodes = race.nodes(),
                      .solutions = count,
                      .path = race.Path(),
                      .layers = race.Layers()};
    });
    return watch.Check(race.nodes()) == Outcome::kRunning;
  };
  while (
      may_go_on() &&
      !(race.IsClear() && (end == RaceEnd::kForecast || race.MayShareTree())) &&
      race.Count(watch.limits().nodes, &count) == Engine::Step::kPaused) {
  }
  return race.HandOver();
}

}  // namespace dlx::internal
