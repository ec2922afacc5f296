#include "sudoku/geometry.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Every geometry must keep these promises of its header.
void ExpectConsistent(const Geometry& geometry) {
  SCOPED_TRACE(geometry.Description());
  const int size = geometry.size();
  ASSERT_EQ(geometry.cell_count(), size * size);
  for (int house = 0; house < 3 * size; ++house) {
    EXPECT_EQ(static_cast<int>(geometry.houses()[house].cells.size()), size);
  }
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    const auto houses = geometry.HousesOf(cell);
    ASSERT_GE(houses.size(), 3u);
    EXPECT_EQ(houses[0], geometry.RowOf(cell));
    EXPECT_EQ(houses[1], size + geometry.ColumnOf(cell));
    EXPECT_EQ(houses[2], 2 * size + geometry.RegionOf(cell));
    // Two cells are peers if and only if they share a house.
    std::vector<int> expected_peers;
    for (int other = 0; other < geometry.cell_count(); ++other) {
      bool shares = false;
      for (int house : geometry.HousesOf(other)) {
        for (int mine : houses) shares = shares || house == mine;
      }
      if (shares && other != cell) expected_peers.push_back(other);
    }
    EXPECT_EQ(std::vector<int>(geometry.PeersOf(cell).begin(),
                               geometry.PeersOf(cell).end()),
              expected_peers);
  }
}

TEST(GeometryTest, StandardGridHasTheWellKnownShape) {
  const Geometry geometry = Geometry::Standard();
  ExpectConsistent(geometry);
  EXPECT_EQ(geometry.size(), 9);
  EXPECT_EQ(geometry.houses().size(), 27u);
  EXPECT_EQ(geometry.Description(), "9x9");
  for (int cell = 0; cell < 81; ++cell) {
    EXPECT_EQ(geometry.PeersOf(cell).size(), 20u);
  }
  const House& box = geometry.houses()[18 + 5];
  EXPECT_THAT(box.cells, ElementsAre(33, 34, 35, 42, 43, 44, 51, 52, 53));
  EXPECT_EQ(box.LongName(), "box 6");
  EXPECT_EQ(box.ShortName(), "b6");
}

TEST(GeometryTest, BoxesOfTwoRowsAndThreeColumns) {
  const absl::StatusOr<Geometry> geometry = Geometry::Classic(2, 3);
  ASSERT_TRUE(geometry.ok()) << geometry.status();
  ExpectConsistent(*geometry);
  EXPECT_THAT(geometry->houses()[12].cells, ElementsAre(0, 1, 2, 6, 7, 8));
  EXPECT_EQ(geometry->Description(), "6x6 with boxes of 2 rows and 3 columns");
}

TEST(GeometryTest, CustomaryBoxes) {
  const struct {
    int size, box_rows, box_columns;
  } kCases[] = {{4, 2, 2},  {6, 2, 3},  {8, 2, 4},  {9, 3, 3},  {10, 2, 5},
                {12, 3, 4}, {15, 3, 5}, {16, 4, 4}, {18, 3, 6}, {20, 4, 5},
                {24, 4, 6}, {25, 5, 5}, {30, 5, 6}, {36, 6, 6}};
  for (const auto& test : kCases) {
    absl::StatusOr<Geometry> geometry = Geometry::FromSize(test.size);
    ASSERT_TRUE(geometry.ok()) << geometry.status();
    EXPECT_EQ(geometry->size(), test.size);
    EXPECT_EQ(geometry->box_rows(), test.box_rows);
    EXPECT_EQ(geometry->box_columns(), test.box_columns);
    // A look at all pairs of cells: too slow for the largest.
    if (test.size <= 16) ExpectConsistent(*geometry);
  }
}

TEST(GeometryTest, SizesAndBoxesThatCannotBe) {
  for (int size : {-9, 0, 1, 2, 3, 5, 7, 31, 37, 1 << 30}) {
    EXPECT_FALSE(Geometry::FromSize(size).ok()) << size;
  }
  const std::pair<int, int> kBoxes[] = {{1, 9},  {9, 1}, {0, 0},
                                        {-2, 3}, {6, 7}, {65536, 65536}};
  for (const auto& [rows, columns] : kBoxes) {
    EXPECT_FALSE(Geometry::Classic(rows, columns).ok())
        << rows << "x" << columns;
  }
  EXPECT_EQ(Geometry::FromSize(7).status().message(),
            "a grid of size 7 has no boxes, because 7 is prime; it needs "
            "irregular regions");
}

