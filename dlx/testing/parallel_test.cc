// How searches on several threads end, and what they say on their way. That
// they find the right covers is the matter of parallel_oracle_test.

#include "dlx/parallel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/statistics.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/progress_reports.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::EndlessProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::KnownProblem;
using ::dlx::testing::KnownProblems;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProgressReports;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::StatusIs;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Lt;
using ::testing::Not;

// They start at once, and keep to parts of their own size.
constexpr Parallelism kThreads = {.threads = 4, .nodes_alone = 0};

const SearchOptions kDancingLinks = {.engine = EngineKind::kDancingLinks};

SearchOptions WithLimits(const Limits& limits) {
  SearchOptions options = kDancingLinks;
  options.limits = limits;
  return options;
}

class ParallelKnownProblemTest : public ::testing::TestWithParam<KnownProblem> {
};

TEST_P(ParallelKnownProblemTest, IsCountedByAnyNumberOfThreads) {
  for (int threads : {0, 1, 2, 3, 8}) {
    for (uint64_t nodes_to_part : {0, 1, 50}) {
      const absl::StatusOr<CountResult> result =
          CountInParallel(GetParam().problem, {},
                          {.threads = threads,
                           .nodes_alone = 10,
                           .nodes_to_part = nodes_to_part});
      ASSERT_THAT(result, IsOk());
      EXPECT_EQ(result->count, GetParam().covers);
      EXPECT_EQ(result->summary.outcome, Outcome::kExhausted);
    }
  }
}

