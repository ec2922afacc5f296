#ifndef TOOLS_SUDOKU_COMPARISON_TABLE_H_
#define TOOLS_SUDOKU_COMPARISON_TABLE_H_

// What the tables of `sudoku compare` are made of: times, ratios, columns, and
// remarks below them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "sudoku/lab/method.h"

namespace sudoku::tool {

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

#endif  // TOOLS_SUDOKU_COMPARISON_TABLE_H_
