#ifndef DLX_TESTING_ENGINE_CASE_H_
#define DLX_TESTING_ENGINE_CASE_H_

// Shared by the parts of the engine tester: one problem to be solved in one
// way, and a look at what a search yields.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/statistics.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"

namespace dlx::testing {

struct EngineCase {
  const Problem& problem;
  // The oracle's answer.
  const std::vector<Cover>& covers;
  // An engine, branching and seed; no limits.
  SearchOptions options;
  // For what is left to chance.
  Dice dice;

  // The covers in the order in which the engine finds them, their options in
  // the order in which it chooses them; and what that takes. All other answers
  // must be in keeping with this. Known once TestEnumeration() is through.
  std::vector<Cover> sequence = {};
  Statistics statistics = {};

  // The first covers of the sequence.
  std::vector<Cover> Prefix(size_t count) const {
    return {sequence.begin(), sequence.begin() + count};
  }
};

// The parts of the tester. TestEnumeration() must be through before the others.
absl::Status TestEnumeration(EngineCase& c);
absl::Status TestGivens(const EngineCase& c);
absl::Status TestLimits(const EngineCase& c);
absl::Status TestCounts(const EngineCase& c);
absl::Status TestBest(const EngineCase& c);
// With givens: counts, by engines that need not visit covers, and best covers.
absl::Status TestGivensOfCounts(const EngineCase& c);
absl::Status TestGivensOfBest(const EngineCase& c);

// Collects the next covers of the search, up to a number of them. Everything
// about each of them is checked but that it is to be found.
absl::Status Collect(const EngineCase& c, Search& search,
                     absl::Span<const OptionId> givens,
                     std::vector<Cover>& sequence,
                     uint64_t at_most = kUnlimited);

// Collects what is left, and that must be all there is.
absl::Status CollectRest(const EngineCase& c, Search& search,
                         absl::Span<const OptionId> givens,
                         std::vector<Cover>& sequence);

// Are these the expected covers, each of them once, in any order?
absl::Status CheckCovers(const std::vector<Cover>& sequence,
                         const std::vector<Cover>& expected);

absl::Status CheckStatistics(const Search& search);
absl::Status CheckSameStatistics(const Statistics& actual,
                                 const Statistics& expected);

Cover Sorted(absl::Span<const OptionId> options);
std::string ToString(absl::Span<const OptionId> options);
std::string ToString(const std::vector<Cover>& covers);

}  // namespace dlx::testing

#endif  // DLX_TESTING_ENGINE_CASE_H_
