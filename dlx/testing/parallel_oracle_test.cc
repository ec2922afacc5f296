// Threads against the brute-force oracle, and against one thread: all engines,
// so small problems that everything at the ends and corners of the tree comes
// up, and so small parts that there are as many of them as there can be. More
// of these, or those of a failure that is to be looked into:
//
//   bazel run //dlx/testing:parallel_oracle_test -- --random_problems=10000
//   --seed=7

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/require.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

ABSL_FLAG(uint64_t, seed, 1,
          "The first random problem has this seed, the next one a seed that is "
          "higher by 1, and so on.");
ABSL_FLAG(int, random_problems,
          dlx::testing::Repetitions(dlx::testing::AllCases() ? 300 : 75),
          "How many random problems to try.");

namespace dlx {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Concat;
using ::dlx::testing::Cover;
using ::dlx::testing::Dice;
using ::dlx::testing::ForEachProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::OneIn;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::TinyFamilies;
using ::dlx::testing::TinyFamily;
using ::dlx::testing::ToNotation;
using ::dlx::testing::TotalCost;

// A problem, how to solve it, and what is known about it.
struct Case {
  const Problem& problem;
  const std::vector<Cover>& covers;  // By the oracle.
  SearchOptions options;
  Parallelism parallelism;
  Dice dice;
};

// The covers in the order in which they are visited, up to so many.
absl::StatusOr<std::vector<Cover>> Visit(const Case& c, SearchOptions options,
                                         Parallelism parallelism,
                                         Outcome outcome,
                                         uint64_t at_most = kUnlimited) {
  std::vector<Cover> covers;
  const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
      c.problem,
      [&](const Solution& solution) {
        covers.emplace_back(solution.options.begin(), solution.options.end());
        EXPECT_EQ(solution.cost, TotalCost(c.problem, solution.options));
        return covers.size() < at_most;
      },
      options, parallelism);
  DLX_RETURN_IF_ERROR(summary.status());
  DLX_REQUIRE(summary->outcome == outcome, OutcomeName(summary->outcome),
              " after visiting ", covers.size());
  return covers;
}

std::vector<Cover> Sorted(std::vector<Cover> covers) {
  for (Cover& cover : covers) std::sort(cover.begin(), cover.end());
  std::sort(covers.begin(), covers.end());
  return covers;
}

// In the order of one thread.
std::vector<Cover> Sequence(const Case& c) {
  std::vector<Cover> covers;
  absl::StatusOr<Search> search = Search::Create(c.problem, c.options);
  for (const Solution& solution : *search) {
    covers.emplace_back(solution.options.begin(), solution.options.end());
  }
  return covers;
}

