#ifndef DLX_MAKE_RANDOM_PROBLEM_H_
#define DLX_MAKE_RANDOM_PROBLEM_H_

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct RandomProblemParams {
  int items = 60;
  int options = 300;
  int option_size = 4;
  // The same seed gives the same problem, everywhere.
  int seed = 0;
  // Among the options are those of a cover. (The number of items must then be
  // a multiple of the size of an option.)
  bool planted = false;
};

// A problem without any structure: options of equal size, chosen at random from
// all of that size, each anew (so that two may be equal).
//
// With n items, m options and size k there are, on the average,
// n! / (k!)^(n/k) / (n/k)! * (m / (n choose k))^(n/k) covers, about; near the m
// for which that is 1, such problems are as hard as they get for their size.
absl::StatusOr<Problem> MakeRandomProblem(const RandomProblemParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_RANDOM_PROBLEM_H_
