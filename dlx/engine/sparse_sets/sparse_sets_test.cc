// What engines_test, which holds all engines to the oracle, cannot look at:
// problems for which weights, the order of options and starting over matter.

#include "dlx/engine/sparse_sets/sparse_sets.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/dancing_links/dancing_links.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/latin_holes.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::LatinSquareWithHoles;
using ::dlx::testing::ProblemFromNotation;
using ::testing::IsEmpty;
using Step = Engine::Step;

std::unique_ptr<Engine> Make(const Problem& problem,
                             const SearchOptions& options = {}) {
  return MakeSparseSets(problem, Task::kEnumerate, options);
}

// Adds pigeons, each of which needs one of the holes.
void AddPigeons(ProblemBuilder& builder, int pigeons,
                const std::vector<ItemId>& holes) {
  for (int i = 0; i < pigeons; ++i) {
    const ItemId pigeon = builder.AddPrimary(absl::StrCat("pigeon", i));
    for (const ItemId hole : holes) builder.AddOption({pigeon, hole});
  }
}

std::vector<ItemId> AddHoles(ProblemBuilder& builder, int count) {
  std::vector<ItemId> holes;
  for (int i = 0; i < count; ++i) {
    holes.push_back(builder.AddSecondary(absl::StrCat("hole", i)));
  }
  return holes;
}

// Pigeons, of which there is one more than holes; and other items, which have
// fewer options and nothing to do with them.
Problem PigeonsAmongOthers(int holes, int others) {
  ProblemBuilder builder;
  for (int i = 0; i < others; ++i) {
    const ItemId other = builder.AddPrimary(absl::StrCat("other", i));
    for (int k = 0; k < 3; ++k) builder.AddOption({other});
  }
  AddPigeons(builder, holes + 1, AddHoles(builder, holes));
  return *std::move(builder).Build();
}

