#ifndef DLX_TESTING_LATIN_HOLES_H_
#define DLX_TESTING_LATIN_HOLES_H_

// A family of problems of any size and hardness: to fill the holes of a Latin
// square ("quasigroup completion").

#include <cstdint>

#include "dlx/problem.h"

namespace dlx::testing {

// A Latin square of order n, shuffled, in which so many cells are empty: there
// is an item for each of these, for each digit that is missing in a row, and
// for each that is missing in a column; and an option for each digit that is in
// neither the row nor the column of an empty cell. There is at least one cover.
// Hard are those with n >= 20 and about 0.42 * n * n holes.
Problem LatinSquareWithHoles(int n, int holes, uint64_t seed);

}  // namespace dlx::testing

#endif  // DLX_TESTING_LATIN_HOLES_H_
