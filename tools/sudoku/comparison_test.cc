#include "tools/sudoku/comparison.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/table.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
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
  const std::vector<Skipped> skipped = {
      {FindMethod("root"), absl::UnimplementedError("not for this")}};
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

TEST(ComparisonTest, WhatDidNotTakePartHasARemarkAndARecord) {
  const std::vector<Skipped> skipped = {
      {FindMethod("root"), absl::UnimplementedError("not for this")},
      {FindMethod("cbc"), absl::NotFoundError("not there; install it")}};
  EXPECT_EQ(ComparisonAsText({}, skipped, /*with_counters=*/false),
            "root: not for this\ncbc: not there; install it\n");
  Job job;
  job.puzzle = {*Geometry::FromSize(4), *Grid::FromLine(kTwo)};
  job.source = "argument";
  job.line = 1;
  EXPECT_EQ(ComparisonAsRecords(job, {}, skipped, OutputFormat::kJson),
            R"({"type":"method","source":"argument","line":1,)"
            R"("puzzle":"1....2....3....4","method":"root","verdict":"cannot",)"
            R"("step":"a cell filled","remark":"not for this"})"
            "\n"
            R"({"type":"method","source":"argument","line":1,)"
            R"("puzzle":"1....2....3....4","method":"cbc",)"
            R"("verdict":"not installed","step":"a call of the program",)"
            R"("remark":"not there; install it"})"
            "\n");
  EXPECT_EQ(ComparisonAsRecords(job, {}, skipped, OutputFormat::kCsv),
            "argument,1,1....2....3....4,,root,cannot,,,,,,a cell filled,,"
            "not for this\n"
            "argument,1,1....2....3....4,,cbc,not installed,,,,,,"
            "a call of the program,,not there; install it\n");
}

}  // namespace
}  // namespace sudoku::tool
