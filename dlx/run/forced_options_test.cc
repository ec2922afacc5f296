#include "dlx/run/forced_options.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/answers.h"
#include "dlx/engine/table.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::ForEachProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::TinyFamilies;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Case {
  std::string problem;
  std::vector<OptionId> givens;
  std::vector<OptionId> expected;
};

std::vector<OptionId> Ids(std::vector<uint32_t> ids) {
  return {ids.begin(), ids.end()};
}

TEST(WithForcedOptions, ChoosesWhatFollows) {
  const Case cases[] = {
      {"a b c\na b\nb c\nc\na\n", {}, {}},
      // From one item to the next, in either direction.
      {"a b c d\na b\nb c\nc d\n", {}, Ids({0, 2})},
      {"d c b a\na b\nb c\nc d\n", {}, Ids({2, 0})},
      {"a b c\na b\nb c\nc\na\n", Ids({0}), Ids({0, 2})},
      // As often as an item must be covered.
      {"2|a b\na\na b\nb\n", {}, Ids({0, 1})},
      {"1:2|a b\na\na b\nb\n", {}, {}},
      // Colours agree, or not.
      {"a b | x\na x:1\nb x:1\nb x:2\n", {}, Ids({0, 1})},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(WithForcedOptions(ProblemFromNotation(c.problem), c.givens),
              c.expected)
        << c.problem;
  }
}

TEST(WithForcedOptions, AddsNothingWhereThereIsNoCover) {
  const Problem dead = ProblemFromNotation("a b c\na b\nb c\n");
  EXPECT_THAT(WithForcedOptions(dead, {}), IsEmpty());
  EXPECT_THAT(WithForcedOptions(dead, {OptionId(0)}), ElementsAre(OptionId(0)));
  // A given that contradicts another one, or itself.
  EXPECT_EQ(WithForcedOptions(dead, Ids({0, 1})), Ids({0, 1}));
  EXPECT_EQ(WithForcedOptions(dead, Ids({0, 0})), Ids({0, 0}));
}

TEST(WithForcedOptions, AreInEveryCover) {
  for (const auto& family : TinyFamilies()) {
    ForEachProblem(family, [](const Problem& problem) {
      const std::vector<Cover> covers = AllCovers(problem);
      EXPECT_EQ(CoversWith(covers, WithForcedOptions(problem, {})), covers);
      if (problem.option_count() == 0) return;
      const std::vector<OptionId> givens = {OptionId(0)};
      EXPECT_EQ(CoversWith(covers, WithForcedOptions(problem, givens)),
                CoversWith(covers, givens));
    });
  }
}

// Many items, of which only the first twenty leave a choice, ten times.
Problem NearlyAllForced(uint32_t items) {
  ProblemBuilder builder;
  std::vector<ItemId> ids;
  for (uint32_t i = 0; i < items; ++i) {
    ids.push_back(builder.AddPrimary(absl::StrCat("i", i)));
  }
  for (const ItemId item : ids) builder.AddOption({item});
  for (size_t i = 0; i < 20; i += 2) builder.AddOption({ids[i], ids[i + 1]});
  return *std::move(builder).Build();
}

TEST(WithForcedOptions, EveryEngineHasTheChoicesOnly) {
  const Problem problem = NearlyAllForced(250'000);
  for (const EngineRow& row : EngineTable()) {
    if (!CheckRow(row, problem, Task::kCount).ok()) continue;
    SearchOptions options;
    options.engine = row.kind;
    options.memory_limit = 10 << 20;
    const absl::StatusOr<CountResult> result = CountSolutions(problem, options);
    ASSERT_THAT(result, IsOk());
    EXPECT_EQ(result->count, Natural(1024)) << row.name;
    EXPECT_EQ(result->summary.outcome, Outcome::kExhausted) << row.name;
    EXPECT_LT(result->summary.statistics.nodes, 5000u) << row.name;
  }
}

}  // namespace
}  // namespace dlx::internal
