#ifndef SUDOKU_FORMAT_GEOMETRY_SOURCE_H_
#define SUDOKU_FORMAT_GEOMETRY_SOURCE_H_

// Where a reader of puzzles gets their geometries from.
//
// Most formats tell the size of a puzzle only, some its irregular regions too.
// What else there is (the shape of the boxes, diagonals) the user knows.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/geometry.h"

namespace sudoku {

// One thread at a time may use a GeometrySource.
class GeometrySource {
 public:
  using AddHouses = std::function<absl::StatusOr<Geometry>(const Geometry&)>;

  // The customary boxes for every size.
  GeometrySource() = default;

  // `fixed`, if given, is the geometry of all puzzles that do not bring regions
  // with them, and their size is known in advance. `add_houses`, if given, is
  // applied to every geometry but `fixed`. `symbols` are those that all of
  // these have (Geometry::WithSymbols), if they have any.
  explicit GeometrySource(std::optional<Geometry> fixed,
                          AddHouses add_houses = nullptr,
                          std::string symbols = "");

  // The size that all puzzles have; 0 if it is not known.
  int fixed_size() const { return fixed_.has_value() ? fixed_->size() : 0; }

  // The digit that the character of a cell is in a puzzle of that size; nothing
  // for marks, and for others that are none.
  std::optional<int> DigitOf(char c, int size) const;
  // True for what is a digit because the symbols say so.
  bool IsSymbol(char c) const { return absl::StrContains(symbols_, c); }

  // The reference is valid until the next call. Regions that are boxes of some
  // shape are such boxes.
  absl::StatusOr<const Geometry*> ForSize(int size);
  absl::StatusOr<const Geometry*> ForRegions(absl::string_view map);

 private:
  absl::StatusOr<const Geometry*> Keep(absl::StatusOr<Geometry> geometry);

  std::optional<Geometry> fixed_;
  AddHouses add_houses_;
  std::string symbols_;
  // The geometry that was asked for last, which is mostly the one that is asked
  // for next. `last_map_` is empty if it was for a size.
  std::optional<Geometry> last_;
  std::string last_map_;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_GEOMETRY_SOURCE_H_
