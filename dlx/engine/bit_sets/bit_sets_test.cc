// What engines_test, which holds all engines to the oracle, cannot look at: the
// engine's limits, problems that are large enough for several stages, and
// whether it does the same with each kind of vector instructions.

#include "dlx/engine/bit_sets/bit_sets.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/engine.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/statistics.h"
#include "dlx/testing/corpus.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

// As in walk.cc, so that its targets are tested.
#define HWY_WANT_AVX3_DL
#include "dlx/engine/vector_targets.h"
#include "hwy/targets.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::AllCases;
using ::dlx::testing::Dice;
using ::dlx::testing::IsOk;
using ::dlx::testing::kIsSanitized;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ReadCorpusProblem;
using ::testing::HasSubstr;

// The options of each cover in the order in which the engine finds them.
using Covers = std::vector<std::vector<OptionId>>;

Covers FindAll(Engine& engine) {
  Covers covers;
  while (engine.FindNext(kUnlimited) == Engine::Step::kSolution) {
    covers.emplace_back(engine.solution().begin(), engine.solution().end());
  }
  return covers;
}

Covers Sorted(Covers covers) {
  for (auto& cover : covers) std::sort(cover.begin(), cover.end());
  std::sort(covers.begin(), covers.end());
  return covers;
}

Covers FindAll(const Problem& problem, EngineKind kind,
               const std::vector<OptionId>& givens) {
  absl::StatusOr<Search> search = Search::Create(problem, {.engine = kind});
  EXPECT_THAT(search, IsOk());
  EXPECT_THAT(search->Restart(givens), IsOk());
  Covers covers;
  for (const Solution& solution : *search) {
    covers.emplace_back(solution.options.begin(), solution.options.end());
  }
  return covers;
}

struct RefusedCase {
  Problem problem;
  Task task;
  std::string sentence;
};

// Ten thousand options that give one of a thousand colours to one of a thousand
// items.
Problem ManyColors() {
  ProblemBuilder builder;
  const ItemId item = builder.AddPrimary("a");
  std::vector<ItemId> secondaries;
  std::vector<ColorId> colors;
  for (int i = 0; i < 1000; ++i) {
    secondaries.push_back(builder.AddSecondary(absl::StrCat("s", i)));
    colors.push_back(builder.AddColor(absl::StrCat("c", i)));
  }
  for (int k = 0; k < 10'000; ++k) {
    builder.AddOption({item, {secondaries[k % 1000], colors[k / 10]}});
  }
  return *std::move(builder).Build();
}

// Forty thousand items, each of which shares an option with the next one: the
// sets of items of all options, and those of a deep tree, are what is large.
Problem ManyItems() {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < 40'000; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("i", i)));
  }
  for (size_t i = 0; i < items.size(); ++i) {
    builder.AddOption({items[i], items[(i + 1) % items.size()]});
  }
  return *std::move(builder).Build();
}

TEST(BitSetsTest, RefusesWhatItCannotDo) {
  const RefusedCase cases[] = {
      {ProblemFromNotation("1:2|a\na\n"), Task::kCount, "multiplicities"},
      {ManyColors(), Task::kEnumerate, "more than 256 MB"},
      {ManyItems(), Task::kCount, "more than 256 MB"},
  };
  for (const RefusedCase& c : cases) {
    const absl::Status status =
        CheckEngine(EngineKind::kBitSets, c.problem, c.task);
    EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.sentence));
  }
}

std::vector<int64_t> CostsOfBest(const Problem& problem, size_t k,
                                 EngineKind engine, uint64_t* nodes) {
  const absl::StatusOr<BestResult> best =
      FindBest(problem, k, {.engine = engine});
  EXPECT_THAT(best, IsOk());
  EXPECT_EQ(best->summary.outcome, Outcome::kExhausted);
  std::vector<int64_t> costs;
  for (const CostedCover& cover : best->covers) {
    EXPECT_THAT(VerifyCover(problem, cover.options), IsOk());
    costs.push_back(cover.cost);
  }
  *nodes += best->summary.statistics.nodes;
  return costs;
}

