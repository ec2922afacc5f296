#ifndef DLX_MAKE_KIRKMAN_H_
#define DLX_MAKE_KIRKMAN_H_

// Kirkman's schoolgirls.

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct KirkmanParams {
  int girls = 15;
  // Only the walks in which girl 0 goes with 1 and 2 on day 0, with 3 and 4 on
  // day 1, and so on. Names and days can be exchanged so that it is such a one.
  bool fix_first = false;
};

// N girls walk in rows of three, on (N - 1) / 2 days, so that each two of them
// are once in a row together. T. P. Kirkman asked for it with 15 girls and a
// week, in 1850. It can be done if N is 3 modulo 6.
//
// The items are the pairs of girls, such as "03", and what each girl does on
// each day, such as "d23" for girl 3 on day 2. An option is a row on a day. It
// matters which day is which: so each arrangement is counted once for every
// order of its days.
absl::StatusOr<Problem> MakeKirkman(const KirkmanParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_KIRKMAN_H_
