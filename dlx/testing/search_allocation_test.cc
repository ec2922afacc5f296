// A search that is restarted with givens allocates nothing, from the second
// time on.

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/allocation_counter.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::AllocationCount;
using ::dlx::testing::IsOk;
using ::dlx::testing::KnownProblem;
using ::dlx::testing::KnownProblems;

struct Case {
  KnownProblem known;
  EngineKind engine;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.known << " by " << EngineName(c.engine);
  }
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const KnownProblem& known : KnownProblems()) {
    for (const EngineInfo& info : AllEngines()) {
      // Sets are made and thrown away: that is what it is about.
      if (info.kind == EngineKind::kPlainSets) continue;
      if (CheckEngine(info.kind, known.problem, Task::kEnumerate).ok()) {
        cases.push_back({known, info.kind});
      }
    }
  }
  return cases;
}

class AllocationTest : public ::testing::TestWithParam<Case> {};

// Restarts the search with each option as the given, and each two options that
// are neighbours; each time, pulls some covers and counts the others.
void Work(Search& search) {
  for (uint32_t k = 0; k + 1 < search.problem().option_count(); ++k) {
    const OptionId givens[] = {OptionId(k), OptionId(k + 1)};
    for (size_t count : {1, 2}) {
      ASSERT_TRUE(search.Restart(absl::MakeConstSpan(givens, count)).ok());
      for (int i = 0; i < 100 && search.Next();) ++i;
      static_cast<void>(search.CountRemaining());
    }
  }
}

TEST_P(AllocationTest, NothingIsAllocatedFromTheSecondTimeOn) {
  if (!testing::kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  absl::StatusOr<Search> search =
      Search::Create(GetParam().known.problem, {.engine = GetParam().engine});
  ASSERT_THAT(search, IsOk());

  Work(*search);
  const uint64_t first_time = AllocationCount();
  Work(*search);
  EXPECT_EQ(AllocationCount() - first_time, 0);
}

INSTANTIATE_TEST_SUITE_P(SearchTest, AllocationTest,
                         ::testing::ValuesIn(Cases()), [](const auto& info) {
                           return info.param.known.name + "By" +
                                  std::string(EngineName(info.param.engine));
                         });

}  // namespace
}  // namespace dlx
