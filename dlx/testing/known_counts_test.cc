// Problems whose number of covers is known, counted by every engine.
//
// The table is testdata/dlx/EXPECTED.tsv. Each of its rows is a test, whose
// name begins with what it takes to count: quick, long or memo (README.md
// there explains). Which of them run is for the BUILD file to say.

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/corpus.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::CorpusEntry;
using ::dlx::testing::IsOk;
using ::dlx::testing::ReadCorpus;
using ::dlx::testing::ReadCorpusProblem;
using ::testing::UnorderedElementsAre;

// Whether layers comes to its end in a moment.
bool IsNarrow(const Problem& problem) {
  return internal::ForeseeLayers(problem, {}).log2_states < 45;
}

class KnownCountsTest : public ::testing::TestWithParam<CorpusEntry> {};

TEST_P(KnownCountsTest, AgreesWithEveryEngine) {
  const CorpusEntry& expected = GetParam();
  const Problem problem = ReadCorpusProblem(expected.problem);
  int engines = 0;
  for (const EngineInfo& engine : AllEngines()) {
    if (!CheckEngine(engine.kind, problem, Task::kCount).ok()) continue;
    if (expected.effort == "memo" && engine.kind != EngineKind::kMemoCounter &&
        engine.kind != EngineKind::kLayers) {
      continue;
    }
    if (engine.kind == EngineKind::kLayers && !IsNarrow(problem)) continue;
    if (expected.effort == "long" && engine.kind != EngineKind::kDancingLinks) {
      continue;
    }
    ++engines;
    SearchOptions options = {.engine = engine.kind};
    // It is slow, and this is not about small problems.
    if (engine.kind == EngineKind::kPlainSets) options.limits.nodes = 5'000;
    const absl::StatusOr<CountResult> result = CountSolutions(problem, options);
    ASSERT_THAT(result, IsOk()) << engine.name;
    if (result->summary.outcome == Outcome::kNodeLimit) {
      EXPECT_EQ(engine.kind, EngineKind::kPlainSets);
      EXPECT_LE(result->count, expected.covers) << engine.name;
      continue;
    }
    EXPECT_EQ(result->summary.outcome, Outcome::kExhausted) << engine.name;
    EXPECT_EQ(result->count, expected.covers) << engine.name;
  }
  if (engines == 0) GTEST_SKIP() << "No engine can do this.";
}

INSTANTIATE_TEST_SUITE_P(Table, KnownCountsTest,
                         ::testing::ValuesIn(ReadCorpus()),
                         [](const ::testing::TestParamInfo<CorpusEntry>& info) {
                           return absl::StrReplaceAll(
                               absl::StrCat(info.param.effort, "_",
                                            info.param.problem),
                               {{"-", "_"}});
                         });

TEST(KnownCoversTest, ExampleOfTheLiterature) {
  const Problem problem = ReadCorpusProblem("literature");
  absl::StatusOr<Search> search = Search::Create(problem);
  ASSERT_THAT(search, IsOk());
  ASSERT_TRUE(search->Next());
  // B, D and F.
  EXPECT_THAT(search->solution().options,
              UnorderedElementsAre(OptionId(1), OptionId(3), OptionId(5)));
  EXPECT_FALSE(search->Next());
  EXPECT_EQ(search->outcome(), Outcome::kExhausted);
}

}  // namespace
}  // namespace dlx