TEST_P(ParallelKnownProblemTest, IsVisitedInTheSameOrderByAnyNumberOfThreads) {
  for (const EngineInfo& engine : AllEngines()) {
    if (!CheckEngine(engine.kind, GetParam().problem, Task::kEnumerate).ok()) {
      continue;
    }
    std::optional<std::vector<OptionId>> expected;
    for (int threads : {2, 3, 8}) {
      std::vector<OptionId> visited;
      const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
          GetParam().problem,
          [&](const Solution& solution) {
            visited.insert(visited.end(), solution.options.begin(),
                           solution.options.end());
            return true;
          },
          {.engine = engine.kind},
          {.threads = threads, .keep_order = true, .nodes_alone = 0});
      ASSERT_THAT(summary, IsOk());
      EXPECT_EQ(summary->outcome, Outcome::kExhausted);
      if (!expected.has_value()) expected = visited;
      EXPECT_EQ(visited, *expected) << engine.name << ", " << threads;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(ParallelTest, ParallelKnownProblemTest,
                         ::testing::ValuesIn(KnownProblems()),
                         [](const auto& info) { return info.param.name; });

// Two traps for a program that cuts a tree into prefixes of options.
TEST(ParallelTest, APrefixThatIsACoverCountsOnce) {
  // Of one option each, and every prefix longer than that is too long.
  const Problem flat = ProblemFromNotation("a b\na b\na b\na b\na\na b\n");
  // A chain: each prefix is followed by one that is longer, and all but two
  // options are forced.
  const Problem deep = ProblemFromNotation(
      "a b c d e f\na b c d e f\na\nb\nc\nd\ne\nf\na b\nc d\ne f\n");
  for (uint64_t nodes_to_part = 1; nodes_to_part < 5; ++nodes_to_part) {
    const Parallelism parallelism = {
        .threads = 8, .nodes_alone = 0, .nodes_to_part = nodes_to_part};
    const absl::StatusOr<CountResult> few =
        CountInParallel(flat, kDancingLinks, parallelism);
    ASSERT_THAT(few, IsOk());
    EXPECT_EQ(few->count, 4);
    const absl::StatusOr<CountResult> many =
        CountInParallel(deep, kDancingLinks, parallelism);
    ASSERT_THAT(many, IsOk());
    EXPECT_EQ(many->count, 9);
  }
}

TEST(ParallelTest, ThreadsTogetherVisitTheNodesOfOneThread) {
  const absl::StatusOr<CountResult> alone =
      CountSolutions(QueensProblem(9), kDancingLinks);
  const absl::StatusOr<CountResult> together =
      CountInParallel(QueensProblem(9), kDancingLinks, kThreads);
  ASSERT_THAT(together, IsOk());
  EXPECT_EQ(together->summary.statistics.nodes,
            alone->summary.statistics.nodes);
  EXPECT_EQ(together->summary.statistics.nodes_by_depth,
            alone->summary.statistics.nodes_by_depth);
}

TEST(ParallelTest, SmallProblemsAreSolvedAlone) {
  // If a thread were started for each of these, it would be a matter of
  // seconds.
  for (int i = 0; i < testing::Repetitions(20'000); ++i) {
    const absl::StatusOr<CountResult> result =
        CountInParallel(testing::SevenItems(), kDancingLinks, {.threads = 64});
    ASSERT_THAT(result, IsOk());
    ASSERT_EQ(result->count, 1);
  }
}

TEST(ParallelTest, AnImpossibleNumberOfThreads) {
  for (int threads : {-1, 100'000}) {
    EXPECT_THAT(CountInParallel(QueensProblem(4), {}, {.threads = threads}),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("1 to 1024 threads")));
  }
}

TEST(ParallelTest, WhatAnEngineCannotDoIsRefused) {
  const Problem problem = QueensProblem(4);
  for (int threads : {1, 2}) {
    const SearchOptions options = {.engine = EngineKind::kMemoCounter};
    const Parallelism parallelism = {.threads = threads};
    const auto refused =
        StatusIs(absl::StatusCode::kInvalidArgument,
                 HasSubstr("engine memo_counter can only count"));
    EXPECT_THAT(FindFirstInParallel(problem, options, parallelism), refused);
    EXPECT_THAT(FindBestInParallel(problem, 1, options, parallelism), refused);
    EXPECT_THAT(FindBestInParallel(problem, 0, {}, parallelism),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("k must be at least 1")));
  }
}

TEST(ParallelTest, CountersThatRememberUseThreadsByThemselves) {
  for (const EngineKind kind :
       {EngineKind::kMemoCounter, EngineKind::kLayers}) {
    SearchOptions options = {.engine = kind};
    const absl::StatusOr<CountResult> result =
        CountInParallel(QueensProblem(8), options, kThreads);
    ASSERT_THAT(result, IsOk());
    EXPECT_EQ(result->count, 92);
    EXPECT_EQ(result->summary.engine.kind, kind);
    EXPECT_EQ(result->summary.outcome, Outcome::kExhausted);
    // A limit ends them all.
    options.limits.nodes = 50;
    const absl::StatusOr<CountResult> limited =
        CountInParallel(QueensProblem(8), options, kThreads);
    ASSERT_THAT(limited, IsOk());
    EXPECT_EQ(limited->summary.outcome, Outcome::kNodeLimit);
    EXPECT_LT(limited->count, 92);
  }
}

// Those that remember do not share a tree among threads, but are stopped like
// all others. Queens that are too many for them, in little memory, go on for
// ever.
class RememberingTest : public ::testing::TestWithParam<EngineKind> {
 protected:
  static SearchOptions Options() {
    return {.engine = GetParam(), .memory_limit = size_t{1} << 22};
  }

  static CountResult Count(int queens, const SearchOptions& options) {
    const absl::StatusOr<CountResult> result =
        CountInParallel(QueensProblem(queens), options, kThreads);
    EXPECT_THAT(result, IsOk());
    return *result;
  }
};

INSTANTIATE_TEST_SUITE_P(ParallelTest, RememberingTest,
                         ::testing::Values(EngineKind::kMemoCounter,
                                           EngineKind::kLayers),
                         [](const auto& info) {
                           return std::string(EngineName(info.param));
                         });

TEST_P(RememberingTest, KeepsToALimitOfNodes) {
  SearchOptions options = Options();
  for (const uint64_t nodes : {1, 100, 10'000, 100'000}) {
    options.limits.nodes = nodes;
    const CountResult result = Count(20, options);
    EXPECT_EQ(result.summary.outcome, Outcome::kNodeLimit);
    // Each thread may be a node late whenever it looks.
    EXPECT_THAT(result.summary.statistics.nodes,
                AllOf(Ge(nodes), Le(nodes + nodes / 100 + 10)));
  }
}

TEST_P(RememberingTest, WhatWasCountedIsNeverTooMuch) {
  SearchOptions options = Options();
  Outcome outcome = Outcome::kNodeLimit;
  for (uint64_t nodes = 20; outcome != Outcome::kExhausted; nodes *= 2) {
    options.limits.nodes = nodes;
    const CountResult result = Count(8, options);
    outcome = result.summary.outcome;
    EXPECT_THAT(outcome, AnyOf(Outcome::kNodeLimit, Outcome::kExhausted));
    EXPECT_LE(result.count, 92);
    if (outcome == Outcome::kExhausted) {
      EXPECT_EQ(result.count, 92);
    }
  }
}

TEST_P(RememberingTest, KeepsToALimitOfTime) {
  SearchOptions options = Options();
  for (const absl::Duration time :
       {absl::ZeroDuration(), absl::Milliseconds(20)}) {
    options.limits.time = time;
    const CountResult result = Count(20, options);
    EXPECT_EQ(result.summary.outcome, Outcome::kTimeLimit);
    if (time <= absl::ZeroDuration()) {
      EXPECT_EQ(result.count, 0);
    }
  }
}

TEST_P(RememberingTest, ARequestBeforeTheStartInterruptsAtOnce) {
  Interrupter interrupter;
  interrupter.Request();
  SearchOptions options = Options();
  options.limits.interrupter = &interrupter;
  const CountResult result = Count(20, options);
  EXPECT_EQ(result.summary.outcome, Outcome::kInterrupted);
  EXPECT_EQ(result.count, 0);
  EXPECT_LE(result.summary.statistics.nodes, 1);
}

TEST_P(RememberingTest, AnotherThreadCanInterrupt) {
  Interrupter interrupter;
  SearchOptions options = Options();
  options.limits.interrupter = &interrupter;
  std::thread thread([&] {
    absl::SleepFor(absl::Milliseconds(20));
    interrupter.Request();
  });
  const CountResult result = Count(20, options);
  thread.join();
  EXPECT_EQ(result.summary.outcome, Outcome::kInterrupted);
}

TEST_P(RememberingTest, ReportsProgressFromTheCallingThreadUntilStopped) {
  Interrupter interrupter;
  SearchOptions options = Options();
  options.limits.interrupter = &interrupter;
  options.progress_interval = absl::ZeroDuration();
  Progress last;
  int reports = 0;
  options.on_progress = [&, id = std::this_thread::get_id()](
                            const Progress& progress) {
    EXPECT_EQ(std::this_thread::get_id(), id);
    EXPECT_THAT(progress.fraction_done, AllOf(Ge(last.fraction_done), Lt(1.0)));
    EXPECT_GE(progress.nodes, last.nodes);
    EXPECT_GE(progress.solutions, last.solutions);
    last = progress;
    if (++reports == 10) interrupter.Request();
  };
  const CountResult result = Count(20, options);
  EXPECT_EQ(result.summary.outcome, Outcome::kInterrupted);
  EXPECT_EQ(reports, 10);
  EXPECT_GT(last.nodes, 1);
  EXPECT_GT(last.fraction_done, 0);
}

TEST_P(ParallelKnownProblemTest, GivensAreHonouredByAnyNumberOfThreads) {
  const Problem& problem = GetParam().problem;
  const OptionId given(problem.option_count() / 3);
  SearchOptions options = {.givens = {given}};
  for (const EngineInfo& engine : AllEngines()) {
    if (!CheckEngine(engine.kind, problem, Task::kCount).ok()) continue;
    SCOPED_TRACE(engine.name);
    options.engine = engine.kind;
    const absl::StatusOr<CountResult> alone = CountSolutions(problem, options);
    Parallelism parallelism = kThreads;
    parallelism.nodes_to_part = 5;
    const absl::StatusOr<CountResult> together =
        CountInParallel(problem, options, parallelism);
    ASSERT_THAT(together, IsOk());
    EXPECT_EQ(together->count, alone->count);
    if (!CheckEngine(engine.kind, problem, Task::kBest).ok()) continue;
    EXPECT_EQ(FindBestInParallel(problem, 100'000, options, parallelism)
                  ->covers.size(),
              alone->count);
  }
}

// The automatic choice begins alone, in turns of two engines.
TEST(ParallelTest, TheBestOfTheAutomaticChoiceAreTheBest) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const testing::Dice dice(seed);
    const Problem problem = testing::RandomProblem(
        {.primary = 12, .options = 150, .planted = 30, .costs = 90}, dice);
    const auto costs = [](const absl::StatusOr<BestResult>& best) {
      EXPECT_THAT(best, IsOk());
      EXPECT_EQ(best->summary.outcome, Outcome::kExhausted);
      std::vector<int64_t> all;
      for (const CostedCover& cover : best->covers) all.push_back(cover.cost);
      return all;
    };
    EXPECT_EQ(costs(FindBestInParallel(problem, 10, {}, kThreads)),
              costs(FindBest(problem, 10, kDancingLinks)));
  }
}

TEST(ParallelTest, TellsImprovementsAndABound) {
  std::vector<int64_t> costs;
  SearchOptions options = kDancingLinks;
  options.seed = 3;
  options.on_improvement =
      [&, id = std::this_thread::get_id()](const Solution& solution) {
        EXPECT_EQ(std::this_thread::get_id(), id);
        costs.push_back(solution.cost);
      };
  std::string text = "a b c d e\n";
  for (char item : std::string("abcde")) {
    for (int cost = 8; cost >= 1; --cost) {
      absl::StrAppend(&text, std::string(1, item), " |", cost, "\n");
    }
  }
  Parallelism parallelism = kThreads;
  parallelism.nodes_to_part = 3;
  const absl::StatusOr<BestResult> best =
      FindBestInParallel(ProblemFromNotation(text), 2, options, parallelism);
  ASSERT_THAT(best, IsOk());
  ASSERT_THAT(costs, Not(IsEmpty()));
  EXPECT_EQ(costs.back(), 5);
  for (size_t i = 1; i < costs.size(); ++i) EXPECT_LT(costs[i], costs[i - 1]);
  EXPECT_EQ(best->lower_bound, 5);
  EXPECT_EQ(best->gap, 0);
}

TEST(ParallelTest, CountsHave128Bits) {
  ProblemBuilder builder;
  for (int i = 0; i < 100; ++i) {
    const ItemId item = builder.AddPrimary(absl::StrCat("i", i));
    builder.AddOption({item});
    builder.AddOption({item});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const absl::StatusOr<CountResult> result =
      CountInParallel(*problem, {}, kThreads);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->count, absl::uint128(1) << 100);
  EXPECT_EQ(result->summary.outcome, Outcome::kExhausted);
}

// What the race of the engines has counted must not be counted again, whichever
// thread is the first to look for work.
TEST(ParallelTest, TheWinnerOfTheRaceGoesOnWhereItStands) {
  for (const int queens : {5, 8}) {
    const Problem problem = QueensProblem(queens);
    const absl::StatusOr<CountResult> alone = CountSolutions(problem);
    ASSERT_THAT(alone, IsOk());
    for (int i = 0; i < 50; ++i) {
      const absl::StatusOr<CountResult> together =
          CountInParallel(problem, {}, kThreads);
      ASSERT_THAT(together, IsOk());
      ASSERT_EQ(together->count, alone->count);
    }
  }
}

TEST(ParallelTest, CountsHaveNoLimit) {
  const absl::StatusOr<CountResult> result =
      CountInParallel(EndlessProblem(), {}, kThreads);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->count.ToString(), "1" + std::string(64, '0'));
}