absl::Status TestVisits(const Case& c) {
  const absl::StatusOr<std::vector<Cover>> any =
      Visit(c, c.options, c.parallelism, Outcome::kExhausted);
  DLX_RETURN_IF_ERROR(any.status());
  DLX_REQUIRE(Sorted(*any) == c.covers, any->size(), " covers");

  // One thread may have an order of its own.
  Parallelism ordered = c.parallelism;
  ordered.threads = std::max(2, ordered.threads);
  ordered.keep_order = true;
  const absl::StatusOr<std::vector<Cover>> in_order =
      Visit(c, c.options, ordered, Outcome::kExhausted);
  DLX_RETURN_IF_ERROR(in_order.status());
  DLX_REQUIRE(Sorted(*in_order) == c.covers, in_order->size(), " in order");
  if (c.options.engine == EngineKind::kDancingLinks) {
    DLX_REQUIRE(*in_order == Sequence(c), "not the order of one thread");
  }
  ordered.threads = 2 + c.dice(7);
  ordered.nodes_alone = c.dice(10);
  const absl::StatusOr<std::vector<Cover>> again =
      Visit(c, c.options, ordered, Outcome::kExhausted);
  DLX_RETURN_IF_ERROR(again.status());
  DLX_REQUIRE(*again == *in_order, "another order with ", ordered.threads,
              " threads");

  for (bool keep_order : {true, false}) {
    ordered.keep_order = keep_order;
    const absl::StatusOr<FirstResult> first =
        FindFirstInParallel(c.problem, c.options, ordered);
    DLX_RETURN_IF_ERROR(first.status());
    DLX_REQUIRE(first->options.has_value() == !c.covers.empty(), "first");
    if (!first->options.has_value()) {
      DLX_REQUIRE(first->summary.outcome == Outcome::kExhausted, "first");
      continue;
    }
    DLX_REQUIRE(first->summary.outcome == Outcome::kSolutionLimit, "first");
    if (keep_order) {
      DLX_REQUIRE(*first->options == in_order->front(), "not the first one");
    }
    const std::vector<Cover> cover = Sorted({*first->options});
    DLX_REQUIRE(
        std::binary_search(c.covers.begin(), c.covers.end(), cover.front()),
        "the first one is no cover");
  }

  // Limits on solutions, and visitors that have enough.
  const size_t total = c.covers.size();
  for (size_t limit : {size_t{0}, size_t{1}, total / 2, total, total + 1}) {
    SearchOptions options = c.options;
    options.limits.solutions = limit;
    for (bool keep_order : {true, false}) {
      ordered.keep_order = keep_order;
      absl::StatusOr<std::vector<Cover>> some =
          Visit(c, options, ordered,
                limit <= total ? Outcome::kSolutionLimit : Outcome::kExhausted);
      DLX_RETURN_IF_ERROR(some.status());
      DLX_REQUIRE(some->size() == std::min(limit, total), some->size(),
                  " covers with a limit of ", limit);
      if (keep_order) {
        DLX_REQUIRE(std::equal(some->begin(), some->end(), in_order->begin()),
                    "not the first ", limit);
      }
      if (limit == 0) continue;
      some = Visit(c, c.options, ordered,
                   limit <= total ? Outcome::kInterrupted : Outcome::kExhausted,
                   limit);
      DLX_RETURN_IF_ERROR(some.status());
      DLX_REQUIRE(some->size() == std::min(limit, total), some->size(),
                  " visits instead of ", limit);
    }
  }
  return absl::OkStatus();
}

absl::Status TestCount(const Case& c) {
  const absl::StatusOr<CountResult> alone =
      CountSolutions(c.problem, c.options);
  DLX_RETURN_IF_ERROR(alone.status());
  const absl::StatusOr<CountResult> count =
      CountInParallel(c.problem, c.options, c.parallelism);
  DLX_RETURN_IF_ERROR(count.status());
  DLX_REQUIRE(count->count == c.covers.size(), count->count, " counted");
  DLX_REQUIRE(count->summary.outcome == Outcome::kExhausted,
              OutcomeName(count->summary.outcome));
  DLX_REQUIRE(count->summary.engine.kind == alone->summary.engine.kind,
              EngineName(count->summary.engine.kind));
  const Statistics& statistics = count->summary.statistics;
  if (count->summary.engine.kind == EngineKind::kDancingLinks) {
    DLX_REQUIRE(
        statistics.nodes_by_depth == alone->summary.statistics.nodes_by_depth,
        statistics.nodes, " nodes instead of ",
        alone->summary.statistics.nodes);
  }

  const size_t total = c.covers.size();
  if (CheckEngine(c.options.engine, c.problem, Task::kEnumerate).ok()) {
    for (size_t limit : {size_t{0}, size_t{1}, total / 2, total, total + 1}) {
      SearchOptions options = c.options;
      options.limits.solutions = limit;
      const absl::StatusOr<CountResult> some =
          CountInParallel(c.problem, options, c.parallelism);
      DLX_RETURN_IF_ERROR(some.status());
      DLX_REQUIRE(some->count == std::min(limit, total), some->count,
                  " counted with a limit of ", limit);
      DLX_REQUIRE(
          some->summary.outcome ==
              (limit <= total ? Outcome::kSolutionLimit : Outcome::kExhausted),
          OutcomeName(some->summary.outcome), ", limit ", limit);
    }
  }

  SearchOptions options = c.options;
  options.limits.nodes = c.dice(statistics.nodes + 2);
  const absl::StatusOr<CountResult> some =
      CountInParallel(c.problem, options, c.parallelism);
  DLX_RETURN_IF_ERROR(some.status());
  const uint64_t nodes = some->summary.statistics.nodes;
  if (some->summary.outcome == Outcome::kExhausted) {
    DLX_REQUIRE(some->count == total, some->count);
  } else {
    DLX_REQUIRE(some->summary.outcome == Outcome::kNodeLimit,
                OutcomeName(some->summary.outcome));
    DLX_REQUIRE(some->count <= total, some->count);
    DLX_REQUIRE(nodes >= options.limits.nodes, nodes);
  }
  // Each thread may be on its way when the limit is reached.
  const uint64_t slice = c.parallelism.nodes_to_part + 1;
  DLX_REQUIRE(
      nodes <= options.limits.nodes +
                   c.parallelism.threads * (slice + c.problem.option_count()),
      nodes, " nodes with a limit of ", options.limits.nodes);
  return absl::OkStatus();
}

