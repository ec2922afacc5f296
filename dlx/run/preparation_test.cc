#include "dlx/run/preparation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/run/choice.h"
#include "dlx/run/race.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/corpus.h"
#include "dlx/testing/latin_holes.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::kIsSanitized;
using ::dlx::testing::LatinSquareWithHoles;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ReadCorpusProblem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::Eq;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

Preparation PrepareToCount(const Problem& problem, const SearchOptions& options,
                           Clock clock = SteadyNow) {
  const LimitWatch watch(options.limits, clock);
  ProgressReporter reporter(options, clock);
  absl::StatusOr<Preparation> preparation = Prepare(
      problem, Task::kCount, options, watch, reporter, RaceEnd::kForecast);
  EXPECT_THAT(preparation, IsOk());
  return *std::move(preparation);
}

// The same, but nobody is handed over before somebody has finished.
Preparation PrepareToTheEnd(const Problem& problem,
                            const SearchOptions& options) {
  const LimitWatch watch(options.limits);
  ProgressReporter reporter(options);
  absl::StatusOr<Preparation> preparation = Prepare(
      problem, Task::kCount, options, watch, reporter, RaceEnd::kFirstToFinish);
  EXPECT_THAT(preparation, IsOk());
  return *std::move(preparation);
}

struct Choice {
  std::string problem;
  EngineKind kind;
  std::string reason;  // A part of it.
};

class RaceTest : public ::testing::TestWithParam<Choice> {};

