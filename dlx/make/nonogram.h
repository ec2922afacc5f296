#ifndef DLX_MAKE_NONOGRAM_H_
#define DLX_MAKE_NONOGRAM_H_

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::make {

// The lengths of the black blocks, from left to right and from above.
struct NonogramClues {
  std::vector<std::vector<int>> rows;
  std::vector<std::vector<int>> columns;

  friend bool operator==(const NonogramClues&, const NonogramClues&) = default;
};

// A line for each row below the word "rows", and for each column below
// "columns": lengths with blanks or commas between them, 0 for a line without
// blocks. Lines that begin with another word, '#' or '|', and empty ones, are
// skipped, as in files that end in .non. Errors name the line.
absl::StatusOr<NonogramClues> ParseNonogram(StringView text);

// Pictures of black cells whose blocks are these. A cell is 1 if it is black:
// "r2c3=1".
absl::StatusOr<Problem> MakeNonogram(const NonogramClues& clues);

}  // namespace dlx::make

#endif  // DLX_MAKE_NONOGRAM_H_
