#ifndef SUDOKU_GEOMETRY_H_
#define SUDOKU_GEOMETRY_H_

// The shape of a Sudoku: how large the grid is, and which cells must differ.
//
// A grid of size N has N rows and N columns and takes the digits 1..N. A
// *house* is a set of cells whose digits all differ: each row, each column, and
// each box or irregular region; in some variants also the two diagonals, or
// extra regions. A house of N cells holds every digit exactly once; a smaller
// one holds every digit at most once. Some puzzles are written with the digits
// 0..N-1: that is how digits are called, and what rules about sums add up.
//
// Example:
//
//   Geometry classic = Geometry::Standard();
//   absl::StatusOr<Geometry> small = Geometry::Classic(2, 3);     // 6x6
//   absl::StatusOr<Geometry> jigsaw = Geometry::Irregular("1122" "1132"
//                                                         "4332" "4443");
//   Geometry x_sudoku = Geometry::Standard().WithDiagonals();
//   for (const House& house : x_sudoku.houses()) { ... house.cells ... }

#include <cassert>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "sudoku/grid.h"
#include "sudoku/names.h"

namespace sudoku {

struct House {
  enum class Kind {
    kRow,
    kColumn,
    kBox,       // A rectangle.
    kRegion,    // An irregular region, in the place of a box.
    kDiagonal,  // Number 1 starts at the top left, number 2 at the top right.
    kExtra,     // A region besides rows, columns and boxes.
  };

  Kind kind = Kind::kRow;
  int number = 1;          // Among the houses of its kind, from 1.
  std::vector<int> cells;  // Ascending.

  // "r1", "c1", "b1" (a box or an irregular region), "d1", "x1".
  [[nodiscard]] std::string ShortName() const;
  // "row 1", "column 1", "box 1", "region 1", "diagonal 1", "extra region 1".
  [[nodiscard]] std::string LongName() const;

  friend bool operator==(const House&, const House&) = default;
};

// Immutable; a copy shares the original's data and costs next to nothing. Any
// number of threads may use one Geometry, or copies of it, at the same time.
//
// REQUIRES, of all functions: there is such a cell, and the geometry has not
// been moved from. (Checked by assertions, where these are on.)
class Geometry {
 public:
  // 9x9 with boxes of 3x3.
  [[nodiscard]] static Geometry Standard();

  // Boxes of that many rows and columns: Classic(2, 3) is the 6x6 grid whose
  // boxes are two rows high and three columns wide. At least 2 rows and 2
  // columns, and a size of at most kMaxSize.
  [[nodiscard]] static absl::StatusOr<Geometry> Classic(int box_rows,
                                                        int box_columns);

  // The customary boxes for a size, the most nearly square ones, lying: 2x3 for
  // 6, 2x4 for 8, 2x5 for 10, 3x4 for 12.
  [[nodiscard]] static absl::StatusOr<Geometry> FromSize(int size);

  // Irregular regions (a "jigsaw"). The map has a character for each cell, row
  // by row; cells of the same character are a region. White space is skipped.
  // Regions are numbered in the order in which they first occur. There must be
  // as many regions as there are rows, and all of the same size; they need not
  // be connected. Sizes from 2.
  [[nodiscard]] static absl::StatusOr<Geometry> Irregular(
      dlx::StringView region_map);

  // The same with both diagonals as houses ("X-Sudoku").
  [[nodiscard]] Geometry WithDiagonals() const;

  // The same with extra regions: a map as above, in which '.' stands for a cell
  // that is in no extra region. A region may have 2 to size() cells.
  [[nodiscard]] absl::StatusOr<Geometry> WithExtraRegions(
      dlx::StringView map) const;
  // The same with these regions, which may have cells in common; each of them
  // has different ones.
  [[nodiscard]] absl::StatusOr<Geometry> WithExtraRegions(
      absl::Span<const std::vector<int>> regions) const;

  // The same, with houses that hold every digit before those that are smaller.
  [[nodiscard]] Geometry WithSmallHousesLast() const;

  // The same with windows ("windoku"): boxes one cell apart from each other and
  // from the border. Only for square boxes.
  [[nodiscard]] absl::StatusOr<Geometry> WithWindows() const;

  // The same, with other names of cells.
  [[nodiscard]] Geometry WithNames(NameStyle names) const {
    Geometry geometry = *this;
    geometry.names_ = names;
    return geometry;
  }

  // The same, with digits that are called from 0 on, or from 1 on.
  // REQUIRES: least is 0 or 1.
  [[nodiscard]] Geometry WithLeastDigit(int least) const {
    assert(least == 0 || least == 1);
    Geometry geometry = *this;
    geometry.least_digit_ = least;
    return geometry;
  }

