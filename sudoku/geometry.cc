#include "sudoku/geometry.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "sudoku/names.h"

namespace sudoku {
namespace {

// The height of the customary boxes, which is the largest divisor of the size
// that does not exceed its square root.
int CustomaryBoxRows(int size) {
  int best = 1;
  for (int rows = 2; rows * rows <= size; ++rows) {
    if (size % rows == 0) best = rows;
  }
  return best;
}

// A region map: which region each cell is in, or -1, and the regions' cells.
struct RegionMap {
  std::vector<int> region_of;
  std::vector<std::vector<int>> regions;
};

// Reads a map of as many characters as it has, whatever their number.
// `outside` marks a cell that is in no region.
RegionMap ReadRegionMap(absl::string_view text, int outside) {
  RegionMap map;
  std::array<int, 256> region_of_char;
  region_of_char.fill(-1);
  for (unsigned char c : text) {
    if (absl::ascii_isspace(c)) continue;
    const int cell = static_cast<int>(map.region_of.size());
    if (c == outside) {
      map.region_of.push_back(-1);
      continue;
    }
    int& region = region_of_char[c];
    if (region < 0) {
      region = static_cast<int>(map.regions.size());
      map.regions.emplace_back();
    }
    map.region_of.push_back(region);
    map.regions[region].push_back(cell);
  }
  return map;
}

absl::string_view KindName(House::Kind kind) {
  switch (kind) {
    case House::Kind::kRow:
      return "row";
    case House::Kind::kColumn:
      return "column";
    case House::Kind::kBox:
      return "box";
    case House::Kind::kRegion:
      return "region";
    case House::Kind::kDiagonal:
      return "diagonal";
    case House::Kind::kExtra:
      return "extra region";
  }
  return "house";
}

char KindLetter(House::Kind kind) {
  switch (kind) {
    case House::Kind::kRow:
      return 'r';
    case House::Kind::kColumn:
      return 'c';
    case House::Kind::kBox:
    case House::Kind::kRegion:
      return 'b';
    case House::Kind::kDiagonal:
      return 'd';
    case House::Kind::kExtra:
      return 'x';
  }
  return 'h';
}

int CountKind(const std::vector<House>& houses, House::Kind kind) {
  return static_cast<int>(
      std::count_if(houses.begin(), houses.end(),
                    [kind](const House& house) { return house.kind == kind; }));
}

}  // namespace

std::string House::ShortName() const {
  return absl::StrCat(std::string(1, KindLetter(kind)), number);
}

std::string House::LongName() const {
  return absl::StrCat(KindName(kind), " ", number);
}

Geometry Geometry::Standard() {
  static const Geometry* const standard = new Geometry(WithBoxes(3, 3));
  return *standard;
}

absl::StatusOr<Geometry> Geometry::Classic(int box_rows, int box_columns) {
  if (box_rows < 2 || box_columns < 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("a box needs at least 2 rows and 2 columns, but ",
                     box_rows, "x", box_columns, " was asked for"));
  }
  // Each factor first, so that the product cannot overflow.
  if (box_rows > kMaxSize || box_columns > kMaxSize ||
      box_rows * box_columns > kMaxSize) {
    return absl::InvalidArgumentError(absl::StrCat(
        "boxes of ", box_rows, "x", box_columns,
        " cells are too large: a grid has at most ", kMaxSize, " rows"));
  }
  return WithBoxes(box_rows, box_columns);
}

absl::StatusOr<Geometry> Geometry::FromSize(int size) {
  if (size < 4 || size > kMaxSize) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a grid with boxes has 4 to ", kMaxSize, " rows, not ", size));
  }
  const int box_rows = CustomaryBoxRows(size);
  if (box_rows == 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a grid of size ", size, " has no boxes, because ", size,
                     " is prime; it needs irregular regions"));
  }
  return WithBoxes(box_rows, size / box_rows);
}

bool Geometry::has_customary_boxes() const {
  return has_boxes() && box_rows() == CustomaryBoxRows(size());
}

bool Geometry::has_regions() const {
  for (int cell = 0; cell < cell_count(); ++cell) {
    if (RegionOf(cell) != RowOf(cell)) return true;
  }
  return false;
}

