#include "dlx/schedule/turns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "dlx/engine/table.h"
#include "dlx/schedule/pace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::testing::DoubleEq;
using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Not;

// -- The shares, without a runner. --------------------------------------------

TEST(SharesTest, WithoutForecastsThePriorsDecide) {
  const Standing likely = {.prior = 1};
  const Standing other = {.prior = 0.5};
  EXPECT_THAT(SharesOf({likely, other, other}, {.floor = 0}),
              ElementsAre(0.5, 0.25, 0.25));
  // A floor of 1 makes all shares equal.
  EXPECT_THAT(SharesOf({likely, other, other}, {.floor = 1}),
              Each(DoubleEq(1. / 3)));
  EXPECT_EQ(FavouriteOf({likely, other}, {}), 0);
}

TEST(SharesTest, TheFavouriteNeedsTheLeastTimeFromNowOn) {
  // What it has had already does not matter.
  const std::vector<Standing> standings = {{.time = 1e6, .left = 5e9},
                                           {.time = 9e9, .left = 1e9},
                                           {.time = 1e6, .left = 2e9}};
  EXPECT_EQ(FavouriteOf(standings, {}), 1);
  const std::vector<double> shares = SharesOf(standings, {});
  EXPECT_GT(shares[1], shares[2]);
  EXPECT_GT(shares[2], shares[0]);
  EXPECT_THAT(std::accumulate(shares.begin(), shares.end(), 0.0),
              DoubleNear(1, 1e-9));
}

TEST(SharesTest, TheSurerTheForecastsTheMoreForTheFavourite) {
  double last = 0;
  for (const double doubt : {100.0, 10.0, 3.0, 1.5, 1.1, 1.0}) {
    const std::vector<double> shares =
        SharesOf({{.time = 1e6, .left = 1e8, .doubt = doubt},
                  {.time = 1e6, .left = 2e8, .doubt = doubt}},
                 {});
    EXPECT_GT(shares[0], last) << doubt;
    EXPECT_GE(shares[1], 0.125 / 2) << doubt;
    last = shares[0];
  }
}

TEST(SharesTest, AnotherOrderIsNotForLong) {
  const int family = 0;
  const Standing first = {.time = 1e6, .left = 1e8, .family = &family};
  const Standing other = {.time = 1e6, .left = 1.1e8, .family = &family};
  const Standing stranger = {.time = 1e6, .left = 1.1e8};
  const std::vector<double> shares = SharesOf({first, other, stranger}, {});
  EXPECT_GT(shares[0], shares[2]);
  EXPECT_GT(shares[2], 2 * shares[1]);
}

TEST(SharesTest, WhatIsBeyondTheHorizonIsNotKnown) {
  const std::vector<Standing> standings = {
      {.time = 1e6, .left = 1e8}, {.time = 1e6, .left = 2e8, .prior = 0.5}};
  const Policy near = {.floor = 0, .horizon = 10};
  EXPECT_THAT(SharesOf(standings, near),
              ElementsAre(DoubleNear(2. / 3, 1e-9), DoubleNear(1. / 3, 1e-9)));
  EXPECT_THAT(
      SharesOf(standings, {.floor = 0, .horizon = 1000}),
      Not(ElementsAre(DoubleNear(2. / 3, 1e-9), DoubleNear(1. / 3, 1e-9))));
}

TEST(SharesTest, WhoSaysNothingIsTrustedLessTheNearerTheEndIs) {
  double last = 1;
  for (const double left : {9e9, 5e9, 1e9, 1e8}) {
    const double share = SharesOf(
        {{.time = 1e10 - left, .left = left, .doubt = 1.3}, {.prior = 0.5}},
        {.floor = 0})[1];
    EXPECT_LT(share, last) << left;
    EXPECT_GT(share, 0) << left;
    last = share;
  }
}

// -- The pace of one runner. --------------------------------------------------

