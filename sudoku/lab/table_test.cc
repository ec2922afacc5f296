// All methods, held to one another and to the solver.

#include "sudoku/lab/table.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/testing/sanitized.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/conflict.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/event_checker.h"
#include "sudoku/lab/method.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::dlx::testing::Repetitions;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::SizeIs;

struct Case {
  const char* name;
  Puzzle puzzle;
  MethodVerdict verdict;
};

Puzzle Make(absl::string_view line, const Geometry& geometry) {
  return {geometry, *Grid::FromLine(line)};
}

// One candidate for each clue, all for the other cells, but only those given
// for the first.
Puzzle Pencilmarks(absl::string_view line, DigitSet first_cell) {
  const Grid grid = *Grid::FromLine(line);
  std::vector<DigitSet> candidates;
  for (const int digit : grid) {
    candidates.push_back(digit == 0 ? AllDigits(grid.size()) : DigitBit(digit));
  }
  candidates[0] = first_cell;
  return FromCandidates(*Geometry::FromSize(grid.size()), candidates);
}

std::vector<Case> Cases() {
  const Geometry four = *Geometry::FromSize(4);
  const Geometry nine = Geometry::Standard();
  const std::string blank(81, '.');
  return {
      {"easy",
       Make("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8.."
            "2.3..9..5.1.3..",
            nine),
       MethodVerdict::kUnique},
      {"small", Make("1..4..1..2..3..2", four), MethodVerdict::kUnique},
      {"small_two", Make("1....2....3....4", four), MethodVerdict::kMultiple},
      {"small_none", Make("12....3.........", four), MethodVerdict::kNone},
      {"small_contradiction", Make("11..............", four),
       MethodVerdict::kNone},
      {"small_full", Make("1234341221434321", four), MethodVerdict::kUnique},
      {"small_full_but_one", Make(".234341221434321", four),
       MethodVerdict::kUnique},
      {"small_full_wrong", Make("1234341221434312", four),
       MethodVerdict::kNone},
      {"blank", Make(blank, nine), MethodVerdict::kMultiple},
      {"two",
       Make("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95....."
            "2.3..9..5.1.3..",
            nine),
       MethodVerdict::kMultiple},
      {"six",
       Make("2.......1.3........2...1....163...45", *Geometry::Classic(2, 3)),
       MethodVerdict::kUnique},
      {"diagonals", Make("1...............", four.WithDiagonals()),
       MethodVerdict::kMultiple},
      {"jigsaw",
       Make("1...2.......3...", *Geometry::Irregular("1122113243324443")),
       MethodVerdict::kMultiple},
      {"extra_region",
       Make("1.............1.", *four.WithExtraRegions("aa..........aa..")),
       MethodVerdict::kMultiple},
      {"pencilmarks", Pencilmarks("...4..1..2..3..2", 0b0011),
       MethodVerdict::kUnique},
      {"pencilmarks_none", Pencilmarks("...4..1..2..3..2", 0b0110),
       MethodVerdict::kNone},
  };
}

// What the solver says, as a method would.
struct Judgement {
  MethodVerdict verdict;
  std::optional<Grid> solution;
};

Judgement Judge(const Puzzle& puzzle) {
  absl::StatusOr<Solver> solver = Solver::Create(puzzle.geometry);
  EXPECT_TRUE(solver.ok()) << solver.status();
  const Answer& answer = solver->Solve(puzzle);
  switch (answer.verdict) {
    case Verdict::kUnique:
      return {MethodVerdict::kUnique, answer.solution};
    case Verdict::kMultiple:
      return {MethodVerdict::kMultiple, std::nullopt};
    case Verdict::kNone:
      return {MethodVerdict::kNone, std::nullopt};
    case Verdict::kUndecided:
      break;
  }
  return {MethodVerdict::kGaveUp, std::nullopt};
}

void ExpectSolutionOf(const Puzzle& puzzle, const Grid& grid) {
  EXPECT_TRUE(IsSolution(puzzle.geometry, grid)) << grid.ToLine();
  for (int cell = 0; cell < grid.cell_count(); ++cell) {
    if (puzzle.clues[cell] != 0) {
      EXPECT_EQ(puzzle.clues[cell], grid[cell]);
    }
    if (puzzle.has_candidates()) {
      EXPECT_NE(puzzle.candidates[cell] & DigitBit(grid[cell]), 0u);
    }
  }
}

