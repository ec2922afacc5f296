#ifndef DLX_MAKE_COVER_COUNT_H_
#define DLX_MAKE_COVER_COUNT_H_

// For the tests of generators: problems have as many covers as the literature
// says.

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "gmock/gmock.h"

namespace dlx::make {

// Matches an absl::StatusOr<Problem> with that number of covers.
MATCHER_P(HasCovers, count, "") {
  const absl::StatusOr<Problem>& problem = arg;
  if (!problem.ok()) {
    *result_listener << "whose status is " << problem.status().ToString();
    return false;
  }
  const absl::StatusOr<CountResult> result =
      CountSolutions(*problem, {.engine = EngineKind::kDancingLinks});
  if (!result.ok() || result->summary.outcome != Outcome::kExhausted) {
    *result_listener << "that cannot be counted";
    return false;
  }
  *result_listener << "which has " << result->count << " covers";
  return result->count == absl::uint128(count);
}

}  // namespace dlx::make

#endif  // DLX_MAKE_COVER_COUNT_H_
