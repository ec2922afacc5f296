#ifndef SUDOKU_MAKING_BAND_TABLE_H_
#define SUDOKU_MAKING_BAND_TABLE_H_

// The 416 essentially different bands of 9x9, in ascending order.

#include <optional>

#include "absl/types/span.h"
#include "dlx/base/string_view.h"

namespace sudoku {

// The second and third row of each in canonical form (sudoku/making/bands.h);
// the first is 123456789 everywhere.
absl::Span<const dlx::StringView> StandardBands();

// The number of a band, from 1 to 416, as it is customary: its place in that
// order. Nothing if `form`, its three rows, is not a canonical form of 9x9.
std::optional<int> BandNumber(dlx::StringView form);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_BAND_TABLE_H_
