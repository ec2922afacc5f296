#include "dlx/reduce/subject.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/reduce/reducer.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::ForEachProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::kIsSanitized;
using ::dlx::testing::OneIn;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::Repetitions;
using ::dlx::testing::TinyFamilies;
using ::testing::IsEmpty;

// All covers of what is left, told by an engine that speaks of the whole.
std::vector<Cover> CoversByEngineOfWhole(const Problem& problem,
                                         const std::vector<OptionId>& givens) {
  Reducer reducer(problem);
  reducer.TakeAll(givens);
  reducer.TakeForced();
  const auto rest = std::make_shared<const Reduction>(reducer.Rest());
  const EngineRow& row = FindRow(EngineKind::kDancingLinks);
  const std::unique_ptr<Engine> engine =
      MakeEngineOfWhole(row.make(rest->problem(), Task::kEnumerate, {}), rest);
  std::vector<Cover> covers;
  while (engine->FindNext(kUnlimited) == Engine::Step::kSolution) {
    Cover found(engine->solution().begin(), engine->solution().end());
    EXPECT_TRUE(std::equal(givens.begin(), givens.end(), found.begin()));
    std::sort(found.begin(), found.end());
    covers.push_back(std::move(found));
  }
  std::sort(covers.begin(), covers.end());
  return covers;
}

TEST(SubjectTest, HasTheCoversOfTheWhole) {
  int problems = 0;
  for (const auto& family : TinyFamilies()) {
    ForEachProblem(family, [&](const Problem& problem) {
      if (++problems % OneIn(1) != 0) return;
      const std::vector<Cover> covers = AllCovers(problem);
      EXPECT_EQ(CoversByEngineOfWhole(problem, {}), covers);
      for (uint32_t k = 0; k < problem.option_count(); ++k) {
        const std::vector<OptionId> givens = {OptionId(k)};
        EXPECT_EQ(CoversByEngineOfWhole(problem, givens),
                  CoversWith(covers, givens));
      }
    });
  }
}

TEST(SubjectTest, HasTheCoversOfRandomProblems) {
  for (uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem(testing::RandomShape(dice), dice);
    const std::vector<Cover> covers = AllCovers(problem);
    EXPECT_EQ(CoversByEngineOfWhole(problem, {}), covers);
    if (covers.empty() || covers[0].empty()) continue;
    const std::vector<OptionId> givens = {covers[0][dice(covers[0].size())]};
    EXPECT_EQ(CoversByEngineOfWhole(problem, givens),
              CoversWith(covers, givens));
  }
}

// A random problem among so many items, before and behind it, of one option
// each, which costs 1.
struct Buried {
  Problem problem;
  uint32_t before;
  Problem core;

  OptionId IdOf(OptionId in_core) const {
    return OptionId(before + in_core.value());
  }
  std::vector<OptionId> IdsOf(const std::vector<OptionId>& in_core) const {
    std::vector<OptionId> ids;
    for (const OptionId option : in_core) ids.push_back(IdOf(option));
    return ids;
  }
};

Buried Bury(const Problem& core, uint32_t before, uint32_t behind) {
  ProblemBuilder builder;
  const auto add_forced = [&](uint32_t count) {
    std::vector<ItemId> items;
    for (uint32_t i = 0; i < count; ++i) {
      items.push_back(builder.AddPrimary(absl::StrCat("f", count, "-", i)));
    }
    return items;
  };
  const std::vector<ItemId> first = add_forced(before);
  std::vector<ItemId> ids;
  for (uint32_t i = 0; i < core.item_count(); ++i) {
    const ItemId item(i);
    ids.push_back(
        core.is_primary(item)
            ? builder.AddPrimary(core.item_name(item), core.multiplicity(item))
            : builder.AddSecondary(core.item_name(item)));
  }
  for (uint32_t c = 1; c <= core.color_count(); ++c) {
    builder.AddColor(core.color_name(ColorId(c)));
  }
  const std::vector<ItemId> last = add_forced(behind);
  for (const ItemId item : first) builder.AddOption({item}, 1);
  for (uint32_t k = 0; k < core.option_count(); ++k) {
    std::vector<ItemUse> uses;
    for (const ItemUse& use : core.option(OptionId(k))) {
      uses.emplace_back(ids[use.item.value()], use.color);
    }
    builder.AddOption(uses, core.cost(OptionId(k)));
  }
  for (const ItemId item : last) builder.AddOption({item}, 1);
  return {*std::move(builder).Build(), before, core};
}

constexpr uint32_t kBefore = 120'000;
constexpr uint32_t kBehind = 100'000;
constexpr uint32_t kForced = kBefore + kBehind;

// What is in a cover besides the forced options, by the ids of the core.
Cover CoreOf(const Buried& buried, absl::Span<const OptionId> cover) {
  Cover core;
  for (const OptionId option : cover) {
    const uint32_t k = option.value() - kBefore;
    if (k < buried.core.option_count()) core.emplace_back(k);
  }
  EXPECT_EQ(core.size() + kForced, cover.size());
  std::sort(core.begin(), core.end());
  return core;
}