TEST(GeometryTest, IrregularRegionsOverSeveralLines) {
  const absl::StatusOr<Geometry> geometry = Geometry::Irregular(R"(
      aabb
      aabc
      ddbc
      ddcc)");
  ASSERT_TRUE(geometry.ok()) << geometry.status();
  ExpectConsistent(*geometry);
  EXPECT_FALSE(geometry->has_boxes());
  EXPECT_THAT(geometry->houses()[9].cells, ElementsAre(2, 3, 6, 10));
  EXPECT_EQ(geometry->houses()[9].LongName(), "region 2");
  EXPECT_EQ(geometry->RegionOf(15), 2);
  EXPECT_EQ(geometry->Description(), "4x4 with irregular regions");
}

TEST(GeometryTest, RegionLineGivesTheSameRegionsBack) {
  const absl::StatusOr<Geometry> irregular =
      Geometry::Irregular("aabbaabbccddccdd");
  ASSERT_TRUE(irregular.ok()) << irregular.status();
  EXPECT_EQ(irregular->RegionLine(), "1122112233443344");
  const absl::StatusOr<Geometry> large = Geometry::FromSize(12);
  ASSERT_TRUE(large.ok()) << large.status();
  EXPECT_THAT(large->RegionLine(), testing::StartsWith("111122223333"));
  EXPECT_THAT(large->RegionLine(), testing::EndsWith("AAAABBBBCCCC"));
}