std::string Geometry::RegionLine() const {
  std::string map;
  for (const int region : data_->region_of) {
    map.push_back(DigitToChar(static_cast<uint8_t>(region + 1)));
  }
  return map;
}

absl::StatusOr<Geometry> Geometry::Irregular(dlx::StringView region_map) {
  RegionMap map = ReadRegionMap(region_map, /*outside=*/-1);
  const int cell_count = static_cast<int>(map.region_of.size());
  int size = 0;
  while (size <= kMaxSize && size * size < cell_count) ++size;
  if (size < 2 || size > kMaxSize || size * size != cell_count) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a region map has a character for each cell of a square grid of 2 to ",
        kMaxSize, " rows, but this one has ", map.region_of.size()));
  }
  if (static_cast<int>(map.regions.size()) != size) {
    return absl::InvalidArgumentError(
        absl::StrCat("a grid of ", size, " rows needs ", size,
                     " regions, but the map has ", map.regions.size()));
  }
  for (size_t i = 0; i < map.regions.size(); ++i) {
    if (static_cast<int>(map.regions[i].size()) != size) {
      return absl::InvalidArgumentError(
          absl::StrCat("every region of a grid of ", size, " rows needs ", size,
                       " cells, but region ", i + 1, ", which starts at ",
                       sudoku::CellName(map.regions[i][0], size), ", has ",
                       map.regions[i].size()));
    }
  }
  Data data;
  data.size = size;
  data.region_of = std::move(map.region_of);
  return WithBasicHouses(std::move(data));
}

Geometry Geometry::WithDiagonals() const {
  if (has_diagonals()) return *this;
  Data data = *data_;
  data.has_diagonals = true;
  House falling{House::Kind::kDiagonal, 1, {}};
  House rising{House::Kind::kDiagonal, 2, {}};
  for (int i = 0; i < size(); ++i) {
    falling.cells.push_back(CellAt(i, i));
    rising.cells.push_back(CellAt(i, size() - 1 - i));
  }
  data.houses.push_back(std::move(falling));
  data.houses.push_back(std::move(rising));
  return With(std::move(data));
}

absl::StatusOr<Geometry> Geometry::WithExtraRegions(
    dlx::StringView map_text) const {
  RegionMap map = ReadRegionMap(map_text, /*outside=*/'.');
  if (static_cast<int>(map.region_of.size()) != cell_count()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a map of extra regions has a character for each of the ", cell_count(),
        " cells, but this one has ", map.region_of.size()));
  }
  if (map.regions.empty()) {
    return absl::InvalidArgumentError("the map has no extra region");
  }
  return WithExtraRegions(map.regions);
}

absl::StatusOr<Geometry> Geometry::WithExtraRegions(
    absl::Span<const std::vector<int>> regions) const {
  if (regions.empty()) return *this;
  Data data = *data_;
  data.has_extra_regions = true;
  int number = CountKind(data.houses, House::Kind::kExtra);
  for (std::vector<int> cells : regions) {
    if (cells.size() < 2 || static_cast<int>(cells.size()) > size()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "an extra region needs 2 to ", size(), " cells, but ",
          cells.empty()
              ? "one"
              : absl::StrCat("the one that starts at ", CellName(cells[0])),
          " has ", cells.size()));
    }
    std::sort(cells.begin(), cells.end());
    data.houses.push_back({House::Kind::kExtra, ++number, std::move(cells)});
  }
  return With(std::move(data));
}

Geometry Geometry::WithSmallHousesLast() const {
  const auto is_full = [this](const House& house) {
    return static_cast<int>(house.cells.size()) == size();
  };
  if (absl::c_is_partitioned(houses(), is_full)) return *this;
  Data data = *data_;
  std::stable_partition(data.houses.begin(), data.houses.end(), is_full);
  return With(std::move(data));
}

absl::StatusOr<Geometry> Geometry::WithWindows() const {
  const int n = box_rows();
  if (!has_boxes() || box_columns() != n) {
    return absl::InvalidArgumentError(absl::StrCat(
        "windows need square boxes; this grid is ", Description()));
  }
  std::string map(cell_count(), '.');
  for (int cell = 0; cell < cell_count(); ++cell) {
    const int row = RowOf(cell);
    const int column = ColumnOf(cell);
    // Rows and columns 0, n + 1, 2n + 2, ... are the gaps.
    if (row % (n + 1) == 0 || column % (n + 1) == 0) continue;
    const int window = row / (n + 1) * (n - 1) + column / (n + 1);
    map[cell] = DigitToChar(window + 1);
  }
  return WithExtraRegions(map);
}

