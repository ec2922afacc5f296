#include "sudoku/format/geometry_source.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

absl::StatusOr<Geometry> FromMap(absl::string_view map) {
  absl::StatusOr<Geometry> regions = Geometry::Irregular(map);
  const int size = regions.ok() ? regions->size() : 0;
  for (int rows = 2; 2 * rows <= size; ++rows) {
    if (size % rows != 0) continue;
    absl::StatusOr<Geometry> boxes = Geometry::Classic(rows, size / rows);
    if (boxes->RegionLine() == regions->RegionLine()) return boxes;
  }
  return regions;
}

}  // namespace

GeometrySource::GeometrySource(std::optional<Geometry> fixed,
                               AddHouses add_houses, std::string symbols)
    : fixed_(std::move(fixed)),
      add_houses_(std::move(add_houses)),
      symbols_(std::move(symbols)) {}

std::optional<int> GeometrySource::DigitOf(char c, int size) const {
  if (!symbols_.empty()) return SymbolToDigit(c, size, symbols_);
  return IsEmptyMark(c) ? std::nullopt : CharToDigit(c, size);
}

absl::StatusOr<const Geometry*> GeometrySource::ForSize(int size) {
  if (fixed_.has_value()) {
    if (fixed_->size() == size) return &*fixed_;
    return absl::InvalidArgumentError(
        absl::StrCat("the puzzle is ", size, "x", size, ", but ",
                     fixed_->size(), "x", fixed_->size(), " was asked for"));
  }
  if (last_.has_value() && last_map_.empty() && last_->size() == size) {
    return &*last_;
  }
  last_map_.clear();
  return Keep(Geometry::FromSize(size));
}

absl::StatusOr<const Geometry*> GeometrySource::ForRegions(
    absl::string_view map) {
  if (last_.has_value() && !map.empty() && last_map_ == map) return &*last_;
  last_map_ = std::string(map);
  return Keep(FromMap(map));
}

absl::StatusOr<const Geometry*> GeometrySource::Keep(
    absl::StatusOr<Geometry> geometry) {
  last_.reset();
  if (geometry.ok() && add_houses_ != nullptr) {
    geometry = add_houses_(*geometry);
  }
  if (!geometry.ok()) return geometry.status();
  last_ = *std::move(geometry);
  return &*last_;
}

}  // namespace sudoku
