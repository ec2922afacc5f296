#ifndef TOOLS_SUDOKU_SERIES_H_
#define TOOLS_SUDOKU_SERIES_H_

// What `sudoku compare` has found out about many puzzles, as a table.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "sudoku/lab/method.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

// A method on one puzzle after the other.
struct Series {
  struct Entry {
    absl::Duration time;
    uint64_t steps = 0;
    MethodVerdict verdict = MethodVerdict::kGaveUp;
    bool is_done = false;  // As Trial::is_done().
    std::string place;     // "puzzles.txt:3"
    std::string puzzle;
    int clues = 0;
    uint64_t difficulty = 0;  // 0 if it is not wanted.
  };

  const Method* method;
  std::vector<Entry> entries = {};
  // Puzzles that the method could not do, and why not the first of them.
  size_t skipped_count = 0;
  absl::Status skipped_reason = {};

  // Those that are done by time, then those that are not: a method that was
  // stopped would have taken longer than it did.
  void Sort();

  // The entry of which that part of all entries took less time, or as much.
  // REQUIRES: entries are sorted, and there are some.
  const Entry& Quantile(double part) const;
  uint64_t median_steps() const;
  // Of all entries. REQUIRES: there are some.
  absl::Duration mean() const;
  size_t done_count() const;
  size_t Count(MethodVerdict verdict) const;
};

// A line for each method: how many verdicts of each kind it came to, the median
// of its times, their mean and how many puzzles a second that makes, the time
// that 95 % do not exceed, the longest one and its puzzle. A puzzle that was
// not done counts with what it took until then; if there are any, the worst is
// not known, the mean is more than that, and the rate less. REQUIRES: the
// series are sorted.
std::string SeriesAsText(absl::Span<const Series> all);
std::string SeriesAsRecords(absl::Span<const Series> all, OutputFormat format);
std::string SeriesHeader();

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_SERIES_H_
