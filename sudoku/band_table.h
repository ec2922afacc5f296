#ifndef SUDOKU_BAND_TABLE_H_
#define SUDOKU_BAND_TABLE_H_

// The 416 essentially different bands of 9x9, in ascending order.

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace sudoku {

// The second and third row of each in canonical form (sudoku/bands.h); the
// first is 123456789 everywhere.
absl::Span<const absl::string_view> StandardBands();

// The number of a band, from 1 to 416, as it is customary: its place in that
// order. Nothing if `form`, its three rows, is not a canonical form of 9x9.
std::optional<int> BandNumber(absl::string_view form);

}  // namespace sudoku

#endif  // SUDOKU_BAND_TABLE_H_