// ---------------------------------------------------------------------------
// Ends.

TEST(ParallelOutcomeTest, SolutionsAreExact) {
  for (uint64_t limit : {1, 999, 100'000}) {
    uint64_t visited = 0;
    const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
        EndlessProblem(), [&](const Solution&) { return ++visited > 0; },
        WithLimits({.solutions = limit}), kThreads);
    ASSERT_THAT(summary, IsOk());
    EXPECT_EQ(visited, limit);
    EXPECT_EQ(summary->outcome, Outcome::kSolutionLimit);

    const absl::StatusOr<CountResult> counted = CountInParallel(
        EndlessProblem(), WithLimits({.solutions = limit}), kThreads);
    ASSERT_THAT(counted, IsOk());
    EXPECT_EQ(counted->count, limit);
    EXPECT_EQ(counted->summary.outcome, Outcome::kSolutionLimit);
  }
}

TEST(ParallelOutcomeTest, AVisitorCanStop) {
  for (bool keep_order : {false, true}) {
    Parallelism parallelism = kThreads;
    parallelism.keep_order = keep_order;
    uint64_t visited = 0;
    const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
        EndlessProblem(), [&](const Solution&) { return ++visited < 5000; },
        kDancingLinks, parallelism);
    ASSERT_THAT(summary, IsOk());
    EXPECT_EQ(visited, 5000);
    EXPECT_EQ(summary->outcome, Outcome::kInterrupted);
  }
}

