#include "dlx/schedule/crew/work_list.h"

#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/time/time.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/schedule/cover_batch.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/unit.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::work_list_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Event = WorkList::Event;

std::unique_ptr<Engine::Branch> Branch(double part) {
  auto branch = std::make_unique<Engine::Branch>();
  branch->part = part;
  return branch;
}

absl::Duration test_time;

// A batch of as many covers as there are numbers, each of one option.
CoverBatch Covers(const std::vector<uint32_t>& numbers) {
  CoverBatch covers;
  for (const uint32_t number : numbers) {
    covers.Add(std::vector<OptionId>{OptionId(number)});
  }
  return covers;
}

// What the caller gets without waiting.
std::vector<uint32_t> TakeCovers(WorkList& list) {
  EXPECT_EQ(list.CheckInvariants(), "");
  std::vector<uint32_t> numbers;
  CoverBatch covers;
  while (list.Wait(absl::ZeroDuration(), covers) == Event::kCovers) {
    for (size_t i = 0; i < covers.size(); ++i) {
      EXPECT_EQ(covers[i].size(), 1);
      numbers.push_back(covers[i][0].value());
    }
  }
  EXPECT_EQ(list.CheckInvariants(), "");
  return numbers;
}

TEST(UnitTest, WhatIsLeftLaterComesEarlier) {
  Unit unit;
  const Position first = unit.NextPosition();
  const Position second = unit.NextPosition();
  Unit part(second, Branch(0.5), 0.5);
  const Position first_of_part = part.NextPosition();
  EXPECT_LT(unit.position, second);
  EXPECT_LT(second, first_of_part);
  EXPECT_LT(part.NextPosition(), first_of_part);
  EXPECT_LT(first_of_part, first);
}

TEST(CoverBatchTest, KeepsCoversOfAnyLength) {
  CoverBatch covers;
  EXPECT_TRUE(covers.empty());
  covers.Add(std::vector<OptionId>{OptionId(3), OptionId(1)});
  covers.Add({});
  covers.Add(std::vector<OptionId>{OptionId(2)});
  ASSERT_EQ(covers.size(), 3);
  EXPECT_THAT(covers[0], ElementsAre(OptionId(3), OptionId(1)));
  EXPECT_THAT(covers[1], IsEmpty());
  EXPECT_THAT(covers[2], ElementsAre(OptionId(2)));
}

TEST(WorkListTest, UnitsAreTakenInOrder) {
  const LimitWatch watch({});
  WorkList list(watch);
  Unit* const whole = list.Take();
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(whole->branch, nullptr);
  list.Add(*whole, Branch(0.5));
  list.Add(*whole, Branch(0.25));
  Unit* const second = list.Take();
  Unit* const third = list.Take();
  EXPECT_EQ(second->whole, 0.25);
  EXPECT_EQ(third->whole, 0.5);
  EXPECT_EQ(list.progress().fraction_done, 0);
  list.Finish(*third, true);
  EXPECT_EQ(list.progress().fraction_done, 0.5);
  list.Report(*second, {.fraction_done = 0.5});
  EXPECT_EQ(list.progress().fraction_done, 0.625);
  list.Finish(*second, true);
  list.Finish(*whole, true);
  EXPECT_EQ(list.progress().fraction_done, 1);
  EXPECT_EQ(list.Take(), nullptr);
  CoverBatch covers;
  EXPECT_EQ(list.Wait(absl::InfiniteDuration(), covers), Event::kEnd);
  EXPECT_EQ(list.outcome(), Outcome::kRunning);
}

