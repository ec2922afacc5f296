#include "sudoku/making/canonical.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/disguise.h"
#include "sudoku/making/random.h"
#include "sudoku/making/random_grid.h"

namespace sudoku {
namespace {

using ::testing::HasSubstr;

std::string Canonical(const Geometry& geometry, const Grid& grid) {
  absl::StatusOr<Grid> form = CanonicalForm(geometry, grid);
  return form.ok() ? form->ToLine() : std::string(form.status().message());
}

Grid InDisguise(const Geometry& geometry, const Grid& grid, Random& random) {
  return Disguised(grid, RandomDisguise(geometry, random).value());
}

struct Example {
  int size;
  const char* line;
};

class CanonicalTest : public ::testing::TestWithParam<Example> {};

INSTANTIATE_TEST_SUITE_P(
    Puzzles, CanonicalTest,
    ::testing::Values(
        Example{
            9,
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28."
            "...419..5....8..79"},
        Example{9,
                ".................1.....2.3......3.2...1.4......5....6..3......"
                "4.7..8...962...7..."},
        // Moler's, which is its own transpose.
        Example{9,
                ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6."
                ".4.......8.3..4..2."},
        // A full grid.
        Example{9,
                "8127536499436821756754912831542378963698457212871695345219743"
                "68438526917796318452"},
        Example{
            9,
            "1..............................................................."
            "................."},
        Example{4, "...3..4114..3..."},
        Example{6, "2.......1.3........2...1....163...45"},
        Example{
            8,
            "1.......2.........3.............4........5..............6......7"},
        Example{
            12,
            ".251....C.....9...7..8..3.B....4..9...72...........896.B..7C....."
            "71CB..51....3....2...8.B4.1...9...9.....A....1A.....6..2...4C9..B."
            "."
            "9B..1.8.2..A"}));

TEST_P(CanonicalTest, IsTheSameForAllDisguises) {
  const Geometry geometry = *Geometry::FromSize(GetParam().size);
  ASSERT_TRUE(Grid::FromLine(GetParam().line).ok());
  const Grid grid = *Grid::FromLine(GetParam().line);
  const std::string form = Canonical(geometry, grid);
  EXPECT_EQ(form.size(), grid.cell_count()) << form;
  Random random(2026);
  const int tries = GetParam().size == 12 ? 4 : 20;
  for (int i = 0; i < tries; ++i) {
    const Grid disguised = InDisguise(geometry, grid, random);
    EXPECT_EQ(Canonical(geometry, disguised), form) << disguised.ToLine();
    EXPECT_LE(form, disguised.ToLine());
  }
  // It is one of the disguises itself.
  EXPECT_EQ(Canonical(geometry, *Grid::FromLine(form)), form);
  EXPECT_EQ(Grid::FromLine(form)->filled_count(), grid.filled_count());
}

TEST(CanonicalFormTest, IsTheSmallestOfAllDisguisesOfSmallGrids) {
  const Geometry geometry = *Geometry::FromSize(4);
  Random random(1);
  for (const char* line :
       {"...3..4114..3...", "1..4..1..2..3..2", "12..............",
        "1...2...3...4...", "1234341221434321", "4..3.....2....1.",
        // These break the rules.
        "1111............", "11..2..1....1..2", "12.121..3.3....4",
        "2.21.....1..11.2", "123.32.1.3331..."}) {
    const Grid grid = *Grid::FromLine(line);
    // 2 * (2! * 2! * 2!)^2 * 4! = 3072 disguises: this many tries find all.
    std::string smallest = line;
    for (int i = 0; i < 30000; ++i) {
      smallest =
          std::min(smallest, InDisguise(geometry, grid, random).ToLine());
    }
    EXPECT_EQ(Canonical(geometry, grid), smallest);
  }
}

TEST(CanonicalFormTest, KnowsTheTwoEssentiallyDifferentSmallGrids) {
  // The 288 full grids of 4x4 are only two in disguise.
  const Geometry geometry = *Geometry::FromSize(4);
  std::set<std::string> forms;
  for (const char* line :
       {"1234341221434321", "1234341223414123", "1243342143122134",
        "4321214334121234", "2143341212344321"}) {
    forms.insert(Canonical(geometry, *Grid::FromLine(line)));
  }
  EXPECT_EQ(forms.size(), 2);
}

// All orders of lines that keep groups together.
std::vector<std::vector<int>> Orders(int size, int group_size) {
  std::vector<std::vector<int>> orders;
  std::vector<int> order(size);
  std::iota(order.begin(), order.end(), 0);
  do {
    bool is_kept = true;
    for (int i = 0; i < size; ++i) {
      is_kept &=
          order[i] / group_size == order[i - i % group_size] / group_size;
    }
    if (is_kept) orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

// Goes through all ways to move rows and columns, and sees whether digits can
// be renamed so that the grid is as before.
uint64_t CountAutomorphisms(const Geometry& geometry, const Grid& grid) {
  const int size = geometry.size();
  uint64_t count = 0;
  const auto rows = Orders(size, geometry.box_rows());
  const auto columns = Orders(size, geometry.box_columns());
  const bool is_square = geometry.box_rows() == geometry.box_columns();
  for (int transposed = 0; transposed <= (is_square ? 1 : 0); ++transposed) {
    for (const auto& row : rows) {
      for (const auto& column : columns) {
        std::vector<int> name(size + 1, -1);
        std::vector<bool> is_taken(size + 1);
        bool is_same = true;
        for (int cell = 0; cell < size * size && is_same; ++cell) {
          int r = row[cell / size];
          int c = column[cell % size];
          if (transposed == 1) std::swap(r, c);
          const int from = grid[r * size + c];
          const int to = grid[cell];
          if (name[from] < 0 && !is_taken[to] && (from == 0) == (to == 0)) {
            name[from] = to;
            is_taken[to] = true;
          }
          is_same = name[from] == to;
        }
        if (!is_same) continue;
        uint64_t ways = 1;  // To name the digits that do not occur.
        int unused = 0;
        for (int digit = 1; digit <= size; ++digit) {
          if (name[digit] < 0) ways *= ++unused;
        }
        count += ways;
      }
    }
  }
  return count;
}

TEST(CanonicalClassTest, CountsAutomorphisms) {
  const auto expect_the_same = [](const Geometry& geometry, const Grid& grid) {
    const absl::StatusOr<CanonicalClass> found =
        FindCanonicalClass(geometry, grid);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(found->automorphisms, CountAutomorphisms(geometry, grid))
        << grid.ToLine();
  };
  std::mt19937 random(7);
  for (const char* line :
       {"................", "1...............", "1..2............",
        "11..............", "1122112233443344", "1234341221434321",
        "1234341223414123", "1..4..1..2..3..2", "...3..4114..3..."}) {
    expect_the_same(*Geometry::FromSize(4), *Grid::FromLine(line));
  }
  for (int i = 0; i < 300; ++i) {
    Grid grid(4);
    for (int k = random() % 8; k >= 0; --k) {
      grid[random() % 16] = static_cast<uint8_t>(1 + random() % 3);
    }
    expect_the_same(*Geometry::FromSize(4), grid);
  }
  for (int i = 0; i < 40; ++i) {
    Grid grid(6);
    for (int k = random() % 6; k >= 0; --k) {
      grid[random() % 36] = static_cast<uint8_t>(1 + random() % 4);
    }
    expect_the_same(*Geometry::FromSize(6), grid);
  }
}

// Goes through all first rows and orders of columns of a full grid. Each names
// the digits, and then the other rows and bands have one order.
CanonicalClass SmallestOfFull(const Geometry& geometry, const Grid& grid) {
  const int size = geometry.size();
  const int band_size = geometry.box_rows();
  const auto orders = Orders(size, geometry.box_columns());
  const bool is_square = geometry.box_rows() == geometry.box_columns();
  std::string smallest(1, '~');
  absl::uint128 automorphisms = 0;
  for (int turn = 0; turn < (is_square ? 2 : 1) * size; ++turn) {
    const int first = turn % size;
    const bool is_transposed = turn >= size;
    for (const std::vector<int>& order : orders) {
      std::vector<std::string> rows(size, std::string(size, '.'));
      std::vector<char> name(size + 1);
      const auto digit = [&](int row, int place) {
        const int column = order[place];
        return grid[is_transposed ? column * size + row : row * size + column];
      };
      for (int i = 0; i < size; ++i) name[digit(first, i)] = '1' + i;
      for (int cell = 0; cell < size * size; ++cell) {
        rows[cell / size][cell % size] = name[digit(cell / size, cell % size)];
      }
      std::set<std::string> bands;
      for (int band = 0; band < size; band += band_size) {
        std::sort(rows.begin() + band, rows.begin() + band + band_size);
        std::string lines;
        for (int i = 0; i < band_size; ++i) lines += rows[band + i];
        bands.insert(lines);
      }
      std::string form;
      for (const std::string& band : bands) form += band;
      if (form < smallest) automorphisms = 0;
      smallest = std::min(smallest, form);
      if (form == smallest) ++automorphisms;
    }
  }
  CanonicalClass found = {};
  found.form = *Grid::FromLine(smallest);
  found.automorphisms = automorphisms;
  return found;
}

TEST(CanonicalClassTest, IsTheSmallestOfFullGrids) {
  const auto expect_the_same = [](const Grid& grid) {
    const Geometry geometry = *Geometry::FromSize(grid.size());
    const absl::StatusOr<CanonicalClass> found =
        FindCanonicalClass(geometry, grid);
    ASSERT_TRUE(found.ok()) << found.status();
    const CanonicalClass smallest = SmallestOfFull(geometry, grid);
    EXPECT_EQ(found->form, smallest.form) << grid.ToLine();
    EXPECT_EQ(found->automorphisms, smallest.automorphisms) << grid.ToLine();
    EXPECT_EQ(Disguised(grid, found->disguise), found->form) << grid.ToLine();
  };
  Random random(5);
  for (const auto& [size, count] : {std::pair(4, 50), {6, 50}, {9, 2}}) {
    absl::StatusOr<RandomGrids> grids =
        RandomGrids::Create(*Geometry::FromSize(size));
    ASSERT_TRUE(grids.ok()) << grids.status();
    for (int i = 0; i < count; ++i) {
      const absl::StatusOr<Grid> grid = grids->DrawBySteps(random, 5);
      ASSERT_TRUE(grid.ok()) << grid.status();
      expect_the_same(*grid);
    }
  }
  // These have many automorphisms.
  for (const char* line :
       {"12345678945678912378912345623156489756489723189723156431264597864597"
        "8312978312645",
        "12345678945678912378912345621436589736589721489721436553164297864297"
        "8531978531642",
        // These break the rules of boxes, one in three rows only.
        "123456231564312645456123564231645312",
        "123456234561345612456123561234612345"}) {
    expect_the_same(*Grid::FromLine(line));
  }
}

TEST(CanonicalClassTest, KnowsTheMostSymmetricalGrid) {
  const absl::StatusOr<CanonicalClass> found = FindCanonicalClass(
      Geometry::Standard(), *Grid::FromLine("123456789456789123789123456"
                                            "231564897564897231897231564"
                                            "312645978645978312978312645"));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->automorphisms, 648);
  EXPECT_EQ(found->disguises, absl::uint128{1'218'998'108'160} / 648);
}

TEST(CanonicalClassTest, TheDisguisesOfTheTwoSmallGridsAreAllOfThem) {
  absl::uint128 grids = 0;
  for (const char* line : {"1234341221434321", "1234341223414123"}) {
    grids += FindCanonicalClass(*Geometry::FromSize(4), *Grid::FromLine(line))
                 ->disguises;
  }
  EXPECT_EQ(grids, 288);
}

TEST(CanonicalFormTest, AnEmptyGridIsNoTrouble) {
  for (const int size : {4, 6, 8, 9, 10, 12}) {
    EXPECT_EQ(Canonical(*Geometry::FromSize(size), Grid(size)),
              std::string(size * size, '.'));
  }
}

TEST(CanonicalFormTest, SaysWhatItCannotDo) {
  EXPECT_THAT(Canonical(Geometry::Standard().WithDiagonals(), Grid(9)),
              HasSubstr("not for 9x9 with diagonals"));
  EXPECT_THAT(Canonical(*Geometry::Irregular("1122113243324443"), Grid(4)),
              HasSubstr("irregular regions"));
  EXPECT_THAT(Canonical(*Geometry::FromSize(16), Grid(16)),
              HasSubstr("up to 12x12"));
}

}  // namespace
}  // namespace sudoku
