#ifndef DLX_VERIFY_H_
#define DLX_VERIFY_H_

// Is this set of options an exact cover? Answered by looking, not by searching,
// so that one need not trust a search engine to trust its answers.
//
// Example:
//
//   absl::Status status = dlx::VerifyCover(problem, solution.options);
//   // item "a" is covered 2 times, by option 1 (a d g) and option 3 (a d f),
//   // but must be covered exactly once

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx {

// OK if `options`, in any order, are a cover of the problem. Otherwise a
// sentence about the first thing that is wrong:
//   * kInvalidArgument if `options` is not a set of the problem's options: one
//     of them does not exist, or is listed twice;
//   * kFailedPrecondition if it is, but not a cover: the first item that is
//     covered too often or too rarely, or used with colours that clash.
//
// Takes time proportional to the number of items and the sizes of the options
// listed. Any number of threads may verify covers of one problem.
[[nodiscard]] absl::Status VerifyCover(const Problem& problem,
                                       absl::Span<const OptionId> options);

}  // namespace dlx

#endif  // DLX_VERIFY_H_
