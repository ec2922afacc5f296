// The part of the engine tester about finding all covers, or the first one.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "dlx/search.h"
#include "dlx/testing/engine_case.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/require.h"

namespace dlx::testing {
namespace {

absl::Status TestNext(EngineCase& c) {
  absl::StatusOr<Search> search = Search::Create(c.problem, c.options);
  DLX_RETURN_IF_ERROR(search.status());
  DLX_REQUIRE(search->outcome() == Outcome::kRunning, "at the start");
  DLX_RETURN_IF_ERROR(CollectRest(c, *search, {}, c.sequence));
  DLX_RETURN_IF_ERROR(CheckCovers(c.sequence, c.covers));
  DLX_REQUIRE(search->progress().solutions == c.covers.size(),
              search->progress().solutions);
  c.statistics = search->statistics();
  return absl::OkStatus();
}

absl::Status TestNextAgain(const EngineCase& c) {
  absl::StatusOr<Search> search = Search::Create(c.problem, c.options);
  DLX_RETURN_IF_ERROR(search.status());
  std::vector<Cover> sequence;
  DLX_RETURN_IF_ERROR(CollectRest(c, *search, {}, sequence));
  DLX_REQUIRE(sequence == c.sequence, "a second search found ",
              ToString(sequence), " instead of ", ToString(c.sequence));
  return CheckSameStatistics(search->statistics(), c.statistics);
}

absl::Status TestFirst(const EngineCase& c) {
  absl::StatusOr<FirstResult> first = FindFirst(c.problem, c.options);
  DLX_RETURN_IF_ERROR(first.status());
  DLX_REQUIRE(first->options.has_value() == !c.covers.empty(),
              "by FindFirst()");
  if (!first->options.has_value()) {
    DLX_REQUIRE(first->summary.outcome == Outcome::kExhausted,
                OutcomeName(first->summary.outcome));
    return absl::OkStatus();
  }
  DLX_REQUIRE(first->summary.outcome == Outcome::kSolutionLimit,
              OutcomeName(first->summary.outcome));
  DLX_REQUIRE(*first->options == c.sequence.front(), "FindFirst() found ",
              ToString(*first->options));
  DLX_REQUIRE(first->cost == TotalCost(c.problem, *first->options),
              first->cost);
  return absl::OkStatus();
}

absl::Status TestForEach(const EngineCase& c) {
  const size_t stop_at = 1 + c.dice(c.sequence.size() + 1);
  std::vector<Cover> visited;
  absl::StatusOr<SearchSummary> summary = ForEachSolution(
      c.problem,
      [&](const Solution& solution) {
        visited.emplace_back(solution.options.begin(), solution.options.end());
        return visited.size() < stop_at;
      },
      c.options);
  DLX_RETURN_IF_ERROR(summary.status());
  DLX_REQUIRE(visited == c.Prefix(std::min(stop_at, c.sequence.size())),
              "ForEachSolution() visited ", ToString(visited));
  const Outcome outcome = stop_at <= c.sequence.size() ? Outcome::kInterrupted
                                                       : Outcome::kExhausted;
  DLX_REQUIRE(summary->outcome == outcome, OutcomeName(summary->outcome),
              " after ", visited.size());
  return absl::OkStatus();
}

}  // namespace

absl::Status TestEnumeration(EngineCase& c) {
  DLX_RETURN_IF_ERROR(TestNext(c));
  DLX_RETURN_IF_ERROR(TestNextAgain(c));
  DLX_RETURN_IF_ERROR(TestFirst(c));
  return TestForEach(c);
}

}  // namespace dlx::testing
