#include "dlx/testing/engine_case.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dlx/limits.h"
#include "dlx/testing/require.h"
#include "dlx/verify.h"

namespace dlx::testing {

absl::Status Collect(const EngineCase& c, Search& search,
                     absl::Span<const OptionId> givens,
                     std::vector<Cover>& sequence, uint64_t at_most) {
  sequence.clear();
  double fraction = search.progress().fraction_done;
  for (uint64_t i = 0; i < at_most && search.Next(); ++i) {
    const Solution& solution = search.solution();
    DLX_RETURN_IF_ERROR(VerifyCover(c.problem, solution.options));
    DLX_REQUIRE(solution.cost == TotalCost(c.problem, solution.options), "not ",
                solution.cost, " for ", ToString(solution.options));
    DLX_REQUIRE(solution.options.subspan(0, givens.size()) == givens,
                ToString(solution.options));
    DLX_REQUIRE(search.outcome() == Outcome::kRunning,
                OutcomeName(search.outcome()), " after Next() was true");
    const double last_fraction = fraction;
    fraction = search.progress().fraction_done;
    DLX_REQUIRE(last_fraction <= fraction && fraction <= 1, "the progress was ",
                last_fraction, ", then ", fraction);
    sequence.emplace_back(solution.options.begin(), solution.options.end());
  }
  return CheckStatistics(search);
}

absl::Status CollectRest(const EngineCase& c, Search& search,
                         absl::Span<const OptionId> givens,
                         std::vector<Cover>& sequence) {
  DLX_RETURN_IF_ERROR(Collect(c, search, givens, sequence));
  DLX_REQUIRE(search.outcome() == Outcome::kExhausted,
              OutcomeName(search.outcome()));
  DLX_REQUIRE(search.progress().fraction_done == 1,
              search.progress().fraction_done);
  DLX_REQUIRE(!search.Next(), "after the end");
  DLX_REQUIRE(search.outcome() == Outcome::kExhausted,
              OutcomeName(search.outcome()), " after one more Next()");
  return absl::OkStatus();
}

absl::Status CheckCovers(const std::vector<Cover>& sequence,
                         const std::vector<Cover>& expected) {
  std::vector<Cover> found;
  for (const Cover& cover : sequence) found.push_back(Sorted(cover));
  std::sort(found.begin(), found.end());
  DLX_REQUIRE(found == expected, "found ", ToString(found), " expected ",
              ToString(expected));
  return absl::OkStatus();
}

absl::Status CheckStatistics(const Search& search) {
  const Statistics& statistics = search.statistics();
  const std::vector<uint64_t>& by_depth = statistics.nodes_by_depth;
  DLX_REQUIRE(std::accumulate(by_depth.begin(), by_depth.end(), uint64_t{0}) ==
                  statistics.nodes,
              statistics.nodes, " nodes, by depth ",
              absl::StrJoin(by_depth, " "));
  DLX_REQUIRE(search.progress().nodes == statistics.nodes,
              search.progress().nodes);
  return absl::OkStatus();
}

absl::Status CheckSameStatistics(const Statistics& actual,
                                 const Statistics& expected) {
  DLX_REQUIRE(actual.nodes == expected.nodes, actual.nodes, " instead of ",
              expected.nodes);
  DLX_REQUIRE(actual.updates == expected.updates, actual.updates,
              " instead of ", expected.updates);
  DLX_REQUIRE(actual.nodes_by_depth == expected.nodes_by_depth,
              absl::StrJoin(actual.nodes_by_depth, " "), " instead of ",
              absl::StrJoin(expected.nodes_by_depth, " "));
  return absl::OkStatus();
}

Cover Sorted(absl::Span<const OptionId> options) {
  Cover cover(options.begin(), options.end());
  std::sort(cover.begin(), cover.end());
  return cover;
}

std::string ToString(absl::Span<const OptionId> options) {
  const auto append = [](std::string* out, OptionId option) {
    absl::StrAppend(out, option.value());
  };
  return absl::StrCat("{", absl::StrJoin(options, " ", append), "}");
}

std::string ToString(const std::vector<Cover>& covers) {
  return absl::StrJoin(covers, " ", [](std::string* out, const Cover& cover) {
    absl::StrAppend(out, ToString(cover));
  });
}

}  // namespace dlx::testing
