// Limits, progress and the choice of an engine under one clock, which the tests
// move: it goes on with every look at it.

#include "dlx/schedule/driver.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/schedule/best_covers.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/preparation.h"
#include "dlx/schedule/race.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "dlx/testing/corpus.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/latin_holes.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::DominoProblem;
using ::dlx::testing::EndlessProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::LatinSquareWithHoles;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::ReadCorpusProblem;
using ::dlx::testing::SevenItems;
using ::testing::ElementsAreArray;

absl::Duration test_time;
int looks = 0;
int interrupt_at_look = 0;
Interrupter interrupter;

// Every look takes a second.
absl::Duration TestClock() {
  if (++looks == interrupt_at_look) interrupter.Request();
  return test_time += absl::Seconds(1);
}

class DriverTest : public ::testing::Test {
 protected:
  DriverTest() {
    looks = interrupt_at_look = 0;
    interrupter.Reset();
  }

  static Driver Create(Task task, const Problem& problem,
                       const SearchOptions& options) {
    absl::StatusOr<Driver> driver =
        Driver::Create(task, problem, options, TestClock);
    EXPECT_THAT(driver, IsOk());
    return *std::move(driver);
  }
};

// Until its end, or a limit.
void RunToEnd(Task task, Driver& driver) {
  if (task == Task::kCount) {
    driver.CountRemaining();
    return;
  }
  while (driver.Next()) {
  }
}

// So many uses of items in options that a node may take long.
Problem LargeProblem() {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < 4; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("i", i)));
  }
  for (int k = 0; k < 1 << 18; ++k) builder.AddOption({items[k % 4]});
  for (int k = 0; k < 1 << 18; ++k) {
    builder.AddOption({items[0], items[1], items[2], items[3]});
  }
  return *std::move(builder).Build();
}

TEST_F(DriverTest, LooksUpAfterTheFirstNodeOfALargeProblem) {
  const Problem problem = LargeProblem();
  EXPECT_EQ(FirstStride(problem), 1);
  EXPECT_EQ(FirstStride(QueensProblem(8)), 256);
  for (const Task task : {Task::kEnumerate, Task::kCount}) {
    Driver driver = Create(task, problem,
                           {.limits = {.time = absl::Seconds(5)},
                            .engine = EngineKind::kDancingLinks});
    RunToEnd(task, driver);
    EXPECT_EQ(driver.outcome(), Outcome::kTimeLimit);
    EXPECT_LT(driver.statistics().nodes, 20);
  }
}

TEST_F(DriverTest, SlowsDownWhatCanBeInterrupted) {
  // A caller that asks at each of a hundred looks must not wait for 256 nodes
  // each time if these take seconds.
  interrupt_at_look = 100;
  Driver driver = Create(Task::kCount, EndlessProblem(),
                         {.limits = {.interrupter = &interrupter},
                          .engine = EngineKind::kDancingLinks});
  driver.CountRemaining();
  EXPECT_EQ(driver.outcome(), Outcome::kInterrupted);
  EXPECT_GE(looks, 100);
  EXPECT_LT(driver.statistics().nodes, 256 * 10);
}

// Every engine that can do the task, and the choice among them.
std::vector<EngineKind> EnginesFor(const Problem& problem, Task task) {
  std::vector<EngineKind> engines = {EngineKind::kAuto};
  for (const EngineRow& row : EngineTable()) {
    if (CheckRow(row, problem, task).ok()) engines.push_back(row.kind);
  }
  return engines;
}

struct StopCase {
  Limits limits;
  int interrupt_at_look;
  Outcome outcome;
  uint64_t nodes;  // It goes on for about so many at the most.
};

