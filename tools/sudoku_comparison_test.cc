#include "tools/sudoku_comparison.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/methods/table.h"

namespace sudoku::tool {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kTwo[] = "1....2....3....4";
constexpr char kFirst[] = "1342421324313124";
constexpr char kSecond[] = "1423324141322314";

Trial MakeTrial(absl::string_view name, MethodVerdict verdict,
                absl::Duration time = absl::Milliseconds(1),
                const char* solution = nullptr) {
  MethodResult result = {.verdict = verdict};
  if (solution != nullptr) result.solution = *Grid::FromLine(solution);
  return {FindMethod(name), {.result = std::move(result), .time = time}};
}

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

TEST(ContradictionTest, IsFound) {
  const Puzzle puzzle(*Geometry::FromSize(4), *Grid::FromLine(kTwo));
  using enum MethodVerdict;
  const struct {
    std::vector<Trial> trials;
    const char* sentence;
  } kCases[] = {
      {{}, ""},
      {{MakeTrial("moler", kSolved, {}, kFirst),
        MakeTrial("norvig", kSolved, {}, kSecond)},
       ""},
      {{MakeTrial("moler", kGaveUp), MakeTrial("norvig", kNone)}, ""},
      {{MakeTrial("moler", kUnique, {}, kFirst),
        MakeTrial("annealing", kSolved, {}, kFirst)},
       ""},
      {{MakeTrial("moler", kUnique, {}, kFirst),
        MakeTrial("annealing", kSolved, {}, kSecond)},
       "moler and annealing contradict each other: unique, solved"},
      {{MakeTrial("moler", kUnique, {}, kFirst),
        MakeTrial("norvig", kUnique, {}, kSecond)},
       "moler and norvig contradict each other: unique, unique"},
      {{MakeTrial("annealing", kSolved, {}, kFirst),
        MakeTrial("norvig", kNone)},
       "norvig and annealing contradict each other: no solution, solved"},
      {{MakeTrial("moler", kMultiple), MakeTrial("norvig", kNone)},
       "moler and norvig contradict each other: multiple solutions, no "
       "solution"},
      {{MakeTrial("moler", kSolved, {}, "1342421324313142")},
       "what moler calls a solution is none: 1342421324313142"},
      {{MakeTrial("moler", kSolved, {}, "2431314213244213")},
       "what moler calls a solution is none: 2431314213244213"},
  };
  for (const auto& [trials, sentence] : kCases) {
    EXPECT_EQ(Contradiction(puzzle, trials), sentence);
  }
}

TEST(ComparisonTest, TheFastestThatKnowsAllIsTheMeasure) {
  using enum MethodVerdict;
  Trial annealing =
      MakeTrial("annealing", kSolved, absl::Microseconds(1), kFirst);
  annealing.measurement.result.remark = "chance cannot tell";
  annealing.measurement.result.counters = {{"restarts", 3}};
  const std::vector<Trial> trials = {
      MakeTrial("brute_force", kGaveUp, absl::Seconds(1)),
      MakeTrial("moler", kMultiple, absl::Microseconds(20), kFirst),
      MakeTrial("norvig", kMultiple, absl::Microseconds(10), kFirst),
      annealing};
  const std::vector<Remark> skipped = {{FindMethod("root"), "not for this"}};
  EXPECT_EQ(
      ComparisonAsText(trials, skipped, /*with_counters=*/true),
      "method       verdict                 time      ratio  steps  a step is\n"
      "brute_force  gave up             > 1.00 s  > 100,000      0  a digit "
      "tried in a cell\n"
      "moler        multiple solutions   20.0 us        2.0      0  a digit "
      "written\n"
      "norvig       multiple solutions   10.0 us        1.0      0  a "
      "candidate eliminated\n"
      "annealing    solved               1.00 us        0.1      0  an "
      "exchange considered\n"
      "\n"
      "annealing: chance cannot tell\n"
      "annealing: restarts=3\n"
      "root: not for this\n");
  EXPECT_THAT(ComparisonAsText(trials, {}, /*with_counters=*/false),
              AllOf(HasSubstr("chance cannot tell"), Not(HasSubstr("restarts")),
                    Not(HasSubstr("root"))));
}

TEST(ComparisonTest, TheSameRemarkOfSeveralIsOne) {
  std::vector<Trial> trials = {MakeTrial("moler", MethodVerdict::kNone),
                               MakeTrial("norvig", MethodVerdict::kNone)};
  for (Trial& trial : trials) trial.measurement.result.remark = "two 1s";
  EXPECT_THAT(ComparisonAsText(trials, {}, false),
              HasSubstr("\n\nmoler, norvig: two 1s\n"));
}

// 100 puzzles that take 1 .. 100 us, of which the last two were given up.
Series Hundred() {
  Series series = {FindMethod("moler")};
  for (int i = 1; i <= 100; ++i) {
    series.entries.push_back({.time = absl::Microseconds(i),
                              .steps = static_cast<uint64_t>(10 * i),
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
  const Series one = {series.method, {series.entries[7]}};
  EXPECT_EQ(one.Quantile(0.5).place, "file:8");
  EXPECT_EQ(one.Quantile(0.95).place, "file:8");
  EXPECT_EQ(one.median_steps(), 80u);
}

TEST(SeriesTest, AsTextAndRecords) {
  Series fast = Hundred();
  fast.method = FindMethod("norvig");
  for (Series::Entry& entry : fast.entries) entry.time /= 4;
  const std::vector<Series> all = {Hundred(), fast};
  EXPECT_EQ(SeriesAsText(all, {}),
            "method       done   median  ratio     95 %      worst  median "
            "steps  worst puzzle\n"
            "moler   98 of 100  50.0 us    4.0  95.0 us   > 100 us           "
            "500  file:100\n"
            "norvig  98 of 100  12.5 us    1.0  23.8 us  > 25.0 us           "
            "500  file:100\n");
  EXPECT_EQ(SeriesAsRecords(all, OutputFormat::kCsv),
            absl::StrCat("moler,100,98,50000,4.000,95000,100000,500,"
                         "a digit written,file:100,",
                         kTwo,
                         "\n"
                         "norvig,100,98,12500,1.000,23750,25000,500,"
                         "a candidate eliminated,file:100,",
                         kTwo, "\n"));
  EXPECT_THAT(SeriesAsRecords(all, OutputFormat::kJson),
              HasSubstr(R"({"type":"series","method":"moler","puzzles":100,)"
                        R"("done":98,"median_nanoseconds":50000,)"));
}

}  // namespace
}  // namespace sudoku::tool