TEST(SparseSetsTest, WeightsGoToWhereTheDifficultyIs) {
  const Problem problem = PigeonsAmongOthers(/*holes=*/4, /*others=*/30);
  // The others have 3^30 ways to come first.
  EXPECT_EQ(
      MakeDancingLinks(problem, Task::kEnumerate, {})->FindNext(1'000'000),
      Step::kPaused);
  EXPECT_EQ(Make(problem)->FindNext(50'000), Step::kExhausted);
}

TEST(SparseSetsTest, WeightsAreForgottenByARestart) {
  const Problem problem = PigeonsAmongOthers(/*holes=*/4, /*others=*/8);
  const std::unique_ptr<Engine> engine = Make(problem);
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  const uint64_t nodes = engine->nodes();
  engine->Restart({});
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  EXPECT_EQ(engine->nodes(), nodes);
}

TEST(SparseSetsTest, LeavesNothingToOthers) {
  const std::unique_ptr<Engine> engine = Make(PigeonsAmongOthers(4, 8));
  ASSERT_EQ(engine->FindNext(20), Step::kPaused);
  EXPECT_EQ(engine->GiveAway(), nullptr);
}

TEST(SparseSetsTest, FillsLargeLatinSquaresInFewNodes) {
  const Problem problem = LatinSquareWithHoles(40, 672, 1);
  EXPECT_EQ(MakeDancingLinks(problem, Task::kEnumerate, {})->FindNext(50'000),
            Step::kPaused);
  const std::unique_ptr<Engine> engine = Make(problem);
  ASSERT_EQ(engine->FindNext(50'000), Step::kSolution);
  EXPECT_THAT(VerifyCover(problem, engine->solution()), IsOk());
}

TEST(SparseSetsTest, StartsOverUntilItIsProvedThatThereIsNoCover) {
  ProblemBuilder builder;
  AddPigeons(builder, 9, AddHoles(builder, 8));
  const Problem problem = *std::move(builder).Build();
  const std::unique_ptr<Engine> engine = Make(problem);
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  EXPECT_EQ(engine->FractionDone(), 1);
  // More than the nodes of all failures before it starts over, and less than
  // ten times the ways to put the first pigeons into holes.
  EXPECT_GT(engine->nodes(), 30'000);
  EXPECT_LT(engine->nodes(), 10 * 109'601);
}

TEST(SparseSetsTest, HavingStartedOverItFindsAllCovers) {
  // Through the gate's first option, which competes with less, there is none.
  ProblemBuilder builder;
  const ItemId gate = builder.AddPrimary("gate");
  std::vector<ItemId> holes = AddHoles(builder, 9);
  const ItemId last = holes.back();
  const ItemId other = builder.AddSecondary("other");
  builder.AddOption({gate, last});
  builder.AddOption({gate, other});
  const ItemId spare = builder.AddPrimary("spare");
  for (int i = 0; i < 20; ++i) builder.AddOption({spare, other});
  builder.AddOption({spare});
  AddPigeons(builder, 9, holes);
  const Problem problem = *std::move(builder).Build();
  const std::unique_ptr<Engine> engine =
      Make(problem, {.branching = Branching::kInputOrder});
  Natural count = 0;
  EXPECT_EQ(engine->Count(kUnlimited, &count), Step::kExhausted);
  EXPECT_EQ(count, 362'880);  // 9!
}

TEST(SparseSetsTest, TellsThePathToWhereItStands) {
  const std::unique_ptr<Engine> engine =
      Make(ProblemFromNotation("a b\na\na\nb\nb\nb\n"));
  EXPECT_THAT(engine->Path(), IsEmpty());
  ASSERT_EQ(engine->FindNext(kUnlimited), Step::kSolution);
  EXPECT_EQ(engine->Path()[0].done, 0);
  EXPECT_EQ(engine->Path()[0].branches, 2);
  EXPECT_EQ(engine->Path()[1].branches, 3);
  double done = 0;
  for (int i = 1; i < 6; ++i) {
    ASSERT_EQ(engine->FindNext(kUnlimited), Step::kSolution);
    EXPECT_GT(engine->FractionDone(), done);
    done = engine->FractionDone();
  }
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
}

TEST(SparseSetsTest, JoinsTheRaceForAFirstCoverAndNoOther) {
  const Problem problem = LatinSquareWithHoles(40, 672, 1);
  const absl::StatusOr<FirstResult> first = FindFirst(problem);
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->summary.engine.kind, EngineKind::kSparseSets);
  // The same cover every time: no clock decides.
  EXPECT_EQ(FindFirst(problem)->options, first->options);
  const absl::StatusOr<CountResult> count =
      CountSolutions(PigeonsAmongOthers(6, 30));
  ASSERT_THAT(count, IsOk());
  EXPECT_NE(count->summary.engine.kind, EngineKind::kSparseSets);
}

// Once for each vector instruction set that this machine has.
class SparseSetsTargetTest : public ::testing::TestWithParam<int64_t> {
 protected:
  SparseSetsTargetTest() { hwy::SetSupportedTargetsForTest(GetParam()); }
  ~SparseSetsTargetTest() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(SparseSetsTargetTest, DoesTheSameStepByStepAsTheBestTarget) {
  const Problem problem = LatinSquareWithHoles(20, 168, 2);
  const auto search = [&] {
    std::unique_ptr<Engine> engine = Make(problem);
    Natural count = 0;
    EXPECT_EQ(engine->Count(kUnlimited, &count), Step::kExhausted);
    return engine;
  };
  const std::unique_ptr<Engine> here = search();
  hwy::SetSupportedTargetsForTest(0);
  const std::unique_ptr<Engine> best = search();
  EXPECT_EQ(here->statistics().nodes_by_depth,
            best->statistics().nodes_by_depth);
  EXPECT_EQ(here->statistics().updates, best->statistics().updates);
}

INSTANTIATE_TEST_SUITE_P(
    AllTargets, SparseSetsTargetTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

}  // namespace
}  // namespace dlx::internal
