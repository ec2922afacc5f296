// The answers of searches: numbers of covers, and covers of least cost.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/pull.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::CreateOrDie;
using ::dlx::testing::EndlessProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::KnownProblem;
using ::dlx::testing::KnownProblems;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::SevenItems;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class KnownProblemTest : public ::testing::TestWithParam<KnownProblem> {};

TEST_P(KnownProblemTest, HasTheKnownNumberOfCovers) {
  const auto& [name, problem, count] = GetParam();
  const std::vector<SearchOptions> ways = {
      {.branching = Branching::kFewestOptions},
      {.branching = Branching::kFewestOptions, .seed = 7},
      {.branching = Branching::kInputOrder},
  };
  for (const SearchOptions& options : ways) {
    const absl::StatusOr<CountResult> counted =
        CountSolutions(problem, options);
    ASSERT_THAT(counted, IsOk());
    EXPECT_EQ(counted->count, count);
    EXPECT_EQ(counted->summary.outcome, Outcome::kExhausted);

    Search search = CreateOrDie(problem, options);
    uint64_t pulled = 0;
    for (const Solution& solution : search) {
      ASSERT_THAT(VerifyCover(problem, solution.options), IsOk());
      ++pulled;
    }
    EXPECT_EQ(pulled, count);
    EXPECT_EQ(search.outcome(), Outcome::kExhausted);
  }
}

TEST_P(KnownProblemTest, IsCountedAlikeByEveryEngine) {
  const auto& [name, problem, count] = GetParam();
  for (const EngineInfo& info : AllEngines()) {
    const absl::StatusOr<CountResult> counted =
        CountSolutions(problem, {.engine = info.kind});
    const absl::Status check = CheckEngine(info.kind, problem, Task::kCount);
    ASSERT_EQ(counted.status(), check) << info.name;
    if (!counted.ok()) continue;
    EXPECT_EQ(counted->count, count) << info.name;
  }
}

INSTANTIATE_TEST_SUITE_P(SearchTest, KnownProblemTest,
                         ::testing::ValuesIn(KnownProblems()),
                         [](const auto& info) { return info.param.name; });

// ---------------------------------------------------------------------------
// Counts beyond what can be visited, or stated.

// n items that can each be covered in two ways, and have 2^n covers together.
Problem PowerOfTwo(int n) {
  ProblemBuilder builder;
  for (int i = 0; i < n; ++i) {
    const ItemId item = builder.AddPrimary(absl::StrCat("i", i));
    builder.AddOption({item});
    builder.AddOption({item});
  }
  return *std::move(builder).Build();
}

TEST(CountTest, CountsUpTo128Bits) {
  for (int n : {63, 64, 65, 127}) {
    const absl::StatusOr<CountResult> counted =
        CountSolutions(PowerOfTwo(n), {.engine = EngineKind::kMemoCounter});
    ASSERT_THAT(counted, IsOk()) << n;
    EXPECT_EQ(counted->count, absl::uint128(1) << n);
    EXPECT_EQ(counted->summary.outcome, Outcome::kExhausted);
  }
}

TEST(CountTest, SaysSoWhenThereAreMore) {
  for (const Problem& problem :
       {PowerOfTwo(128), PowerOfTwo(129), PowerOfTwo(200), EndlessProblem()}) {
    EXPECT_THAT(
        CountSolutions(problem, {.engine = EngineKind::kMemoCounter}),
        StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("2^128 - 1")));
  }
}

// ---------------------------------------------------------------------------
// Least cost.

TEST(BestTest, NeedsToKnowHowMany) {
  EXPECT_THAT(FindBest(SevenItems(), 0),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("k")));
}

TEST(BestTest, ComesCheapestFirst) {
  const Problem problem =
      ProblemFromNotation("a b\na |5\nb |7\na b |11\na |-3\nb |100\na b |4\n");
  const absl::StatusOr<BestResult> best = FindBest(problem, 3);
  ASSERT_THAT(best, IsOk());
  ASSERT_THAT(best->covers, SizeIs(3));
  EXPECT_EQ(best->covers[0].cost, 4);
  EXPECT_EQ(best->covers[1].cost, 4);  // -3 + 7
  EXPECT_EQ(best->covers[2].cost, 11);
  EXPECT_THAT(best->covers[2].options, ElementsAre(OptionId(2)));
  EXPECT_EQ(best->summary.outcome, Outcome::kExhausted);
}

TEST(BestTest, FewerAreTheFirstOfMore) {
  // Every way to choose one of three options for each of four items; many cost
  // the same.
  std::string text = "a b c d\n";
  for (char item : {'a', 'b', 'c', 'd'}) {
    for (int cost : {2, 0, 1}) {
      absl::StrAppend(&text, std::string(1, item), " |", cost, "\n");
    }
  }
  const Problem problem = ProblemFromNotation(text);
  std::vector<int64_t> costs;
  ASSERT_THAT(ForEachSolution(problem,
                              [&costs](const Solution& solution) {
                                costs.push_back(solution.cost);
                                return true;
                              }),
              IsOk());
  ASSERT_THAT(costs, SizeIs(81));
  std::sort(costs.begin(), costs.end());

  const absl::StatusOr<BestResult> all = FindBest(problem, 1000);
  ASSERT_THAT(all, IsOk());
  for (size_t k = 1; k <= costs.size(); ++k) {
    const absl::StatusOr<BestResult> best = FindBest(problem, k);
    ASSERT_THAT(best, IsOk());
    ASSERT_THAT(best->covers, SizeIs(k));
    for (size_t i = 0; i < k; ++i) {
      EXPECT_EQ(best->covers[i].cost, costs[i]);
      EXPECT_EQ(best->covers[i].options, all->covers[i].options);
    }
  }
}

TEST(BestTest, LimitsMakeItIncompleteNotWrong) {
  const Problem problem = QueensProblem(8);
  const absl::StatusOr<BestResult> one =
      FindBest(problem, 5, {.limits = {.solutions = 2}});
  ASSERT_THAT(one, IsOk());
  EXPECT_THAT(one->covers, SizeIs(2));
  EXPECT_EQ(one->summary.outcome, Outcome::kSolutionLimit);

  Interrupter interrupter;
  interrupter.Request();
  const absl::StatusOr<BestResult> none =
      FindBest(problem, 5, {.limits = {.interrupter = &interrupter}});
  ASSERT_THAT(none, IsOk());
  EXPECT_THAT(none->covers, IsEmpty());
  EXPECT_EQ(none->summary.outcome, Outcome::kInterrupted);
}

TEST(BestTest, DoesNotSearchWhereNothingCheaperCanBe) {
  // The dearest options are of no use once the cheap cover is known.
  std::string text = "a b c d e f\n";
  for (char item : {'a', 'b', 'c', 'd', 'e', 'f'}) {
    for (int cost = 1; cost <= 8; ++cost) {
      absl::StrAppend(&text, std::string(1, item), " |", cost, "\n");
    }
  }
  const absl::StatusOr<BestResult> best =
      FindBest(ProblemFromNotation(text), 1);
  ASSERT_THAT(best, IsOk());
  ASSERT_THAT(best->covers, SizeIs(1));
  EXPECT_EQ(best->covers[0].cost, 6);
  EXPECT_EQ(best->summary.outcome, Outcome::kExhausted);
  EXPECT_LT(best->summary.statistics.nodes, 100);  // Of 8^6 or more.
}

}  // namespace
}  // namespace dlx
