// Problems that fall into parts, through the functions of the library.

#include "dlx/schedule/parts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/answers.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/engine_tester.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::DominoProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::PowerProblem;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::RandomUnion;
using ::dlx::testing::Repetitions;
using ::dlx::testing::ShuffledUnion;
using ::dlx::testing::TestChoice;
using ::dlx::testing::Union;

constexpr size_t kMostCovers = 300;

// Of random unions that are not too large.
template <typename Do>
void ForEachUnion(int count, Do test) {
  uint64_t seed = 0;
  while (count > 0 && !::testing::Test::HasFailure()) {
    SCOPED_TRACE(++seed);
    const Dice dice(seed);
    const Union all = RandomUnion(dice);
    const std::vector<Cover> covers = AllCovers(all);
    if (covers.size() > kMostCovers || (covers.empty() && dice(8) > 0))
      continue;
    --count;
    test(all.problem, covers, dice);
  }
}

TEST(PartsTest, AreHeldToTheOracle) {
  int split = 0;
  ForEachUnion(Repetitions(60),
               [&](const Problem& problem, const std::vector<Cover>& covers,
                   const Dice& dice) {
                 split += Reduce(problem, {}).split.has_value();
                 EXPECT_THAT(TestChoice(problem, covers, dice(1000)), IsOk());
               });
  EXPECT_GE(split, Repetitions(60) / 2);
}

// The twin of an engine of parts goes on with an engine that the giver's race
// has chosen, which may be none that it would have chosen itself.
TEST(PartsTest, PartOfTheLastPartIsGivenAway) {
  const Dice dice(7);
  const Union all =
      ShuffledUnion({QueensProblem(13), DominoProblem(4, 4)}, dice);
  Reduced reduced = Reduce(all.problem, {});
  ASSERT_TRUE(reduced.split.has_value());
  const std::unique_ptr<Engine> giver =
      MakeEngineOfParts(*std::move(reduced.split), Task::kCount, {},
                        /*is_reckoned=*/true);
  const std::unique_ptr<Engine> taker = giver->Twin();
  Natural count = 0;
  int given = 0;
  Engine::Step step;
  do {
    step = giver->Count(giver->nodes() + 500, &count);
    const auto branch =
        step == Engine::Step::kPaused ? giver->GiveAway() : nullptr;
    if (branch == nullptr) continue;
    ++given;
    taker->StartAt(*branch);
    while (taker->Count(taker->nodes() + 500, &count) ==
           Engine::Step::kPaused) {
    }
  } while (step == Engine::Step::kPaused);
  EXPECT_GT(given, 0);
  EXPECT_EQ(count, Natural(73712) * Natural(36));
}

// Everything, with givens, and with several threads.
TEST(PartsTest, EveryFunctionIsRightWithGivens) {
  ForEachUnion(Repetitions(60), [](const Problem& problem,
                                   const std::vector<Cover>& covers,
                                   const Dice& dice) {
    SearchOptions options;
    if (!covers.empty()) {
      Cover givens = covers[dice(static_cast<uint32_t>(covers.size()))];
      while (givens.size() > dice(4)) {
        givens.erase(givens.begin() +
                     dice(static_cast<uint32_t>(givens.size())));
      }
      options.givens = givens;
    }
    const std::vector<Cover> expected = CoversWith(covers, options.givens);
    std::vector<int64_t> costs;
    for (const Cover& cover : expected) {
      costs.push_back(problem.TotalCost(cover));
    }
    std::sort(costs.begin(), costs.end());
    std::vector<std::vector<OptionId>> in_order;
    for (const int threads : {1, 3}) {
      const Parallelism parallelism = {
          .threads = threads, .keep_order = true, .nodes_alone = 2};
      const auto count = CountInParallel(problem, options, parallelism);
      ASSERT_THAT(count, IsOk());
      EXPECT_EQ(count->count, Natural(expected.size()));
      EXPECT_EQ(count->summary.outcome, Outcome::kExhausted);

      std::vector<std::vector<OptionId>> found;
      const auto summary = ForEachInParallel(
          problem,
          [&](const Solution& solution) {
            EXPECT_EQ(solution.options.subspan(0, options.givens.size()),
                      options.givens);
            EXPECT_EQ(solution.cost, problem.TotalCost(solution.options));
            found.emplace_back(solution.options.begin(),
                               solution.options.end());
            return true;
          },
          options, parallelism);
      ASSERT_THAT(summary, IsOk());
      EXPECT_EQ(summary->outcome, Outcome::kExhausted);
      if (threads == 1) in_order = found;
      EXPECT_EQ(found, in_order);
      for (Cover& cover : found) std::sort(cover.begin(), cover.end());
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found, expected);

      const auto first = FindFirstInParallel(problem, options, parallelism);
      ASSERT_THAT(first, IsOk());
      EXPECT_EQ(first->options.has_value(), !expected.empty());

      for (const size_t k : {1, 2, 7}) {
        const auto best = FindBestInParallel(problem, k, options, parallelism);
        ASSERT_THAT(best, IsOk());
        ASSERT_EQ(best->covers.size(), std::min(k, expected.size()));
        std::vector<Cover> different;
        for (size_t i = 0; i < best->covers.size(); ++i) {
          EXPECT_EQ(best->covers[i].cost, costs[i]);
          EXPECT_THAT(VerifyCover(problem, best->covers[i].options), IsOk());
          different.push_back(best->covers[i].options);
          std::sort(different.back().begin(), different.back().end());
        }
        std::sort(different.begin(), different.end());
        EXPECT_TRUE(std::adjacent_find(different.begin(), different.end()) ==
                    different.end());
        if (!costs.empty()) {
          EXPECT_EQ(best->lower_bound, costs[0]);
        }
      }
    }
  });
}

