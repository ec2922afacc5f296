// What engines_test, which holds all engines to the oracle, does not look at:
// the walk through the example of the header, and the way back from anywhere.

#include "dlx/engine/plain_sets/plain_sets.h"

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/engine.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::KnownProblem;
using ::dlx::testing::KnownProblems;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Step = Engine::Step;

Problem Example() {
  return ProblemFromNotation(
      "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
}

TEST(PlainSetsTest, WalksAsInTheHeader) {
  const std::unique_ptr<Engine> engine =
      MakePlainSets(Example(), Task::kEnumerate, {});
  // B, and C below it; then D, E and A.
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kSolution);
  EXPECT_THAT(engine->solution(),
              ElementsAre(OptionId(3), OptionId(4), OptionId(0)));
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  EXPECT_THAT(engine->statistics().nodes_by_depth, ElementsAre(1, 2, 2, 1));
}

TEST(PlainSetsTest, PausesAtEveryNode) {
  const std::unique_ptr<Engine> engine =
      MakePlainSets(Example(), Task::kEnumerate, {});
  uint64_t nodes = 1;
  int solutions = 0;
  for (;;) {
    const Step step = engine->FindNext(nodes);
    if (step == Step::kExhausted) break;
    EXPECT_EQ(engine->nodes(), nodes);
    solutions += step == Step::kSolution;
    nodes += step == Step::kPaused;
  }
  EXPECT_EQ(solutions, 1);
  EXPECT_EQ(engine->nodes(), 6);
}

TEST(PlainSetsTest, StartsOverFromAnywhere) {
  for (const KnownProblem& known : KnownProblems()) {
    if (!CheckEngine(EngineKind::kPlainSets, known.problem, Task::kCount)
             .ok()) {
      continue;
    }
    const std::unique_ptr<Engine> engine =
        MakePlainSets(known.problem, Task::kCount, {});
    Natural count = 0;
    for (uint64_t pause = 1; pause < 200; pause += 7) {
      count = 0;
      engine->Count(pause, &count);
      engine->Restart({});
    }
    count = 0;
    EXPECT_EQ(engine->Count(kUnlimited, &count), Step::kExhausted);
    EXPECT_EQ(count, known.covers) << known.name;
  }
}

TEST(PlainSetsTest, RefusesWhatItCannotDo) {
  const auto check = [](const char* problem, Task task) {
    return CheckEngine(EngineKind::kPlainSets, ProblemFromNotation(problem),
                       task);
  };
  EXPECT_THAT(check("a | x\na x:1\n", Task::kCount),
              StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("colours")));
  EXPECT_THAT(
      check("1:2|a\na\n", Task::kCount),
      StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("multiplicities")));
  EXPECT_THAT(
      check("a\na |1\n", Task::kBest),
      StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("least cost")));

  ProblemBuilder builder;
  std::vector<ItemUse> items;
  for (int i = 0; i < 1000; ++i) {
    items.emplace_back(builder.AddPrimary(absl::StrCat(i)));
  }
  for (int k = 0; k < 200; ++k) builder.AddOption(items);
  const Problem largest = *std::move(builder).Build();
  EXPECT_TRUE(CheckEngine(EngineKind::kPlainSets, largest, Task::kCount).ok());
  ProblemBuilder extension(largest);
  extension.AddOption({items[0]});
  EXPECT_THAT(
      CheckEngine(EngineKind::kPlainSets, *std::move(extension).Build(),
                  Task::kCount),
      StatusIs(absl::StatusCode::kUnimplemented,
               HasSubstr("at most 200000 items in all, but there are 200001")));
}

}  // namespace
}  // namespace dlx::internal