  // The same, with digits that are written as these characters, which are kept
  // for good. An error if there are fewer than digits.
  [[nodiscard]] absl::StatusOr<Geometry> WithSymbols(
      dlx::StringView symbols) const;

  int size() const { return data().size; }
  // What the first and the last of the digits 1..size() are called.
  int least_digit() const { return least_digit_; }
  int greatest_digit() const { return size() + least_digit_ - 1; }
  // What digits are written as; null if as numbers and letters.
  const char* symbols() const { return symbols_; }
  int cell_count() const { return size() * size(); }
  // Whose digits are written so.
  [[nodiscard]] Grid EmptyGrid() const {
    return Grid(size(), least_digit_, symbols_);
  }
  // The boxes' height and width; 0 if the regions are irregular.
  int box_rows() const { return data().box_rows; }
  int box_columns() const { return data().box_columns; }
  bool has_boxes() const { return box_rows() > 0; }
  // Whether these are the boxes of FromSize().
  [[nodiscard]] bool has_customary_boxes() const;
  // False if the regions are the rows, as where a puzzle says that there are
  // none.
  [[nodiscard]] bool has_regions() const;
  bool has_diagonals() const { return data().has_diagonals; }
  bool has_extra_regions() const { return data().has_extra_regions; }

  // "r1c2", or "A2": what sentences about puzzles of this geometry call a cell.
  [[nodiscard]] std::string CellName(int cell) const {
    return sudoku::CellName(cell, size(), names_);
  }
  // '.' for 0.
  [[nodiscard]] char DigitChar(int digit) const {
    if (symbols_ != nullptr && digit != 0) return symbols_[digit - 1];
    return DigitToChar(static_cast<uint8_t>(digit), least_digit_);
  }
  [[nodiscard]] int CellAt(int row, int column) const {
    assert(0 <= row && row < size() && 0 <= column && column < size());
    return row * size() + column;
  }
  [[nodiscard]] int RowOf(int cell) const { return Checked(cell) / size(); }
  [[nodiscard]] int ColumnOf(int cell) const { return Checked(cell) % size(); }
  // The box or irregular region of a cell, from 0.
  [[nodiscard]] int RegionOf(int cell) const {
    return data().region_of[Checked(cell)];
  }
  // The map from which Irregular() makes these regions: a digit for each cell,
  // one more than the number of its region.
  [[nodiscard]] std::string RegionLine() const;

  // First the rows, then the columns, then the boxes or regions, then diagonals
  // and extra regions in the order in which they were added.
  absl::Span<const House> houses() const { return data().houses; }
  // The houses that a cell is in, as indices into houses(), ascending.
  [[nodiscard]] absl::Span<const int> HousesOf(int cell) const {
    return data().houses_of[Checked(cell)];
  }
  // The other cells of those houses, ascending, each once.
  [[nodiscard]] absl::Span<const int> PeersOf(int cell) const {
    return data().peers_of[Checked(cell)];
  }

  // "9x9", "6x6 with boxes of 2 rows and 3 columns", "9x9 with irregular
  // regions, diagonals and 4 extra regions".
  [[nodiscard]] std::string Description() const;

  // The same size, houses and numbers, whatever cells are called and digits
  // written as.
  friend bool operator==(const Geometry& a, const Geometry& b) {
    return a.least_digit_ == b.least_digit_ &&
           (a.data_ == b.data_ || a.data().houses == b.data().houses);
  }

 private:
  struct Data {
    int size = 0;
    int box_rows = 0;
    int box_columns = 0;
    bool has_diagonals = false;
    bool has_extra_regions = false;
    std::vector<int> region_of;
    std::vector<House> houses;
    std::vector<std::vector<int>> houses_of;
    std::vector<std::vector<int>> peers_of;
  };

  explicit Geometry(std::shared_ptr<const Data> data)
      : data_(std::move(data)) {}

  const Data& data() const {
    assert(data_ != nullptr);  // Otherwise it has been moved from.
    return *data_;
  }
  int Checked(int cell) const {
    assert(0 <= cell && cell < cell_count());
    return cell;
  }

  // The same, with that for its data.
  Geometry With(Data data) const;
  static Geometry WithBoxes(int box_rows, int box_columns);
  // Rows, columns, and the regions that `data` knows by box or by cell.
  static Geometry WithBasicHouses(Data data);
  // Fills in what follows from the houses.
  static Geometry Finish(Data data);

  std::shared_ptr<const Data> data_;
  NameStyle names_ = NameStyle::kRowAndColumn;
  int least_digit_ = 1;
  const char* symbols_ = nullptr;
};

}  // namespace sudoku

#endif  // SUDOKU_GEOMETRY_H_
