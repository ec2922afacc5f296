#include "dlx/search.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/statistics.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::EndlessProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::KnownProblem;
using ::dlx::testing::KnownProblems;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::StatusIs;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;
using ::testing::SizeIs;

static_assert(std::input_iterator<Search::Iterator>);
static_assert(std::sentinel_for<std::default_sentinel_t, Search::Iterator>);
static_assert(std::is_same_v<std::iter_value_t<Search::Iterator>, Solution>);
static_assert(std::is_nothrow_move_constructible_v<Search>);
static_assert(std::is_nothrow_move_assignable_v<Search>);
static_assert(!std::is_copy_constructible_v<Search>);

// Knuth's example, whose only cover is {0, 3, 4}.
Problem SevenItems() {
  return ProblemFromNotation(
      "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
}

Search CreateOrDie(const Problem& problem, SearchOptions options = {}) {
  absl::StatusOr<Search> search = Search::Create(problem, std::move(options));
  EXPECT_THAT(search, IsOk());
  return *std::move(search);
}

std::vector<OptionId> ToVector(absl::Span<const OptionId> options) {
  return {options.begin(), options.end()};
}

using Covers = std::vector<std::vector<OptionId>>;

// What Next() yields until it returns false, or so many covers.
Covers Pull(Search& search, size_t at_most = SIZE_MAX) {
  Covers covers;
  while (covers.size() < at_most && search.Next()) {
    covers.push_back(ToVector(search.solution().options));
  }
  return covers;
}

// ---------------------------------------------------------------------------
// Answers that are known.

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
// One cover at a time.

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
  const Covers expected = Pull(reference);
  ASSERT_THAT(expected, SizeIs(4));

  Search search = CreateOrDie(problem);
  Covers covers;
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
  const Covers expected = Pull(reference);

  Search first = CreateOrDie(problem);
  Covers covers = Pull(first, 10);
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
  const Covers in_order = Pull(plain);
  Covers sorted = in_order;
  for (auto& cover : sorted) std::sort(cover.begin(), cover.end());
  std::sort(sorted.begin(), sorted.end());
  for (uint64_t seed : {uint64_t{0}, uint64_t{1}, UINT64_MAX}) {
    Search one = CreateOrDie(problem, {.seed = seed});
    Search other = CreateOrDie(problem, {.seed = seed});
    Covers shuffled = Pull(one);
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
    Covers covers = Pull(search);
    EXPECT_THAT(covers, SizeIs(4));
    EXPECT_LE(search.statistics().nodes, 12);
  }
}

// ---------------------------------------------------------------------------
// How a search ends.

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
  EXPECT_EQ(search.CountRemaining().value(), 0);

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

// ---------------------------------------------------------------------------
// Progress and threads.

TEST(ProgressTest, IsReportedFromTheSearchingThread) {
  struct Report {
    Progress progress;
    std::thread::id thread;
  };
  std::vector<Report> reports;
  const SearchOptions options = {
      .engine = EngineKind::kDancingLinks,
      .on_progress =
          [&](const Progress& progress) {
            reports.push_back({progress, std::this_thread::get_id()});
          },
      .progress_interval = absl::ZeroDuration()};
  const absl::StatusOr<CountResult> counted =
      CountSolutions(QueensProblem(9), options);
  ASSERT_THAT(counted, IsOk());
  EXPECT_EQ(counted->count, 352);
  ASSERT_THAT(reports, Not(IsEmpty()));
  Progress last;
  for (const auto& [progress, thread] : reports) {
    EXPECT_THAT(progress.fraction_done, AllOf(Ge(last.fraction_done), Le(1.0)));
    EXPECT_GE(progress.nodes, last.nodes);
    EXPECT_GE(progress.solutions, last.solutions);
    EXPECT_LE(progress.solutions, 352);
    EXPECT_EQ(thread, std::this_thread::get_id());
    last = progress;
  }
  EXPECT_GT(last.fraction_done, 0);
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

}  // namespace
}  // namespace dlx
