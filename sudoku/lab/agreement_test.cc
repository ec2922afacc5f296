// All methods agree on Norvig's 50 easy puzzles and his 95 hard ones, and on
// 200 minimal ones.

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "sudoku/conflict.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/table.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

struct Known {
  Puzzle puzzle;
  Grid solution;  // The only one.
};

// The puzzles, with the solutions that the solver finds.
const std::vector<Known>& KnownPuzzles() {
  static const auto& puzzles = *[] {
    auto* known = new std::vector<Known>;
    absl::StatusOr<Solver> solver = Solver::Create(Geometry::Standard());
    for (const char* name : {"norvig_easy50", "norvig_top95", "minimal"}) {
      std::ifstream file(absl::StrCat("testdata/sudoku/", name, ".txt"));
      for (std::string line; std::getline(file, line);) {
        const Puzzle puzzle(Geometry::Standard(), *Grid::FromLine(line));
        const Answer& answer = solver->Solve(puzzle);
        EXPECT_EQ(answer.verdict, Verdict::kUnique) << line;
        EXPECT_TRUE(IsSolution(puzzle.geometry, answer.solution)) << line;
        known->push_back({puzzle, answer.solution});
      }
    }
    return known;
  }();
  return puzzles;
}

// A method, and how many steps it may take for a puzzle.
struct Contestant {
  const char* name;
  uint64_t max_steps;
  // Of the 345 puzzles, how many it decides; at least, if dice are thrown.
  int decided;
};

class AgreementTest : public testing::TestWithParam<Contestant> {};

TEST_P(AgreementTest, OnePuzzleAfterTheOther) {
  const Method& method = *FindMethod(GetParam().name);
  EXPECT_EQ(KnownPuzzles().size(), 345u);
  int decided = 0;
  for (const auto& [puzzle, solution] : KnownPuzzles()) {
    SCOPED_TRACE(puzzle.clues.ToLine());
    ASSERT_TRUE(method.check(puzzle).ok());
    const MethodResult result =
        method.solve(puzzle, {.max_steps = GetParam().max_steps});
    if (result.solution) {
      EXPECT_EQ(*result.solution, solution);
    }
    switch (result.verdict) {
      case MethodVerdict::kUnique:
        ++decided;
        break;
      case MethodVerdict::kSolved:
        EXPECT_NE(result.remark, "");
        if (!method.can_prove) ++decided;
        break;
      case MethodVerdict::kGaveUp:
        EXPECT_EQ(result.steps, GetParam().max_steps);
        break;
      case MethodVerdict::kMultiple:
      case MethodVerdict::kNone:
        ADD_FAILURE() << MethodVerdictName(result.verdict);
    }
  }
  if (method.can_prove) {
    EXPECT_EQ(decided, GetParam().decided);
  } else {
    EXPECT_GE(decided, GetParam().decided);
  }
}

std::string NameOf(const testing::TestParamInfo<Contestant>& info) {
  return std::string(info.param.name);
}

INSTANTIATE_TEST_SUITE_P(
    Quick, AgreementTest,
    testing::Values(Contestant{"brute_force", 30'000, 24},
                    Contestant{"backtracking", 30'000, 24},
                    Contestant{"moler", 3'000, 221},
                    Contestant{"norvig", UINT64_MAX, 345},
                    Contestant{"coloring", 3'000, 286},
                    Contestant{"all_different", UINT64_MAX, 345},
                    Contestant{"shaving", UINT64_MAX, 345},
                    Contestant{"algorithm_x", UINT64_MAX, 345},
                    Contestant{"dancing_links", UINT64_MAX, 345},
                    Contestant{"bit_sets", UINT64_MAX, 345},
                    Contestant{"bit_planes", UINT64_MAX, 345},
                    Contestant{"nogoods", UINT64_MAX, 345},
                    Contestant{"annealing", 30'000, 5},
                    Contestant{"tabu", 30'000, 40},
                    Contestant{"genetic", 500, 7}),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Full, AgreementTest,
    testing::Values(Contestant{"brute_force", 3'000'000, 247},
                    Contestant{"backtracking", 3'000'000, 247},
                    Contestant{"moler", UINT64_MAX, 345},
                    Contestant{"coloring", UINT64_MAX, 345},
                    Contestant{"forward_checking", UINT64_MAX, 345},
                    Contestant{"bounds", UINT64_MAX, 345},
                    Contestant{"annealing", 200'000, 40},
                    Contestant{"tabu", 200'000, 90},
                    Contestant{"genetic", 3'000, 20}),
    NameOf);

}  // namespace
}  // namespace sudoku
