// Other programs, as far as they are installed, are right about small and
// large, about one, none and several solutions.

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/conflict.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/table.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr char kBoard[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1.."
    "9....4..";
constexpr char kSolution[] =
    "8127536499436821756754912831542378963698457212871695345219743684385269177"
    "96318452";

Puzzle Standard(absl::string_view line) {
  return {Geometry::Standard(), *Grid::FromLine(line)};
}

Puzzle Small(absl::string_view line) {
  return {*Geometry::FromSize(4), *Grid::FromLine(line)};
}

class ExternalMethodTest : public testing::TestWithParam<const Method*> {
 protected:
  void SetUp() override {
    const absl::Status status = method().check(Standard(kBoard));
    if (status.ok()) return;
    EXPECT_THAT(std::string(status.message()), HasSubstr("apt-get install "));
    ASSERT_EQ(std::getenv("DLX_EXPECT_SOLVERS"), nullptr) << status;
    GTEST_SKIP() << status.message();
  }

  const Method& method() const { return *GetParam(); }
};

TEST_P(ExternalMethodTest, ProvesThatASolutionIsTheOnlyOne) {
  const MethodResult result = method().solve(Standard(kBoard), {});
  EXPECT_EQ(result.verdict, MethodVerdict::kUnique) << result.remark;
  ASSERT_TRUE(result.solution.has_value());
  EXPECT_EQ(result.solution->ToLine(), kSolution);
  EXPECT_EQ(result.steps, 2u);
  if (method().name == "gecode") {
    EXPECT_THAT(result.counters,
                ElementsAre(Pair("nodes", Ge(1u)), Pair("start_us", Ge(1u)),
                            Pair("search_us", Ge(0u))));
  } else if (method().name == "clasp" || method().name == "clingo") {
    EXPECT_THAT(result.counters, ElementsAre(Pair("start_us", Ge(0u)),
                                             Pair("search_us", Ge(0u))));
  } else {
    EXPECT_THAT(result.counters, IsEmpty());
  }
}

TEST_P(ExternalMethodTest, IsContentWithOneSolution) {
  const MethodResult result =
      method().solve(Small("1....2....3....4"), {.prove_unique = false});
  EXPECT_EQ(result.verdict, MethodVerdict::kSolved) << result.remark;
  EXPECT_TRUE(IsSolution(*Geometry::FromSize(4), *result.solution));
  EXPECT_EQ(result.steps, 1u);
}

TEST_P(ExternalMethodTest, FindsTwoSolutions) {
  const MethodResult result = method().solve(Small("1....2....3....4"), {});
  EXPECT_EQ(result.verdict, MethodVerdict::kMultiple) << result.remark;
  EXPECT_THAT(result.solution->ToLine(),
              AnyOf("1342421324313124", "1423324141322314"));
  EXPECT_THAT(result.second_solution->ToLine(),
              AnyOf("1342421324313124", "1423324141322314"));
  EXPECT_NE(*result.second_solution, *result.solution);
}

TEST_P(ExternalMethodTest, ProvesThatThereIsNone) {
  // No two clues conflict, but r1c3 and r1c4 would both have to be 4.
  MethodResult result = method().solve(Small("12....3........."), {});
  EXPECT_EQ(result.verdict, MethodVerdict::kNone) << result.remark;
  EXPECT_EQ(result.steps, 1u);
  result = method().solve(Small("11.............."), {});
  EXPECT_EQ(result.verdict, MethodVerdict::kNone);
  EXPECT_THAT(result.remark, HasSubstr("two 1s in row 1"));
  EXPECT_EQ(result.steps, 0u) << "There is nothing to run the program for.";
}

TEST_P(ExternalMethodTest, DoesOtherGeometriesAndCandidates) {
  Puzzle puzzle = Small("1....2....3....4");
  puzzle.geometry = puzzle.geometry.WithDiagonals();
  EXPECT_EQ(method().solve(puzzle, {}).verdict, MethodVerdict::kMultiple);
  puzzle = Small("1....2....3....4");
  puzzle.candidates.assign(16, AllDigits(4));
  puzzle.candidates[1] = 0b0100;
  const MethodResult result = method().solve(puzzle, {});
  EXPECT_EQ(result.verdict, MethodVerdict::kUnique) << result.remark;
  EXPECT_EQ(result.solution->ToLine(), "1342421324313124");
}

TEST_P(ExternalMethodTest, KeepsItsLimits) {
  const Puzzle puzzle = Standard(kBoard);
  MethodResult result = method().solve(puzzle, {.max_steps = 1});
  EXPECT_EQ(result.verdict, MethodVerdict::kSolved);
  EXPECT_NE(result.remark, "");
  result = method().solve(puzzle, {.max_time = absl::ZeroDuration()});
  EXPECT_EQ(result.verdict, MethodVerdict::kGaveUp);
  EXPECT_NE(result.remark, "");
  dlx::Interrupter interrupter;
  interrupter.Request();
  result = method().solve(puzzle, {.interrupter = &interrupter});
  EXPECT_EQ(result.verdict, MethodVerdict::kGaveUp);
}

TEST(RelaxationTest, ProvesNothingUnlessThereIsNoSolution) {
  for (const char* name : {"glpk_relaxed", "cbc_relaxed"}) {
    const Method& method = *FindMethod(name);
    if (!method.check(Small("1..4..1..2..3..2")).ok()) continue;
    MethodResult result = method.solve(Small("1..4..1..2..3..2"), {});
    EXPECT_EQ(result.verdict, MethodVerdict::kSolved) << name;
    EXPECT_EQ(result.solution->ToLine(), "1324241342313142");
    EXPECT_THAT(result.counters, ElementsAre(Pair("in_part", 0u)));
    result = method.solve(Small("12....3........."), {});
    EXPECT_EQ(result.verdict, MethodVerdict::kNone) << name;
  }
}

std::vector<const Method*> ExternalMethodsOfTheTable() {
  std::vector<const Method*> pointers;
  for (const Method& method : AllMethods()) {
    if (method.is_external && method.can_prove) pointers.push_back(&method);
  }
  return pointers;
}

INSTANTIATE_TEST_SUITE_P(Programs, ExternalMethodTest,
                         testing::ValuesIn(ExternalMethodsOfTheTable()),
                         [](const testing::TestParamInfo<const Method*>& info) {
                           return std::string(info.param->name);
                         });

}  // namespace
}  // namespace sudoku
