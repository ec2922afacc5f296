#include "tools/sudoku/series.h"

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/lab/table.h"
#include "tools/sudoku/comparison.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool::series_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kTwo[] = "1....2....3....4";

TEST(ShortTimeTest, HasThreeDigits) {
  const struct {
    absl::Duration time;
    const char* text;
  } kCases[] = {
      {absl::Nanoseconds(7), "7.00 ns"},
      {absl::Nanoseconds(123), "123 ns"},
      {absl::Nanoseconds(999.7), "1.00 us"},
      {absl::Nanoseconds(9996), "10.0 us"},
      {absl::Microseconds(45.67), "45.7 us"},
      {absl::Microseconds(999.6), "1.00 ms"},
      {absl::Milliseconds(999), "999 ms"},
      {absl::Milliseconds(999.9), "1.00 s"},
      {absl::Seconds(12.34), "12.3 s"},
      {absl::Seconds(4321), "4321 s"},
  };
  for (const auto& [time, text] : kCases) EXPECT_EQ(ShortTime(time), text);
}

// 100 puzzles that take 1 .. 100 us, of which the last two were given up.
Series Hundred() {
  Series series = {FindMethod("moler")};
  for (int i = 1; i <= 100; ++i) {
    series.entries.push_back(
        {.time = absl::Microseconds(i),
         .steps = static_cast<uint64_t>(10 * i),
         .verdict = i <= 98 ? MethodVerdict::kUnique : MethodVerdict::kGaveUp,
         .is_done = i <= 98,
         .place = absl::StrCat("file:", i),
         .puzzle = kTwo});
  }
  return series;
}

TEST(SeriesTest, Quantiles) {
  const Series series = Hundred();
  EXPECT_EQ(series.Quantile(0).time, absl::Microseconds(1));
  EXPECT_EQ(series.Quantile(0.5).time, absl::Microseconds(50));
  EXPECT_EQ(series.Quantile(0.95).time, absl::Microseconds(95));
  EXPECT_EQ(series.Quantile(1).time, absl::Microseconds(100));
  EXPECT_EQ(series.done_count(), 98u);
  EXPECT_EQ(series.median_steps(), 500u);
  EXPECT_EQ(series.mean(), absl::Nanoseconds(50500));
  const Series one = {series.method, {series.entries[7]}};
  EXPECT_EQ(one.Quantile(0.5).place, "file:8");
  EXPECT_EQ(one.Quantile(0.95).place, "file:8");
  EXPECT_EQ(one.median_steps(), 80u);
}

TEST(SeriesTest, WhatWasStoppedComesLast) {
  Series series = {FindMethod("moler")};
  const auto add = [&](int microseconds, bool is_done) {
    Series::Entry& entry = series.entries.emplace_back();
    entry.time = absl::Microseconds(microseconds);
    entry.is_done = is_done;
  };
  add(5, false);
  add(9, true);
  add(4, false);
  add(7, true);
  series.Sort();
  std::vector<absl::Duration> times;
  for (const Series::Entry& entry : series.entries) times.push_back(entry.time);
  EXPECT_THAT(times, ElementsAre(absl::Microseconds(7), absl::Microseconds(9),
                                 absl::Microseconds(4), absl::Microseconds(5)));
}

TEST(SeriesTest, AsTextAndRecords) {
  Series fast = Hundred();
  fast.method = FindMethod("norvig");
  for (Series::Entry& entry : fast.entries) {
    entry.time /= 4;
    entry.is_done = true;
    entry.verdict = MethodVerdict::kUnique;
  }
  fast.entries[0].verdict = MethodVerdict::kNone;
  fast.skipped_count = 2;
  fast.skipped_reason = absl::UnimplementedError("too large");
  Series absent = {FindMethod("root")};
  absent.skipped_count = 100;
  absent.skipped_reason = absl::UnimplementedError("has clues");
  const std::vector<Series> all = {Hundred(), fast, absent};
  EXPECT_EQ(
      SeriesAsText(all),
      "method  verdicts               median  ratio       mean  puzzles/s     "
      "95 %     worst  median steps  worst puzzle\n"
      "moler   98 unique, 2 gave up  50.0 us    4.0  > 50.5 us   < 19,802  "
      "95.0 us  > 100 us           500  2 undecided\n"
      "norvig  99 unique, 1 none     12.5 us    1.0    12.6 us     79,208  "
      "23.8 us   25.0 us           500  file:100\n"
      "\n"
      "norvig: cannot do 2 of the 102 puzzles: too large\n"
      "root: has clues\n");
  EXPECT_EQ(
      SeriesAsRecords(all, OutputFormat::kCsv),
      absl::StrCat("moler,100,98,98,0,0,0,2,0,50000,4.000,50500,"
                   "19801.980,95000,100000,500,a digit written,,,\n"
                   "norvig,100,100,99,0,1,0,0,2,12500,1.000,12625,"
                   "79207.921,23750,25000,500,a candidate eliminated,file:100,",
                   kTwo,
                   ",cannot do 2 of the 102 puzzles: too large\n"
                   "root,0,0,0,0,0,0,0,100,,,,,,,,a cell filled,,,"
                   "has clues\n"));
  EXPECT_THAT(
      SeriesAsRecords(all, OutputFormat::kJson),
      AllOf(HasSubstr(R"({"type":"series","method":"moler","puzzles":100,)"
                      R"("done":98,"unique":98,"multiple":0,"none":0,)"
                      R"("solved":0,"gave_up":2,"skipped":0,)"
                      R"("median_nanoseconds":50000,"ratio":4.000000,)"),
            HasSubstr(R"("skipped":100,"step":"a cell filled",)"
                      R"("remark":"has clues"})")));
}

TEST(SeriesTest, WithoutAMedianThereIsNothingToCompareWith) {
  Series series = Hundred();
  for (Series::Entry& entry : series.entries) entry.is_done = false;
  EXPECT_EQ(SeriesAsText({series}),
            "method  verdicts                 median  ratio       mean  "
            "puzzles/s       95 %     worst  median steps  worst puzzle\n"
            "moler   98 unique, 2 gave up  > 50.0 us         > 50.5 us   "
            "< 19,802  > 95.0 us  > 100 us           500  100 undecided\n");
}

}  // namespace
}  // namespace sudoku::tool::series_test