// No engine comes to an end of these problems. The nodes of the large one take
// long, so that all must look up after a few.
TEST_F(DriverTest, EveryEngineAndTheChoiceAmongThemStopSoon) {
  constexpr int n = 25;
  const std::pair<Problem, uint64_t> problems[] = {
      {LatinSquareWithHoles(9, 81, /*seed=*/1), 256 * 10},
      {LatinSquareWithHoles(n, n * n, /*seed=*/1), 200}};
  for (const auto& [problem, most_nodes] : problems) {
    const StopCase cases[] = {
        {{.time = absl::Seconds(6)}, 0, Outcome::kTimeLimit, most_nodes},
        // Without a time limit, a race has no need to look at the clock, and
        // this interruption comes with a look.
        {{.time = absl::Hours(100), .interrupter = &interrupter},
         6,
         Outcome::kInterrupted,
         most_nodes},
        {{.nodes = 100}, 0, Outcome::kNodeLimit, 100},
        {{.nodes = 1}, 0, Outcome::kNodeLimit, 1}};
    for (const Task task : {Task::kEnumerate, Task::kCount}) {
      for (const EngineKind engine : EnginesFor(problem, task)) {
        for (const StopCase& c : cases) {
          SCOPED_TRACE(absl::StrCat(
              engine == EngineKind::kAuto ? "auto" : FindRow(engine).name,
              task == Task::kCount ? ", counting" : "", ", options ",
              problem.option_count(), ": ", OutcomeName(c.outcome)));
          looks = 0;
          interrupter.Reset();
          interrupt_at_look = c.interrupt_at_look;
          Driver driver =
              Create(task, problem, {.limits = c.limits, .engine = engine});
          RunToEnd(task, driver);
          EXPECT_EQ(driver.outcome(), c.outcome);
          EXPECT_TRUE(c.outcome == Outcome::kNodeLimit || looks <= 14) << looks;
          // The options in sight may be tried before anybody looks up.
          EXPECT_LE(driver.statistics().nodes,
                    c.nodes + 1 + problem.option_count());
        }
      }
    }
  }
}

