#ifndef DLX_MAKE_KAKURO_H_
#define DLX_MAKE_KAKURO_H_

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::make {

struct Kakuro {
  struct Run {
    std::vector<int> cells;  // Row by row, from 0.
    int sum = 0;             // 0 if it is not told.

    friend bool operator==(const Run&, const Run&) = default;
  };

  int rows = 0;
  int columns = 0;
  // For each cell -1 if it is black, its digit, or 0 if it is empty.
  std::vector<int> digits;
  std::vector<Run> runs;
};

// A line for each row, and a word for each cell: '.' an empty one, a digit that
// is given, '#' a black one, and with sums "16\" of the run below, "\7" of the
// run to the right, or "16\7" of both. Errors name line and word.
absl::StatusOr<Kakuro> ParseKakuro(StringView text);

// Digits 1 to 9 in the cells that are not black; those of a run differ, and
// have its sum: "r2c3=7".
absl::StatusOr<Problem> MakeKakuro(const Kakuro& kakuro);

}  // namespace dlx::make

#endif  // DLX_MAKE_KAKURO_H_