absl::StatusOr<Geometry> Geometry::WithSymbols(dlx::StringView symbols) const {
  if (static_cast<int>(symbols.size()) < size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the digits of a ", size(), "x", size(),
                     " puzzle need as many symbols, and there are ",
                     symbols.size(), ": ", absl::string_view(symbols)));
  }
  // Few programs have more than one set of them.
  static auto& mutex = *new std::mutex;
  static auto& kept = *new std::set<std::string>;
  Geometry geometry = *this;
  const std::lock_guard<std::mutex> lock(mutex);
  geometry.symbols_ = kept.emplace(symbols).first->c_str();
  return geometry;
}

std::string Geometry::Description() const {
  std::vector<std::string> parts;
  if (!has_boxes()) {
    parts.push_back("irregular regions");
  } else if (box_rows() != box_columns()) {
    parts.push_back(absl::StrCat("boxes of ", box_rows(), " rows and ",
                                 box_columns(), " columns"));
  }
  if (has_diagonals()) parts.push_back("diagonals");
  if (const int extra = CountKind(data_->houses, House::Kind::kExtra)) {
    parts.push_back(
        absl::StrCat(extra, extra == 1 ? " extra region" : " extra regions"));
  }
  if (least_digit_ != 1) {
    parts.push_back(absl::StrCat("digits ", DigitRange(size(), least_digit_)));
  }
  std::string text = absl::StrCat(size(), "x", size());
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    absl::StrAppend(&text, i == 0 ? " with " : (is_last ? " and " : ", "),
                    parts[i]);
  }
  return text;
}

Geometry Geometry::With(Data data) const {
  Geometry geometry = *this;
  geometry.data_ = Finish(std::move(data)).data_;
  return geometry;
}

Geometry Geometry::WithBoxes(int box_rows, int box_columns) {
  Data data;
  data.size = box_rows * box_columns;
  data.box_rows = box_rows;
  data.box_columns = box_columns;
  const int boxes_per_row = data.size / box_columns;
  data.region_of.reserve(data.size * data.size);
  for (int row = 0; row < data.size; ++row) {
    for (int column = 0; column < data.size; ++column) {
      data.region_of.push_back(row / box_rows * boxes_per_row +
                               column / box_columns);
    }
  }
  return WithBasicHouses(std::move(data));
}

Geometry Geometry::WithBasicHouses(Data data) {
  const int size = data.size;
  const House::Kind region_kind =
      data.box_rows > 0 ? House::Kind::kBox : House::Kind::kRegion;
  data.houses.resize(3 * size);
  for (int i = 0; i < size; ++i) {
    data.houses[i] = {House::Kind::kRow, i + 1, {}};
    data.houses[size + i] = {House::Kind::kColumn, i + 1, {}};
    data.houses[2 * size + i] = {region_kind, i + 1, {}};
  }
  for (int cell = 0; cell < size * size; ++cell) {
    data.houses[cell / size].cells.push_back(cell);
    data.houses[size + cell % size].cells.push_back(cell);
    data.houses[2 * size + data.region_of[cell]].cells.push_back(cell);
  }
  return Finish(std::move(data));
}

Geometry Geometry::Finish(Data data) {
  const int cell_count = data.size * data.size;
  data.houses_of.assign(cell_count, {});
  for (size_t house = 0; house < data.houses.size(); ++house) {
    for (int cell : data.houses[house].cells) {
      data.houses_of[cell].push_back(static_cast<int>(house));
    }
  }
  data.peers_of.assign(cell_count, {});
  for (int cell = 0; cell < cell_count; ++cell) {
    std::vector<int>& peers = data.peers_of[cell];
    for (int house : data.houses_of[cell]) {
      for (int other : data.houses[house].cells) {
        if (other != cell) peers.push_back(other);
      }
    }
    std::sort(peers.begin(), peers.end());
    peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
  }
  return Geometry(std::make_shared<const Data>(std::move(data)));
}

}  // namespace sudoku
