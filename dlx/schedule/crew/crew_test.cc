// Threads that cannot be had are done without.

#include "dlx/schedule/crew/crew.h"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "absl/status/statusor.h"
#include "dlx/engine/table.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/schedule/crew/worker.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/preparation.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::EndlessProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::QueensProblem;

Preparation PrepareOrDie(const Job& job, const LimitWatch& watch,
                         ProgressReporter& reporter) {
  absl::StatusOr<Preparation> preparation =
      Prepare(job.problem, job.task, job.options);
  EXPECT_THAT(preparation, IsOk());
  return Settle(*std::move(preparation), RaceEnd::kShared, watch, reporter);
}

struct CrewCase {
  int threads;
  int most_threads;
  EngineKind engine;
  int started;
};

class CrewTest : public ::testing::TestWithParam<CrewCase> {};

TEST_P(CrewTest, DoesAllTheWorkWithTheThreadsThereAre) {
  const auto& [threads, most_threads, engine, started] = GetParam();
  const Problem problem = QueensProblem(9);
  const SearchOptions options = {.engine = engine};
  const Job counting = {.problem = problem,
                        .task = Task::kCount,
                        .options = options,
                        .only_counts = true};
  const Job visiting = {.problem = problem,
                        .task = Task::kEnumerate,
                        .options = options,
                        .keep_order = true};
  for (const Job& job : {counting, visiting}) {
    const LimitWatch watch(options.limits);
    ProgressReporter reporter(options);
    Crew crew(job, PrepareOrDie(job, watch, reporter), threads, watch,
              reporter);
    crew.RefuseThreadsAfter(most_threads);
    uint64_t visited = 0;
    crew.Run(/*nodes_alone=*/100,
             [&](const Solution&) { return ++visited > 0; });
    EXPECT_EQ(crew.threads_started(), started);
    EXPECT_EQ(crew.summary().outcome, Outcome::kExhausted);
    EXPECT_EQ(job.only_counts ? crew.counted() : visited, 352);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Threads, CrewTest,
    ::testing::Values(CrewCase{4, 4, EngineKind::kDancingLinks, 4},
                      CrewCase{4, 3, EngineKind::kDancingLinks, 3},
                      CrewCase{4, 1, EngineKind::kDancingLinks, 1},
                      CrewCase{4, 0, EngineKind::kDancingLinks, 0},
                      CrewCase{4, 0, EngineKind::kBitSets, 0},
                      // It cannot share its tree.
                      CrewCase{4, 4, EngineKind::kNogoods, 0}));

TEST(CrewErrorTest, AVisitorMayThrow) {
  const Problem problem = EndlessProblem();
  const SearchOptions options = {.engine = EngineKind::kDancingLinks};
  const Job job = {
      .problem = problem, .task = Task::kEnumerate, .options = options};
  const LimitWatch watch(options.limits);
  ProgressReporter reporter(options);
  Crew crew(job, PrepareOrDie(job, watch, reporter), 3, watch, reporter);
  uint64_t visited = 0;
  EXPECT_THROW(crew.Run(/*nodes_alone=*/0,
                        [&](const Solution&) -> bool {
                          if (++visited == 5000) throw std::runtime_error("");
                          return true;
                        }),
               std::runtime_error);
  EXPECT_EQ(visited, 5000);
}

}  // namespace
}  // namespace dlx::internal
