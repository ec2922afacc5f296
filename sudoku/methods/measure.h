#ifndef SUDOKU_METHODS_MEASURE_H_
#define SUDOKU_METHODS_MEASURE_H_

// How long a method takes for a puzzle.
//
// Some take a microsecond, which no clock and no cache lets one measure once.
// So a short run is repeated, in rounds of as many runs as fill a tenth of the
// wanted time, and the time of a run is that of the best round: whatever else
// the computer does can only make things slower.

#include <cstdint>

#include "absl/time/time.h"
#include "sudoku/methods/method.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct Measurement {
  MethodResult result;  // Of the first run.
  absl::Duration time;  // Of a run.
  uint64_t runs = 1;
};

// Solves the puzzle once, and again until all runs together have taken
// `at_least`. Real time, because other programs take theirs elsewhere.
// REQUIRES: method.check(puzzle).ok().
Measurement Measure(const Method& method, const Puzzle& puzzle,
                    const MethodOptions& options, absl::Duration at_least);

}  // namespace sudoku

#endif  // SUDOKU_METHODS_MEASURE_H_
