#include "sudoku/making/random_grid.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/testing/sanitized.h"
#include "gtest/gtest.h"
#include "sudoku/conflict.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/random.h"

namespace sudoku {
namespace {

using ::dlx::testing::kIsSanitized;

TEST(RandomTest, SequencesAreTheSameEverywhere) {
  // The first numbers of SplitMix64 with seed 0, as its authors publish them.
  Random random(0);
  EXPECT_EQ(random.Next(), 0xe220a8397b1dcdaf);
  EXPECT_EQ(random.Next(), 0x6e789e6aa1b965f4);
}

TEST(RandomTest, BelowIsEven) {
  Random random(1, 2);
  std::array<int, 6> counts = {};
  for (int i = 0; i < 60'000; ++i) ++counts[random.Below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

bool IsFullAndRight(const Geometry& geometry, const Grid& grid) {
  return grid.is_full() && FindConflicts(geometry, grid).empty();
}

// All weights by which bands are drawn, added up.
TEST(RandomGridTest, WeightsAddUpToTheNumberOfGrids) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  const absl::uint128 known =
      absl::uint128(6'670'903'752'021'072u) * 1'000'000 + 936'960;
  EXPECT_EQ(CountStandardGrids(), known);
}

TEST(RandomGridTest, GridsAreRightAndReproducible) {
  std::vector<Geometry> geometries = {Geometry::Standard(),
                                      *Geometry::Classic(2, 2),
                                      *Geometry::Classic(2, 3),
                                      *Geometry::Classic(3, 4),
                                      *Geometry::Irregular("1122113243324443"),
                                      Geometry::Standard().WithDiagonals(),
                                      *Geometry::Standard().WithWindows()};
  for (const Geometry& geometry : geometries) {
    absl::StatusOr<RandomGrids> grids = RandomGrids::Create(geometry);
    ASSERT_TRUE(grids.ok()) << geometry.Description();
    std::set<std::string> lines;
    for (uint64_t stream = 0; stream < 3; ++stream) {
      Random random(7, stream);
      const absl::StatusOr<Grid> grid = grids->Draw(random);
      ASSERT_TRUE(grid.ok());
      EXPECT_TRUE(IsFullAndRight(geometry, *grid)) << grid->ToLine();
      lines.insert(grid->ToLine());
      Random again(7, stream);
      EXPECT_EQ(*grids->Draw(again), *grid);
    }
    EXPECT_GT(lines.size(), 1u) << geometry.Description();
  }
}

TEST(RandomGridTest, SmallGeometriesAreEven) {
  absl::StatusOr<RandomGrids> grids =
      RandomGrids::Create(*Geometry::Classic(2, 2));
  ASSERT_TRUE(grids.ok());
  EXPECT_TRUE(grids->is_exact());
  std::map<std::string, int> counts;
  Random random(1);
  for (int i = 0; i < 28'800; ++i) ++counts[grids->Draw(random)->ToLine()];
  EXPECT_EQ(counts.size(), 288u);
  for (const auto& [line, count] : counts) EXPECT_NEAR(count, 100, 60) << line;
}

// Steps, and not many, lead from wherever a search begins to all grids evenly:
// chi-square of 287 degrees of freedom is 287 +- 24.
TEST(RandomGridTest, StepsAreEven) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  absl::StatusOr<RandomGrids> grids =
      RandomGrids::Create(*Geometry::Classic(2, 2));
  ASSERT_TRUE(grids.ok());
  constexpr int kDraws = 5'760;
  std::map<std::string, int> counts;
  Random random(1);
  for (int i = 0; i < kDraws; ++i) {
    ++counts[grids->DrawBySteps(random, /*steps=*/8)->ToLine()];
  }
  double chi_square = 0;
  const double expected = kDraws / 288.0;
  for (const auto& [line, count] : counts) {
    chi_square += (count - expected) * (count - expected) / expected;
  }
  chi_square += (288 - static_cast<double>(counts.size())) * expected;
  EXPECT_LT(chi_square, 287 + 5 * 24);
}

// In how many pairs of rows of a band two digits of one stand below each other
// in the other the other way round.
int Exchanges(const Grid& grid) {
  int exchanges = 0;
  for (int row = 0; row < 9; ++row) {
    for (int other = row + 1; other < row / 3 * 3 + 3; ++other) {
      for (int a = 0; a < 9; ++a) {
        for (int b = a + 1; b < 9; ++b) {
          exchanges += grid[row * 9 + a] == grid[other * 9 + b] &&
                       grid[row * 9 + b] == grid[other * 9 + a];
        }
      }
    }
  }
  return exchanges;
}

// The same property, of grids drawn exactly and by steps: their means agree.
TEST(RandomGridTest, StepsAgreeWithTheExactSource) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  absl::StatusOr<RandomGrids> grids = RandomGrids::Create(Geometry::Standard());
  ASSERT_TRUE(grids.ok());
  EXPECT_TRUE(grids->is_exact());
  constexpr int kDraws = 400;
  double exact = 0;
  double by_steps = 0;
  Random random(1);
  for (int i = 0; i < kDraws; ++i) {
    exact += Exchanges(*grids->Draw(random));
    by_steps += Exchanges(*grids->DrawBySteps(random));
  }
  // Each has a standard error of about 0.1.
  EXPECT_NEAR(exact / kDraws, by_steps / kDraws, 0.5);
}

TEST(RandomGridTest, AGeometryWithoutGridsIsAnError) {
  // What r1c1 and r1c2 have must be in r2c3 and r2c4: not all three differ.
  const absl::StatusOr<Geometry> geometry =
      Geometry::Classic(2, 2)->WithExtraRegions("11....1.........");
  ASSERT_TRUE(geometry.ok());
  EXPECT_EQ(RandomGrids::Create(*geometry).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace sudoku
