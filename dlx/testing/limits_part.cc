// The part of the engine tester about limits: each must be kept, and the
// outcome must tell whether it was what ended the search.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/search.h"
#include "dlx/testing/engine_case.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/require.h"

namespace dlx::testing {
namespace {

absl::Status TestSolutionLimit(const EngineCase& c, size_t limit) {
  SearchOptions options = c.options;
  options.limits.solutions = limit;
  const size_t total = c.sequence.size();
  const size_t count = std::min(limit, total);
  const Outcome outcome =
      limit <= total ? Outcome::kSolutionLimit : Outcome::kExhausted;

  absl::StatusOr<Search> search = Search::Create(c.problem, options);
  DLX_RETURN_IF_ERROR(search.status());
  std::vector<Cover> sequence;
  DLX_RETURN_IF_ERROR(Collect(c, *search, {}, sequence));
  DLX_REQUIRE(sequence == c.Prefix(count), "found ", ToString(sequence));
  DLX_REQUIRE(search->outcome() == outcome, OutcomeName(search->outcome()));

  const absl::StatusOr<CountResult> counted =
      CountSolutions(c.problem, options);
  DLX_RETURN_IF_ERROR(counted.status());
  DLX_REQUIRE(counted->count == count, counted->count, " counted");
  DLX_REQUIRE(counted->summary.outcome == outcome,
              OutcomeName(counted->summary.outcome), " after counting");

  // The solutions that were pulled count towards the limit as well.
  const size_t pulled = count / 2;
  DLX_RETURN_IF_ERROR(search->Restart());
  DLX_RETURN_IF_ERROR(Collect(c, *search, {}, sequence, pulled));
  const Natural rest = search->CountRemaining();
  DLX_REQUIRE(rest == count - pulled, rest, " remaining after ", pulled);
  DLX_REQUIRE(search->outcome() == outcome, OutcomeName(search->outcome()),
              " after counting the rest");
  return absl::OkStatus();
}

absl::Status CheckNodeLimit(const EngineCase& c, uint64_t limit,
                            const SearchSummary& summary, uint64_t solutions) {
  const uint64_t nodes = summary.statistics.nodes;
  // "Soon after": as soon as it has tried the options that are in sight.
  DLX_REQUIRE(nodes <= limit + 1 + c.problem.option_count(), nodes, " nodes");
  if (summary.outcome == Outcome::kExhausted) {
    DLX_REQUIRE(solutions == c.covers.size(), solutions, " solutions");
  } else {
    DLX_REQUIRE(summary.outcome == Outcome::kNodeLimit,
                OutcomeName(summary.outcome));
    // Of a race that has ended, that of a part say, the winner's nodes are
    // told.
    DLX_REQUIRE(nodes >= limit || c.options.engine == EngineKind::kAuto, nodes,
                " nodes");
    DLX_REQUIRE(solutions <= c.covers.size(), solutions, " solutions");
  }
  return absl::OkStatus();
}

absl::Status TestNodeLimit(const EngineCase& c, uint64_t limit) {
  SearchOptions options = c.options;
  options.limits.nodes = limit;
  absl::StatusOr<Search> search = Search::Create(c.problem, options);
  DLX_RETURN_IF_ERROR(search.status());
  std::vector<Cover> sequence;
  DLX_RETURN_IF_ERROR(Collect(c, *search, {}, sequence));
  DLX_RETURN_IF_ERROR(
      CheckNodeLimit(c, limit, {search->outcome(), search->statistics(), {}},
                     sequence.size()));
  DLX_REQUIRE(sequence == c.Prefix(sequence.size()), "found ",
              ToString(sequence));
  if (limit > c.statistics.nodes) {
    DLX_REQUIRE(search->outcome() == Outcome::kExhausted,
                OutcomeName(search->outcome()));
  }

  const absl::StatusOr<CountResult> counted =
      CountSolutions(c.problem, options);
  DLX_RETURN_IF_ERROR(counted.status());
  return CheckNodeLimit(c, limit, counted->summary,
                        absl::Uint128Low64(counted->count.ToUint128()));
}

}  // namespace

absl::Status TestLimits(const EngineCase& c) {
  const size_t total = c.sequence.size();
  for (size_t limit : {size_t{0}, size_t{1}, total / 2, total, total + 1}) {
    if (absl::Status status = TestSolutionLimit(c, limit); !status.ok()) {
      return absl::InternalError(Concat(status.message(), ", with a limit of ",
                                        limit, " solutions of ", total));
    }
  }
  const uint64_t nodes = c.statistics.nodes;
  for (uint64_t limit : {uint64_t{0}, uint64_t{1}, uint64_t{2},
                         uint64_t{c.dice(nodes + 1)}, nodes, nodes + 1}) {
    if (absl::Status status = TestNodeLimit(c, limit); !status.ok()) {
      return absl::InternalError(Concat(status.message(), ", with a limit of ",
                                        limit, " nodes of ", nodes));
    }
  }
  return absl::OkStatus();
}

}  // namespace dlx::testing