TEST(GeometryTest, IrregularRegionsThatCannotBe) {
  const struct {
    std::string map;
    const char* message;
  } kCases[] = {
      {"", "this one has 0"},
      {"1", "this one has 1"},
      {"11221", "this one has 5"},
      {std::string(37 * 37, '1'), "this one has 1369"},
      {"1112"
       "1112"
       "1112"
       "1222",
       "needs 4 regions, but the map has 2"},
      {"1111"
       "1222"
       "3333"
       "4444",
       "region 1, which starts at r1c1, has 5"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(std::string(Geometry::Irregular(test.map).status().message()),
                HasSubstr(test.message))
        << test.map;
  }
}

TEST(GeometryTest, Diagonals) {
  const Geometry geometry = Geometry::Standard().WithDiagonals();
  ExpectConsistent(geometry);
  ASSERT_EQ(geometry.houses().size(), 29u);
  EXPECT_THAT(geometry.houses()[27].cells,
              ElementsAre(0, 10, 20, 30, 40, 50, 60, 70, 80));
  EXPECT_THAT(geometry.houses()[28].cells,
              ElementsAre(8, 16, 24, 32, 40, 48, 56, 64, 72));
  EXPECT_EQ(geometry.PeersOf(40).size(), 32u);
  EXPECT_EQ(geometry.Description(), "9x9 with diagonals");
  EXPECT_EQ(geometry.WithDiagonals(), geometry) << "Asking twice adds nothing";
}

TEST(GeometryTest, WindowsOfTheStandardGrid) {
  const absl::StatusOr<Geometry> geometry = Geometry::Standard().WithWindows();
  ASSERT_TRUE(geometry.ok()) << geometry.status();
  ExpectConsistent(*geometry);
  ASSERT_EQ(geometry->houses().size(), 31u);
  EXPECT_THAT(geometry->houses()[27].cells,
              ElementsAre(10, 11, 12, 19, 20, 21, 28, 29, 30));
  EXPECT_THAT(geometry->houses()[30].cells,
              ElementsAre(50, 51, 52, 59, 60, 61, 68, 69, 70));
  EXPECT_EQ(geometry->Description(), "9x9 with 4 extra regions");
}

TEST(GeometryTest, WindowsOfOtherSizes) {
  const std::pair<int, int> kSizeAndWindows[] = {{4, 1}, {16, 9}, {36, 25}};
  for (const auto& [size, windows] : kSizeAndWindows) {
    const absl::StatusOr<Geometry> geometry =
        Geometry::FromSize(size)->WithWindows();
    ASSERT_TRUE(geometry.ok()) << geometry.status();
    ASSERT_EQ(static_cast<int>(geometry->houses().size()), 3 * size + windows);
    for (int i = 3 * size; i < 3 * size + windows; ++i) {
      EXPECT_EQ(static_cast<int>(geometry->houses()[i].cells.size()), size);
    }
  }
  EXPECT_FALSE(Geometry::FromSize(6)->WithWindows().ok());
}

TEST(GeometryTest, SmallExtraRegions) {
  const absl::StatusOr<Geometry> geometry =
      Geometry::FromSize(4)->WithExtraRegions("a... .a.. ..bb ..b.");
  ASSERT_TRUE(geometry.ok()) << geometry.status();
  ExpectConsistent(*geometry);
  ASSERT_EQ(geometry->houses().size(), 14u);
  EXPECT_THAT(geometry->houses()[12].cells, ElementsAre(0, 5));
  EXPECT_THAT(geometry->houses()[13].cells, ElementsAre(10, 11, 14));
  EXPECT_EQ(geometry->houses()[13].LongName(), "extra region 2");
  EXPECT_EQ(geometry->houses()[13].ShortName(), "x2");

  const absl::StatusOr<Geometry> more =
      geometry->WithDiagonals().WithExtraRegions("..cc............");
  ASSERT_TRUE(more.ok()) << more.status();
  EXPECT_EQ(more->houses().back().number, 3);
  EXPECT_EQ(more->Description(), "4x4 with diagonals and 3 extra regions");
}

TEST(GeometryTest, ExtraRegionsMayOverlap) {
  const Geometry four = *Geometry::FromSize(4);
  const std::vector<std::vector<int>> regions = {
      {5, 0}, {0, 5, 10, 15}, {0, 6}};
  const absl::StatusOr<Geometry> geometry = four.WithExtraRegions(regions);
  ASSERT_TRUE(geometry.ok()) << geometry.status();
  ExpectConsistent(*geometry);
  ASSERT_EQ(geometry->houses().size(), 15u);
  EXPECT_THAT(geometry->houses()[12].cells, ElementsAre(0, 5));
  EXPECT_THAT(geometry->PeersOf(6), ::testing::Contains(0));

  const Geometry last = geometry->WithSmallHousesLast();
  ExpectConsistent(last);
  EXPECT_EQ(last.houses()[12], geometry->houses()[13]);
  EXPECT_EQ(last.houses()[13], geometry->houses()[12]);
  EXPECT_EQ(last.houses()[14], geometry->houses()[14]);
  EXPECT_EQ(last.WithSmallHousesLast(), last);

  EXPECT_EQ(*four.WithExtraRegions(std::vector<std::vector<int>>()), four);
  for (const std::vector<int>& wrong :
       {std::vector<int>{}, {3}, {0, 1, 4, 5, 8}}) {
    EXPECT_THAT(std::string(four.WithExtraRegions({wrong}).status().message()),
                HasSubstr("an extra region needs 2 to 4 cells"));
  }
}

TEST(GeometryTest, ExtraRegionsThatCannotBe) {
  const Geometry geometry = *Geometry::FromSize(4);
  const std::pair<const char*, const char*> kCases[] = {
      {"....", "for each of the 16 cells, but this one has 4"},
      {"................", "the map has no extra region"},
      {"a...............", "starts at r1c1 has 1"},
      {"aaaaa...........", "starts at r1c1 has 5"},
  };
  for (const auto& [map, message] : kCases) {
    const absl::StatusOr<Geometry> result = geometry.WithExtraRegions(map);
    EXPECT_THAT(std::string(result.status().message()), HasSubstr(message));
  }
}

TEST(GeometryTest, DigitsMayBeginAtZero) {
  const Geometry zero = Geometry::Standard().WithLeastDigit(0);
  EXPECT_EQ(zero.DigitChar(1), '0');
  EXPECT_EQ(zero.greatest_digit(), 8);
  EXPECT_EQ(zero.Description(), "9x9 with digits 0 to 8");
  EXPECT_EQ(zero.WithDiagonals().least_digit(), 0);
  EXPECT_NE(zero, Geometry::Standard());
  EXPECT_EQ(zero.WithLeastDigit(1), Geometry::Standard());
}

TEST(GeometryTest, EqualityIsThatOfTheHouses) {
  EXPECT_EQ(*Geometry::Classic(3, 3), Geometry::Standard());
  EXPECT_NE(*Geometry::Classic(2, 3), *Geometry::Classic(3, 2));
  EXPECT_NE(Geometry::Standard(), Geometry::Standard().WithDiagonals());
  EXPECT_EQ(*Geometry::Irregular("1122112233443344"),
            *Geometry::Irregular("aabbaabbccddccdd"));
}

#ifndef NDEBUG
TEST(GeometryDeathTest, CellsThatDoNotExist) {
  const Geometry geometry = Geometry::Standard();
  EXPECT_DEATH(static_cast<void>(geometry.CellAt(0, 9)), "column < size");
  EXPECT_DEATH(static_cast<void>(geometry.RowOf(-1)), "0 <= cell");
  EXPECT_DEATH(static_cast<void>(geometry.RegionOf(81)), "cell < cell_count");
  EXPECT_DEATH(static_cast<void>(geometry.HousesOf(81)), "cell < cell_count");
  EXPECT_DEATH(static_cast<void>(geometry.PeersOf(81)), "cell < cell_count");
}

TEST(GeometryDeathTest, UseAfterMove) {
  Geometry geometry = Geometry::Standard();
  const Geometry moved = std::move(geometry);
  // NOLINTBEGIN(bugprone-use-after-move): what happens then is the question.
  EXPECT_DEATH(static_cast<void>(geometry.size()), "data_ != nullptr");
  EXPECT_DEATH(static_cast<void>(geometry == moved), "data_ != nullptr");
  // NOLINTEND(bugprone-use-after-move)
}
#endif  // NDEBUG

}  // namespace
}  // namespace sudoku
