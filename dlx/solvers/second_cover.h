#ifndef DLX_SOLVERS_SECOND_COVER_H_
#define DLX_SOLVERS_SECOND_COVER_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::solvers {

// The problem whose covers are those of `problem` that do not contain all of
// `cover`. So a solver that can only tell whether there is a cover can tell
// whether there is a second one:
//
//   WithoutCover(problem, first_cover)  has a cover or not.
//
// It has one more item, of multiplicity 0..n-1, in the n options of `cover`;
// options keep their numbers. Without multiplicities no cover contains another
// one, so the given cover is the only one that is lost.
//
// Fails if the cover has fewer than two options, or options that the problem
// does not have.
absl::StatusOr<Problem> WithoutCover(const Problem& problem,
                                     absl::Span<const OptionId> cover);

}  // namespace dlx::solvers

#endif  // DLX_SOLVERS_SECOND_COVER_H_
