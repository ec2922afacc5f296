#include "sudoku/lab/measure.h"

#include <cstdint>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "dlx/base/cpu_time.h"
#include "dlx/limits.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/lab/method.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

uint64_t calls = 0;

absl::Status AcceptAny(const Puzzle&) { return absl::OkStatus(); }

// Takes no time, and tells which call it was.
constexpr Method kQuick = {.name = "quick",
                           .title = "",
                           .step = "a call",
                           .check = AcceptAny,
                           .solve = [](const Puzzle&, const MethodOptions&) {
                             return MethodResult{.steps = ++calls};
                           }};

constexpr Method kSlow = {.name = "slow",
                          .title = "",
                          .step = "a call",
                          .check = AcceptAny,
                          .solve = [](const Puzzle&, const MethodOptions&) {
                            const absl::Duration end =
                                dlx::ThreadCpuTime() + absl::Milliseconds(20);
                            while (dlx::ThreadCpuTime() < end) {
                            }
                            return MethodResult{.steps = ++calls};
                          }};

TEST(MeasureTest, OneRunIsEnoughIfNoTimeIsWanted) {
  const Puzzle puzzle(Geometry::Standard());
  calls = 0;
  const Measurement measurement =
      Measure(kQuick, puzzle, {}, absl::ZeroDuration());
  EXPECT_EQ(calls, 1u);
  EXPECT_EQ(measurement.runs, 1u);
  EXPECT_GT(measurement.time, absl::ZeroDuration());
}

TEST(MeasureTest, ShortRunsAreRepeated) {
  const Puzzle puzzle(Geometry::Standard());
  calls = 0;
  const Measurement measurement =
      Measure(kQuick, puzzle, {}, absl::Milliseconds(10));
  EXPECT_GT(calls, 100u);
  EXPECT_EQ(measurement.runs, calls);
  EXPECT_EQ(measurement.result.steps, 1u) << "The result is the first one.";
  EXPECT_LT(measurement.time * 100, absl::Milliseconds(10));
}

TEST(MeasureTest, LongRunsAreNot) {
  const Puzzle puzzle(Geometry::Standard());
  calls = 0;
  const Measurement measurement =
      Measure(kSlow, puzzle, {}, absl::Milliseconds(1));
  EXPECT_EQ(calls, 1u);
  EXPECT_GT(measurement.time, absl::Milliseconds(1));
  // Not so long that they could not be repeated at all.
  calls = 0;
  EXPECT_EQ(Measure(kSlow, puzzle, {}, absl::Milliseconds(15)).runs, 3u);
}

TEST(MeasureTest, WhatIsDoneForAllPuzzlesIsDoneBefore) {
  const Puzzle puzzle(Geometry::Standard());
  Method method = kQuick;
  method.prepare = [](const Puzzle&, const MethodOptions&) {
    kSlow.solve(Puzzle(Geometry::Standard()), {});
    calls = 1000;
  };
  const Measurement measurement =
      Measure(method, puzzle, {}, absl::ZeroDuration());
  EXPECT_EQ(measurement.result.steps, 1001u);
  EXPECT_LT(measurement.time, absl::Milliseconds(20));
}

TEST(MeasureTest, StopsWhenInterrupted) {
  const Puzzle puzzle(Geometry::Standard());
  calls = 0;
  dlx::Interrupter interrupter;
  interrupter.Request();
  Measure(kQuick, puzzle, {.interrupter = &interrupter}, absl::Hours(1));
  EXPECT_EQ(calls, 1u);
}

}  // namespace
}  // namespace sudoku