EngineRow RowThatExpectsWork() {
  EngineRow row;
  row.can.remembers = true;
  row.speed.expects_work = true;
  return row;
}

// Notes that the whole seemed to take `total` in all after `time`.
void NoteTotal(RaceTime time, RaceTime total, Pace& pace) {
  pace.NotePart(time, time / total, 0);
}

TEST(PaceTest, ABeginningIsNotComparedWithWhatWasBeforeIt) {
  Pace pace;
  NoteTotal(1e6, 1e12, pace);
  NoteTotal(2e6, 1e11, pace);
  pace.StartAfresh();
  EXPECT_EQ(pace.Left(RowThatExpectsWork()), std::nullopt);
  Pace fresh;
  for (Pace* const either : {&pace, &fresh}) {
    NoteTotal(1e6, 10e6, *either);
    NoteTotal(2e6, 30e6, *either);
  }
  EXPECT_EQ(pace.Left(RowThatExpectsWork()), fresh.Left(RowThatExpectsWork()));
}

// -- Turns, by a clock that runners move. -------------------------------------

// Needs a certain time in all; its forecast is whatever it is told to be.
class FakeRunner final : public Runner {
 public:
  using Forecast = std::function<std::optional<RaceTime>(RaceTime time)>;

  FakeRunner(RaceTime needs, Forecast forecast, RaceTime least_step = 5e4)
      : needs_(needs),
        forecast_(std::move(forecast)),
        least_step_(least_step) {}

  bool Step(RaceTime time) override {
    // Not to the point, as engines are.
    time_ += std::max(time * (steps_++ % 3 == 0 ? 1.3 : 0.4), least_step_ / 4);
    const RaceTime work = time_ - beginning_;
    lacks_memory_ |= limit < room && work >= 0.3 * needs_;
    return !lacks_memory_ && work >= needs_;
  }
  Standing standing() const override {
    return {.time = time_, .left = forecast_(time_), .doubt = doubt};
  }
  RaceTime LeastStep() const override { return least_step_; }
  void SetMemoryLimit(size_t bytes) override { limit = bytes; }
  size_t MemoryHeld() const override { return std::min(limit, held); }
  bool remembers() const override { return held > 0; }
  bool LacksMemory() const override { return lacks_memory_; }
  void BeginAnew() override {
    times_lacked += lacks_memory_;
    lacks_memory_ = false;
    beginning_ = time_;
    limit = 0;
  }

  double doubt = 1.3;
  // It takes as much as it may, up to so much.
  size_t held = 0;
  size_t limit = 0;
  // With less it lacks memory after a part of its time, and has no end.
  size_t room = 0;
  int times_lacked = 0;

 private:
  const RaceTime needs_;
  const Forecast forecast_;
  const RaceTime least_step_;
  RaceTime time_ = 0;
  RaceTime beginning_ = 0;
  bool lacks_memory_ = false;
  int steps_ = 0;
};

constexpr RaceTime kNever = 1e300;

FakeRunner::Forecast Says(RaceTime left) {
  return [left](RaceTime) { return left; };
}
FakeRunner::Forecast SaysNothing() {
  return [](RaceTime) { return std::nullopt; };
}
FakeRunner::Forecast TellsTheTruth(RaceTime needs) {
  return [needs](RaceTime time) { return std::max(needs - time, 1.0); };
}

// The time of all when one of them is at its end.
RaceTime Race(std::vector<std::unique_ptr<FakeRunner>>& runners,
              const Policy& policy, size_t memory = size_t{1} << 30) {
  std::vector<Runner*> pointers;
  for (const auto& runner : runners) pointers.push_back(runner.get());
  Turns turns(pointers, policy, memory);
  while (turns.Step() == nullptr) {
    size_t sum = 0;
    for (const auto& runner : runners) sum += runner->MemoryHeld();
    EXPECT_LE(sum, memory);
  }
  return turns.time();
}

