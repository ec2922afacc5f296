#ifndef DLX_TESTING_ORACLE_H_
#define DLX_TESTING_ORACLE_H_

// The covers of a small problem, found in the way that is easiest to believe:
// by going through the sets of options. Shares no code with the engines that
// are held to it, nor with VerifyCover().

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/random_problem.h"

namespace dlx::testing {

// A cover, as the ascending list of its options.
using Cover = std::vector<OptionId>;

// All covers of the problem, in lexicographic order. Takes time exponential in
// the number of options, and memory for all covers: a dozen options are well,
// thirty are not.
std::vector<Cover> AllCovers(const Problem& problem);

// Returns those of a union, by way of its parts: these may have a dozen options
// each.
std::vector<Cover> AllCovers(const Union& of_parts);

// Returns those of `covers` that contain all of `givens`; none if a given is
// repeated.
std::vector<Cover> CoversWith(const std::vector<Cover>& covers,
                              absl::Span<const OptionId> givens);

// The sum of the options' costs.
int64_t TotalCost(const Problem& problem, absl::Span<const OptionId> options);

}  // namespace dlx::testing

#endif  // DLX_TESTING_ORACLE_H_
