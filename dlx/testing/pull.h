#ifndef DLX_TESTING_PULL_H_
#define DLX_TESTING_PULL_H_

// Short forms for tests that look at what a search yields.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search.h"

namespace dlx::testing {

// A search, which must not be refused.
Search CreateOrDie(const Problem& problem, SearchOptions options = {});

// Pulls covers until Next() returns false, or up to a number of them: their
// options in the order in which the search gives them.
std::vector<std::vector<OptionId>> Pull(Search& search,
                                        size_t at_most = SIZE_MAX);

std::vector<OptionId> ToVector(absl::Span<const OptionId> options);

}  // namespace dlx::testing

#endif  // DLX_TESTING_PULL_H_