TEST(ParallelOutcomeTest, Nodes) {
  const absl::StatusOr<CountResult> counted = CountInParallel(
      EndlessProblem(), WithLimits({.nodes = 100'000}), kThreads);
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->summary.outcome, Outcome::kNodeLimit);
  EXPECT_THAT(counted->summary.statistics.nodes,
              AllOf(Ge(100'000), Le(500'000)));
}

TEST(ParallelOutcomeTest, Time) {
  for (absl::Duration time :
       {-absl::Seconds(1), absl::ZeroDuration(), absl::Milliseconds(20)}) {
    const SearchOptions options = WithLimits({.time = time});
    const absl::StatusOr<CountResult> counted =
        CountInParallel(EndlessProblem(), options, kThreads);
    ASSERT_THAT(counted, IsOk());
    EXPECT_EQ(counted->summary.outcome, Outcome::kTimeLimit);
    EXPECT_EQ(counted->count > 0, time > absl::ZeroDuration());
    const absl::StatusOr<SearchSummary> visited = ForEachInParallel(
        EndlessProblem(), [](const Solution&) { return true; }, options,
        kThreads);
    ASSERT_THAT(visited, IsOk());
    EXPECT_EQ(visited->outcome, Outcome::kTimeLimit);
  }
}

TEST(ParallelOutcomeTest, ARequestBeforeTheStartInterruptsAtOnce) {
  Interrupter interrupter;
  interrupter.Request();
  const absl::StatusOr<FirstResult> first = FindFirstInParallel(
      EndlessProblem(), WithLimits({.interrupter = &interrupter}), kThreads);
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->options, std::nullopt);
  EXPECT_EQ(first->summary.outcome, Outcome::kInterrupted);
  EXPECT_EQ(first->summary.statistics.nodes, 0);
}

TEST(ParallelOutcomeTest, AnotherThreadCanInterrupt) {
  Interrupter interrupter;
  std::thread thread([&] {
    absl::SleepFor(absl::Milliseconds(20));
    interrupter.Request();
  });
  const absl::StatusOr<CountResult> counted = CountInParallel(
      EndlessProblem(), WithLimits({.interrupter = &interrupter}), kThreads);
  thread.join();
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->summary.outcome, Outcome::kInterrupted);
}

