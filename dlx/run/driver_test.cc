// Limits, progress and the choice of an engine under one clock, which the tests
// move: it goes on with every look at it.

#include "dlx/run/driver.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::EndlessProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::QueensProblem;
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
    if (task == Task::kCount) {
      driver.CountRemaining();
    } else {
      while (driver.Next()) {
      }
    }
    EXPECT_EQ(driver.outcome(), Outcome::kTimeLimit);
    EXPECT_LT(driver.statistics().nodes, 20);
  }
}

TEST_F(DriverTest, SlowsDownWhatCanBeInterrupted) {
  // Whoever asks at each of a hundred looks must not wait for 256 nodes each
  // time if these take seconds.
  interrupt_at_look = 100;
  Driver driver = Create(Task::kCount, EndlessProblem(),
                         {.limits = {.interrupter = &interrupter},
                          .engine = EngineKind::kDancingLinks});
  driver.CountRemaining();
  EXPECT_EQ(driver.outcome(), Outcome::kInterrupted);
  EXPECT_GE(looks, 100);
  EXPECT_LT(driver.statistics().nodes, 256 * 10);
}

TEST_F(DriverTest, TheRaceEndsAtTheTimeLimit) {
  Driver driver = Create(Task::kCount, QueensProblem(12),
                         {.limits = {.time = absl::Seconds(10)}});
  EXPECT_LE(looks, 15);
  const Natural count = driver.CountRemaining();
  EXPECT_EQ(driver.outcome(), Outcome::kTimeLimit);
  EXPECT_LT(count, 14'200);
  EXPECT_LE(looks, 20);
}

TEST_F(DriverTest, TheRaceCanBeInterrupted) {
  interrupt_at_look = 5;
  Driver driver = Create(
      Task::kCount, QueensProblem(12),
      {.limits = {.time = absl::Hours(100), .interrupter = &interrupter}});
  const uint64_t nodes = driver.statistics().nodes;
  driver.CountRemaining();
  EXPECT_EQ(driver.outcome(), Outcome::kInterrupted);
  EXPECT_EQ(driver.statistics().nodes, nodes);
  EXPECT_LE(looks, 10);
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
  const size_t in_race = reports.size();
  EXPECT_GT(in_race, 5);
  const Natural count = driver.CountRemaining();
  EXPECT_EQ(count, 14'200);
  EXPECT_GT(reports.size(), in_race);
  Progress last;
  for (const Progress& progress : reports) {
    EXPECT_GE(progress.fraction_done, last.fraction_done);
    EXPECT_GE(progress.nodes, last.nodes);
    EXPECT_GE(progress.solutions, last.solutions);
    last = progress;
  }
  EXPECT_GT(reports[in_race - 1].nodes, 0);
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