TEST(PartsTest, TheCountIsTheProduct) {
  const Natural one = CountSolutions(DominoProblem(8, 8))->count;
  const Union all = ShuffledUnion(
      {DominoProblem(8, 8), QueensProblem(8), DominoProblem(8, 8)}, Dice(1));
  for (const int threads : {1, 3}) {
    const auto count = CountInParallel(all.problem, {},
                                       {.threads = threads, .nodes_alone = 10});
    ASSERT_THAT(count, IsOk());
    EXPECT_EQ(count->count, one * one * 92);
  }
}

void ExpectNoCover(const Problem& problem, int most_threads) {
  EXPECT_EQ(CountSolutions(problem)->count, Natural(0));
  for (int threads = 1; threads <= most_threads; ++threads) {
    EXPECT_EQ(FindFirstInParallel(problem, {}, {.threads = threads})->options,
              std::nullopt);
    EXPECT_THAT(
        FindBestInParallel(problem, 1, {}, {.threads = threads})->covers,
        ::testing::IsEmpty());
  }
  EXPECT_EQ(
      ForEachSolution(problem, [](const Solution&) { return true; })->outcome,
      Outcome::kExhausted);
}

// Two pigeons in a hole, but they are many; and a board without end.
TEST(PartsTest, APartWithoutCoverEndsEverything) {
  ProblemBuilder builder;
  std::vector<ItemId> holes;
  for (int j = 0; j < 6; ++j) {
    holes.push_back(builder.AddSecondary(absl::StrCat("hole", j)));
  }
  for (int i = 0; i < 7; ++i) {
    const ItemId pigeon = builder.AddPrimary(absl::StrCat("pigeon", i));
    for (const ItemId hole : holes) builder.AddOption({pigeon, hole});
  }
  const Union all =
      ShuffledUnion({*std::move(builder).Build(), QueensProblem(20)}, Dice(1));
  ExpectNoCover(all.problem, /*most_threads=*/2);
}

// No search comes to the end of an odd board, but a count does. (Several
// threads search after a while, which on a slow machine is too short for it.)
TEST(PartsTest, ACountOfAPartMayEndEverything) {
  ExpectNoCover(DominoProblem(11, 11), /*most_threads=*/1);
  ExpectNoCover(
      ShuffledUnion({DominoProblem(11, 11), QueensProblem(20)}, Dice(1))
          .problem,
      /*most_threads=*/1);
}

TEST(PartsTest, MayBeMany) {
  const Problem problem = PowerProblem(3000, 7);
  Natural power = 1;
  for (int i = 0; i < 3000; ++i) power *= 7;
  EXPECT_EQ(CountSolutions(problem)->count, power);
  EXPECT_EQ(FindFirst(problem)->options->size(), 3000u);
  EXPECT_EQ(FindBest(problem, 3)->covers.size(), 3u);
  // To count what is left is not to go through it.
  absl::StatusOr<Search> search = Search::Create(problem);
  ASSERT_TRUE(search->Next());
  EXPECT_EQ(search->CountRemaining(), power - 1);
}

// A given may leave parts where there were none.
TEST(PartsTest, AppearWithAGiven) {
  ProblemBuilder builder(
      ShuffledUnion({DominoProblem(6, 6), DominoProblem(6, 6)}, Dice(1))
          .problem);
  const ItemId bridge = builder.AddPrimary("bridge");
  const OptionId apart = builder.AddOption({bridge});
  builder.AddOption(
      {bridge,
       *builder.FindItem(Problem(DominoProblem(6, 6)).item_name(ItemId(0)) +
                         ".0"),
       *builder.FindItem(DominoProblem(6, 6).item_name(ItemId(0)) + ".1")});
  const Problem problem = *std::move(builder).Build();
  EXPECT_FALSE(Reduce(problem, {}).split.has_value());
  const SearchOptions options = {.givens = {apart}};
  EXPECT_TRUE(Reduce(problem, options).split.has_value());
  EXPECT_EQ(CountSolutions(problem, options)->count, Natural(6728 * 6728));
}

// 72 items have one option each, and a board has 60 options.
TEST(PartsTest, ACountLeavesOutWhatIsForced) {
  ProblemBuilder builder(DominoProblem(6, 6));
  for (int i = 0; i < 72; ++i) {
    builder.AddOption({builder.AddPrimary(absl::StrCat("forced", i))});
  }
  const Problem problem = *std::move(builder).Build();
  const Reduced rest = Reduce(problem, {}, Task::kCount);
  EXPECT_FALSE(rest.split.has_value());
  EXPECT_EQ(rest.subject.problem().option_count(), 60);
  EXPECT_EQ(CountSolutions(problem)->count, 6728);
  // Covers come in the order in which an engine finds them in the whole.
  EXPECT_EQ(Reduce(problem, {}).subject.problem().option_count(), 132);
}

}  // namespace
}  // namespace dlx::internal
