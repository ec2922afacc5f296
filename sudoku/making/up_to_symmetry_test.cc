#include "sudoku/making/up_to_symmetry.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "sudoku/making/canonical.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

dlx::ClassCount CountOf(const Puzzle& puzzle) {
  const absl::StatusOr<dlx::ClassCount> count =
      CountSolutionsUpToSymmetry(puzzle);
  EXPECT_TRUE(count.ok()) << count.status();
  EXPECT_EQ(count->summary.outcome, dlx::Outcome::kExhausted);
  return *count;
}

Puzzle Small(absl::string_view line) {
  return Puzzle(*Geometry::FromSize(4), *Grid::FromLine(line));
}

TEST(UpToSymmetryTest, BlankGrid) {
  const dlx::ClassCount four = CountOf(Puzzle(*Geometry::FromSize(4)));
  EXPECT_EQ(four.covers, 288);
  EXPECT_EQ(four.classes, 2);
}

// Solutions that are the same up to symmetry of the puzzle are the same grid in
// disguise. So there are no fewer classes than grids that differ.
TEST(UpToSymmetryTest, NoFewerThanGrids) {
  const Puzzle puzzle = Small("1..............1");
  const dlx::ClassCount count = CountOf(puzzle);
  Solver solver = *Solver::Create(puzzle.geometry);
  EXPECT_EQ(solver.CountSolutions(puzzle)->count, count.covers);
  EXPECT_LT(count.classes, count.covers);
  std::set<std::string> forms;
  ASSERT_TRUE(solver.Start(puzzle).ok());
  while (solver.Next()) {
    forms.insert(CanonicalForm(puzzle.geometry, solver.solution())->ToLine());
  }
  EXPECT_GE(count.classes, forms.size());
}

TEST(UpToSymmetryTest, CluesWithoutSymmetryLeaveAllApart) {
  const Puzzle puzzle = Small("1.2..3....4.....");
  const dlx::ClassCount count = CountOf(puzzle);
  EXPECT_GT(count.covers, 1);
  EXPECT_EQ(count.classes, count.covers);
  // Two automorphisms, and no solution that both leave as it is.
  const dlx::ClassCount pairs = CountOf(Small("12..3.......2..."));
  EXPECT_EQ(pairs.covers, 6);
  EXPECT_EQ(pairs.classes, 3);
  EXPECT_EQ(CountOf(Small("11..............")).classes, 0);
}

TEST(UpToSymmetryTest, GeometriesHaveTheirOwn) {
  // Both diagonals: 48 grids of 4x4, all the same.
  const dlx::ClassCount x =
      CountOf(Puzzle(Geometry::FromSize(4)->WithDiagonals()));
  EXPECT_EQ(x.covers, 48);
  EXPECT_EQ(x.classes, 1);
}

// Where rows are regions, rows, columns and digits change places: 12 main
// classes of Latin squares of order 6. And so they do beside extra regions.
TEST(UpToSymmetryTest, RegionsMayBeRows) {
  EXPECT_EQ(CountOf(Puzzle(*Geometry::Irregular(
                        "111111222222333333444444555555666666")))
                .classes,
            12);
  const Geometry latin = *Geometry::Irregular("1111222233334444");
  EXPECT_EQ(
      CountOf(Puzzle(*latin.WithExtraRegions(".1.............1"))).classes, 3);
}

TEST(UpToSymmetryTest, RulesAreRefused) {
  Puzzle puzzle(*Geometry::FromSize(4));
  puzzle.rules.emplace_back();
  EXPECT_EQ(CountSolutionsUpToSymmetry(puzzle).status().code(),
            absl::StatusCode::kUnimplemented);
}

TEST(UpToSymmetryTest, GivensAreTheClues) {
  EXPECT_EQ(CountSolutionsUpToSymmetry(Puzzle(*Geometry::FromSize(4)),
                                       {.givens = {dlx::OptionId(0)}})
                .status()
                .code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace sudoku
