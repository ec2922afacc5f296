// The part of the engine tester about the covers of least cost.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "dlx/search.h"
#include "dlx/testing/engine_case.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/require.h"
#include "dlx/verify.h"

namespace dlx::testing {
namespace {

// Any k covers will do, if they are different and cost what the k best cost.
absl::Status TestBest(const EngineCase& c, const std::vector<int64_t>& costs,
                      size_t k) {
  const absl::StatusOr<BestResult> best = FindBest(c.problem, k, c.options);
  DLX_RETURN_IF_ERROR(best.status());
  DLX_REQUIRE(best->summary.outcome == Outcome::kExhausted,
              OutcomeName(best->summary.outcome));
  DLX_REQUIRE(best->covers.size() == std::min(k, costs.size()),
              best->covers.size(), " of ", costs.size(), " covers");
  std::vector<Cover> found;
  for (size_t i = 0; i < best->covers.size(); ++i) {
    const CostedCover& cover = best->covers[i];
    DLX_REQUIRE(cover.cost == costs[i], cover.cost, " instead of ", costs[i],
                " as number ", i);
    DLX_REQUIRE(cover.cost == TotalCost(c.problem, cover.options), "not ",
                cover.cost, " for ", ToString(cover.options));
    DLX_RETURN_IF_ERROR(VerifyCover(c.problem, cover.options));
    found.push_back(Sorted(cover.options));
  }
  std::sort(found.begin(), found.end());
  DLX_REQUIRE(std::adjacent_find(found.begin(), found.end()) == found.end(),
              "one cover twice: ", ToString(found));
  return absl::OkStatus();
}

}  // namespace

absl::Status TestBest(const EngineCase& c) {
  std::vector<int64_t> costs;
  for (const Cover& cover : c.covers) {
    costs.push_back(TotalCost(c.problem, cover));
  }
  std::sort(costs.begin(), costs.end());
  for (size_t k : {size_t{1}, size_t{2}, size_t{1 + c.dice(costs.size() + 1)},
                   costs.size() + 1}) {
    if (absl::Status status = TestBest(c, costs, k); !status.ok()) {
      return absl::InternalError(
          Concat(status.message(), ", for the best ", k));
    }
  }
  return absl::OkStatus();
}

}  // namespace dlx::testing