TEST(WorkListTest, KeepsItsInvariantsWhateverIsDone) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    testing::Dice dice(seed);
    const Limits limits = {.solutions = dice(2) == 0 ? kUnlimited : 20};
    const LimitWatch watch(limits);
    WorkList list(watch, /*keep_order=*/dice(2) == 0);
    ASSERT_EQ(list.CheckInvariants(), "");
    std::vector<Unit*> busy = {list.Take()};
    size_t idle = 0;
    while (!busy.empty()) {
      const size_t i = dice(busy.size());
      Unit& unit = *busy[i];
      const uint32_t action = dice(8);
      if (action == 0) {
        list.Finish(unit, /*exhausted=*/true);
        busy.erase(busy.begin() + i);
      } else if (action <= 2 && unit.rest > 0.01) {
        list.Add(unit, Branch(unit.rest / unit.whole / 4));
        ++idle;
      } else if (action == 3 && idle > 0 &&
                 list.outcome() == Outcome::kRunning) {
        // Some of them may have become superfluous; then Take() would wait.
        if (limits.solutions == kUnlimited) {
          busy.push_back(list.Take());
          --idle;
        }
      } else if (action <= 5) {
        list.Deliver(unit, Covers({1, 2}));
      } else {
        list.Report(unit, {.nodes = 1, .fraction_done = 0.25});
      }
      ASSERT_EQ(list.CheckInvariants(), "") << "seed " << seed;
      if (dice(4) == 0) TakeCovers(list);
    }
  }
}

TEST(WorkListTest, WhoeverHasNothingToDoIsGivenWork) {
  const LimitWatch watch({});
  WorkList list(watch);
  Unit* const whole = list.Take();
  EXPECT_FALSE(list.Report(*whole, {}).share);
  std::thread worker([&] {
    Unit* const unit = list.Take();
    ASSERT_NE(unit, nullptr);
    list.Finish(*unit, true);
    EXPECT_EQ(list.Take(), nullptr);
  });
  while (!list.Report(*whole, {}).share) std::this_thread::yield();
  list.Add(*whole, Branch(0.5));
  list.Finish(*whole, true);
  worker.join();
}

TEST(WorkListTest, CoversKeepTheOrderOfTheirUnits) {
  const LimitWatch watch({});
  WorkList list(watch, /*keep_order=*/true);
  Unit* const first = list.Take();
  list.Add(*first, Branch(0.5));
  Unit* const second = list.Take();
  list.Deliver(*second, Covers({5}));
  EXPECT_THAT(TakeCovers(list), IsEmpty());
  list.Deliver(*first, Covers({1, 2}));
  EXPECT_THAT(TakeCovers(list), ElementsAre(1, 2));
  list.Deliver(*second, Covers({6}));
  list.Finish(*second, true);
  EXPECT_THAT(TakeCovers(list), IsEmpty());
  list.Deliver(*first, Covers({3}));
  list.Deliver(*first, Covers({4}));
  list.Finish(*first, true);
  EXPECT_THAT(TakeCovers(list), ElementsAre(3, 4, 5, 6));
  CoverBatch covers;
  EXPECT_EQ(list.Wait(absl::InfiniteDuration(), covers), Event::kEnd);
}

TEST(WorkListTest, WithoutOrderCoversComeAtOnce) {
  const LimitWatch watch({});
  WorkList list(watch);
  Unit* const first = list.Take();
  list.Add(*first, Branch(0.5));
  Unit* const second = list.Take();
  list.Deliver(*second, Covers({5}));
  list.Deliver(*first, Covers({1}));
  EXPECT_THAT(TakeCovers(list), ElementsAre(5, 1));
  list.Deliver(*second, Covers({6}));
  list.Finish(*second, true);
  list.Finish(*first, true);
  EXPECT_THAT(TakeCovers(list), ElementsAre(6));
}

TEST(WorkListTest, WhatComesAfterEnoughCoversIsNotSearched) {
  const LimitWatch watch({.solutions = 3});
  WorkList list(watch, /*keep_order=*/true);
  Unit* const first = list.Take();
  list.Add(*first, Branch(0.5));
  list.Add(*first, Branch(0.25));
  list.Add(*first, Branch(0.125));
  Unit* const second = list.Take();
  Unit* const third = list.Take();
  list.Deliver(*second, Covers({1, 2}));
  EXPECT_TRUE(list.Report(*second, {}).may_go_on);
  EXPECT_TRUE(list.Report(*third, {}).may_go_on);
  list.Deliver(*second, Covers({3, 4}));
  // The second unit has enough, but the first one may have some before them.
  EXPECT_TRUE(list.Report(*first, {}).may_go_on);
  EXPECT_FALSE(list.Report(*second, {}).may_go_on);
  EXPECT_FALSE(list.Report(*third, {}).may_go_on);
  list.Finish(*second, false);
  list.Finish(*third, false);
  list.Finish(*first, true);
  EXPECT_EQ(list.Take(), nullptr) << "of the fourth unit";
  EXPECT_THAT(TakeCovers(list), ElementsAre(1, 2, 3, 4));
}

