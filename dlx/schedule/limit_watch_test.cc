#include "dlx/schedule/limit_watch.h"

#include <cstdint>
#include <vector>

#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::testing::ElementsAre;

absl::Duration test_time;
int clock_reads = 0;

absl::Duration TestClock() {
  ++clock_reads;
  return test_time;
}

TEST(LimitWatchTest, SaysWhyToStop) {
  Interrupter interrupter;
  const LimitWatch watch({.solutions = 10,
                          .nodes = 100,
                          .time = absl::Seconds(5),
                          .interrupter = &interrupter},
                         TestClock);
  EXPECT_EQ(watch.Check(99, 9), Outcome::kRunning);
  EXPECT_EQ(watch.Check(100, 9), Outcome::kNodeLimit);
  EXPECT_EQ(watch.Check(99, 10), Outcome::kSolutionLimit);
  EXPECT_FALSE(watch.MustStop());
  test_time += absl::Seconds(5);
  EXPECT_EQ(watch.Check(0), Outcome::kTimeLimit);
  EXPECT_TRUE(watch.MustStop());
  interrupter.Request();
  EXPECT_EQ(watch.Check(1000, 1000), Outcome::kInterrupted);
  test_time -= absl::Seconds(5);
  EXPECT_TRUE(watch.MustStop());
}

TEST(LimitWatchTest, TimeCountsFromTheStart) {
  LimitWatch watch({.time = absl::Seconds(1)}, TestClock);
  test_time += absl::Seconds(2);
  EXPECT_EQ(watch.Check(0), Outcome::kTimeLimit);
  watch.Start();
  EXPECT_EQ(watch.Check(0), Outcome::kRunning);
  test_time += absl::Seconds(1);
  EXPECT_EQ(watch.Check(0), Outcome::kTimeLimit);
}

TEST(LimitWatchTest, WithoutATimeLimitItDoesNotLookAtTheClock) {
  Interrupter interrupter;
  clock_reads = 0;
  const LimitWatch watch({.nodes = 5, .interrupter = &interrupter}, TestClock);
  EXPECT_EQ(watch.Check(4), Outcome::kRunning);
  EXPECT_FALSE(watch.MustStop());
  EXPECT_EQ(clock_reads, 0);
}

TEST(PacerTest, DoublesItsStrideUntilThatTakesTime) {
  Pacer pacer(absl::Milliseconds(4));
  EXPECT_EQ(pacer.stride(), 1);
  absl::Duration now;
  pacer.Look(now);
  EXPECT_EQ(pacer.stride(), 1) << "nothing is known yet";
  for (uint64_t stride : {2, 4, 8, 16}) {
    now += absl::Milliseconds(1);
    pacer.Look(now);
    EXPECT_EQ(pacer.stride(), stride);
  }
  for (int milliseconds : {2, 4, 8}) {
    now += absl::Milliseconds(milliseconds);
    pacer.Look(now);
    EXPECT_EQ(pacer.stride(), 16) << milliseconds;
  }
  EXPECT_EQ(pacer.NextLook(100), 116);
  EXPECT_EQ(pacer.NextLook(kUnlimited - 3), kUnlimited);
}

TEST(PacerTest, IsQuickToSlowDown) {
  Pacer pacer(absl::Milliseconds(4), /*first_stride=*/1024);
  pacer.Took(absl::Milliseconds(400));
  EXPECT_EQ(pacer.stride(), 10);
  pacer.Took(absl::Hours(1));
  EXPECT_EQ(pacer.stride(), 1);
  pacer.Took(absl::ZeroDuration());
  EXPECT_EQ(pacer.stride(), 2);
  pacer.Restart();
  EXPECT_EQ(pacer.stride(), 1024);
}

TEST(PacerTest, StridesDoNotGrowForever) {
  Pacer pacer(absl::Milliseconds(4));
  for (int i = 0; i < 200; ++i) pacer.Took(absl::ZeroDuration());
  EXPECT_GT(pacer.stride(), 1 << 30);
  EXPECT_LT(pacer.NextLook(1000), kUnlimited);
}

TEST(ProgressReporterTest, ReportsNowAndThenAndNeverGoesBack) {
  std::vector<uint64_t> nodes;
  const SearchOptions options = {
      .on_progress = [&](const Progress& p) { nodes.push_back(p.nodes); },
      .progress_interval = absl::Seconds(2)};
  ProgressReporter reporter(options, TestClock);
  EXPECT_EQ(reporter.next_report(), test_time + absl::Seconds(2));
  for (uint64_t n : {10, 20, 30, 25, 24, 23, 40}) {
    reporter.MayReport([n] { return Progress{.nodes = n}; });
    test_time += absl::Seconds(1);
  }
  EXPECT_THAT(nodes, ElementsAre(30, 30, 40));
  reporter.Start();
  test_time += absl::Seconds(2);
  reporter.MayReport([] { return Progress{.nodes = 1}; });
  EXPECT_THAT(nodes, ElementsAre(30, 30, 40, 1));
}

TEST(ProgressReporterTest, WithoutAListenerItDoesNotLookAtTheClock) {
  clock_reads = 0;
  ProgressReporter reporter({}, TestClock);
  reporter.MayReport([]() -> Progress {
    ADD_FAILURE() << "there is no listener";
    return {};
  });
  EXPECT_EQ(reporter.next_report(), absl::InfiniteDuration());
  EXPECT_EQ(clock_reads, 0);
}

}  // namespace
}  // namespace dlx
