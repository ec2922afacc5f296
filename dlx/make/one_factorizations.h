#ifndef DLX_MAKE_ONE_FACTORIZATIONS_H_
#define DLX_MAKE_ONE_FACTORIZATIONS_H_

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct OneFactorizationsParams {
  int size = 8;
  // Only those with the factor {01, 23, 45, ...}. By symmetry every factor is
  // in equally many.
  bool fix_first = false;
};

// One-factorizations of the complete graph on N points: timetables for a
// tournament of N teams, in which everybody plays against everybody else, in
// N-1 rounds.
//
// The items are the games, such as "03" between the teams 0 and 3; an option is
// a round, that is a perfect matching. The rounds are a set, without an order.
// (If N is odd there is none, and the problem has no cover.)
absl::StatusOr<Problem> MakeOneFactorizations(
    const OneFactorizationsParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_ONE_FACTORIZATIONS_H_
