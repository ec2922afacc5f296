// The answers of searches: numbers of covers, and covers of least cost.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
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
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
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
// Givens.

// Whether all covers contain the given, and how many they are.
uint64_t CountWith(const Problem& problem, OptionId given,
                   const SearchOptions& options) {
  uint64_t count = 0;
  EXPECT_THAT(ForEachSolution(
                  problem,
                  [&](const Solution& solution) {
                    EXPECT_THAT(solution.options, Contains(given));
                    ++count;
                    return true;
                  },
                  options),
              IsOk());
  return count;
}

TEST_P(KnownProblemTest, GivensAreHonouredByEveryFunctionAndEngine) {
  const Problem& problem = GetParam().problem;
  const OptionId given(problem.option_count() / 3);
  uint64_t expected = 0;
  for (const Solution& solution : CreateOrDie(problem)) {
    expected +=
        std::count(solution.options.begin(), solution.options.end(), given);
  }
  SearchOptions options = {.givens = {given}};
  for (const EngineInfo& info : AllEngines()) {
    SCOPED_TRACE(info.name);
    options.engine = info.kind;
    if (CheckEngine(info.kind, problem, Task::kCount).ok()) {
      EXPECT_EQ(CountSolutions(problem, options)->count, expected);
      absl::StatusOr<Search> counting =
          Search::CreateForCounting(problem, {.engine = info.kind});
      ASSERT_THAT(counting, IsOk());
      EXPECT_EQ(counting->CountRemaining(), GetParam().covers);
      ASSERT_THAT(counting->Restart({given}), IsOk());
      EXPECT_EQ(counting->CountRemaining(), expected);
    }
    if (CheckEngine(info.kind, problem, Task::kEnumerate).ok()) {
      EXPECT_EQ(CountWith(problem, given, options), expected);
      EXPECT_EQ(FindFirst(problem, options)->options.has_value(), expected > 0);
    }
    if (CheckEngine(info.kind, problem, Task::kBest).ok()) {
      EXPECT_EQ(FindBest(problem, 100'000, options)->covers.size(), expected);
    }
  }
  options.engine = EngineKind::kAuto;
  EXPECT_EQ(CountSolutions(problem, options)->count, expected);
}

TEST(GivensOptionTest, MustBeOptionsOfTheProblem) {
  const SearchOptions options = {.givens = {OptionId(0), OptionId(6)}};
  const auto refused = StatusIs(absl::StatusCode::kInvalidArgument,
                                HasSubstr("no option number 6"));
  EXPECT_THAT(CountSolutions(SevenItems(), options), refused);
  EXPECT_THAT(FindFirst(SevenItems(), options), refused);
  EXPECT_THAT(FindBest(SevenItems(), 1, options), refused);
  EXPECT_THAT(Search::Create(SevenItems(), options), refused);
}

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

// By every engine that gets to the end, on one thread and on several.
TEST(CountTest, CountsHaveNoLimit) {
  for (const EngineKind engine :
       {EngineKind::kAuto, EngineKind::kMemoCounter, EngineKind::kLayers,
        EngineKind::kBitPlanes}) {
    for (const int n : {63, 64, 65, 127, 128, 129, 200, 500}) {
      SCOPED_TRACE(::testing::Message() << EngineName(engine) << " 2^" << n);
      const absl::StatusOr<CountResult> counted =
          CountSolutions(PowerOfTwo(n), {.engine = engine});
      ASSERT_THAT(counted, IsOk());
      EXPECT_EQ(counted->count, Natural::PowerOfTwo(n));
      EXPECT_EQ(counted->summary.outcome, Outcome::kExhausted);
    }
  }
  const absl::StatusOr<CountResult> counted = CountSolutions(EndlessProblem());
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->count.ToString(), "1" + std::string(64, '0'));
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

// Every way to choose one of eight options, the dearest first, for each item.
Problem DearestFirst(const std::string& items) {
  std::string text;
  for (char item : items) absl::StrAppend(&text, std::string(1, item), " ");
  text.back() = '\n';
  for (char item : items) {
    for (int cost = 8; cost >= 1; --cost) {
      absl::StrAppend(&text, std::string(1, item), " |", cost, "\n");
    }
  }
  return ProblemFromNotation(text);
}

TEST(BestTest, TellsImprovementsAndABound) {
  std::vector<int64_t> costs;
  SearchOptions options = {.on_improvement = [&](const Solution& solution) {
    costs.push_back(solution.cost);
  }};
  const Problem problem = QueensProblem(6);
  const absl::StatusOr<BestResult> free = FindBest(problem, 4, options);
  ASSERT_THAT(free, IsOk());
  EXPECT_THAT(costs, ElementsAre(0)) << "others cost the same";

  costs.clear();
  options.seed = 5;
  const absl::StatusOr<BestResult> best =
      FindBest(DearestFirst("abcd"), 3, options);
  ASSERT_THAT(best, IsOk());
  ASSERT_FALSE(costs.empty());
  EXPECT_EQ(costs.back(), 4);
  for (size_t i = 1; i < costs.size(); ++i) EXPECT_LT(costs[i], costs[i - 1]);
  EXPECT_EQ(best->lower_bound, 4);
  EXPECT_EQ(best->gap, 0);

  const absl::StatusOr<BestResult> none =
      FindBest(ProblemFromNotation("a b\na\n"), 1);
  ASSERT_THAT(none, IsOk());
  EXPECT_EQ(none->lower_bound, std::nullopt);
  EXPECT_EQ(none->gap, std::nullopt);
}

TEST(BestTest, KnowsABoundAndTheGapWhenItIsStopped) {
  std::vector<Progress> reports;
  const absl::StatusOr<BestResult> best =
      FindBest(DearestFirst("abcdef"), 1000,
               {.limits = {.nodes = 300},
                .on_progress = [&](const Progress& p) { reports.push_back(p); },
                .progress_interval = absl::ZeroDuration()});
  ASSERT_THAT(best, IsOk());
  EXPECT_EQ(best->summary.outcome, Outcome::kNodeLimit);
  ASSERT_TRUE(best->lower_bound.has_value());
  EXPECT_EQ(*best->lower_bound, 6);
  ASSERT_THAT(best->covers, Not(IsEmpty()));
  EXPECT_EQ(best->gap, best->covers[0].cost - 6);
  // The same is told on the way, as soon as there is a cover.
  ASSERT_THAT(reports, Not(IsEmpty()));
  for (const Progress& report : reports) {
    ASSERT_EQ(report.gap.has_value(), report.best_cost.has_value());
    if (report.gap.has_value()) {
      EXPECT_EQ(*report.gap, *report.best_cost - *report.lower_bound);
    }
  }
  EXPECT_TRUE(reports.back().gap.has_value());

  // No prices of single items say that three items are an odd number.
  const absl::StatusOr<BestResult> first =
      FindBest(ProblemFromNotation("a b c\na b |2\nb c |2\na c |2\n"
                                   "a |90\nb |95\nc |91\n"),
               1, {.limits = {.solutions = 1}});
  ASSERT_THAT(first, IsOk());
  ASSERT_THAT(first->covers, SizeIs(1));
  ASSERT_TRUE(first->lower_bound.has_value());
  EXPECT_GT(first->gap, 0);
  EXPECT_EQ(first->gap, first->covers[0].cost - *first->lower_bound);
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
