#ifndef TOOLS_SUDOKU_COMPARISON_H_
#define TOOLS_SUDOKU_COMPARISON_H_

// What `sudoku compare` has found out about one puzzle, as a table: how each
// method did. For many puzzles, see tools/sudoku/series.h.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "sudoku/lab/measure.h"
#include "sudoku/lab/method.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/settings.h"

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

// A method that cannot do the puzzle, or is not installed.
struct Skipped {
  const Method* method;
  absl::Status reason;

  // "not installed" or "cannot".
  absl::string_view verdict() const;
};

// If the results cannot all be right, a sentence that says why; otherwise
// nothing.
std::string Contradiction(const Puzzle& puzzle, absl::Span<const Trial> trials);

// A line for each method: its verdict, its time, the ratio to the fastest of
// those that know all, its steps. Below them, what there is to say about single
// methods, and about those that did not take part.
std::string ComparisonAsText(absl::Span<const Trial> trials,
                             absl::Span<const Skipped> skipped,
                             bool with_counters);
// The same as JSON lines, or lines of CSV.
std::string ComparisonAsRecords(const Job& job, absl::Span<const Trial> trials,
                                absl::Span<const Skipped> skipped,
                                OutputFormat format);
std::string ComparisonHeader();

// ----------------------------------------- what tables of compare are made of

// "1.23 us", "45.6 ms", "12.3 s".
std::string ShortTime(absl::Duration time);

// The same, "> 1.23 us" if it would have been longer without a limit.
std::string TimeText(bool is_done, absl::Duration time);

std::optional<uint64_t> Nanoseconds(std::optional<absl::Duration> time);

// Nothing if there is nothing to compare with.
std::optional<double> Ratio(std::optional<absl::Duration> time,
                            std::optional<absl::Duration> fastest);
// "12.3", "> 1,234", or empty.
std::string RatioText(bool is_done, absl::Duration time,
                      std::optional<absl::Duration> fastest);

// What there is to say about a method: a sentence.
struct Remark {
  const Method* method;
  std::string sentence;
};

// The cells of a line.
using Row = std::vector<std::string>;

// The rows, the first of which is the heading, if there are others; below them
// the remarks, each with all the methods that made it. Columns are as wide as
// they must be; `alignment` has a letter for each: 'l' or 'r', for left and
// right.
std::string TableWithRemarks(const std::vector<Row>& rows,
                             absl::string_view alignment,
                             absl::Span<const Remark> remarks);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_COMPARISON_H_