absl::Status TestBest(const Case& c) {
  for (size_t k : {size_t{1}, size_t{1} + c.dice(5), c.covers.size() + 1}) {
    const absl::StatusOr<BestResult> alone = FindBest(c.problem, k, c.options);
    const absl::StatusOr<BestResult> best =
        FindBestInParallel(c.problem, k, c.options, c.parallelism);
    DLX_RETURN_IF_ERROR(best.status());
    DLX_REQUIRE(best->covers.size() == alone->covers.size(),
                best->covers.size(), " best");
    for (size_t i = 0; i < best->covers.size(); ++i) {
      DLX_REQUIRE(best->covers[i].options == alone->covers[i].options &&
                      best->covers[i].cost == alone->covers[i].cost,
                  "not the same best ", i, " of ", k);
    }
    DLX_REQUIRE(best->summary.outcome == Outcome::kExhausted, "best");
  }
  return absl::OkStatus();
}

absl::Status TestCase(const Case& c) {
  const EngineKind engine = c.options.engine;
  if (CheckEngine(engine, c.problem, Task::kEnumerate).ok()) {
    DLX_RETURN_IF_ERROR(TestVisits(c));
  }
  if (CheckEngine(engine, c.problem, Task::kCount).ok()) {
    DLX_RETURN_IF_ERROR(TestCount(c));
  }
  if (CheckEngine(engine, c.problem, Task::kBest).ok()) {
    DLX_RETURN_IF_ERROR(TestBest(c));
  }
  return absl::OkStatus();
}

// With an engine of each kind, in a way that depends on the seed.
absl::Status TestThreads(const Problem& problem, uint64_t seed) {
  const std::vector<Cover> covers = AllCovers(problem);
  const Dice dice(seed);
  for (const EngineInfo& engine : AllEngines()) {
    const Case c = {.problem = problem,
                    .covers = covers,
                    .options = {.engine = engine.kind},
                    .parallelism = {.threads = static_cast<int>(1 + dice(8)),
                                    .nodes_alone = dice(2) == 0 ? 0 : dice(20),
                                    .nodes_to_part = 1 + dice(4)},
                    .dice = dice};
    const absl::Status status = TestCase(c);
    if (status.ok()) continue;
    return absl::InternalError(Concat(
        status.message(), "\nengine ", engine.name, ", ", c.parallelism.threads,
        " threads after ", c.parallelism.nodes_alone, " nodes, a part after ",
        c.parallelism.nodes_to_part, ", seed ", seed, ", problem:\n",
        ToNotation(problem)));
  }
  return absl::OkStatus();
}

TEST(ParallelOracleTest, RandomProblems) {
  const uint64_t first = absl::GetFlag(FLAGS_seed);
  const uint64_t end = first + absl::GetFlag(FLAGS_random_problems);
  for (uint64_t seed = first; seed != end; ++seed) {
    Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice), dice);
    ASSERT_THAT(TestThreads(problem, seed), IsOk());
  }
}

class TinyProblemTest : public ::testing::TestWithParam<TinyFamily> {};

TEST_P(TinyProblemTest, ThreadsAgreeWithTheOracle) {
  uint64_t number = 0;
  ForEachProblem(GetParam(), [&](const Problem& problem) {
    // Threads take time to start.
    if (++number % OneIn(50) != 0 || HasFailure()) return;
    EXPECT_THAT(TestThreads(problem, number), IsOk());
  });
}

INSTANTIATE_TEST_SUITE_P(ParallelOracleTest, TinyProblemTest,
                         ::testing::ValuesIn(TinyFamilies()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace dlx

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  absl::ParseCommandLine(argc, argv);
  return RUN_ALL_TESTS();
}
