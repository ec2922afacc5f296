// The part of the engine tester about Restart() and givens.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
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
                         absl::Span<const OptionId> givens,
                         const std::vector<Cover>& expected) {
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

// Calls `test` with givens and the covers that contain them.
absl::Status ForSomeGivens(
    const EngineCase& c,
    absl::FunctionRef<absl::Status(absl::Span<const OptionId>,
                                   const std::vector<Cover>&)>
        test) {
  for (const std::vector<OptionId>& givens : SomeGivens(c)) {
    const absl::Status status = test(givens, CoversWith(c.covers, givens));
    if (status.ok()) continue;
    return absl::InternalError(
        Concat(status.message(), ", with the givens ", ToString(givens)));
  }
  return absl::OkStatus();
}

absl::Status TestCount(const EngineCase& c, Search& search,
                       absl::Span<const OptionId> givens,
                       const std::vector<Cover>& expected) {
  DLX_RETURN_IF_ERROR(search.Restart(givens));
  const Natural again = search.CountRemaining();
  DLX_REQUIRE(again == expected.size(), again, " counted, not ",
              expected.size());
  DLX_REQUIRE(search.outcome() == Outcome::kExhausted,
              OutcomeName(search.outcome()));

  SearchOptions options = c.options;
  options.givens.assign(givens.begin(), givens.end());
  const absl::StatusOr<CountResult> fresh = CountSolutions(c.problem, options);
  DLX_RETURN_IF_ERROR(fresh.status());
  DLX_REQUIRE(fresh->count == expected.size(), fresh->count,
              " counted afresh, not ", expected.size());
  return absl::OkStatus();
}

}  // namespace

absl::Status TestGivensOfCounts(const EngineCase& c) {
  absl::StatusOr<Search> search =
      Search::CreateForCounting(c.problem, c.options);
  DLX_RETURN_IF_ERROR(search.status());
  return ForSomeGivens(c, [&](absl::Span<const OptionId> givens,
                              const std::vector<Cover>& expected) {
    return TestCount(c, *search, givens, expected);
  });
}

absl::Status TestGivensOfBest(const EngineCase& c) {
  return ForSomeGivens(c, [&](absl::Span<const OptionId> givens,
                              const std::vector<Cover>& expected) {
    SearchOptions options = c.options;
    options.givens.assign(givens.begin(), givens.end());
    const absl::StatusOr<BestResult> best =
        FindBest(c.problem, c.covers.size() + 1, options);
    DLX_RETURN_IF_ERROR(best.status());
    std::vector<Cover> found;
    for (const CostedCover& cover : best->covers) {
      found.push_back(cover.options);
    }
    return CheckCovers(found, expected);
  });
}

absl::Status TestGivens(const EngineCase& c) {
  absl::StatusOr<Search> search = Search::Create(c.problem, c.options);
  DLX_RETURN_IF_ERROR(search.status());
  DLX_RETURN_IF_ERROR(ForSomeGivens(c, [&](absl::Span<const OptionId> givens,
                                           const std::vector<Cover>& expected) {
    DLX_RETURN_IF_ERROR(GoSomewhere(c, *search));
    DLX_RETURN_IF_ERROR(TestRestart(c, *search, givens, expected));
    return search->Restart(givens);
  }));

  // It is as good as new.
  DLX_RETURN_IF_ERROR(search->Restart());
  std::vector<Cover> sequence;
  DLX_RETURN_IF_ERROR(CollectRest(c, *search, {}, sequence));
  DLX_REQUIRE(sequence == c.sequence, "after Restart() found ",
              ToString(sequence), " instead of ", ToString(c.sequence));
  return CheckSameStatistics(search->statistics(), c.statistics);
}

}  // namespace dlx::testing
