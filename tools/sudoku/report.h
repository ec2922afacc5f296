#ifndef TOOLS_SUDOKU_REPORT_H_
#define TOOLS_SUDOKU_REPORT_H_

// How a batch went, for people and for programs.

#include <string>

#include "absl/time/time.h"
#include "tools/sudoku/batch.h"

namespace sudoku::tool {

// "49,158 puzzles: 49,157 unique, 1 no solution; 2 wrong inputs".
std::string SummaryAsText(const Tally& tally, bool with_verdicts);

// The last line of JSON output, with a line end.
std::string SummaryAsJson(const Tally& tally, bool with_verdicts);

// "49,158 puzzles in 1.2 s (41,000/s), 123 nodes (0.1 a puzzle); ...".
std::string StatisticsAsText(const Tally& tally);

// For the terminal, while the batch goes on.
std::string ProgressText(const Tally& tally, double fraction_read,
                         absl::Duration time);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_REPORT_H_