const FakeRunner::Forecast kLies[] = {
    Says(1), Says(1e5), Says(1e9), Says(kNever), SaysNothing(),
    // At its end soon, for ever.
    [](RaceTime time) { return 0.01 * time + 1; },
    // Better and worse from turn to turn.
    [](RaceTime time) {
      return static_cast<int64_t>(time / 1e6) % 2 == 0 ? 1e3 : 1e12;
    }};
constexpr RaceTime kLeast = 1e5;
constexpr RaceTime kBeyond = 0.3 * 5e6;

// What the header promises.
TEST(TurnsTest, NoForecastCanDoMoreHarmThanPromised) {
  for (const double floor : {0.125, 0.5, 1.0}) {
    for (const size_t k : {2, 3, 5}) {
      for (const auto& lie : kLies) {
        for (const auto& modesty : kLies) {
          for (const RaceTime needs : {1e5, 3e6, 1e9}) {
            const Policy policy = {.floor = floor};
            std::vector<std::unique_ptr<FakeRunner>> runners;
            for (size_t i = 0; i + 1 < k; ++i) {
              runners.push_back(std::make_unique<FakeRunner>(kNever, lie));
            }
            runners.push_back(
                std::make_unique<FakeRunner>(needs, modesty, kLeast));
            const auto count = static_cast<double>(k);
            EXPECT_LE(Race(runners, policy),
                      (1 + policy.round) * (count / floor * (needs + kLeast) +
                                            count * kBeyond) +
                          policy.first_round)
                << floor << " " << k << " " << needs;
          }
        }
      }
    }
  }
}

// All but one need no memory, as much as they can get, or more than there is.
std::vector<std::unique_ptr<FakeRunner>> RunnersThatTakeMemory(
    size_t k, const FakeRunner::Forecast& lie, FakeRunner::Forecast modesty,
    RaceTime needs, size_t memory) {
  std::vector<std::unique_ptr<FakeRunner>> runners;
  runners.push_back(
      std::make_unique<FakeRunner>(needs, std::move(modesty), kLeast));
  runners[0]->held = runners[0]->room = memory;
  for (size_t i = 1; i < k; ++i) {
    runners.push_back(std::make_unique<FakeRunner>(kNever, lie));
    if (i > 1) runners.back()->held = 2 * memory;
    if (i > 2) runners.back()->room = 2 * memory;
  }
  return runners;
}

