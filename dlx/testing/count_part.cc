// The part of the engine tester about counting covers.

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/search.h"
#include "dlx/testing/engine_case.h"
#include "dlx/testing/require.h"

namespace dlx::testing {
namespace {

absl::Status TestCountSolutions(const EngineCase& c, size_t memory_limit) {
  SearchOptions options = c.options;
  options.memory_limit = memory_limit;
  const absl::StatusOr<CountResult> result = CountSolutions(c.problem, options);
  DLX_RETURN_IF_ERROR(result.status());
  DLX_REQUIRE(result->count == c.covers.size(), result->count,
              " counted with a memory limit of ", memory_limit);
  DLX_REQUIRE(result->summary.outcome == Outcome::kExhausted,
              OutcomeName(result->summary.outcome));

  const absl::StatusOr<CountResult> again = CountSolutions(c.problem, options);
  DLX_RETURN_IF_ERROR(again.status());
  DLX_REQUIRE(again->count == result->count, again->count, " in another run");
  // Which engine wins a race is a matter of time.
  if (c.options.engine == EngineKind::kAuto) return absl::OkStatus();
  return CheckSameStatistics(again->summary.statistics,
                             result->summary.statistics);
}

// Pulls some covers and counts the others.
absl::Status TestCountRemaining(const EngineCase& c, size_t pulled) {
  const size_t total = c.sequence.size();
  absl::StatusOr<Search> search = Search::Create(c.problem, c.options);
  DLX_RETURN_IF_ERROR(search.status());
  for (size_t i = 0; i < pulled; ++i) {
    DLX_REQUIRE(search->Next() == (i < total), "for the cover number ", i);
  }
  const Natural count = search->CountRemaining();
  DLX_REQUIRE(count == total - std::min(pulled, total), count,
              " remaining after ", pulled, " of ", total);
  DLX_REQUIRE(search->outcome() == Outcome::kExhausted,
              OutcomeName(search->outcome()));
  DLX_REQUIRE(search->progress().fraction_done == 1,
              search->progress().fraction_done);
  DLX_REQUIRE(search->progress().solutions == total,
              search->progress().solutions);
  DLX_RETURN_IF_ERROR(CheckStatistics(*search));
  DLX_REQUIRE(!search->Next(), "after CountRemaining()");
  return absl::OkStatus();
}

}  // namespace

absl::Status TestCounts(const EngineCase& c) {
  // With how much memory an engine counts makes no difference to the count.
  for (size_t memory_limit : {c.options.memory_limit, size_t{0}, size_t{500}}) {
    DLX_RETURN_IF_ERROR(TestCountSolutions(c, memory_limit));
  }
  if (!CheckEngine(c.options.engine, c.problem, Task::kEnumerate).ok()) {
    return absl::OkStatus();
  }
  const size_t total = c.sequence.size();
  for (size_t pulled : {size_t{0}, size_t{1}, total / 2, total, total + 1}) {
    DLX_RETURN_IF_ERROR(TestCountRemaining(c, pulled));
  }
  return absl::OkStatus();
}

}  // namespace dlx::testing