std::vector<Buried> BuriedProblems() {
  std::vector<Buried> buried;
  for (uint64_t seed = 1; buried.size() < Repetitions<size_t>(3); ++seed) {
    const Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    shape.costs = 20;
    const Problem core = RandomProblem(shape, dice);
    if (AllCovers(core).size() < 2 + buried.size()) continue;
    buried.push_back(Bury(core, kBefore, kBehind));
  }
  return buried;
}

TEST(ManyForcedItemsTest, EveryFunctionIsRight) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  for (const Buried& buried : BuriedProblems()) {
    const Problem& problem = buried.problem;
    const std::vector<Cover> covers = AllCovers(buried.core);
    const std::vector<OptionId> given = {covers.back().back()};
    for (const bool has_given : {false, true}) {
      const std::vector<Cover> expected =
          has_given ? CoversWith(covers, given) : covers;
      SearchOptions options;
      if (has_given) options.givens = buried.IdsOf(given);
      int64_t least = buried.core.TotalCost(expected[0]);
      for (const Cover& cover : expected) {
        least = std::min(least, buried.core.TotalCost(cover));
      }
      for (const int threads : {1, 3}) {
        const Parallelism parallelism = {.threads = threads, .nodes_alone = 2};
        const auto count = CountInParallel(problem, options, parallelism);
        ASSERT_THAT(count, IsOk());
        EXPECT_EQ(count->count, Natural(expected.size()));

        std::vector<Cover> found;
        const auto summary = ForEachInParallel(
            problem,
            [&](const Solution& solution) {
              found.push_back(CoreOf(buried, solution.options));
              EXPECT_EQ(solution.cost,
                        kForced + buried.core.TotalCost(found.back()));
              if (has_given) {
                EXPECT_EQ(solution.options[0], options.givens[0]);
              }
              return true;
            },
            options, parallelism);
        ASSERT_THAT(summary, IsOk());
        EXPECT_EQ(summary->outcome, Outcome::kExhausted);
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);

        const auto first = FindFirstInParallel(problem, options, parallelism);
        ASSERT_THAT(first, IsOk());
        EXPECT_THAT(VerifyCover(problem, *first->options), IsOk());

        const auto best = FindBestInParallel(problem, 2, options, parallelism);
        ASSERT_THAT(best, IsOk());
        EXPECT_EQ(best->covers[0].cost, kForced + least);
        EXPECT_EQ(best->lower_bound, kForced + least);
        EXPECT_THAT(VerifyCover(problem, best->covers[0].options), IsOk());
      }
    }
  }
}

TEST(ManyForcedItemsTest, OtherGivensLeaveSomethingElse) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  // Fewer: a search that starts again looks at all items at each node.
  const Buried buried = Bury(BuriedProblems()[0].core, 12'000, 10'000);
  const std::vector<Cover> covers = AllCovers(buried.core);
  absl::StatusOr<Search> search =
      Search::Create(buried.problem, {.givens = buried.IdsOf({covers[0][0]})});
  ASSERT_THAT(search, IsOk());
  EXPECT_EQ(search->CountRemaining(),
            Natural(CoversWith(covers, {covers[0][0]}).size()));
  ASSERT_THAT(search->Restart(), IsOk());
  EXPECT_EQ(search->CountRemaining(), Natural(covers.size()));
}

TEST(ManyForcedItemsTest, NothingOrNoCoverIsLeft) {
  ProblemBuilder builder;
  for (uint32_t i = 0; i < kForced; ++i) {
    builder.AddOption({builder.AddPrimary(absl::StrCat("i", i))}, 2);
  }
  const Problem one = *std::move(builder).Build();
  ProblemBuilder with_contradiction(one);
  with_contradiction.AddPrimary("nobody");
  const Problem none = *std::move(with_contradiction).Build();
  for (const EngineKind engine :
       {EngineKind::kAuto, EngineKind::kDancingLinks, EngineKind::kNogoods}) {
    EXPECT_EQ(CountSolutions(one, {.engine = engine})->count, Natural(1));
    EXPECT_EQ(FindFirst(one, {.engine = engine})->options->size(), kForced);
    EXPECT_EQ(CountSolutions(none, {.engine = engine})->count, Natural(0));
  }
  EXPECT_EQ(FindBest(one, 1)->covers[0].cost, 2 * kForced);
  EXPECT_THAT(FindBest(none, 1)->covers, IsEmpty());
}

// The choice of an engine is that for what is left.
TEST(ManyForcedItemsTest, AreOutOfTheWay) {
  ProblemBuilder builder;
  for (int i = 0; i < 40; ++i) builder.AddPrimary(absl::StrCat("i", i));
  for (uint32_t i = 0; i < 40; i += 2) {
    builder.AddOption({ItemId(i)});
    builder.AddOption({ItemId(i + 1)});
    builder.AddOption({ItemId(i), ItemId(i + 1)});
  }
  const Problem core = *std::move(builder).Build();
  const Buried buried = Bury(core, kBefore, kBehind);
  const auto count = CountSolutions(buried.problem);
  ASSERT_THAT(count, IsOk());
  EXPECT_EQ(count->count, Natural(1 << 20));
  const auto core_count = CountSolutions(core);
  EXPECT_EQ(count->summary.engine.kind, core_count->summary.engine.kind);
  EXPECT_EQ(count->summary.statistics.nodes,
            core_count->summary.statistics.nodes);
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

TEST(ManyForcedItemsTest, EveryEngineHasTheChoicesOnly) {
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
