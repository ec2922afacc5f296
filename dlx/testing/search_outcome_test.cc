// How a search ends, and how far it says that it has come.

#include <cstdint>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/statistics.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/progress_reports.h"
#include "dlx/testing/pull.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::CreateOrDie;
using ::dlx::testing::EndlessProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProgressReports;
using ::dlx::testing::Pull;
using ::dlx::testing::QueensProblem;
using ::testing::AllOf;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;
using ::testing::SizeIs;

TEST(OutcomeTest, TheLimitMayBeTheNumberOfCovers) {
  const Problem problem = QueensProblem(8);
  struct Case {
    uint64_t limit;
    uint64_t count;
    Outcome outcome;
  };
  for (const auto& [limit, count, outcome] :
       std::vector<Case>{{0, 0, Outcome::kSolutionLimit},
                         {1, 1, Outcome::kSolutionLimit},
                         {91, 91, Outcome::kSolutionLimit},
                         {92, 92, Outcome::kSolutionLimit},
                         {93, 92, Outcome::kExhausted},
                         {kUnlimited, 92, Outcome::kExhausted}}) {
    Search search = CreateOrDie(problem, {.limits = {.solutions = limit}});
    EXPECT_THAT(Pull(search), SizeIs(count));
    EXPECT_EQ(search.outcome(), outcome) << limit;
    EXPECT_FALSE(search.Next());
    EXPECT_EQ(search.outcome(), outcome) << limit;
  }
}

TEST(OutcomeTest, NoCoverIsNotTheSameAsNoneFoundInTime) {
  const Problem none = ProblemFromNotation("a b\na\na\n");
  const absl::StatusOr<FirstResult> exhausted = FindFirst(none);
  ASSERT_THAT(exhausted, IsOk());
  EXPECT_EQ(exhausted->options, std::nullopt);
  EXPECT_EQ(exhausted->summary.outcome, Outcome::kExhausted);

  const absl::StatusOr<FirstResult> stopped =
      FindFirst(QueensProblem(8), {.limits = {.nodes = 3}});
  ASSERT_THAT(stopped, IsOk());
  EXPECT_EQ(stopped->options, std::nullopt);
  EXPECT_EQ(stopped->summary.outcome, Outcome::kNodeLimit);
}

TEST(OutcomeTest, TimeLimits) {
  for (absl::Duration time : {absl::ZeroDuration(), -absl::Seconds(1)}) {
    Search search = CreateOrDie(QueensProblem(8), {.limits = {.time = time}});
    EXPECT_FALSE(search.Next());
    EXPECT_EQ(search.outcome(), Outcome::kTimeLimit);
  }
  const absl::StatusOr<CountResult> counted = CountSolutions(
      EndlessProblem(), {.limits = {.time = absl::Milliseconds(20)},
                         .engine = EngineKind::kDancingLinks});
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->summary.outcome, Outcome::kTimeLimit);
  EXPECT_GT(counted->count, 0);

  Search search = CreateOrDie(EndlessProblem(),
                              {.limits = {.time = absl::Milliseconds(20)}});
  while (search.Next()) {
  }
  EXPECT_EQ(search.outcome(), Outcome::kTimeLimit);
}

TEST(OutcomeTest, LimitsStartAfreshAtRestart) {
  Search search = CreateOrDie(QueensProblem(8),
                              {.limits = {.solutions = 5, .nodes = 1000}});
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(Pull(search), SizeIs(5));
    EXPECT_EQ(search.outcome(), Outcome::kSolutionLimit);
    ASSERT_THAT(search.Restart(), IsOk());
    EXPECT_EQ(search.outcome(), Outcome::kRunning);
    EXPECT_EQ(search.statistics().nodes, 1);
  }
}

TEST(OutcomeTest, ARequestBeforeTheStartInterruptsAtOnce) {
  Interrupter interrupter;
  interrupter.Request();
  Search search =
      CreateOrDie(QueensProblem(8), {.limits = {.interrupter = &interrupter}});
  EXPECT_FALSE(search.Next());
  EXPECT_EQ(search.outcome(), Outcome::kInterrupted);
  EXPECT_EQ(search.CountRemaining(), 0);

  interrupter.Reset();
  ASSERT_THAT(search.Restart(), IsOk());
  EXPECT_THAT(Pull(search), SizeIs(92));
  EXPECT_EQ(search.outcome(), Outcome::kExhausted);
}

TEST(OutcomeTest, AnotherThreadCanInterruptASearch) {
  Interrupter interrupter;
  Search search =
      CreateOrDie(EndlessProblem(), {.limits = {.interrupter = &interrupter}});
  // By then the search is under way.
  ASSERT_TRUE(search.Next());
  std::thread thread([&] { interrupter.Request(); });
  while (search.Next()) {
  }
  thread.join();
  EXPECT_EQ(search.outcome(), Outcome::kInterrupted);
}

TEST(OutcomeTest, AnotherThreadCanInterruptACount) {
  Interrupter interrupter;
  std::thread thread([&] { interrupter.Request(); });
  const absl::StatusOr<CountResult> counted =
      CountSolutions(EndlessProblem(), {.limits = {.interrupter = &interrupter},
                                        .engine = EngineKind::kDancingLinks});
  thread.join();
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->summary.outcome, Outcome::kInterrupted);
}

TEST(OutcomeTest, AVisitorCanRequestAnInterruption) {
  Interrupter interrupter;
  uint64_t visited = 0;
  const absl::StatusOr<SearchSummary> summary =
      ForEachSolution(EndlessProblem(),
                      [&](const Solution&) {
                        if (++visited == 10) interrupter.Request();
                        return true;
                      },
                      {.limits = {.interrupter = &interrupter}});
  ASSERT_THAT(summary, IsOk());
  EXPECT_EQ(summary->outcome, Outcome::kInterrupted);
  EXPECT_GE(visited, 10);
}