TEST(WorkListTest, LimitsStopEverybody) {
  struct Case {
    Limits limits;
    Outcome outcome;
  };
  for (const auto& [limits, outcome] :
       std::vector<Case>{{{.solutions = 100}, Outcome::kSolutionLimit},
                         {{.nodes = 100}, Outcome::kNodeLimit},
                         {{.time = absl::Hours(1)}, Outcome::kTimeLimit}}) {
    test_time = absl::ZeroDuration();
    const LimitWatch watch(limits, [] { return test_time; });
    WorkList list(watch);
    Unit* const unit = list.Take();
    list.Add(*unit, Branch(0.5));
    Unit* const other = list.Take();
    EXPECT_TRUE(list.Report(*unit, {.nodes = 99, .counted = 99}).may_go_on);
    test_time += absl::Hours(2);
    EXPECT_FALSE(list.Report(*unit, {.nodes = 1, .counted = 1}).may_go_on);
    EXPECT_FALSE(list.Report(*other, {}).may_go_on);
    EXPECT_EQ(list.outcome(), outcome);
    EXPECT_EQ(list.Take(), nullptr);
    list.Finish(*unit, false);
    list.Finish(*other, false);
    CoverBatch covers;
    EXPECT_EQ(list.Wait(absl::InfiniteDuration(), covers), Event::kEnd);
  }
}

TEST(WorkListTest, ALimitThatIsReachedAtTheEndStopsNothing) {
  const LimitWatch watch({.nodes = 100});
  WorkList list(watch);
  Unit* const unit = list.Take();
  EXPECT_EQ(list.nodes_left(), 100);
  list.Report(*unit, {.nodes = 100, .exhausted = true});
  EXPECT_EQ(list.nodes_left(), 0);
  list.Finish(*unit, true);
  EXPECT_EQ(list.outcome(), Outcome::kRunning);
}

TEST(WorkListTest, TheRestIsBoundedByItsUnits) {
  const LimitWatch watch({});
  WorkList list(watch);
  Unit* const whole = list.Take();
  EXPECT_EQ(list.LowerBound(), Engine::kNoLowerBound);
  list.Report(*whole, {.lower_bound = 3});
  EXPECT_EQ(list.LowerBound(), 3);
  std::unique_ptr<Engine::Branch> branch = Branch(0.5);
  branch->lower_bound = 5;
  list.Add(*whole, std::move(branch));
  list.Report(*whole, {.lower_bound = 7});
  EXPECT_EQ(list.LowerBound(), 5) << "of the branch that no worker has taken";
  Unit* const part = list.Take();
  list.Report(*part, {.lower_bound = 8});
  EXPECT_EQ(list.LowerBound(), 7);
  list.Finish(*whole, true);
  EXPECT_EQ(list.LowerBound(), 8);
  list.Finish(*part, true);
  EXPECT_EQ(list.LowerBound(), Engine::kNothingToFind);
}

TEST(WorkListTest, WhatWasDoneBeforeIsIncluded) {
  const LimitWatch watch({.nodes = 100});
  WorkList list(watch);
  list.Include(60, 7);
  EXPECT_EQ(list.nodes_left(), 40);
  Unit* const unit = list.Take();
  EXPECT_TRUE(list.Report(*unit, {.nodes = 39, .counted = 1}).may_go_on);
  EXPECT_EQ(list.progress().solutions, 8);
  EXPECT_FALSE(list.Report(*unit, {.nodes = 1}).may_go_on);
}

TEST(WorkListTest, SumsHaveNoLimit) {
  const LimitWatch watch({});
  WorkList list(watch);
  Unit* const unit = list.Take();
  list.Report(*unit, {.counted = absl::Uint128Max() - 1});
  list.Report(*unit, {.counted = 1});
  EXPECT_TRUE(list.Report(*unit, {.counted = 1}).may_go_on);
  EXPECT_EQ(list.progress().solutions, Natural::PowerOfTwo(128));
}

}  // namespace
}  // namespace dlx::internal::work_list_test