// Larger ones than the engine tester has, so that there are several stages.
TEST(BitSetsTest, LeavesOutWhatCostsTooMuch) {
  uint64_t nodes = 0;
  uint64_t ignored = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem({.primary = 15,
                                           .secondary = 4,
                                           .options = 200,
                                           .colors = 2,
                                           .planted = 30,
                                           .costs = 90,
                                           .cost_unit = 1 + dice(1'000'000)},
                                          dice);
    const std::vector<int64_t> best =
        CostsOfBest(problem, 3, EngineKind::kBitSets, &nodes);
    EXPECT_EQ(best,
              CostsOfBest(problem, 3, EngineKind::kDancingLinks, &ignored));
    // Without costs, there is no end to it.
    Natural count = 0;
    EXPECT_EQ(MakeBitSets(problem, Task::kCount, {})->Count(100'000, &count),
              Engine::Step::kPaused);
  }
  EXPECT_LT(nodes, 100'000);  // A tenth, all together.
}

TEST(BitSetsTest, SharesNothingWhereTheTreeDependsOnCosts) {
  const Problem problem = ProblemFromNotation("a b c\na\na\nb\nb\nc\nc\n");
  for (const Task task : {Task::kEnumerate, Task::kBest}) {
    const std::unique_ptr<Engine> engine = MakeBitSets(problem, task, {});
    ASSERT_EQ(engine->FindNext(kUnlimited), Engine::Step::kSolution);
    EXPECT_EQ(engine->GiveAway() != nullptr, task == Task::kEnumerate);
  }
}

// How many words it takes to hold the options, and items, matters to the code
// that is run.
struct KnownCase {
  std::string name;
  uint64_t covers;
};

std::vector<KnownCase> KnownCases() {
  return {
      {"queens-8", 92},      // 1 word, 1 word of items.
      {"langford-8", 300},   // 2, 1
      {"debruijn-4", 256},   // 4, 1, colours
      {"mutil-6x6", 0},      // 1, 1
      {"sts-9", 840},        // 2, 1
      {"latin-6r", 9'408},   // 2, 2
      {"comp-4xq6", 256},    // 4, 1, secondary items
      {"onefact-8", 6'240},  // 2, 1
      {"sudoku-17", 1},      // 8, 4
      {"sudoku-hard", 1},    // 4, 4
      {"soma", 11'520},      // 12, 1, down to 1 in stages
      {"pent-3x20", 8},      // 20, 2
      {"bell-10", 115'975},  // 16, 1, options of all sizes
      {"queens-11", 2'680},  // 2, 1
  };
}

class KnownCaseTest : public ::testing::TestWithParam<KnownCase> {};

// Looking ahead or not.
constexpr auto kMakers = {MakeBitSets, MakeConsistentSets};

// Returns how many nodes it takes.
uint64_t CheckThatAllWaysAgree(const KnownCase& known,
                               decltype(&MakeBitSets) make) {
  const auto& [name, expected] = known;
  const Problem problem = ReadCorpusProblem(name);
  const std::unique_ptr<Engine> engine = make(problem, Task::kEnumerate, {});
  const Covers covers = FindAll(*engine);
  EXPECT_EQ(covers.size(), expected);
  for (size_t i = 0; i < covers.size(); i += 97) {
    EXPECT_THAT(VerifyCover(problem, covers[i]), IsOk());
  }
  const Covers sorted = Sorted(covers);
  EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
  const Statistics statistics = engine->statistics();

  // Counted, which visits the same nodes.
  Natural count = 0;
  engine->Restart({});
  EXPECT_EQ(engine->Count(kUnlimited, &count), Engine::Step::kExhausted);
  EXPECT_EQ(count, expected);
  EXPECT_EQ(engine->statistics().nodes, statistics.nodes);
  EXPECT_EQ(engine->statistics().nodes_by_depth, statistics.nodes_by_depth);
  EXPECT_EQ(engine->FractionDone(), 1);

  // In small pieces, some of them counted.
  engine->Restart({});
  count = 0;
  uint64_t found = 0;
  double done = 0;
  for (uint64_t pause = 1;; pause += 1 + pause / 50) {
    Engine::Step step = engine->Count(pause, &count);
    if (step == Engine::Step::kPaused) step = engine->FindNext(pause + 10);
    if (step == Engine::Step::kExhausted) break;
    if (step == Engine::Step::kSolution) {
      EXPECT_THAT(VerifyCover(problem, engine->solution()), IsOk());
      ++found;
    }
    EXPECT_GE(engine->FractionDone(), done);
    EXPECT_LE(engine->FractionDone(), 1);
    done = engine->FractionDone();
  }
  EXPECT_EQ(count + found, expected);
  EXPECT_EQ(engine->statistics().nodes, statistics.nodes);
  return statistics.nodes;
}

// What is taken out is in no cover, and saves nodes.
TEST_P(KnownCaseTest, AllWaysAgree) {
  const uint64_t nodes = CheckThatAllWaysAgree(GetParam(), MakeBitSets);
  EXPECT_LE(CheckThatAllWaysAgree(GetParam(), MakeConsistentSets), nodes);
}

TEST_P(KnownCaseTest, FindsWhatContainsTheGivens) {
  const Problem problem = ReadCorpusProblem(GetParam().name);
  const std::unique_ptr<Engine> engine =
      MakeConsistentSets(problem, Task::kEnumerate, {});
  const Dice dice(1);
  for (int repetition = 0; repetition < 5; ++repetition) {
    std::vector<OptionId> givens;
    for (int i = 0; i < repetition; ++i) {
      givens.emplace_back(dice(static_cast<uint32_t>(problem.option_count())));
    }
    // It may stand anywhere.
    engine->FindNext(100 * repetition);
    engine->Restart(givens);
    if (repetition == 0) continue;
    EXPECT_EQ(Sorted(FindAll(*engine)),
              Sorted(FindAll(problem, EngineKind::kDancingLinks, givens)));
  }
}

INSTANTIATE_TEST_SUITE_P(BitSetsTest, KnownCaseTest,
                         ::testing::ValuesIn(KnownCases()),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Six items, each with two thousand options that agree with two of the next
// item's.
TEST(BitSetsTest, KeepsNoRowsIfTheyWouldTakeTooMuchMemory) {
  constexpr int kItems = 6;
  constexpr int kOptions = 2000;
  ProblemBuilder builder;
  std::vector<ItemId> items, links;
  for (int i = 0; i < kItems; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("i", i)));
    links.push_back(builder.AddSecondary(absl::StrCat("link", i)));
  }
  for (int i = 0; i < kItems; ++i) {
    for (int k = 0; k < kOptions; ++k) {
      std::vector<ItemUse> uses = {items[i]};
      uses.emplace_back(links[i], builder.AddColor(absl::StrCat(k / 2)));
      if (i + 1 < kItems) {
        uses.emplace_back(links[i + 1],
                          builder.AddColor(absl::StrCat(k % (kOptions / 2))));
      }
      builder.AddOption(uses);
    }
  }
  const Problem problem = *std::move(builder).Build();
  for (const EngineKind kind :
       {EngineKind::kBitSets, EngineKind::kDancingLinks}) {
    const absl::StatusOr<CountResult> result =
        CountSolutions(problem, {.engine = kind});
    ASSERT_THAT(result, IsOk());
    EXPECT_EQ(result->count, kOptions << (kItems - 1));
  }
}

TEST(BitSetsTest, AutoChoosesItUnlessAnOptionIsALotSmallerThanTheProblem) {
  const auto choice = [](const Problem& problem, Task task) {
    return ChooseEngine(problem, task).kind;
  };
  for (const char* name : {"soma", "pent-3x20", "langford-12", "bell-10"}) {
    EXPECT_EQ(choice(ReadCorpusProblem(name), Task::kEnumerate),
              EngineKind::kBitSets)
        << name;
  }
  // Ten thousand items, each of which shares an option with two others.
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < 10'000; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("i", i)));
  }
  for (int i = 0; i < 10'000; ++i) {
    builder.AddOption({items[i], items[(i + 1) % 10'000]});
    for (int k = 0; k < 10; ++k) builder.AddOption({items[i]});
  }
  EXPECT_NE(choice(*std::move(builder).Build(), Task::kEnumerate),
            EngineKind::kBitSets);
}

class TargetTest : public ::testing::TestWithParam<int64_t> {
 protected:
  ~TargetTest() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(TargetTest, DoesTheSameStepByStepAsTheBestTarget) {
  if (kIsSanitized) {
    GTEST_SKIP() << "Then there is code for one kind of CPU only.";
  }
  const uint64_t nodes = AllCases() ? 100'000 : 20'000;
  for (const char* name : {"queens-8", "debruijn-4", "latin-6r", "sudoku-hard",
                           "soma", "bell-10"}) {
    const Problem problem = ReadCorpusProblem(name);
    const auto check = [&](auto make, Branching branching) {
      Covers covers[2];
      Statistics statistics[2];
      for (const bool best : {false, true}) {
        hwy::SetSupportedTargetsForTest(best ? 0 : GetParam());
        const std::unique_ptr<Engine> engine =
            make(problem, Task::kEnumerate,
                 SearchOptions{.branching = branching, .seed = 7});
        while (covers[best].size() < 500 &&
               engine->FindNext(nodes / 2) == Engine::Step::kSolution) {
          covers[best].emplace_back(engine->solution().begin(),
                                    engine->solution().end());
        }
        Natural count = 0;
        engine->Count(nodes, &count);
        statistics[best] = engine->statistics();
      }
      EXPECT_EQ(covers[0], covers[1]);
      EXPECT_EQ(statistics[0].nodes_by_depth, statistics[1].nodes_by_depth);
      EXPECT_EQ(statistics[0].updates, statistics[1].updates);
    };
    for (const Branching branching :
         {Branching::kFewestOptions, Branching::kSharpPreference,
          Branching::kInputOrder}) {
      for (const auto make : kMakers) check(make, branching);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    BitSetsTest, TargetTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

}  // namespace
}  // namespace dlx::internal