TEST(OutcomeTest, AVisitorCanStop) {
  uint64_t visited = 0;
  const absl::StatusOr<SearchSummary> summary = ForEachSolution(
      EndlessProblem(), [&](const Solution&) { return ++visited < 10; });
  ASSERT_THAT(summary, IsOk());
  EXPECT_EQ(summary->outcome, Outcome::kInterrupted);
  EXPECT_EQ(visited, 10);
}

TEST(OutcomeTest, CountingStopsAtItsLimits) {
  const absl::StatusOr<CountResult> solutions =
      CountSolutions(EndlessProblem(), {.limits = {.solutions = 1000}});
  ASSERT_THAT(solutions, IsOk());
  EXPECT_EQ(solutions->count, 1000);
  EXPECT_EQ(solutions->summary.outcome, Outcome::kSolutionLimit);

  const absl::StatusOr<CountResult> nodes = CountSolutions(
      EndlessProblem(),
      {.limits = {.nodes = 1000}, .engine = EngineKind::kDancingLinks});
  ASSERT_THAT(nodes, IsOk());
  EXPECT_EQ(nodes->summary.outcome, Outcome::kNodeLimit);
  EXPECT_GE(nodes->summary.statistics.nodes, 1000);
  EXPECT_LE(nodes->summary.statistics.nodes, 1010);
}

// ---------------------------------------------------------------------------
// Progress.

TEST(ProgressTest, IsReportedFromTheSearchingThread) {
  ProgressReports reports;
  const SearchOptions options = {
      .engine = EngineKind::kDancingLinks,
      .on_progress = [&](const Progress& progress) { reports.Add(progress); },
      .progress_interval = absl::ZeroDuration()};
  const absl::StatusOr<CountResult> counted =
      CountSolutions(QueensProblem(9), options);
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->count, 352);
  reports.ExpectAscent(/*solutions=*/352);
}

TEST(ProgressTest, GoesFromZeroToOne) {
  Search search = CreateOrDie(QueensProblem(8));
  EXPECT_EQ(search.progress().fraction_done, 0);
  EXPECT_EQ(search.progress().solutions, 0);
  double last = 0;
  uint64_t solutions = 0;
  while (search.Next()) {
    const Progress progress = search.progress();
    EXPECT_THAT(progress.fraction_done, AllOf(Ge(last), Le(1.0)));
    EXPECT_EQ(progress.solutions, ++solutions);
    EXPECT_EQ(progress.nodes, search.statistics().nodes);
    last = progress.fraction_done;
  }
  EXPECT_GT(last, 0.5);
  EXPECT_EQ(search.progress().fraction_done, 1);
  ASSERT_THAT(search.Restart(), IsOk());
  EXPECT_EQ(search.progress().fraction_done, 0);
}

TEST(ProgressTest, TellsThePath) {
  Search search = CreateOrDie(
      QueensProblem(8),
      {.limits = {.nodes = 60}, .engine = EngineKind::kDancingLinks});
  EXPECT_THAT(search.progress().path, IsEmpty());
  while (search.Next()) {
  }
  const std::vector<PathStep> path = search.progress().path;
  ASSERT_THAT(path, Not(IsEmpty()));
  double done = 0;
  double part = 1;
  for (const PathStep& step : path) {
    ASSERT_TRUE(step.option.has_value());
    EXPECT_LT(step.done, step.branches);
    part /= step.branches;
    done += part * step.done;
  }
  EXPECT_LE(done, search.progress().fraction_done);
  EXPECT_GE(done + part, search.progress().fraction_done);
}

TEST(ProgressTest, EveryEngineThatWalksThroughATreeTellsThePath) {
  const Problem problem = QueensProblem(8);
  for (const EngineInfo& info : AllEngines()) {
    SCOPED_TRACE(info.name);
    if (info.kind == EngineKind::kLayers) continue;  // It walks through none.
    // An engine that excludes options may be back at the root now and then.
    int pauses = 0;
    int paths = 0;
    for (uint64_t nodes = 20; nodes <= 60; nodes += 5) {
      absl::StatusOr<Search> search =
          Search::CreateForCounting(problem, {.givens = {OptionId(10)},
                                              .limits = {.nodes = nodes},
                                              .engine = info.kind});
      if (!search.ok()) break;  // It does no secondary items.
      static_cast<void>(search->CountRemaining());
      if (search->outcome() == Outcome::kExhausted) break;
      const std::vector<PathStep> path = search->progress().path;
      ++pauses;
      paths += !path.empty();
      // Its options, and the given one, go together.
      std::set<ItemId> covered;
      std::vector<OptionId> options = {OptionId(10)};
      for (const PathStep& step : path) {
        ASSERT_TRUE(step.option.has_value());
        options.push_back(*step.option);
        EXPECT_LT(step.done, step.branches);
      }
      for (const OptionId option : options) {
        for (const ItemUse& use : problem.option(option)) {
          EXPECT_TRUE(covered.insert(use.item).second)
              << problem.OptionToString(option);
        }
      }
    }
    EXPECT_GE(paths, pauses / 2);
  }
}

TEST(ProgressTest, ACallbackCanInterrupt) {
  Interrupter interrupter;
  const absl::StatusOr<CountResult> counted = CountSolutions(
      EndlessProblem(),
      {.limits = {.interrupter = &interrupter},
       .engine = EngineKind::kDancingLinks,
       .on_progress = [&](const Progress&) { interrupter.Request(); },
       .progress_interval = absl::Milliseconds(1)});
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->summary.outcome, Outcome::kInterrupted);
}

}  // namespace
}  // namespace dlx
