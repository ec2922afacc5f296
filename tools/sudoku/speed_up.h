#ifndef TOOLS_SUDOKU_SPEED_UP_H_
#define TOOLS_SUDOKU_SPEED_UP_H_

// How much faster a method is through all puzzles of a file with several
// threads, each of which takes the next puzzle.

#include <vector>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "sudoku/lab/method.h"
#include "sudoku/puzzle.h"

namespace sudoku::tool {

// The real time of the fastest of some runs with 1, 2, ..., `most_threads`
// threads. Fewer entries if there was an interruption, or no thread could be
// started. REQUIRES: method.check() is OK for each of the puzzles.
std::vector<absl::Duration> TimesByThreads(const Method& method,
                                           absl::Span<const Puzzle> puzzles,
                                           const MethodOptions& options,
                                           int most_threads);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_SPEED_UP_H_
