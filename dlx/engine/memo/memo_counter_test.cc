#include "dlx/engine/memo/memo_counter.h"

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
#include "dlx/engine/dancing_links/dancing_links.h"
#include "dlx/engine/engine.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/allocation_counter.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::IsOk;
using ::dlx::testing::PowerProblem;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::StatusIs;
using ::dlx::testing::SumOfPowers;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

using Step = Engine::Step;

std::unique_ptr<Engine> MakeCounter(const Problem& problem,
                                    SearchOptions options = {}) {
  EXPECT_THAT(CheckEngine(EngineKind::kMemoCounter, problem, Task::kCount),
              IsOk());
  return MakeMemoCounter(problem, Task::kCount, options);
}

Natural CountAll(Engine& engine) {
  Natural count = 0;
  EXPECT_EQ(engine.Count(kUnlimited, &count), Step::kExhausted);
  return count;
}

Natural CountByLinks(const Problem& problem) {
  return CountAll(*MakeDancingLinks(problem, Task::kCount, {}));
}

// A row of letters, each one of `colors`, that only neighbours know about:
// colors^(length + 1) covers.
Problem ChainProblem(int length, int colors) {
  std::string names;
  std::string options;
  for (int i = 0; i < length; ++i) {
    absl::StrAppend(&names, "p", i, " ");
    for (int a = 0; a < colors; ++a) {
      for (int b = 0; b < colors; ++b) {
        absl::StrAppend(&options, "p", i, " s", i, ":", a, " s", i + 1, ":", b,
                        "\n");
      }
    }
  }
  absl::StrAppend(&names, "|");
  for (int i = 0; i <= length; ++i) absl::StrAppend(&names, " s", i);
  return ProblemFromNotation(absl::StrCat(names, "\n", options));
}

Problem Dominoes(int rows, int columns) {
  std::string names;
  std::string options;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const std::string cell = absl::StrCat("c", i, "_", j);
      absl::StrAppend(&names, cell, " ");
      if (j + 1 < columns) {
        absl::StrAppend(&options, cell, " c", i, "_", j + 1, "\n");
      }
      if (i + 1 < rows) {
        absl::StrAppend(&options, cell, " c", i + 1, "_", j, "\n");
      }
    }
  }
  return ProblemFromNotation(absl::StrCat(names, "\n", options));
}

// -- What it accepts ---------------------------------------------------------

TEST(MemoCounterTest, CountsOnly) {
  const Problem problem = ProblemFromNotation("a\na\n");
  EXPECT_THAT(CheckEngine(EngineKind::kMemoCounter, problem, Task::kCount),
              IsOk());
  EXPECT_THAT(CheckEngine(EngineKind::kMemoCounter, problem, Task::kEnumerate),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("can only count")));
  EXPECT_THAT(CheckEngine(EngineKind::kMemoCounter, problem, Task::kBest),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("can only count")));
  EXPECT_THAT(
      CheckEngine(EngineKind::kMemoCounter, ProblemFromNotation("1:2|a\na\n"),
                  Task::kCount),
      StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("multiplicities")));
}

// -- Remembering -------------------------------------------------------------

