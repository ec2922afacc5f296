// The part of the engine tester about Restart() and givens.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/search.h"
#include "dlx/testing/engine_case.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/require.h"

namespace dlx::testing {
namespace {

std::vector<std::vector<OptionId>> SomeGivens(const EngineCase& c) {
  std::vector<std::vector<OptionId>> result = {{}};
  for (int i = 0; i < 2 && !c.covers.empty(); ++i) {
    // A cover, and part of a cover, in any order.
    std::vector<OptionId> givens = c.covers[c.dice(c.covers.size())];
    for (size_t j = givens.size(); j > 1; --j) {
      std::swap(givens[j - 1], givens[c.dice(j)]);
    }
    result.push_back(givens);
    givens.resize(c.dice(givens.size() + 1));
    result.push_back(givens);
    if (!givens.empty()) {  // One of them twice.
      givens.push_back(givens[c.dice(givens.size())]);
      result.push_back(givens);
    }
  }
  // Options that may contradict each other.
  const uint32_t option_count = c.problem.option_count();
  for (uint32_t size = 1; option_count > 0 && size <= 3; ++size) {
    std::vector<OptionId> givens;
    while (givens.size() < size) givens.emplace_back(c.dice(option_count));
    result.push_back(givens);
  }
  // All options.
  result.emplace_back();
  for (uint32_t k = 0; k < option_count; ++k) result.back().emplace_back(k);
  return result;
}

absl::Status TestRestart(const EngineCase& c, Search& search,
                         absl::Span<const OptionId> givens) {
  const std::vector<Cover> expected = CoversWith(c.covers, givens);
  DLX_RETURN_IF_ERROR(search.Restart(givens));
  DLX_REQUIRE(search.outcome() == Outcome::kRunning,
              OutcomeName(search.outcome()));
  DLX_REQUIRE(search.progress().solutions == 0, search.progress().solutions);
  std::vector<Cover> sequence;
  DLX_RETURN_IF_ERROR(CollectRest(c, search, givens, sequence));
  DLX_RETURN_IF_ERROR(CheckCovers(sequence, expected));

  DLX_RETURN_IF_ERROR(search.Restart(givens));
  const Natural count = search.CountRemaining();
  DLX_REQUIRE(count == expected.size(), count, " counted");
  DLX_REQUIRE(search.outcome() == Outcome::kExhausted,
              OutcomeName(search.outcome()));

  // What the search did before does not matter.
  absl::StatusOr<Search> fresh = Search::Create(c.problem, c.options);
  DLX_RETURN_IF_ERROR(fresh.status());
  DLX_RETURN_IF_ERROR(fresh->Restart(givens));
  std::vector<Cover> fresh_sequence;
  DLX_RETURN_IF_ERROR(CollectRest(c, *fresh, givens, fresh_sequence));
  DLX_REQUIRE(fresh_sequence == sequence, "a fresh search found ",
              ToString(fresh_sequence), " instead of ", ToString(sequence));
  return absl::OkStatus();
}

// Leaves the search anywhere.
absl::Status GoSomewhere(const EngineCase& c, Search& search) {
  std::vector<Cover> sequence;
  DLX_RETURN_IF_ERROR(
      Collect(c, search, {}, sequence, c.dice(c.sequence.size() + 2)));
  if (c.dice(4) == 0) static_cast<void>(search.CountRemaining());
  if (c.dice(4) == 0) {
    const OptionId unknown(c.problem.option_count());
    DLX_REQUIRE(absl::IsInvalidArgument(search.Restart({unknown})),
                "for an unknown option");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status TestGivens(const EngineCase& c) {
  absl::StatusOr<Search> search = Search::Create(c.problem, c.options);
  DLX_RETURN_IF_ERROR(search.status());
  for (const std::vector<OptionId>& givens : SomeGivens(c)) {
    DLX_RETURN_IF_ERROR(GoSomewhere(c, *search));
    const absl::Status status = TestRestart(c, *search, givens);
    if (!status.ok()) {
      return absl::InternalError(
          Concat(status.message(), ", with the givens ", ToString(givens)));
    }
    DLX_RETURN_IF_ERROR(search->Restart(givens));
  }

  // It is as good as new.
  DLX_RETURN_IF_ERROR(search->Restart());
  std::vector<Cover> sequence;
  DLX_RETURN_IF_ERROR(CollectRest(c, *search, {}, sequence));
  DLX_REQUIRE(sequence == c.sequence, "after Restart() found ",
              ToString(sequence), " instead of ", ToString(c.sequence));
  return CheckSameStatistics(search->statistics(), c.statistics);
}

}  // namespace dlx::testing