TEST_P(RaceTest, ChoosesWhatPays) {
  const auto& [name, kind, reason] = GetParam();
  const Problem problem = ReadCorpusProblem(name);
  const Preparation winner = PrepareToCount(problem, {});
  EXPECT_EQ(EngineName(winner.row->kind), EngineName(kind)) << winner.reason;
  EXPECT_THAT(winner.reason, AllOf(HasSubstr(reason), Not(EndsWith("."))));

  // The same answer every time.
  for (int repetition = 0; repetition < 3; ++repetition) {
    const Preparation again = PrepareToCount(problem, {});
    EXPECT_EQ(again.row->kind, winner.row->kind);
    EXPECT_EQ(again.reason, winner.reason);
    EXPECT_EQ(again.counted, winner.counted);
    EXPECT_EQ(again.engine->statistics().nodes,
              winner.engine->statistics().nodes);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Problems, RaceTest,
    ::testing::Values(
        Choice{"domino-8x8", EngineKind::kMemoCounter, "came to its end"},
        Choice{"domino-12x12", EngineKind::kLayers, ""},
        Choice{"domino-16x16", EngineKind::kLayers, "nobody else"},
        Choice{"comp-3xq8", EngineKind::kLayers, ""},
        Choice{"comp-6xq8", EngineKind::kLayers, ""},
        Choice{"queens-8", EngineKind::kBitSets, "came to its end"},
        Choice{"queens-12", EngineKind::kBitSets, ""},
        // Its rival's forecast is better, but in doubt: both go on to the end.
        Choice{"langford-12", EngineKind::kBitSets, "came to its end"},
        Choice{"soma", EngineKind::kBitSets, "came to its end"},
        Choice{"mutil-8x8", EngineKind::kMemoCounter, "came to its end"}),
    [](const ::testing::TestParamInfo<Choice>& info) {
      std::string name = info.param.problem;
      for (char& c : name) {
        if (c == '-') c = '_';
      }
      return name;
    });

TEST(RaceTest, DecidesForAutomaticCounting) {
  EXPECT_EQ(ChooseEngine(ReadCorpusProblem("domino-12x12"), Task::kCount).kind,
            EngineKind::kLayers);
  EXPECT_EQ(ChooseEngine(ReadCorpusProblem("comp-3xq8"), Task::kCount).kind,
            EngineKind::kLayers);
  EXPECT_EQ(ChooseEngine(ReadCorpusProblem("queens-12"), Task::kCount).kind,
            EngineKind::kBitSets);
  // But only for counting, and only if they can.
  const EngineKind to_see =
      ChooseEngine(ReadCorpusProblem("domino-8x8"), Task::kEnumerate).kind;
  EXPECT_NE(to_see, EngineKind::kMemoCounter);
  EXPECT_NE(to_see, EngineKind::kLayers);
  EXPECT_EQ(ChooseEngine(ProblemFromNotation("1:2|a\na\n"), Task::kCount).kind,
            EngineKind::kDancingLinks);
}

// 25 pigeons with 24 options each, and before them items with more
// options, none of which goes with one of another. Whoever branches on the
// items with the fewest options puts pigeons into holes for a long time.
Problem ProblemForInputOrder() {
  constexpr int kHoles = 24;
  ProblemBuilder builder;
  const ItemId first = builder.AddPrimary("first");
  const ItemId second = builder.AddPrimary("second");
  std::vector<ItemId> pigeons;
  std::vector<ItemId> holes;
  for (int i = 0; i <= kHoles; ++i) {
    pigeons.push_back(builder.AddPrimary(absl::StrCat("pigeon", i)));
  }
  for (int i = 0; i < kHoles; ++i) {
    holes.push_back(builder.AddSecondary(absl::StrCat("hole", i)));
  }
  for (int k = 0; k < 2 * kHoles; ++k) {
    builder.AddOption({first, holes[0]});
    builder.AddOption({second, holes[0]});
  }
  for (const ItemId pigeon : pigeons) {
    for (const ItemId hole : holes) builder.AddOption({pigeon, hole});
  }
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

// One engine and order that can do it is enough; which, is of no importance.
TEST(RaceTest, ComesToAnEndIfAnyEngineAndOrderDo) {
  const Preparation winner = PrepareToCount(ProblemForInputOrder(), {});
  EXPECT_EQ(winner.counted, 0);
  EXPECT_TRUE(winner.branching == Branching::kInputOrder ||
              winner.row->kind == EngineKind::kLayers)
      << winner.row->name << ": " << winner.reason;
}

// Rooks on a board of 14 x 14, and an item that may take sixty others with it.
// If the rooks come first, no layer has more than 3,432 states; but as long as
// they are being placed, the frontier of sixty to come makes the forecast of
// layers endless. It is at its end before that could do harm.
TEST(RaceTest, LayersHaveAHeadStart) {
  constexpr int kRooks = 14;
  constexpr int kOthers = 60;
  ProblemBuilder builder;
  std::vector<ItemId> rows, columns, others;
  for (int i = 0; i < kRooks; ++i) {
    rows.push_back(builder.AddPrimary(absl::StrCat("row", i)));
  }
  for (int i = 0; i < kRooks; ++i) {
    columns.push_back(builder.AddPrimary(absl::StrCat("column", i)));
  }
  std::vector<ItemUse> all;
  all.push_back(builder.AddPrimary("taker"));
  for (int i = 0; i < kOthers; ++i) {
    others.push_back(builder.AddPrimary(absl::StrCat("other", i)));
    builder.AddOption({others.back()});
    all.push_back(others.back());
  }
  builder.AddOption({all[0]});
  builder.AddOption(all);
  for (const ItemId row : rows) {
    for (const ItemId column : columns) builder.AddOption({row, column});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  SearchOptions options;
  for (uint32_t i = 0; i < problem->item_count(); ++i) {
    options.item_order.emplace_back(i);
  }
  const Preparation winner = PrepareToCount(*problem, options);
  EXPECT_EQ(winner.row->kind, EngineKind::kLayers) << winner.reason;
  EXPECT_TRUE(winner.has_ended);
  EXPECT_EQ(winner.counted, 2 * uint64_t{87'178'291'200});  // 2 * 14!
  // Within its head start.
  EXPECT_LT(TimeOf(*winner.engine, *winner.row, *problem, Task::kCount),
            winner.row->speed.head_start);
}

// The colourings of a grid of 5 x 8 with 4 colours, whose vertices have numbers
// in no order: a vertex is primary, an edge with a colour secondary.
Problem ShuffledGridColouring() {
  constexpr int kRows = 5;
  constexpr int kColumns = 8;
  constexpr int kVertices = kRows * kColumns;
  constexpr int kColors = 4;
  // 17 and 40 have no common divisor.
  const auto vertex = [](int row, int column) {
    return (kColumns * row + column) * 17 % kVertices;
  };
  ProblemBuilder builder;
  std::vector<ItemId> vertices;
  for (int i = 0; i < kVertices; ++i) {
    vertices.push_back(builder.AddPrimary(absl::StrCat("v", i)));
  }
  std::vector<std::vector<ItemUse>> options(kColors * kVertices);
  const auto add_edge = [&](int a, int b) {
    for (int color = 0; color < kColors; ++color) {
      const ItemId edge =
          builder.AddSecondary(absl::StrCat("e", a, "-", b, "/", color));
      options[kColors * a + color].push_back(edge);
      options[kColors * b + color].push_back(edge);
    }
  };
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const int v = vertex(row, column);
      if (row > 0) add_edge(v, vertex(row - 1, column));
      if (column > 0) add_edge(v, vertex(row, column - 1));
    }
  }
  for (int i = 0; i < kColors * kVertices; ++i) {
    options[i].push_back(vertices[i / kColors]);
    builder.AddOption(options[i]);
  }
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

// In the order of the problem the frontiers are too wide to begin with layers,
// and no other engine comes to an end. So layers has to join.
TEST(RaceTest, LayersMayJoinLate) {
  const Problem problem = ShuffledGridColouring();
  EXPECT_FALSE(FindRow(EngineKind::kLayers).suits(problem));
  const Preparation winner = PrepareToTheEnd(problem, {});
  EXPECT_EQ(winner.row->kind, EngineKind::kLayers) << winner.reason;
  EXPECT_TRUE(winner.has_ended);
  // By powers of the matrix of 324 columns that may stand side by side.
  EXPECT_EQ(winner.counted, uint64_t{14'513'677'951'702'188});
}

// What all of them have done, in estimated time, is bounded by what the winner
// has: 1.93 times that if it has been the favourite for long, 2.93 times if
// there was another one shortly before; besides what everybody has to begin
// with. And nobody has nothing.
TEST(RaceTest, AllTogetherTakeAFewTimesTheTimeOfTheWinner) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  constexpr double kMillisecond = 1e6;
  constexpr double kToBeginWith = 2 * kMillisecond;
  const struct {
    std::string name;
    double most;
  } cases[] = {{"queens-12", 1.93},
               {"langford-12", 1.93},
               {"sts-13f", 1.93},
               {"onefact-10f", 2.93}};
  for (const auto& [name, most] : cases) {
    const Problem problem = ReadCorpusProblem(name);
    const Preparation winner = PrepareToTheEnd(problem, {});
    ASSERT_TRUE(winner.has_ended) << name;
    ASSERT_GE(winner.race.size(), 3) << name;
    const double time =
        TimeOf(*winner.engine, *winner.row, problem, Task::kCount);
    ASSERT_GT(time, 2 * kToBeginWith) << name;
    double all = 0;
    double extra = kToBeginWith * static_cast<double>(winner.race.size());
    for (const RaceEntry& entry : winner.race) {
      all += entry.time;
      extra += std::min(entry.row->speed.head_start, time);
      EXPECT_GE(entry.time, std::min(kToBeginWith, time / 60))
          << name << ", " << entry.name;
      EXPECT_GT(entry.nodes, 1) << name << ", " << entry.name;
    }
    EXPECT_LE(all, most * time + extra) << name;
  }
}

// The forecast of nogoods says nothing, but there are 16,366 covers, and of
// these it finds as many as the others.
TEST(RaceTest, WhoLearnsIsJudgedByTheCoversFound) {
  const Problem problem = LatinSquareWithHoles(20, 164, 4);
  const Preparation winner = PrepareToTheEnd(problem, {});
  EXPECT_EQ(winner.counted, 16366);
  double time = 0;
  double time_of_nogoods = 0;
  for (const RaceEntry& entry : winner.race) {
    time = std::max(time, entry.time);
    if (entry.row->kind == EngineKind::kNogoods) time_of_nogoods = entry.time;
  }
  EXPECT_GT(time_of_nogoods, 0.4 * time);
}

// Three orders of counting become the favourite late, one after the other, each
// by a forecast that does not last. None of them has as much time as the winner
// by then.
TEST(RaceTest, WhoBecomesTheFavouriteLateCatchesUpInSteps) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  const Problem problem = LatinSquareWithHoles(20, 168, 8);
  const Preparation winner = PrepareToTheEnd(problem, {});
  ASSERT_EQ(winner.row->kind, EngineKind::kBitPlanes) << winner.reason;
  const double time =
      TimeOf(*winner.engine, *winner.row, problem, Task::kCount);
  for (const RaceEntry& entry : winner.race) {
    if (entry.row->kind == EngineKind::kBitPlanes) continue;
    if (entry.row->speed.head_start > 0) continue;
    EXPECT_LT(entry.time, 0.4 * time) << entry.name;
  }
}

// Without a cover, nogoods may be at its end the next moment, and cannot tell;
// nor is it known that there is one.
TEST(RaceTest, WhoCannotForeseeHasHalfUntilThereIsACover) {
  const Problem problem = ReadCorpusProblem("rnd5-unsat");
  const Preparation winner = PrepareToTheEnd(problem, {});
  EXPECT_EQ(winner.counted, 0);
  ASSERT_NE(winner.row->kind, EngineKind::kNogoods);
  const double time =
      TimeOf(*winner.engine, *winner.row, problem, Task::kCount);
  bool has_nogoods = false;
  for (const RaceEntry& entry : winner.race) {
    if (entry.row->kind != EngineKind::kNogoods) continue;
    has_nogoods = true;
    EXPECT_GT(entry.time, 0.4 * time);
    EXPECT_LT(entry.time, 0.6 * time);
  }
  EXPECT_TRUE(has_nogoods);
}

// Most of the memory goes where the time goes, and all of them together have no
// more than one of them would be given.
TEST(RaceTest, MemoryFollowsTime) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  const Problem problem = ReadCorpusProblem("onefact-10f");
  constexpr size_t kLimit = 4'000'000;
  const Preparation winner = PrepareToTheEnd(problem, {.memory_limit = kLimit});
  EXPECT_EQ(winner.counted, 11'672'064);
  size_t held = 0;
  // Of those that remember as much for as long as they run, the one that has
  // had most time.
  const RaceEntry* longest = nullptr;
  for (const RaceEntry& entry : winner.race) {
    held += entry.memory;
    if (!entry.row->can.remembers) {
      EXPECT_EQ(entry.memory, 0) << entry.name;
    } else if (entry.row->kind == EngineKind::kMemoCounter &&
               (longest == nullptr || entry.time > longest->time)) {
      longest = &entry;
    }
  }
  EXPECT_LE(held, kLimit);
  EXPECT_GT(held, kLimit / 2);
  ASSERT_NE(longest, nullptr);
  // If layers kept three quarters, as it has at the start, each order of
  // memo_counter would have an eighth.
  EXPECT_GT(longest->memory, kLimit / 8);
}

TEST(RaceTest, ASearchThatHasGoneAstrayIsNotAlone) {
  const Problem problem = ProblemForInputOrder();
  const SearchOptions options;
  const LimitWatch watch(options.limits);
  ProgressReporter reporter(options);
  const EngineRow& row =
      *ChooseRow(problem, Task::kEnumerate, EngineKind::kAuto)->row;
  std::unique_ptr<Engine> engine =
      MakeEngine(row, problem, Task::kEnumerate, options);
  EXPECT_FALSE(IsRaceDue(row, *engine, problem));
  EXPECT_EQ(engine->FindNext(1'000'000), Engine::Step::kPaused);
  EXPECT_TRUE(IsRaceDue(row, *engine, problem));
  const double time_before = TimeOf(*engine, row, problem, Task::kEnumerate);
  const Preparation winner =
      RaceForCover(row, std::move(engine), problem, options, watch, reporter);
  EXPECT_NE(winner.engine->nodes(), 0) << winner.reason;
  // It has had more than its share of a race so short, so it waits.
  EXPECT_THAT(winner.race, Contains(Field(&RaceEntry::time, Eq(time_before))));
  EXPECT_TRUE(winner.has_ended);
  EXPECT_FALSE(winner.has_cover);

  // And so it is in a search as a whole.
  const absl::StatusOr<FirstResult> first = FindFirst(problem);
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->summary.outcome, Outcome::kExhausted);
}

// The winner is half-way through when it is handed over.
TEST(RaceTest, WinnerGoesOnWhereItStands) {
  const struct {
    std::string name;
    uint64_t covers;
  } cases[] = {{"domino-8x8", 12'988'816},
               {"queens-8", 92},
               {"queens-12", 14'200},
               {"soma", 11'520}};
  for (const auto& [name, covers] : cases) {
    const Problem problem = ReadCorpusProblem(name);
    Preparation winner = PrepareToCount(problem, {});
    EXPECT_GT(winner.engine->statistics().nodes, 1);
    EXPECT_EQ(winner.engine->Count(kUnlimited, &winner.counted),
              Engine::Step::kExhausted);
    EXPECT_EQ(winner.counted, covers) << name;
    // And so does a whole count.
    const absl::StatusOr<CountResult> count = CountSolutions(problem);
    ASSERT_THAT(count, IsOk());
    EXPECT_EQ(count->count, covers) << name;
    EXPECT_EQ(count->summary.engine.reason, winner.reason);
  }
}

TEST(RaceTest, StaysWithinLimits) {
  const Problem problem = ReadCorpusProblem("queens-12");
  const Preparation few = PrepareToCount(problem, {.limits = {.nodes = 1000}});
  EXPECT_GE(few.engine->nodes(), 1000);
  EXPECT_LE(few.engine->nodes(), 1100);

  // Nobody begins.
  Interrupter interrupter;
  interrupter.Request();
  const Preparation interrupted =
      PrepareToCount(problem, {.limits = {.interrupter = &interrupter}});
  EXPECT_EQ(interrupted.engine->nodes(), 1);

  // The first turn is the last.
  const auto still = [] { return absl::ZeroDuration(); };
  const Preparation hurried = PrepareToCount(
      problem, {.limits = {.time = absl::Milliseconds(1)}}, still);
  EXPECT_LT(hurried.engine->nodes(), 100'000);
  const Preparation unhurried = PrepareToCount(problem, {}, still);
  EXPECT_GT(unhurried.engine->nodes(), 2 * hurried.engine->nodes());
}

TEST(RaceTest, CountsWithoutLimit) {
  ProblemBuilder builder;
  for (int i = 0; i < 90; ++i) {
    const ItemId item = builder.AddPrimary(absl::StrCat("i", i));
    for (int k = 0; k < 3; ++k) builder.AddOption({item});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const Preparation winner = PrepareToCount(*problem, {});
  Natural power = 1;
  for (int i = 0; i < 90; ++i) power *= 3;
  EXPECT_EQ(winner.counted, power);
  EXPECT_EQ(CountSolutions(*problem)->count, power);
}

TEST(RaceTest, AnOrderOfTheItemsMustBeOne) {
  const Problem problem = ProblemFromNotation("a b c | s\na b\nc s\n");
  const auto check = [&](std::vector<uint32_t> numbers) {
    std::vector<ItemId> order;
    for (const uint32_t number : numbers) order.emplace_back(number);
    return std::string(CheckItemOrder(problem, order).message());
  };
  EXPECT_EQ(check({}), "");
  EXPECT_EQ(check({2, 0, 1}), "");
  EXPECT_EQ(check({2, 0}), "the order of the items lacks b");
  EXPECT_EQ(check({2, 0, 2}), "the order of the items has c twice");
  EXPECT_EQ(check({2, 3, 1}),
            "the order of the items has s, which is secondary");
  EXPECT_EQ(check({4}),
            "the order of the items has number 4, but there are only 4");
  EXPECT_FALSE(
      CountSolutions(problem, {.item_order = {ItemId(0), ItemId(1)}}).ok());
}

TEST(RaceTest, DoesNotTryHugeProblems) {
  // Two million and one uses.
  ProblemBuilder builder;
  const ItemId item = builder.AddPrimary("a");
  for (int k = 0; k <= 2'000'000; ++k) builder.AddOption({item});
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const Preparation winner = PrepareToCount(*problem, {});
  EXPECT_EQ(winner.row->kind, EngineKind::kDancingLinks);
  EXPECT_EQ(winner.engine->statistics().nodes, 1);
  EXPECT_THAT(winner.reason, HasSubstr("too large"));
}

}  // namespace
}  // namespace dlx::internal