TEST(MemoCounterTest, DoesNotVisitWhatItRemembers) {
  const Problem problem = Dominoes(8, 8);
  const std::unique_ptr<Engine> engine = MakeCounter(problem);
  EXPECT_EQ(CountAll(*engine), 12988816);
  EXPECT_LT(engine->statistics().nodes, 20'000);
}

TEST(MemoCounterTest, RemembersAcrossRestarts) {
  const Problem problem = Dominoes(6, 6);
  const std::unique_ptr<Engine> engine = MakeCounter(problem);
  const Natural total = CountAll(*engine);
  EXPECT_EQ(total, 6728);
  engine->Restart({});
  EXPECT_EQ(CountAll(*engine), total);
  EXPECT_EQ(engine->statistics().nodes, 1);  // It remembers the root.

  // Each cover has one of the two options of the corner.
  Natural sum = 0;
  for (const uint32_t given : {0, 1}) {
    engine->Restart({OptionId(given)});
    sum += CountAll(*engine);
  }
  EXPECT_EQ(sum, total);
}

TEST(MemoCounterTest, RestartsAnywhere) {
  const Problem problem = QueensProblem(6);
  for (uint64_t pause = 1; pause < 60; ++pause) {
    const std::unique_ptr<Engine> engine = MakeCounter(problem);
    Natural count = 0;
    ASSERT_EQ(engine->Count(pause, &count), Step::kPaused) << pause;
    engine->Restart({});
    ASSERT_EQ(CountAll(*engine), 4) << pause;
    engine->Restart({OptionId(1)});
    ASSERT_EQ(CountAll(*engine), 1) << pause;
  }
}

TEST(MemoCounterTest, CountsTheSameWithLittleMemory) {
  const Problem problems[] = {Dominoes(6, 6), QueensProblem(8),
                              ChainProblem(6, 3), PowerProblem(8, 3)};
  const Natural expected[] = {6728, 92, 2187, 6561};
  for (size_t i = 0; i < std::size(problems); ++i) {
    uint64_t nodes_before = 0;
    for (const size_t limit : {size_t{1} << 20, size_t{2000}, size_t{0}}) {
      const std::unique_ptr<Engine> engine =
          MakeCounter(problems[i], {.memory_limit = limit});
      EXPECT_EQ(CountAll(*engine), expected[i]) << i << " in " << limit;
      // Less memory, more work.
      EXPECT_GE(engine->statistics().nodes, nodes_before) << i;
      nodes_before = engine->statistics().nodes;
    }
  }
}

// -- Memory ------------------------------------------------------------------

// A row of cells to be covered by dominoes, from the ends inwards: hardly ever
// is there a choice. Every `distance` cells there is one between two alike.
Problem RowOfDominoes(uint32_t cells, uint32_t distance) {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (uint32_t i = 0; i < cells; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("c", i)));
  }
  for (uint32_t i = 0; i + 1 < cells; ++i) {
    builder.AddOption({items[i], items[i + 1]});
    if (i % distance == distance - 2) {
      builder.AddOption({items[i], items[i + 1]});
    }
  }
  return *std::move(builder).Build();
}