TEST(TurnsTest, NorCanTheLimitOfMemory) {
  for (const double floor : {0.125, 1.0}) {
    for (const size_t k : {3, 4, 6}) {
      for (const auto& lie : kLies) {
        for (const auto& modesty : kLies) {
          for (const RaceTime needs : {1e6, 2e7, 1e9}) {
            for (const size_t memory : {1'000, 1'000'000, 1'000'000'000}) {
              const Policy policy = {.floor = floor};
              std::vector<std::unique_ptr<FakeRunner>> runners =
                  RunnersThatTakeMemory(k, lie, modesty, needs, memory);
              std::rotate(runners.begin(),
                          runners.begin() + static_cast<int>(k / 2),
                          runners.end());
              const FakeRunner& one = *runners[k - k / 2];
              const RaceTime time = Race(runners, policy, memory);
              const auto count = static_cast<double>(k);
              const double n = one.times_lacked;
              EXPECT_LE(time, std::pow(1 + policy.round, k) *
                                      (count / floor * (4 + n) *
                                           (needs + kLeast + kBeyond) +
                                       count * kBeyond) +
                                  policy.first_round)
                  << floor << " " << k << " " << needs << " " << memory;
              EXPECT_LE(n, memory < 1'000'000'000 ? 1 : 6);
            }
          }
        }
      }
    }
  }
}

TEST(TurnsTest, ForecastsThatAreRightAreWorthTheirWhile) {
  for (const RaceTime needs : {1e7, 1e8, 1e9, 1e10}) {
    std::vector<std::unique_ptr<FakeRunner>> runners;
    for (const double factor : {3.0, 1.0, 10.0, 100.0}) {
      runners.push_back(std::make_unique<FakeRunner>(
          factor * needs, TellsTheTruth(factor * needs)));
    }
    EXPECT_LE(Race(runners, {}), 1.25 * needs + 3e6) << needs;
  }
}

TEST(TurnsTest, TheFirstOneIsAloneForTheBeginning) {
  std::vector<std::unique_ptr<FakeRunner>> runners;
  runners.push_back(std::make_unique<FakeRunner>(2e5, SaysNothing()));
  runners.push_back(std::make_unique<FakeRunner>(kNever, SaysNothing()));
  EXPECT_LE(Race(runners, {}), 7e5);
  EXPECT_EQ(runners[1]->standing().time, 0);
}

TEST(TurnsTest, TheFavouriteIsSoByWhatIsKnownNow) {
  FakeRunner searcher(kNever, Says(1e9));
  FakeRunner learner(kNever, [](RaceTime time) {
    return static_cast<int64_t>(time / 1e6) % 2 == 0 ? 1e12 : 1e3;
  });
  Turns turns({&searcher, &learner}, {}, 0);
  int changes = 0;
  while (turns.time() < 1e9) {
    ASSERT_EQ(turns.Step(), nullptr);
    const bool learner_is_ahead = *learner.standing().left < 1e9;
    const Runner* const favourite = &turns.favourite();
    changes += learner_is_ahead ? 1 : 0;
    ASSERT_EQ(favourite, learner_is_ahead ? &learner : &searcher);
  }
  EXPECT_GT(changes, 0);
}

// A runner that is expensive to begin with waits until it has deserved it.
TEST(TurnsTest, ALongFirstStepHasToBeEarned) {
  std::vector<std::unique_ptr<FakeRunner>> runners;
  runners.push_back(std::make_unique<FakeRunner>(2e7, Says(1e7)));
  runners.push_back(std::make_unique<FakeRunner>(kNever, Says(1e7), 1e8));
  EXPECT_LE(Race(runners, {}), 3e7);
  EXPECT_EQ(runners[1]->standing().time, 0);
}

TEST(TurnsTest, MemoryIsEarned) {
  FakeRunner favourite(kNever, Says(1e8));
  FakeRunner outsider(kNever, Says(1e12));
  FakeRunner searcher(kNever, Says(1e12));
  constexpr size_t kAll = size_t{100} << 20;
  favourite.held = outsider.held = 2 * kAll;
  Turns turns({&favourite, &outsider, &searcher}, {}, kAll);
  EXPECT_LE(favourite.limit, size_t{1} << 20);
  EXPECT_GT(favourite.limit, 0);
  EXPECT_EQ(searcher.limit, 0);
  while (turns.time() < 1e9) {
    ASSERT_EQ(turns.Step(), nullptr);
    ASSERT_LE(favourite.limit + outsider.limit, kAll);
  }
  EXPECT_GT(favourite.limit, kAll / 2);
  EXPECT_LT(outsider.limit, favourite.limit / 2);
  EXPECT_GT(outsider.limit, 0);
}

// What is held is not taken away.
TEST(TurnsTest, LittleMemoryIsShared) {
  FakeRunner first(kNever, Says(1e8));
  FakeRunner second(kNever, Says(1e8));
  constexpr size_t kAll = 100'000;
  first.held = second.held = kAll;
  Turns turns({&first, &second}, {}, kAll);
  for (int step = 0; step < 1000; ++step) {
    const size_t held = first.MemoryHeld();
    ASSERT_EQ(turns.Step(), nullptr);
    ASSERT_GE(first.limit, held);
    ASSERT_LE(first.limit + second.limit, kAll);
  }
  EXPECT_THAT((std::vector<size_t>{first.limit, second.limit}),
              Each(Ge(kAll / 4)));
}

}  // namespace
}  // namespace dlx::internal
