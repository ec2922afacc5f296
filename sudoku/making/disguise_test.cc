#include "sudoku/making/disguise.h"

#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/canonical.h"
#include "sudoku/making/random.h"
#include "sudoku/making/symmetry.h"

namespace sudoku::disguise_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(DisguiseTest, DoesWhatItSays) {
  const Grid grid = *Grid::FromLine("1234341221434321");
  const Disguise disguise = {.is_transposed = true,
                             .rows = {1, 0, 2, 3},
                             .columns = {2, 3, 0, 1},
                             .digits = {0, 4, 3, 2, 1}};
  const Grid turned = Transposed(grid);  // 1324 2413 3142 4231
  EXPECT_EQ(turned.ToLine(), "1324241331424231");
  EXPECT_EQ(Disguised(grid, disguise).ToLine(), "4231314213242413");
}

// What is the same in disguise has the same canonical form, and the form's own
// disguise leads to it.
TEST(DisguiseTest, PuzzlesStayTheSame) {
  Random random(7);
  for (const char* line :
       {"1.......2.3.4...", "................",
        "1.5.......6..2......4........3..1...",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85..."
        "1..9....4..",
        "1234567894567891237891234562315648975648972318972315643126459786459783"
        "1"
        "2978312645"}) {
    const Grid grid = *Grid::FromLine(line);
    const Geometry geometry = *Geometry::FromSize(grid.size());
    const Grid form = *CanonicalForm(geometry, grid);
    for (int i = 0; i < 20; ++i) {
      const Grid other = Disguised(grid, *RandomDisguise(geometry, random));
      const CanonicalClass found = *FindCanonicalClass(geometry, other);
      EXPECT_EQ(found.form, form);
      EXPECT_EQ(Disguised(other, found.disguise), form);
      EXPECT_EQ(other.filled_count(), grid.filled_count());
    }
  }
}

TEST(DisguiseTest, AllOfThemAreDrawn) {
  // 2 ways to turn, 8 orders of rows, 8 of columns, 24 of digits, and two
  // automorphisms or more.
  const Grid grid = *Grid::FromLine("1234341221434321");
  const Geometry geometry = *Geometry::FromSize(4);
  const absl::uint128 expected = FindCanonicalClass(geometry, grid)->disguises;
  Random random(3);
  std::set<std::string> seen;
  for (int i = 0; i < 5000; ++i) {
    seen.insert(Disguised(grid, *RandomDisguise(geometry, random)).ToLine());
  }
  EXPECT_THAT(seen, SizeIs(static_cast<size_t>(expected)));
}

TEST(DisguiseTest, SidesOfBoxesStayWhatTheyAre) {
  Random random(1);
  const Geometry geometry = *Geometry::Classic(2, 3);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(RandomDisguise(geometry, random)->is_transposed);
  }
}

TEST(DisguiseTest, DiagonalsHaveNone) {
  Random random(1);
  const absl::StatusOr<Disguise> disguise =
      RandomDisguise(Geometry::Standard().WithDiagonals(), random);
  EXPECT_THAT(std::string(disguise.status().message()),
              HasSubstr("with boxes and nothing else"));
}

}  // namespace sudoku::disguise_test