// Besides what it remembers, it takes a fixed amount for each item.
TEST(MemoCounterTest, KeepsToTheMemoryLimit) {
  if (!testing::kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  constexpr uint64_t kBytesForItem = 300;
  for (const auto& [cells, distance] :
       {std::pair(20'000u, 30'000u), std::pair(20'000u, 2'000u),
        std::pair(2'000u, 20u)}) {
    const Problem problem = RowOfDominoes(cells, distance);
    for (const size_t memory_limit : {100'000, 1'000'000}) {
      testing::ForgetMostBytesInUse();
      const uint64_t before = testing::BytesInUse();
      const std::unique_ptr<Engine> engine =
          MakeCounter(problem, {.memory_limit = memory_limit});
      EXPECT_EQ(CountAll(*engine), absl::uint128(1) << cells / distance);
      EXPECT_LE(testing::MostBytesInUse() - before,
                kBytesForItem * cells + memory_limit)
          << cells << " cells, a limit of " << memory_limit;
    }
  }
}

// A chain of nodes with one option each takes one entry; so there is nothing to
// forget even where there is hardly any memory.
TEST(MemoCounterTest, RemembersForcedChainsByTheirHeads) {
  const Problem problem = RowOfDominoes(1'000, 20);
  const std::unique_ptr<Engine> engine = MakeCounter(problem);
  const std::unique_ptr<Engine> little =
      MakeCounter(problem, {.memory_limit = 20'000});  // For some 120 keys.
  EXPECT_EQ(CountAll(*engine), absl::uint128(1) << 50);
  EXPECT_EQ(CountAll(*little), absl::uint128(1) << 50);
  EXPECT_EQ(little->nodes(), engine->nodes());
}

// All that it would remember takes some 900,000 bytes.
TEST(MemoCounterTest, LittleMemoryIsNotMuchMoreWork) {
  const Problem problem = Dominoes(12, 12);
  const std::unique_ptr<Engine> engine = MakeCounter(problem);
  EXPECT_EQ(CountAll(*engine), 53060477521960000);
  EXPECT_LT(engine->nodes(), 80'000);
  const std::unique_ptr<Engine> half =
      MakeCounter(problem, {.memory_limit = 500'000});
  EXPECT_EQ(CountAll(*half), 53060477521960000);
  EXPECT_LT(half->nodes(), 100'000);
  const std::unique_ptr<Engine> quarter =
      MakeCounter(problem, {.memory_limit = 250'000});
  EXPECT_EQ(CountAll(*quarter), 53060477521960000);
  EXPECT_LT(quarter->nodes(), 250'000);
}

// It goes on with what it remembers, and with all memory from then on.
TEST(MemoCounterTest, LimitMayBeRaisedOnTheWay) {
  const Problem problem = Dominoes(12, 12);
  for (const int threads : {1, 2}) {
    const std::unique_ptr<Engine> engine =
        MakeCounter(problem, {.memory_limit = 100'000});
    if (threads > 1) engine->UseThreads(threads);
    Natural covers = 0;
    EXPECT_EQ(engine->Count(20'000, &covers), Engine::Step::kPaused);
    const size_t held = engine->LeastMemoryLimit();
    EXPECT_GT(held, 50'000);
    EXPECT_LE(held, 100'000);
    engine->SetMemoryLimit(10'000'000);
    EXPECT_EQ(engine->LeastMemoryLimit(), held);
    EXPECT_EQ(engine->Count(kUnlimited, &covers), Engine::Step::kExhausted);
    EXPECT_EQ(covers, 53060477521960000);
    EXPECT_LT(engine->nodes(), 120'000);
    EXPECT_GT(engine->LeastMemoryLimit(), 500'000);
    EXPECT_LE(engine->LeastMemoryLimit(), 10'000'000);
  }
}

// -- Threads -----------------------------------------------------------------

TEST(MemoCounterTest, ThreadsCountAsTheOracleDoes) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem({.primary = 1 + dice(8),
                                           .secondary = dice(5),
                                           .options = 1 + dice(14),
                                           .max_option_size = 1 + dice(4),
                                           .colors = dice(3),
                                           .planted = dice(4) * 30},
                                          dice);
    const std::vector<Cover> covers = AllCovers(problem);
    with_covers += covers.size() > 1;
    const std::unique_ptr<Engine> engine =
        MakeCounter(problem, {.memory_limit = dice(2) == 0 ? 1u << 20 : 5'000});
    engine->UseThreads(2 + dice(2));
    ASSERT_EQ(CountAll(*engine), covers.size()) << ToNotation(problem);
    const std::vector<OptionId> givens = {
        OptionId(dice(problem.option_count()))};
    engine->Restart(givens);
    ASSERT_EQ(CountAll(*engine), CoversWith(covers, givens).size())
        << ToNotation(problem);
  }
  EXPECT_GT(with_covers, 50);
}

TEST(MemoCounterTest, ThreadsShareWhatTheyRemember) {
  const Problem problem = Dominoes(10, 10);
  const std::unique_ptr<Engine> alone = MakeCounter(problem);
  const Natural covers = CountAll(*alone);
  for (const int threads : {2, 4}) {
    const std::unique_ptr<Engine> engine = MakeCounter(problem);
    engine->UseThreads(threads);
    // With pauses; what was counted so far is never too much.
    Natural count = 0;
    Step step = Step::kPaused;
    while (step == Step::kPaused) {
      ASSERT_LE(count, covers);
      step = engine->Count(engine->nodes() + 1'000, &count);
    }
    EXPECT_EQ(step, Step::kExhausted);
    EXPECT_EQ(count, covers);
    EXPECT_EQ(engine->FractionDone(), 1);
    EXPECT_LT(engine->nodes(), 2 * alone->nodes());
  }
}

TEST(MemoCounterTest, ThreadsCountWithoutLimit) {
  const std::unique_ptr<Engine> engine = MakeCounter(PowerProblem(400, 2));
  engine->UseThreads(2);
  EXPECT_EQ(CountAll(*engine), Natural::PowerOfTwo(400));
}

// -- Pausing -----------------------------------------------------------------

TEST(MemoCounterTest, PausesAtEveryNode) {
  for (const Problem& problem :
       {Dominoes(4, 6), QueensProblem(6), ChainProblem(3, 2)}) {
    const std::unique_ptr<Engine> whole = MakeCounter(problem);
    const Natural total = CountAll(*whole);

    const std::unique_ptr<Engine> engine = MakeCounter(problem);
    Natural count = 0;
    Natural last_count = 0;
    double last_fraction = 0;
    uint64_t pauses = 0;
    for (;;) {
      const uint64_t nodes = engine->statistics().nodes;
      const Step step = engine->Count(nodes + 1, &count);
      EXPECT_GE(count, last_count);
      EXPECT_GE(engine->FractionDone(), last_fraction);
      last_count = count;
      last_fraction = engine->FractionDone();
      if (step == Step::kExhausted) break;
      ASSERT_EQ(step, Step::kPaused);
      // An item's last options may be counted at a stroke.
      ASSERT_GT(engine->statistics().nodes, nodes);
      ASSERT_LE(engine->statistics().nodes, nodes + problem.option_count());
      ++pauses;
    }
    EXPECT_EQ(count, total);
    EXPECT_EQ(last_fraction, 1);
    EXPECT_GE(pauses, whole->statistics().nodes / 2);
    EXPECT_EQ(engine->statistics().nodes, whole->statistics().nodes);
    EXPECT_EQ(engine->statistics().updates, whole->statistics().updates);
    EXPECT_EQ(engine->statistics().nodes_by_depth,
              whole->statistics().nodes_by_depth);
    // At the end, going on changes nothing.
    EXPECT_EQ(engine->Count(kUnlimited, &count), Step::kExhausted);
    EXPECT_EQ(count, total);
  }
}

// -- Large numbers -----------------------------------------------------------

TEST(MemoCounterTest, CountsUpTo128Bits) {
  EXPECT_EQ(CountAll(*MakeCounter(PowerProblem(127, 2))), absl::uint128(1)
                                                              << 127);
  Natural power = 1;
  for (int i = 0; i < 80; ++i) power *= 3;
  EXPECT_EQ(CountAll(*MakeCounter(PowerProblem(80, 3))), power);
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(5, false))), 63);
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(5, true))), 64);
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(127, false))),
            absl::Uint128Max());
}

TEST(MemoCounterTest, CountsWithoutLimit) {
  for (const int items : {128, 129, 200, 1000}) {
    EXPECT_EQ(CountAll(*MakeCounter(PowerProblem(items, 2))),
              Natural::PowerOfTwo(items));
  }
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(127, true))),
            Natural::PowerOfTwo(128));
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(300, false))),
            Natural::PowerOfTwo(301) - 1);
  EXPECT_EQ(CountAll(*MakeCounter(testing::EndlessProblem())).ToString(),
            "1" + std::string(64, '0'));
}

// There are large numbers to be forgotten, too, and to be found again.
TEST(MemoCounterTest, CountsWithoutLimitInAnyMemory) {
  for (const size_t limit : {0, 1000, 10'000, 300'000}) {
    EXPECT_EQ(
        CountAll(*MakeCounter(SumOfPowers(16, true), {.memory_limit = limit})),
        Natural::PowerOfTwo(17))
        << limit;
    if (limit < 300'000) continue;
    EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(200, false),
                                    {.memory_limit = limit})),
              Natural::PowerOfTwo(201) - 1)
        << limit;
  }
}

TEST(MemoCounterTest, RestartsAfterALargeNumber) {
  const std::unique_ptr<Engine> engine = MakeCounter(PowerProblem(128, 2));
  EXPECT_EQ(CountAll(*engine), Natural::PowerOfTwo(128));
  engine->Restart({OptionId(0)});
  EXPECT_EQ(CountAll(*engine), Natural::PowerOfTwo(127));
  engine->Restart({});
  EXPECT_EQ(CountAll(*engine), Natural::PowerOfTwo(128));
}

// What two open levels have counted may be too much only if taken together:
// with "a b", 2^127 covers; with "a" and the first of two options "b", again.
TEST(MemoCounterTest, PartialCountsDoNotWrapAround) {
  std::string text = "a b";
  for (int i = 0; i < 127; ++i) absl::StrAppend(&text, " i", i);
  absl::StrAppend(&text, "\na b\na\nb\nb\n");
  for (int i = 0; i < 127; ++i) absl::StrAppend(&text, "i", i, "\ni", i, "\n");
  const Problem problem = ProblemFromNotation(text);

  const std::unique_ptr<Engine> engine = MakeCounter(problem);
  Natural count = 0;
  Natural last_count = 0;
  Step step = Step::kPaused;
  while (step == Step::kPaused) {
    step = engine->Count(engine->statistics().nodes + 1, &count);
    ASSERT_GE(count, last_count);
    last_count = count;
  }
  EXPECT_EQ(step, Step::kExhausted);
  EXPECT_EQ(count, Natural::PowerOfTwo(127) * 3);
}

// -- Keys --------------------------------------------------------------------

// Numbers of colours around which the packing of keys changes.
class ManyColorsTest : public ::testing::TestWithParam<uint32_t> {};

TEST_P(ManyColorsTest, CountsLikeDancingLinks) {
  const uint32_t colors = GetParam();
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const Problem problem = RandomProblem({.primary = 8,
                                           .secondary = 70,
                                           .options = 90,
                                           .max_option_size = 3,
                                           .colors = colors,
                                           .duplicates = 20,
                                           .planted = 60},
                                          Dice(seed));
    const Natural count = CountAll(*MakeCounter(problem));
    EXPECT_EQ(count, CountByLinks(problem)) << "seed " << seed;
    with_covers += count > 0;
  }
  EXPECT_GT(with_covers, 0);
}

INSTANTIATE_TEST_SUITE_P(Colors, ManyColorsTest,
                         ::testing::Values(0, 1, 2, 3, 6, 7, 14, 15, 30, 31, 62,
                                           63, 1000));

// More primary items, and more secondary ones, than a word has bits: a row of
// cells, each covered by itself, and some also in other ways, together with the
// next cell or with secondary items.
TEST(MemoCounterTest, CountsWithManyItems) {
  constexpr uint32_t kCells = 150;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Dice dice(seed);
    ProblemBuilder builder;
    std::vector<ItemId> cells;
    std::vector<ItemId> secondary;
    for (uint32_t i = 0; i < kCells; ++i) {
      cells.push_back(builder.AddPrimary(absl::StrCat("c", i)));
      secondary.push_back(builder.AddSecondary(absl::StrCat("s", i)));
    }
    for (const ItemId cell : cells) builder.AddOption({cell});
    for (int k = 0; k < 20; ++k) {
      const uint32_t i = dice(kCells - 1);
      const uint32_t s = dice(2) == 0 ? 130 : dice(130);
      std::vector<ItemUse> uses = {cells[i], secondary[s]};
      if (dice(2) == 0) uses.push_back(cells[i + 1]);
      if (dice(2) == 0) uses.push_back(secondary[s + 1 + dice(10)]);
      builder.AddOption(uses);
    }
    const absl::StatusOr<Problem> problem = std::move(builder).Build();
    ASSERT_THAT(problem, IsOk());
    const Natural count = CountAll(*MakeCounter(*problem));
    EXPECT_GT(count, 100) << "seed " << seed;
    EXPECT_EQ(count, CountByLinks(*problem)) << "seed " << seed;
  }
}

// A colour that no option left depends on does not tell subproblems apart.
TEST(MemoCounterTest, ForgetsColorsThatDoNotMatterAnyMore) {
  constexpr int kLength = 40;
  const std::unique_ptr<Engine> engine = MakeCounter(
      ChainProblem(kLength, 2), {.branching = Branching::kInputOrder});
  EXPECT_EQ(CountAll(*engine), absl::uint128(1) << (kLength + 1));
  EXPECT_LT(engine->statistics().nodes, 20 * kLength);
}

}  // namespace
}  // namespace dlx::internal
