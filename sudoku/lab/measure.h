#ifndef SUDOKU_LAB_MEASURE_H_
#define SUDOKU_LAB_MEASURE_H_

// How long a method takes for a puzzle.
//
// What counts is processor time, of this thread and of the programs that it
// starts, because a computer that is busy with other things makes long runs
// wait and short ones not.
//
// What a method does once for all puzzles of a geometry (Method::prepare) is
// left out.
//
// Some methods take a microsecond, too short to be measured once. So a short
// run is repeated, in rounds of as many runs as fill a tenth of the wanted
// time, and the time of a run is that of the best round: whatever disturbs a
// run can only make it slower.

#include <cstdint>

#include "absl/time/time.h"
#include "sudoku/lab/method.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct Measurement {
  MethodResult result;  // Of the first run.
  absl::Duration time;  // Processor time of a run.
  uint64_t runs = 1;
};

// Solves the puzzle once, and again until all runs together have taken
// `at_least` of processor time (and there were three of them, or it is ten
// times that). REQUIRES: method.check(puzzle).ok().
Measurement Measure(const Method& method, const Puzzle& puzzle,
                    const MethodOptions& options, absl::Duration at_least);

}  // namespace sudoku

#endif  // SUDOKU_LAB_MEASURE_H_
