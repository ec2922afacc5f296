// Moler's program on the symmetric board of his article, step by step.

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/event_checker.h"
#include "sudoku/lab/table.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

constexpr absl::string_view kBoard =
    ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8."
    "3."
    ".4..2.";
constexpr char kSolution[] =
    "92563184761857429337498256174982613585241397616379"
    "5482287359614491267358536148729";

Puzzle Board() { return {Geometry::Standard(), *Grid::FromLine(kBoard)}; }

uint64_t Counter(const MethodResult& result, absl::string_view name) {
  for (const auto& [counter, value] : result.counters) {
    if (counter == name) return value;
  }
  ADD_FAILURE() << "there is no counter " << name;
  return 0;
}

struct Milestone {
  const char* name;
  // Whether the run has come to it, with this event, on the grid after it.
  std::function<bool(const Event&, const Grid&)> is_reached;
  uint64_t written;
  uint64_t singles;
  uint64_t tentative;
  uint64_t calls;
  uint64_t article_steps;
};

bool IsTriedFirst(const Event& event, int digit) {
  return event.kind == Event::Kind::kTry && event.cell == 0 &&
         event.digit == digit;
}

std::vector<Milestone> Milestones() {
  const auto tries = [](int digit) {
    return [digit](const Event& event, const Grid&) {
      return IsTriedFirst(event, digit);
    };
  };
  return {
      {"FirstColumnIsFull",
       [](const Event&, const Grid& grid) {
         for (int row = 0; row < 9; ++row) {
           if (grid[9 * row] == 0) return false;
         }
         return true;
       },
       14, 7, 7, 8, 22},
      {"FiveIsTried", tries(5), 2437, 1985, 452, 452, 3114},
      {"SevenIsTried", tries(7), 6382, 5188, 1194, 1194, 8172},
      // The article says 14,781: it counts the dead end, too.
      {"SeventyThreeCellsAreFilled",
       [](const Event& event, const Grid& grid) {
         return event.kind == Event::Kind::kDeadEnd && event.cell == 8 &&
                grid.filled_count() == 73;
       },
       11463, 9247, 2216, 2217, 14780},
      {"NineIsTried", tries(9), 14862, 11950, 2912, 2912, 19229},
      {"Solved",
       [](const Event& event, const Grid&) {
         return event.kind == Event::Kind::kSolution;
       },
       15028, 12095, 2933, 2934, 19422},
  };
}

class MolerMilestoneTest : public testing::TestWithParam<Milestone> {};

TEST_P(MolerMilestoneTest, CountersAreThoseOfTheProgram) {
  const Milestone& milestone = GetParam();
  const Puzzle puzzle = Board();
  EventChecker checker(puzzle);
  const auto follow = checker.Listener();
  const MethodResult result = FindMethod("moler")->solve(
      puzzle, {.prove_unique = false, .on_event = [&](const Event& event) {
                 follow(event);
                 return !milestone.is_reached(event, checker.grid());
               }});
  EXPECT_EQ(checker.fault(), "");
  EXPECT_EQ(result.steps, milestone.written);
  EXPECT_EQ(Counter(result, "singles"), milestone.singles);
  EXPECT_EQ(Counter(result, "tentative"), milestone.tentative);
  EXPECT_EQ(Counter(result, "calls"), milestone.calls);
  EXPECT_EQ(Counter(result, "article_steps"), milestone.article_steps);
}

INSTANTIATE_TEST_SUITE_P(SymmetricBoard, MolerMilestoneTest,
                         testing::ValuesIn(Milestones()),
                         [](const testing::TestParamInfo<Milestone>& info) {
                           return std::string(info.param.name);
                         });

TEST(MolerTest, TotalsOfTheSymmetricBoard) {
  const MethodResult result =
      FindMethod("moler")->solve(Board(), {.prove_unique = false});
  EXPECT_EQ(result.verdict, MethodVerdict::kSolved);
  EXPECT_EQ(result.solution->ToLine(), kSolution);
  using Pair = std::pair<absl::string_view, uint64_t>;
  EXPECT_THAT(
      result.counters,
      testing::ElementsAre(Pair("singles", 12095), Pair("tentative", 2933),
                           Pair("calls", 2934), Pair("branching_calls", 1193),
                           Pair("dead_ends", 1740), Pair("backtracks", 2922),
                           Pair("article_steps", 19422)));
}

// The grid when a run is stopped after so many steps of the article.
std::string GridAtArticleStep(uint64_t step) {
  const Puzzle puzzle = Board();
  EventChecker checker(puzzle);
  const auto follow = checker.Listener();
  uint64_t singles = 0;
  uint64_t tentative = 0;
  uint64_t backtracks = 0;
  FindMethod("moler")->solve(
      puzzle, {.on_event = [&](const Event& event) {
        if (singles + 2 * tentative + backtracks / 2 >= step) {
          return false;
        }
        singles += event.kind == Event::Kind::kPlace;
        tentative += event.kind == Event::Kind::kTry;
        backtracks += event.kind == Event::Kind::kUndo;
        return follow(event);
      }});
  EXPECT_EQ(checker.fault(), "");
  return checker.grid().ToLine();
}

TEST(MolerTest, GridsOfTheArticle) {
  const struct {
    uint64_t step;
    const char* grid;
  } kCases[] = {
      // "1 is tried in the first cell."
      {1,
       "12..3..4.6.......3..4...5.....8.6...8...1...6...7."
       "5.....7...6..4.......8.3..4..2."},
      // "The first column is full."
      {22,
       "12..3..4.6.......33.4...5..7..826...8...1...62..79"
       "5...5.7...6..4.......893..4..2."},
      // "9 is tried in the first cell."
      {19'229,
       "92..3..4.6.......3..4...5.....8.6...8...1...6...7."
       "5.....7...6..4.......8.3..4..2."},
  };
  for (const auto& [step, grid] : kCases) {
    EXPECT_EQ(GridAtArticleStep(step), grid) << "step " << step;
  }
}

}  // namespace
}  // namespace sudoku