// The result is right: nothing is wrong in it, though it may say less than is
// known.
void ExpectRight(const MethodResult& result, const Puzzle& puzzle,
                 const Judgement& judgement) {
  if (result.solution) ExpectSolutionOf(puzzle, *result.solution);
  if (judgement.solution && result.solution) {
    EXPECT_EQ(*result.solution, *judgement.solution);
  }
  switch (result.verdict) {
    case MethodVerdict::kUnique:
    case MethodVerdict::kMultiple:
    case MethodVerdict::kNone:
      EXPECT_EQ(result.verdict, judgement.verdict);
      break;
    case MethodVerdict::kSolved:
      EXPECT_NE(judgement.verdict, MethodVerdict::kNone);
      break;
    case MethodVerdict::kGaveUp:
      EXPECT_NE(result.remark, "");
      break;
  }
  EXPECT_EQ(result.solution.has_value(),
            result.verdict == MethodVerdict::kUnique ||
                result.verdict == MethodVerdict::kMultiple ||
                result.verdict == MethodVerdict::kSolved);
  EXPECT_EQ(result.second_solution.has_value(),
            result.verdict == MethodVerdict::kMultiple);
  if (result.second_solution) {
    ExpectSolutionOf(puzzle, *result.second_solution);
    EXPECT_NE(*result.second_solution, *result.solution);
  }
}

// Enough for all cases; a method that cannot prove uses them up.
constexpr uint64_t kEnoughSteps = 200'000;

class EveryMethodTest : public testing::TestWithParam<const Method*> {
 protected:
  const Method& method() const { return *GetParam(); }
};

TEST_P(EveryMethodTest, AgreesWithTheSolver) {
  for (const Case& known : Cases()) {
    SCOPED_TRACE(known.name);
    const Judgement judgement = Judge(known.puzzle);
    ASSERT_EQ(judgement.verdict, known.verdict);
    if (const absl::Status status = method().check(known.puzzle);
        !status.ok()) {
      EXPECT_NE(status.message(), "");
      continue;
    }
    const MethodResult result =
        method().solve(known.puzzle, {.max_steps = kEnoughSteps});
    ExpectRight(result, known.puzzle, judgement);
    if (method().can_prove) {
      EXPECT_EQ(result.verdict, known.verdict);
    } else {
      EXPECT_EQ(result.verdict, known.verdict == MethodVerdict::kNone
                                    ? MethodVerdict::kGaveUp
                                    : MethodVerdict::kSolved);
    }
  }
}

TEST_P(EveryMethodTest, IsContentWithOneSolution) {
  for (const Case& known : Cases()) {
    SCOPED_TRACE(known.name);
    if (!method().check(known.puzzle).ok()) continue;
    const MethodResult result = method().solve(
        known.puzzle, {.prove_unique = false, .max_steps = kEnoughSteps});
    EXPECT_EQ(result.verdict, known.verdict != MethodVerdict::kNone
                                  ? MethodVerdict::kSolved
                              : method().can_prove ? MethodVerdict::kNone
                                                   : MethodVerdict::kGaveUp);
    if (result.solution) ExpectSolutionOf(known.puzzle, *result.solution);
  }
}

TEST_P(EveryMethodTest, TellsWhatItDoes) {
  for (const Case& known : Cases()) {
    SCOPED_TRACE(known.name);
    if (!method().check(known.puzzle).ok()) continue;
    EventChecker checker(known.puzzle);
    const MethodResult result = method().solve(
        known.puzzle,
        {.max_steps = kEnoughSteps, .on_event = checker.Listener()});
    EXPECT_EQ(checker.fault(), "");
    if (!method().tells_events) {
      EXPECT_EQ(checker.events(), 0u);
      continue;
    }
    EXPECT_GT(checker.events(), 0u);
    std::vector<Grid> solutions;
    if (result.solution) solutions.push_back(*result.solution);
    if (result.second_solution) solutions.push_back(*result.second_solution);
    EXPECT_EQ(checker.solutions(), solutions);
  }
}

TEST_P(EveryMethodTest, StopsWhenNobodyListensAnyMore) {
  if (!method().tells_events) return;
  for (const Case& known : Cases()) {
    SCOPED_TRACE(known.name);
    if (!method().check(known.puzzle).ok()) continue;
    for (const int wanted : {1, 5, 12}) {
      int events = 0;
      const MethodResult result = method().solve(
          known.puzzle,
          {.max_steps = kEnoughSteps,
           .on_event = [&](const Event&) { return ++events < wanted; }});
      EXPECT_LE(events, wanted);
      if (events == wanted && !result.solution &&
          known.verdict != MethodVerdict::kNone) {
        EXPECT_EQ(result.verdict, MethodVerdict::kGaveUp);
        EXPECT_THAT(result.remark, HasSubstr("listener"));
      }
    }
  }
}