TEST(ParallelOutcomeTest, AVisitorCanRequestAnInterruption) {
  for (bool keep_order : {false, true}) {
    Parallelism parallelism = kThreads;
    parallelism.keep_order = keep_order;
    Interrupter interrupter;
    uint64_t visited = 0;
    const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
        EndlessProblem(),
        [&](const Solution&) {
          if (++visited == 5000) interrupter.Request();
          return true;
        },
        WithLimits({.interrupter = &interrupter}), parallelism);
    ASSERT_THAT(summary, IsOk());
    EXPECT_EQ(summary->outcome, Outcome::kInterrupted);
    EXPECT_EQ(visited, 5000);
  }
}

TEST(ParallelOutcomeTest, AVisitorThatIsSlowHoldsUpTheThreads) {
  // Otherwise the covers that wait for it would fill the memory.
  uint64_t visited = 0;
  Parallelism parallelism = kThreads;
  parallelism.keep_order = true;
  const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
      EndlessProblem(),
      [&](const Solution& solution) {
        if (++visited == 1) absl::SleepFor(absl::Milliseconds(300));
        EXPECT_EQ(solution.options.size(), 64);
        return visited < 100'000;
      },
      kDancingLinks, parallelism);
  ASSERT_THAT(summary, IsOk());
  EXPECT_EQ(visited, 100'000);
}

// ---------------------------------------------------------------------------
// Progress.

TEST(ParallelProgressTest, OnlyTheCallingThreadCallsBack) {
  ProgressReports reports;
  SearchOptions options = kDancingLinks;
  options.on_progress = [&](const Progress& progress) {
    reports.Add(progress);
  };
  options.progress_interval = absl::ZeroDuration();
  Parallelism parallelism = kThreads;
  parallelism.nodes_to_part = 100;
  const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
      QueensProblem(11),
      [id = std::this_thread::get_id()](const Solution&) {
        EXPECT_EQ(std::this_thread::get_id(), id);
        return true;
      },
      options, parallelism);
  ASSERT_THAT(summary, IsOk());
  EXPECT_GT(reports.ExpectAscent(/*solutions=*/2680).nodes, 0);
}

// Of a search whose parts end within their first slice there may be no path.
TEST(ParallelProgressTest, TellsThePathOfWhatDoesNotEnd) {
  Interrupter interrupter;
  SearchOptions options =
      WithLimits({.time = absl::Minutes(2), .interrupter = &interrupter});
  options.progress_interval = absl::Milliseconds(1);
  std::vector<PathStep> path;
  options.on_progress = [&](const Progress& progress) {
    if (progress.path.empty()) return;
    path = progress.path;
    interrupter.Request();
  };
  const absl::StatusOr<CountResult> result =
      CountInParallel(EndlessProblem(), options, kThreads);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->summary.outcome, Outcome::kInterrupted);
  EXPECT_THAT(path, Not(IsEmpty()));
}

TEST(ParallelProgressTest, ACallbackCanInterrupt) {
  Interrupter interrupter;
  SearchOptions options = WithLimits({.interrupter = &interrupter});
  options.on_progress = [&](const Progress&) { interrupter.Request(); };
  options.progress_interval = absl::Milliseconds(1);
  const absl::StatusOr<CountResult> counted =
      CountInParallel(EndlessProblem(), options, kThreads);
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->summary.outcome, Outcome::kInterrupted);
}

}  // namespace
}  // namespace dlx
