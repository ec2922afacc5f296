#ifndef TOOLS_SUDOKU_COMPARISON_H_
#define TOOLS_SUDOKU_COMPARISON_H_

// What `sudoku compare` has found out, as tables: how each method did on one
// puzzle, or on many.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "sudoku/methods/measure.h"
#include "sudoku/methods/method.h"
#include "tools/sudoku_batch.h"
#include "tools/sudoku_flags.h"

namespace sudoku::tool {

// A method on one puzzle.
struct Trial {
  const Method* method;
  Measurement measurement;

  // All that was asked for is known.
  bool knows_all() const;
  // It was not stopped by a limit. (A method that cannot prove anything may be
  // done without knowing all.)
  bool is_done() const;
};

// What there is to say about a method: a sentence.
struct Remark {
  const Method* method;
  std::string sentence;
};

// If the results cannot all be right, a sentence that says why; otherwise
// nothing.
std::string Contradiction(const Puzzle& puzzle, absl::Span<const Trial> trials);

// A line for each method: its verdict, its time, the ratio to the fastest of
// those that know all, its steps. Below them, what there is to say about single
// methods, and about those that did not take part.
std::string ComparisonAsText(absl::Span<const Trial> trials,
                             absl::Span<const Remark> skipped,
                             bool with_counters);
// The same as JSON lines, or lines of CSV.
std::string ComparisonAsRecords(const Job& job, absl::Span<const Trial> trials,
                                OutputFormat format);
std::string ComparisonHeader();

// A method on one puzzle after the other.
struct Series {
  struct Entry {
    absl::Duration time;
    uint64_t steps = 0;
    bool is_done = false;
    std::string place;  // "puzzles.txt:3"
    std::string puzzle;
  };

  const Method* method;
  std::vector<Entry> entries = {};

  // The entry of which that part of all entries took less time, or as much.
  // REQUIRES: entries are sorted by time, and there are some.
  const Entry& Quantile(double part) const;
  uint64_t median_steps() const;
  size_t done_count() const;
};

// A line for each method: the median of its times, the time that 95 % do not
// exceed, the longest one and its puzzle. A puzzle that was given up counts
// with what it took until then. REQUIRES: each series has entries, sorted by
// time.
std::string SeriesAsText(absl::Span<const Series> series,
                         absl::Span<const Remark> skipped);
std::string SeriesAsRecords(absl::Span<const Series> series,
                            OutputFormat format);
std::string SeriesHeader();

// "1.23 us", "45.6 ms", "12.3 s".
std::string ShortTime(absl::Duration time);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_COMPARISON_H_