TEST_P(EveryMethodTest, KeepsItsLimits) {
  for (const Case& known : Cases()) {
    SCOPED_TRACE(known.name);
    if (!method().check(known.puzzle).ok()) continue;
    const Judgement judgement = Judge(known.puzzle);
    const uint64_t all =
        method().solve(known.puzzle, {.max_steps = kEnoughSteps}).steps;
    for (const uint64_t limit : {uint64_t{1}, all / 2}) {
      if (limit == 0 || limit >= all) continue;
      const MethodResult result =
          method().solve(known.puzzle, {.max_steps = limit});
      ExpectRight(result, known.puzzle, judgement);
      // The engines look at limits between nodes, and may be done before.
      EXPECT_GE(result.steps, limit);
      if (!method().tells_events || method().name == "dancing_links") continue;
      EXPECT_EQ(result.steps, limit);
      EXPECT_THAT(result.verdict,
                  AnyOf(MethodVerdict::kGaveUp, MethodVerdict::kSolved));
      EXPECT_NE(result.remark, "");
    }
    const MethodResult result =
        method().solve(known.puzzle, {.max_time = absl::ZeroDuration()});
    EXPECT_LT(result.steps, std::max<uint64_t>(all, 2)) << "no time";
    ExpectRight(result, known.puzzle, judgement);
  }
}

TEST_P(EveryMethodTest, DoesTheSameAgain) {
  for (const Case& known : Cases()) {
    SCOPED_TRACE(known.name);
    if (!method().check(known.puzzle).ok()) continue;
    const MethodOptions options = {.max_steps = Repetitions(kEnoughSteps / 10),
                                   .seed = 7};
    const MethodResult first = method().solve(known.puzzle, options);
    const MethodResult second = method().solve(known.puzzle, options);
    EXPECT_EQ(first.steps, second.steps);
    EXPECT_EQ(first.counters, second.counters);
    EXPECT_EQ(first.solution, second.solution);
  }
}

// Other programs have a test of their own.
std::vector<const Method*> Pointers() {
  std::vector<const Method*> pointers;
  for (const Method& method : AllMethods()) {
    if (!method.is_external) pointers.push_back(&method);
  }
  return pointers;
}

INSTANTIATE_TEST_SUITE_P(All, EveryMethodTest, testing::ValuesIn(Pointers()),
                         [](const testing::TestParamInfo<const Method*>& info) {
                           return std::string(info.param->name);
                         });

TEST(TableTest, FindsMethodsByName) {
  std::set<absl::string_view> names;
  for (const Method& method : AllMethods()) {
    EXPECT_EQ(FindMethod(method.name), &method);
    EXPECT_TRUE(names.insert(method.name).second) << method.name;
    EXPECT_NE(method.title, "");
    EXPECT_NE(method.step, "");
  }
  EXPECT_THAT(names,
              IsSupersetOf({"brute_force", "backtracking", "moler", "norvig",
                            "coloring", "people", "forward_checking", "bounds",
                            "all_different", "shaving", "algorithm_x",
                            "dancing_links", "bit_planes", "nogoods",
                            "annealing", "tabu", "genetic", "root"}));
  EXPECT_EQ(FindMethod("magic"), nullptr);
  EXPECT_EQ(FindMethod(""), nullptr);
}

TEST(TableTest, SaysWhyAMethodCannotDoAPuzzle) {
  const Geometry four = *Geometry::FromSize(4);
  const Puzzle marks = Pencilmarks("...4..1..2..3..2", 0b0011);
  const struct {
    const char* method;
    Puzzle puzzle;
    const char* sentence;
  } kCases[] = {
      {"root", Make("1...............", four), "this puzzle has clues"},
      {"root", marks, "this puzzle has clues"},
      {"root", Puzzle(four.WithDiagonals()), "has other houses"},
      {"root", Puzzle(*Geometry::Irregular("1122113243324443")),
       "has other houses"},
      {"annealing", marks, "this puzzle is given by candidates"},
      {"annealing", Make("11..............", four),
       "two 1s in row 1: r1c1 and r1c2"},
      {"tabu", marks, "this puzzle is given by candidates"},
      {"genetic", Make("11..............", four),
       "two 1s in row 1: r1c1 and r1c2"},
      {"bit_planes", Puzzle(*Geometry::FromSize(36)),
       "engine bit_planes can do at most"},
  };
  for (const auto& [method, puzzle, sentence] : kCases) {
    const absl::Status status = FindMethod(method)->check(puzzle);
    EXPECT_FALSE(status.ok()) << method;
    EXPECT_THAT(std::string(status.message()), HasSubstr(sentence));
  }
}

