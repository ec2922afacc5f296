#include "sudoku/making/symmetry.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/grid.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(SymmetryTest, NamesAreDifferentAndFoundAgain) {
  std::set<std::string> names;
  for (const Symmetry symmetry : kSymmetries) {
    const std::string_view name = SymmetryName(symmetry);
    EXPECT_TRUE(names.insert(std::string(name)).second) << name;
    EXPECT_EQ(SymmetryFromName(name), symmetry) << name;
  }
  EXPECT_EQ(SymmetryFromName("rotational"), std::nullopt);
}

TEST(SymmetryTest, OrbitsPartitionTheCells) {
  // The number of orbits is the mean number of cells that the ways of the group
  // keep (Burnside): of 81 cells a half-turn keeps 1, a mirror or diagonal 9.
  const std::vector<std::pair<Symmetry, size_t>> expected = {
      {Symmetry::kNone, 81},          {Symmetry::kHalfTurn, 41},
      {Symmetry::kQuarterTurn, 21},   {Symmetry::kLeftRight, 45},
      {Symmetry::kUpDown, 45},        {Symmetry::kDiagonal, 45},
      {Symmetry::kAntidiagonal, 45},  {Symmetry::kBothMirrors, 25},
      {Symmetry::kBothDiagonals, 25}, {Symmetry::kFull, 15}};
  for (const auto& [symmetry, count] : expected) {
    const std::vector<std::vector<int>> orbits = CellOrbits(symmetry, 9);
    EXPECT_THAT(orbits, SizeIs(count)) << SymmetryName(symmetry);
    std::set<int> cells;
    for (const std::vector<int>& orbit : orbits) {
      for (const int cell : orbit) EXPECT_TRUE(cells.insert(cell).second);
    }
    EXPECT_THAT(cells, SizeIs(81)) << SymmetryName(symmetry);
  }
  EXPECT_THAT(CellOrbits(Symmetry::kQuarterTurn, 2),
              ElementsAre(::testing::UnorderedElementsAre(0, 1, 2, 3)));
}

TEST(SymmetryTest, OfClues) {
  struct Case {
    absl::string_view line;
    Symmetry symmetry;
  };
  for (const Case& c : {
           Case{"1.....3..4.2....", Symmetry::kNone},
           Case{"1..............2", Symmetry::kBothDiagonals},
           Case{"12............34", Symmetry::kHalfTurn},
           Case{"12..2...........", Symmetry::kDiagonal},
           Case{"..12...3........", Symmetry::kAntidiagonal},
           Case{"1..2............", Symmetry::kLeftRight},
           Case{"1...........2...", Symmetry::kUpDown},
           Case{".12..........12.", Symmetry::kBothMirrors},
           Case{".1.....24.....3.", Symmetry::kQuarterTurn},
           Case{"1..2........3..4", Symmetry::kFull},
           Case{"................", Symmetry::kFull},
       }) {
    EXPECT_EQ(SymmetryName(SymmetryOfClues(*Grid::FromLine(c.line))),
              SymmetryName(c.symmetry))
        << c.line;
  }
}

TEST(SymmetryTest, OrbitsHaveTheirSymmetry) {
  for (const Symmetry symmetry : kSymmetries) {
    // The longest orbits that are not all alone.
    const std::vector<std::vector<int>> orbits = CellOrbits(symmetry, 9);
    Grid clues(9);
    for (size_t i = 0; i < orbits.size(); i += 2) {
      for (const int cell : orbits[i]) clues[cell] = 1;
    }
    const Symmetry found = SymmetryOfClues(clues);
    const std::vector<std::vector<int>> finer = CellOrbits(found, 9);
    EXPECT_LE(finer.size(), orbits.size()) << SymmetryName(symmetry);
  }
}

TEST(SymmetryTest, Transposed) {
  EXPECT_EQ(Transposed(*Grid::FromLine("1234............")).ToLine(),
            "1...2...3...4...");
}

}  // namespace
}  // namespace sudoku