TEST_F(DriverTest, TheRaceEndsAtTheTimeLimit) {
  Driver driver = Create(Task::kCount, QueensProblem(12),
                         {.limits = {.time = absl::Seconds(10)}});
  ASSERT_TRUE(driver.is_race());
  EXPECT_LE(looks, 1);  // Nothing has been done yet.
  const Natural count = driver.CountRemaining();
  EXPECT_EQ(driver.outcome(), Outcome::kTimeLimit);
  EXPECT_LT(count, 14'200);
  EXPECT_LE(looks, 25);
}

TEST_F(DriverTest, TheRaceCanBeInterrupted) {
  interrupt_at_look = 5;
  Driver driver = Create(
      Task::kCount, QueensProblem(12),
      {.limits = {.time = absl::Hours(100), .interrupter = &interrupter}});
  driver.CountRemaining();
  EXPECT_EQ(driver.outcome(), Outcome::kInterrupted);
  EXPECT_LE(looks, 10);
}

// A race is an engine that pauses and goes on: however it is paused, the
// sum is the same.
TEST_F(DriverTest, TheRaceGoesOnWhereItWasLeft) {
  const Problem problem = QueensProblem(10);
  std::unique_ptr<RaceEngine> race =
      MakeRace(problem, Task::kCount, {}, /*threads=*/1, /*is_reckoned=*/true);
  Natural count = 0;
  int pauses = 0;
  for (uint64_t nodes = 100;; nodes += 1000, ++pauses) {
    const Natural before = count;
    const Engine::Step step = race->Count(nodes, &count);
    EXPECT_GE(count, before);
    if (step == Engine::Step::kExhausted) break;
    EXPECT_LE(race->nodes(), nodes + problem.option_count());
  }
  EXPECT_EQ(count, 724);
  EXPECT_GT(pauses, 10);
  EXPECT_EQ(race->Count(kUnlimited, &count), Engine::Step::kExhausted);
  EXPECT_EQ(count, 724);
  race->Restart({OptionId(0)});
  count = 0;
  while (race->Count(kUnlimited, &count) == Engine::Step::kPaused) {
  }
  EXPECT_EQ(count, 64);  // With a queen in a corner.
}

TEST_F(DriverTest, TheRaceKeepsToTheNumberOfNodes) {
  Driver driver =
      Create(Task::kCount, QueensProblem(12), {.limits = {.nodes = 100}});
  driver.CountRemaining();
  EXPECT_EQ(driver.outcome(), Outcome::kNodeLimit);
  EXPECT_GE(driver.statistics().nodes, 100);
  EXPECT_LE(driver.statistics().nodes, 200);
}

TEST_F(DriverTest, TheRaceReportsProgressThatNeverGoesBack) {
  std::vector<Progress> reports;
  Driver driver =
      Create(Task::kCount, QueensProblem(12),
             {.on_progress = [&](const Progress& p) { reports.push_back(p); },
              .progress_interval = absl::Seconds(1)});
  const Natural count = driver.CountRemaining();
  EXPECT_EQ(count, 14'200);
  EXPECT_GT(reports.size(), 5);
  Progress last;
  for (const Progress& progress : reports) {
    EXPECT_GE(progress.fraction_done, last.fraction_done);
    EXPECT_GE(progress.nodes, last.nodes);
    EXPECT_GE(progress.solutions, last.solutions);
    last = progress;
  }
  EXPECT_GT(last.nodes, 0);
}

// Pigeons, each in a hole of its own, of which there is one too few; but the
// last choice of S lets each pigeon sit in one of two places. What begins with
// the other choices has to see that there is no room.
Problem PigeonsWithAWayOut(int pigeons, int tight) {
  ProblemBuilder builder;
  const ItemId choice = builder.AddPrimary("S");
  std::vector<ItemId> items, holes;
  for (int i = 0; i < pigeons; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("p", i)));
    holes.push_back(builder.AddSecondary(absl::StrCat("h", i)));
  }
  const ItemId mode = builder.AddSecondary("mode");
  const ColorId is_tight = builder.AddColor("tight");
  const ColorId is_free = builder.AddColor("free");
  for (int i = 0; i < tight; ++i) builder.AddOption({choice, {mode, is_tight}});
  builder.AddOption({choice, {mode, is_free}});
  for (const ItemId item : items) {
    for (int k = 0; k + 1 < pigeons; ++k) {
      builder.AddOption({item, holes[k], {mode, is_tight}});
    }
    for (int k = 0; k < 2; ++k) builder.AddOption({item, {mode, is_free}});
  }
  return *std::move(builder).Build();
}