TEST(RootTest, IsASolutionForAllBoxes) {
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{2, 2},
                                                                      {2, 3},
                                                                      {3, 2},
                                                                      {3, 3},
                                                                      {2, 5},
                                                                      {3, 4},
                                                                      {4, 4},
                                                                      {5, 5},
                                                                      {6, 6}}) {
    const Puzzle blank(*Geometry::Classic(rows, columns));
    const MethodResult result =
        FindMethod("root")->solve(blank, {.prove_unique = false});
    ASSERT_TRUE(result.solution.has_value());
    EXPECT_TRUE(IsSolution(blank.geometry, *result.solution));
  }
  EXPECT_EQ(FindMethod("root")
                ->solve(Puzzle(*Geometry::FromSize(4)), {})
                .solution->ToLine(),
            "1234341223414123");
}

TEST(NorvigTest, TheEasyOneNeedsNoGuess) {
  const Puzzle easy = Cases().front().puzzle;
  const MethodResult result = FindMethod("norvig")->solve(easy, {});
  EXPECT_THAT(
      result.counters,
      ElementsAre(std::pair<absl::string_view, uint64_t>("guesses", 0)));
}

TEST(DiceTest, TheSeedDecides) {
  const Puzzle easy = Cases().front().puzzle;
  for (const char* method : {"annealing", "tabu", "genetic"}) {
    std::set<uint64_t> steps;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      const MethodOptions options = {.max_steps = 3'000'000, .seed = seed};
      const MethodResult result = FindMethod(method)->solve(easy, options);
      EXPECT_EQ(FindMethod(method)->solve(easy, options).steps, result.steps);
      steps.insert(result.steps);
    }
    EXPECT_THAT(steps, SizeIs(3)) << method;
  }
}

// A method that throws dice says so when it has come to its limit.
TEST(DiceTest, GivesUpAtTheLimit) {
  // The last cell of row 1 can only hold the 9 that its column has: there is no
  // solution, which dice never learn.
  const Puzzle blocked =
      Make(absl::StrCat("12345678.........9", std::string(63, '.')),
           Geometry::Standard());
  for (const char* method : {"annealing", "tabu", "genetic"}) {
    const MethodResult result =
        FindMethod(method)->solve(blocked, {.max_steps = 20'000});
    EXPECT_EQ(result.verdict, MethodVerdict::kGaveUp) << method;
    EXPECT_EQ(result.steps, 20'000u) << method;
    EXPECT_EQ(result.remark, "stopped after 20000 steps") << method;
  }
}

TEST(ColoringTest, TakesNoMoreGuessesThanItHasTo) {
  const Puzzle easy = Cases().front().puzzle;
  const MethodResult result = FindMethod("coloring")->solve(easy, {});
  EXPECT_EQ(result.verdict, MethodVerdict::kUnique);
  EXPECT_GE(result.steps,
            static_cast<uint64_t>(81 - easy.clues.filled_count()));
}

// The engine that is watched visits the nodes of the one that is not.
TEST(DancingLinksTest, IsTheSameWhenItIsWatched) {
  for (const auto& test : Cases()) {
    uint64_t events = 0;
    const Method& method = *FindMethod("dancing_links");
    const MethodResult alone = method.solve(test.puzzle, {});
    const MethodResult watched =
        method.solve(test.puzzle, {.on_event = [&](const Event&) {
                       ++events;
                       return true;
                     }});
    EXPECT_GT(events, 0u) << test.name;
    EXPECT_EQ(watched.verdict, alone.verdict);
    EXPECT_EQ(watched.solution, alone.solution);
    if (alone.verdict == MethodVerdict::kUnique) {
      EXPECT_EQ(watched.steps, alone.steps);
    }
  }
}

}  // namespace
}  // namespace sudoku
