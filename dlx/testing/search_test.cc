#include "dlx/search.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/statistics.h"
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
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::Pull;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::SevenItems;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToVector;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

static_assert(std::input_iterator<Search::Iterator>);
static_assert(std::sentinel_for<std::default_sentinel_t, Search::Iterator>);
static_assert(std::is_same_v<std::iter_value_t<Search::Iterator>, Solution>);
static_assert(std::is_nothrow_move_constructible_v<Search>);
static_assert(std::is_nothrow_move_assignable_v<Search>);
static_assert(!std::is_copy_constructible_v<Search>);

TEST(SearchTest, ARangeOfCovers) {
  Search search = CreateOrDie(SevenItems());
  EXPECT_EQ(search.outcome(), Outcome::kRunning);
  std::vector<std::vector<OptionId>> covers;
  for (const Solution& solution : search) {
    covers.push_back(ToVector(solution.options));
    std::sort(covers.back().begin(), covers.back().end());
  }
  EXPECT_THAT(covers,
              ElementsAre(ElementsAre(OptionId(0), OptionId(3), OptionId(4))));
  EXPECT_EQ(search.outcome(), Outcome::kExhausted);
}

TEST(SearchTest, ARangeGoesOnWhereTheSearchStands) {
  const Problem problem = QueensProblem(6);  // It has 4 covers.
  Search reference = CreateOrDie(problem);
  const std::vector<std::vector<OptionId>> expected = Pull(reference);
  ASSERT_THAT(expected, SizeIs(4));

  Search search = CreateOrDie(problem);
  std::vector<std::vector<OptionId>> covers;
  for (const Solution& solution : search) {
    covers.push_back(ToVector(solution.options));
    if (covers.size() == 2) break;
  }
  EXPECT_EQ(search.outcome(), Outcome::kRunning);
  ASSERT_TRUE(search.Next());
  covers.push_back(ToVector(search.solution().options));
  for (const Solution& solution : search) {
    covers.push_back(ToVector(solution.options));
  }
  EXPECT_EQ(covers, expected);
  EXPECT_EQ(search.begin(), search.end());
}

TEST(SearchTest, CanBeMovedWhileItIsGoingOn) {
  const Problem problem = QueensProblem(8);
  Search reference = CreateOrDie(problem);
  const std::vector<std::vector<OptionId>> expected = Pull(reference);

  Search first = CreateOrDie(problem);
  std::vector<std::vector<OptionId>> covers = Pull(first, 10);
  Search second = std::move(first);
  // The solution found last came along.
  EXPECT_EQ(ToVector(second.solution().options), covers.back());
  for (auto& cover : Pull(second, 10)) covers.push_back(cover);
  Search third = CreateOrDie(SevenItems());
  ASSERT_TRUE(third.Next());
  third = std::move(second);
  for (auto& cover : Pull(third)) covers.push_back(cover);
  EXPECT_EQ(covers, expected);
  EXPECT_EQ(third.outcome(), Outcome::kExhausted);
  EXPECT_EQ(third.problem().item_count(), problem.item_count());
}

TEST(SearchTest, OutlivesTheProblemItWasGiven) {
  std::optional<Problem> problem = QueensProblem(6);
  Search search = CreateOrDie(*problem);
  problem.reset();
  EXPECT_THAT(Pull(search), SizeIs(4));
}

TEST(SearchTest, SaysWhichEngineIsAtWork) {
  const Problem problem = SevenItems();
  Search chosen = CreateOrDie(problem);
  EXPECT_EQ(chosen.engine().kind, ChooseEngine(problem, Task::kEnumerate).kind);
  EXPECT_THAT(chosen.engine().reason, Not(IsEmpty()));
  Search forced = CreateOrDie(problem, {.engine = EngineKind::kDancingLinks});
  EXPECT_EQ(forced.engine().kind, EngineKind::kDancingLinks);
}

TEST(SearchTest, SeedsShuffleTheOrderAndNothingElse) {
  const Problem problem = QueensProblem(8);
  Search plain = CreateOrDie(problem);
  const std::vector<std::vector<OptionId>> in_order = Pull(plain);
  std::vector<std::vector<OptionId>> sorted = in_order;
  for (auto& cover : sorted) std::sort(cover.begin(), cover.end());
  std::sort(sorted.begin(), sorted.end());
  for (uint64_t seed : {uint64_t{0}, uint64_t{1}, UINT64_MAX}) {
    Search one = CreateOrDie(problem, {.seed = seed});
    Search other = CreateOrDie(problem, {.seed = seed});
    std::vector<std::vector<OptionId>> shuffled = Pull(one);
    EXPECT_EQ(Pull(other), shuffled);
    EXPECT_NE(shuffled, in_order);
    for (auto& cover : shuffled) std::sort(cover.begin(), cover.end());
    std::sort(shuffled.begin(), shuffled.end());
    EXPECT_EQ(shuffled, sorted);
  }
}

// ---------------------------------------------------------------------------
// Branching.

TEST(SearchTest, InputOrderTakesTheItemsAsTheyCome) {
  // Nothing is forced here: "a" is first, though "c" has the fewest options.
  const Problem problem =
      ProblemFromNotation("a b c\na\na\na\na\nb\nb\nb\nc\nc\n");
  Search search = CreateOrDie(problem, {.branching = Branching::kInputOrder});
  for (const Solution& solution : search) {
    ASSERT_THAT(solution.options, SizeIs(3));
    EXPECT_LT(solution.options[0], OptionId(4));
  }
  EXPECT_EQ(search.progress().solutions, 24);
}