// The engine for first covers finds one. Then the one that suits is tried: if
// it finds one in time, it lists all that were not told, otherwise it does not.
TEST_F(DriverTest, AnotherEngineMayListTheCoversAfterTheFirst) {
  const struct {
    int tight;
    EngineKind lister;
  } kCases[] = {{2, EngineKind::kBitSets}, {8, EngineKind::kSparseSets}};
  for (const auto& [tight, lister] : kCases) {
    Driver driver = Create(Task::kEnumerate, PigeonsWithAWayOut(10, tight), {});
    std::vector<std::vector<OptionId>> covers;
    while (driver.Next()) {
      const absl::Span<const OptionId> options = driver.solution().options;
      covers.emplace_back(options.begin(), options.end());
      absl::c_sort(covers.back());
      if (covers.size() == 1) {
        EXPECT_EQ(driver.engine().kind, EngineKind::kSparseSets);
      }
    }
    EXPECT_EQ(driver.outcome(), Outcome::kExhausted);
    EXPECT_EQ(driver.engine().kind, lister);
    EXPECT_EQ(covers.size(), 1'024);
    absl::c_sort(covers);
    EXPECT_EQ(absl::c_adjacent_find(covers), covers.end());
  }
}

TEST_F(DriverTest, CoversAfterTheFirstAreCountedAndFoundAnew) {
  Driver driver = Create(Task::kEnumerate, PigeonsWithAWayOut(10, 2), {});
  ASSERT_TRUE(driver.Next());
  EXPECT_EQ(driver.CountRemaining(), 1'023);
  driver.RestartUnchecked({});
  int covers = 0;
  while (driver.Next()) ++covers;
  EXPECT_EQ(covers, 1'024);
  driver.RestartUnchecked({});
  ASSERT_TRUE(driver.Next());
  ASSERT_TRUE(driver.Next());
  EXPECT_EQ(driver.CountRemaining(), 1'022);
}

// The same where the lister is at work when counting begins.
TEST_F(DriverTest, TheCoverThatWasToldIsNotCounted) {
  Driver driver = Create(Task::kEnumerate, PigeonsWithAWayOut(10, 2), {});
  ASSERT_TRUE(driver.Next());
  ASSERT_TRUE(driver.Next());
  EXPECT_EQ(driver.engine().kind, EngineKind::kBitSets);
  EXPECT_EQ(driver.CountRemaining(), 1'022);
}

// An odd board cannot be covered by dominoes. No search comes to an end, but a
// count does; so there is no cheapest cover either, nor one with other givens.
TEST_F(DriverTest, ACountMayShowThatThereIsNoCover) {
  const Problem problem = DominoProblem(11, 11);
  for (const Task task : {Task::kEnumerate, Task::kBest}) {
    Driver driver = Create(task, problem, {});
    for (const int given : {0, 5}) {
      EXPECT_FALSE(driver.Next());
      EXPECT_EQ(driver.outcome(), Outcome::kExhausted);
      EXPECT_EQ(driver.engine().kind, EngineKind::kLayers);
      if (task == Task::kBest) {
        EXPECT_EQ(driver.LowerBound(), Engine::kNothingToFind);
      }
      driver.RestartUnchecked({OptionId(given)});
    }
  }
}

// Where there are covers, the count is of no use; they come all the same.
TEST_F(DriverTest, ACountThatIsNotNoughtLeavesTheRace) {
  const Problem problem = PigeonsWithAWayOut(10, 2);
  Driver driver = Create(Task::kEnumerate, problem, {});
  ASSERT_TRUE(driver.Next());
  EXPECT_THAT(VerifyCover(problem, driver.solution().options), IsOk());
  EXPECT_EQ(driver.CountRemaining(), 1'023);
}

// Dominoes on an odd board; a cell may be left out, but that is tried last.
Problem OddBoardWithAWayOut(int size) {
  ProblemBuilder builder;
  const ItemId choice = builder.AddPrimary("S");
  const ItemId mode = builder.AddSecondary("mode");
  const ColorId is_free = builder.AddColor("free");
  builder.AddOption({choice, {mode, builder.AddColor("tight")}});
  builder.AddOption({choice, {mode, is_free}});
  std::vector<ItemId> cells;
  for (int i = 0; i < size * size; ++i) {
    cells.push_back(builder.AddPrimary(absl::StrCat("c", i)));
    if (i % size > 0) builder.AddOption({cells[i - 1], cells[i]});
    if (i >= size) builder.AddOption({cells[i - size], cells[i]});
  }
  builder.AddOption({cells[0], {mode, is_free}});
  return *std::move(builder).Build();
}

// What a count did that left the race is not made up for by the others, without
// a look at the limits.
TEST_F(DriverTest, NodesOfACountThatLeftTheRaceStay) {
  const std::unique_ptr<RaceEngine> race =
      MakeRace(OddBoardWithAWayOut(7), Task::kEnumerate, {}, /*threads=*/1,
               /*is_reckoned=*/true);
  uint64_t counted = 0;
  uint64_t searched = 0;
  Engine::Step step;
  do {
    step = race->FindNext(race->nodes() + 10);
    const uint64_t searched_before = std::exchange(searched, 0);
    for (const RaceEntry& entry : race->Entries()) {
      if (entry.row->can.enumerates) {
        searched += entry.nodes;
      } else {
        counted = std::max(counted, entry.nodes);
      }
    }
    ASSERT_LE(searched - searched_before, 100);
  } while (step == Engine::Step::kPaused);
  EXPECT_EQ(step, Engine::Step::kSolution);
  EXPECT_GT(counted, 500);
}

// What the race has counted is not counted again, nor forgotten.
TEST_F(DriverTest, ARestartForgetsTheRace) {
  Driver driver = Create(Task::kCount, QueensProblem(8), {});
  EXPECT_EQ(driver.CountRemaining(), 92);
  EXPECT_EQ(driver.CountRemaining(), 0);
  ASSERT_THAT(driver.Restart({}), IsOk());
  EXPECT_EQ(driver.CountRemaining(), 92);
}

TEST_F(DriverTest, SolutionsCanBeTaken) {
  for (const EngineRow& row : EngineTable()) {
    SCOPED_TRACE(row.name);
    const Problem problem = QueensProblem(6);
    if (!CheckRow(row, problem, Task::kEnumerate).ok()) continue;
    Driver driver = Create(Task::kEnumerate, problem, {.engine = row.kind});
    Driver other = Create(Task::kEnumerate, problem, {.engine = row.kind});
    std::vector<OptionId> taken(
        100);  // Its memory may be used, not what is in.
    int found = 0;
    for (; driver.Next(); ++found) {
      ASSERT_TRUE(other.Next());
      driver.TakeSolution(taken);
      EXPECT_THAT(taken, ElementsAreArray(other.solution().options));
      EXPECT_TRUE(driver.solution().options.empty());
    }
    EXPECT_EQ(found, 4);
  }
}

// -- Two at a time -----------------------------------------------------------

TEST(TwinTest, BothFindAllCoversWithinTheirLimits) {
  for (const EngineRow& row : EngineTable()) {
    SCOPED_TRACE(row.name);
    const Problem problem = SevenItems();
    if (!CheckRow(row, problem, Task::kEnumerate).ok()) continue;
    absl::StatusOr<Driver> search =
        Driver::Create(Task::kEnumerate, problem,
                       {.limits = {.solutions = 1}, .engine = row.kind});
    ASSERT_THAT(search, IsOk());
    Driver twin = search->Twin();
    EXPECT_EQ(twin.engine().kind, row.kind);
    // The twin is to look for covers of option 0 only, and there are none.
    ASSERT_THAT(twin.Restart({OptionId(0), OptionId(5)}), IsOk());
    size_t found = 0;
    for (bool has_ended = false; !has_ended;) {
      const Driver::Turn turn = Driver::NextOfTwo(*search, twin);
      has_ended = !turn.found;
      if (!turn.found) continue;
      EXPECT_EQ(turn.driver, &*search);
      EXPECT_THAT(VerifyCover(problem, search->solution().options), IsOk());
      ++found;
    }
    while (search->Next()) ++found;
    EXPECT_FALSE(twin.Next());
    EXPECT_EQ(found, 1);
    EXPECT_EQ(twin.outcome(), Outcome::kExhausted);
  }
}

// The same problem, but each option costs something.
Problem WithCosts(const Problem& problem) {
  ProblemBuilder builder;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const std::string name = problem.item_name(ItemId(i));
    if (problem.is_primary(ItemId(i))) {
      builder.AddPrimary(name);
    } else {
      builder.AddSecondary(name);
    }
  }
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    builder.AddOption(problem.option(OptionId(k)), k * 7919 % 101);
  }
  return *std::move(builder).Build();
}

struct Best {
  std::vector<int64_t> costs;
  EngineKind engine;
  uint64_t nodes;
};

Best FindBestWith(const Problem& problem, const SearchOptions& options) {
  const absl::StatusOr<BestResult> best = FindBest(problem, 5, options);
  EXPECT_THAT(best, IsOk());
  EXPECT_EQ(best->summary.outcome, Outcome::kExhausted);
  Best result = {.costs = {},
                 .engine = best->summary.engine.kind,
                 .nodes = best->summary.statistics.nodes};
  for (const CostedCover& cover : best->covers) {
    EXPECT_THAT(VerifyCover(problem, cover.options), IsOk());
    result.costs.push_back(cover.cost);
  }
  return result;
}

TEST(BestTest, TwoEnginesTakeTurns) {
  const Problem problem = WithCosts(ReadCorpusProblem("soma"));
  const Best with_links =
      FindBestWith(problem, {.engine = EngineKind::kDancingLinks});
  const Best with_sets =
      FindBestWith(problem, {.engine = EngineKind::kBitSets});
  EXPECT_EQ(with_links.costs, with_sets.costs);
  EXPECT_EQ(with_links.costs.size(), 5);
  // The rival was faster, and heeded the covers that it had not found itself.
  const Best together = FindBestWith(problem, {});
  EXPECT_EQ(together.costs, with_links.costs);
  EXPECT_EQ(together.engine, EngineKind::kBitSets);
  EXPECT_LE(together.nodes, with_sets.nodes);
  // Whatever the clock says.
  EXPECT_EQ(FindBestWith(problem, {}).nodes, together.nodes);
  EXPECT_EQ(FindBestWith(problem, {.limits = {.time = absl::Hours(1)}}).nodes,
            together.nodes);
}

// Threads may go on from there.
TEST(BestTest, TurnsMayBeLeft) {
  const Problem problem = WithCosts(ReadCorpusProblem("pent-8x8c"));
  absl::StatusOr<Driver> driver = Driver::Create(
      Task::kBest, problem, {.limits = {.time = absl::Seconds(3)}}, TestClock);
  ASSERT_THAT(driver, IsOk());
  ASSERT_TRUE(driver->is_race());
  BestCovers best(5);
  KeepBest(*driver, best, nullptr);
  EXPECT_EQ(driver->outcome(), Outcome::kTimeLimit);
  EXPECT_LT(driver->LowerBound(), Engine::kNothingToFind);

  driver = Driver::Create(Task::kBest, QueensProblem(6),
                          {.engine = EngineKind::kDancingLinks});
  ASSERT_THAT(driver, IsOk());
  EXPECT_FALSE(driver->is_race());
}

// A cover that two engines find is kept once.
TEST(BestTest, NoCoverIsKeptTwice) {
  BestCovers best(3);
  EXPECT_TRUE(best.Add({}, {OptionId(1), OptionId(2)}, 5));
  EXPECT_FALSE(best.Add({}, {OptionId(2), OptionId(1)}, 5));
  EXPECT_FALSE(best.Add({}, {OptionId(1), OptionId(3)}, 5));
  EXPECT_EQ(best.covers().size(), 2);
}

// A small one is over before it is the rival's turn.
TEST(BestTest, TheFirstEngineGoesFirst) {
  EXPECT_EQ(FindBestWith(WithCosts(QueensProblem(6)), {}).engine,
            EngineKind::kDancingLinks);
}

TEST(TwinTest, StartsWithTheGivensOfTheOptions) {
  for (const EngineRow& row : EngineTable()) {
    SCOPED_TRACE(row.name);
    const Problem problem = QueensProblem(8);
    if (!CheckRow(row, problem, Task::kEnumerate).ok()) continue;
    absl::StatusOr<Driver> search =
        Driver::Create(Task::kEnumerate, problem,
                       {.givens = {OptionId(0)}, .engine = row.kind});
    ASSERT_THAT(search, IsOk());
    Driver twin = search->Twin();
    for (Driver* const each : {&*search, &twin}) {
      EXPECT_EQ(each->CountRemaining(), 4) << "with a queen in a corner";
    }
  }
}

}  // namespace
}  // namespace dlx::internal