TEST(SearchTest, FewestOptionsTakesTheItemWithTheFewest) {
  const Problem problem =
      ProblemFromNotation("a b c\na\na\na\na\nb\nb\nb\nc\nc\n");
  Search search = CreateOrDie(problem);
  for (const Solution& solution : search) {
    EXPECT_GE(solution.options[0], OptionId(7));
  }
  EXPECT_EQ(search.progress().solutions, 24);
  EXPECT_THAT(search.statistics().nodes_by_depth,
              ElementsAre(1, 2, 2 * 3, 2 * 3 * 4));
}

TEST(SearchTest, SharpPreferenceTakesSharpItemsBeforeOthers) {
  const Problem problem =
      ProblemFromNotation("a #b #c\na\na\n#b\n#b\n#b\n#b\n#c\n#c\n#c\n");
  Search search =
      CreateOrDie(problem, {.branching = Branching::kSharpPreference});
  for (const Solution& solution : search) {
    EXPECT_GE(solution.options[0], OptionId(6));
    EXPECT_GE(solution.options[1], OptionId(2));
  }
  EXPECT_EQ(search.progress().solutions, 24);
}

TEST(SearchTest, ForcedItemsComeFirstInEveryBranching) {
  // "z" can be covered in one way only, "y" then not at all.
  const Problem problem =
      ProblemFromNotation("a #b y z\na\na\n#b\n#b\ny a\ny z\nz a #b\n");
  for (Branching branching :
       {Branching::kFewestOptions, Branching::kSharpPreference,
        Branching::kInputOrder}) {
    Search search = CreateOrDie(problem, {.branching = branching});
    std::vector<std::vector<OptionId>> covers = Pull(search);
    EXPECT_THAT(covers, SizeIs(4));
    EXPECT_LE(search.statistics().nodes, 12);
  }
}

// ---------------------------------------------------------------------------
// Givens.

TEST(GivensTest, MustBeOptionsOfTheProblem) {
  Search search = CreateOrDie(SevenItems());
  EXPECT_THAT(search.Restart({OptionId(0), OptionId(6)}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("6"), HasSubstr("option"))));
  EXPECT_THAT(search.Restart({OptionId(0)}), IsOk());
  EXPECT_THAT(Pull(search), SizeIs(1));
}

TEST(GivensTest, StandFirstInTheirOrder) {
  Search search = CreateOrDie(SevenItems());
  ASSERT_THAT(search.Restart({OptionId(4), OptionId(0)}), IsOk());
  EXPECT_THAT(Pull(search),
              ElementsAre(ElementsAre(OptionId(4), OptionId(0), OptionId(3))));
  EXPECT_EQ(search.outcome(), Outcome::kExhausted);
}

TEST(GivensTest, DoNotCountAsNodes) {
  Search search = CreateOrDie(QueensProblem(8));
  ASSERT_TRUE(search.Next());
  const std::vector<OptionId> cover = ToVector(search.solution().options);
  ASSERT_THAT(search.Restart(cover), IsOk());
  EXPECT_THAT(Pull(search), ElementsAre(cover));
  EXPECT_EQ(search.statistics().nodes, 1);
  EXPECT_THAT(search.statistics().nodes_by_depth, ElementsAre(1));
}

TEST(GivensTest, ThatContradictEachOtherHaveNoCover) {
  Search search = CreateOrDie(SevenItems());
  for (const std::vector<OptionId>& givens :
       {std::vector<OptionId>{OptionId(0), OptionId(5)},
        std::vector<OptionId>{OptionId(3), OptionId(3)}}) {
    ASSERT_THAT(search.Restart(givens), IsOk());
    EXPECT_FALSE(search.Next());
    EXPECT_EQ(search.outcome(), Outcome::kExhausted);
    EXPECT_EQ(search.progress().fraction_done, 1);
  }
}

// ---------------------------------------------------------------------------
// Threads.

TEST(ThreadsTest, ShareAProblem) {
  const Problem problem = QueensProblem(8);
  constexpr size_t kThreads = 4;
  std::array<uint64_t, kThreads> counts = {};
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&problem, &counts, i] {
      // Half of them by a copy that is made here.
      Search search =
          CreateOrDie(i % 2 == 0 ? problem : Problem(problem), {.seed = i});
      while (search.Next()) {
        counts[i] +=
            VerifyCover(search.problem(), search.solution().options).ok();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(counts, Each(92));
}

#ifndef NDEBUG
TEST(SearchDeathTest, UseAfterMove) {
  Search search = *Search::Create(QueensProblem(4));
  const Search moved = std::move(search);
  // NOLINTBEGIN(bugprone-use-after-move): what happens then is the question.
  EXPECT_DEATH(search.Next(), "driver != nullptr");
  EXPECT_DEATH(static_cast<void>(search.CountRemaining()), "driver != nullptr");
  EXPECT_DEATH(static_cast<void>(search.outcome()), "driver != nullptr");
  EXPECT_DEATH(static_cast<void>(search.problem()), "driver != nullptr");
  // NOLINTEND(bugprone-use-after-move)
}

TEST(SearchDeathTest, CoversOfASearchThatCounts) {
  Search search = *Search::CreateForCounting(QueensProblem(4));
  EXPECT_DEATH(search.Next(), "kCount");
}

TEST(SearchDeathTest, BeyondTheLastCover) {
  Search search = *Search::Create(QueensProblem(3));
  Search::Iterator end = search.begin();
  ASSERT_EQ(end, search.end());
  EXPECT_DEATH(++end, "search_ != nullptr");
  EXPECT_DEATH(static_cast<void>(*end), "search_ != nullptr");
}
#endif  // NDEBUG

}  // namespace
}  // namespace dlx
