#include "dlx/schedule/preparation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/race.h"
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
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// Ready to count; the same every time.
Preparation PrepareToCount(const Problem& problem,
                           const SearchOptions& options) {
  absl::StatusOr<Preparation> preparation =
      Prepare(problem, Task::kCount, options, /*threads=*/1,
              /*is_reckoned=*/true);
  EXPECT_THAT(preparation, IsOk());
  return *std::move(preparation);
}

// The one that wins by forecast.
Preparation Winner(const Problem& problem, const SearchOptions& options,
                   Clock clock = SteadyNow) {
  const LimitWatch watch(options.limits, clock);
  ProgressReporter reporter(options, clock);
  return Settle(PrepareToCount(problem, options), RaceEnd::kForecast, watch,
                reporter);
}

// A race that has come to its end.
struct Ended {
  Natural count = 0;
  EngineChoice winner;
  std::vector<RaceEntry> race;
  RaceTime time_of_winner = 0;
  RaceTime time_of_all = 0;
};
Ended RaceToTheEnd(const Problem& problem, const SearchOptions& options) {
  const std::unique_ptr<RaceEngine> race =
      MakeRace(problem, Task::kCount, options, /*threads=*/1,
               /*is_reckoned=*/true);
  Ended ended;
  while (race->Count(kUnlimited, &ended.count) == Engine::Step::kPaused) {
  }
  ended.winner = race->choice();
  ended.race = race->Entries();
  const uint64_t nodes = race->statistics().nodes;
  for (const RaceEntry& entry : ended.race) {
    ended.time_of_all += entry.time;
    if (entry.row->kind == ended.winner.kind && entry.nodes == nodes) {
      ended.time_of_winner = entry.time;
    }
  }
  EXPECT_GT(ended.time_of_winner, 0);
  return ended;
}

struct Choice {
  std::string problem;
  // The winner remembers subproblems, or searches.
  bool remembers;
};

class RaceTest : public ::testing::TestWithParam<Choice> {};

TEST_P(RaceTest, ChoosesWhatPays) {
  const auto& [name, remembers] = GetParam();
  const Problem problem = ReadCorpusProblem(name);
  const Preparation winner = Winner(problem, {});
  EXPECT_EQ(winner.row->can.remembers, remembers) << winner.reason;
  EXPECT_THAT(winner.reason, AllOf(HasSubstr(" "), Not(EndsWith("."))));

  // By reckoned time, the same answer every time.
  for (int repetition = 0; repetition < 3; ++repetition) {
    const Preparation again = Winner(problem, {});
    EXPECT_EQ(again.row->kind, winner.row->kind);
    EXPECT_EQ(again.reason, winner.reason);
    EXPECT_EQ(again.counted, winner.counted);
    EXPECT_EQ(again.engine->statistics().nodes,
              winner.engine->statistics().nodes);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Problems, RaceTest,
    ::testing::Values(Choice{"domino-8x8", true}, Choice{"domino-12x12", true},
                      Choice{"domino-16x16", true}, Choice{"queens-8", false},
                      Choice{"queens-12", false}, Choice{"langford-12", false},
                      Choice{"soma", false}, Choice{"mutil-8x8", true}),
    [](const ::testing::TestParamInfo<Choice>& info) {
      std::string name = info.param.problem;
      for (char& c : name) {
        if (c == '-') c = '_';
      }
      return name;
    });

TEST(RaceTest, DecidesForAutomaticCounting) {
  const auto remembers = [](const EngineChoice& choice) {
    return FindRow(choice.kind).can.remembers;
  };
  // No search comes to the end of so many.
  const absl::StatusOr<CountResult> dominoes =
      CountSolutions(ReadCorpusProblem("domino-12x12"));
  ASSERT_THAT(dominoes, IsOk());
  EXPECT_TRUE(remembers(dominoes->summary.engine));
  // But only for counting, and only if they can.
  EXPECT_FALSE(remembers(
      ChooseEngine(ReadCorpusProblem("domino-8x8"), Task::kEnumerate)));
  EXPECT_EQ(ChooseEngine(ProblemFromNotation("1:2|a\na\n"), Task::kCount).kind,
            EngineKind::kDancingLinks);
}

// 25 pigeons with 24 options each, and before them items with more
// options, none of which goes with one of another; the first of these is to be
// covered so many times. An engine that branches on the items with the fewest
// options puts pigeons into holes for a long time.
Problem ProblemForInputOrder(uint32_t times = 1) {
  constexpr int kHoles = 24;
  ProblemBuilder builder;
  const ItemId first = builder.AddPrimary("first", {times, times});
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
  for (const uint32_t times : {1u, 2u}) {
    SCOPED_TRACE(times);
    const Problem problem = ProblemForInputOrder(times);
    for (const Task task : {Task::kCount, Task::kEnumerate}) {
      EXPECT_TRUE(absl::c_any_of(
          SettingsFor(problem, task, {}), [](const Setting& setting) {
            return setting.branching == Branching::kInputOrder &&
                   !setting.row->can.remembers;
          }));
    }
    EXPECT_EQ(RaceToTheEnd(problem, {}).count, 0);
  }
}

TEST(RaceTest, WhatLooksAheadJoinsWhereItemsAreSecondary) {
  for (const Task task : {Task::kCount, Task::kEnumerate}) {
    const auto looks_ahead = [task](absl::string_view name) {
      return absl::c_any_of(
          SettingsFor(ReadCorpusProblem(std::string(name)), task, {}),
          [](const Setting& setting) { return setting.row->can.looks_ahead; });
    };
    EXPECT_TRUE(looks_ahead("queens-8"));
    EXPECT_FALSE(looks_ahead("domino-8x8"));
  }
}

// A search of a problem that is long and narrow has no end.
TEST(RaceTest, LayersJoinHoweverLongAProblemIs) {
  std::string names = "a0";
  std::string options = "a0\n";
  const auto add = [&](int to, int from) {
    for (int i = from; i < to; ++i) {
      absl::StrAppend(&names, " a", i);
      absl::StrAppend(&options, "a", i, "\na", i - 1, " a", i, "\n");
    }
    return ProblemFromNotation(absl::StrCat(names, "\n", options));
  };
  for (const Problem& problem : {add(30'000, 1), add(80'000, 30'000)}) {
    EXPECT_TRUE(absl::c_any_of(
        SettingsFor(problem, Task::kCount, {}), [](const Setting& setting) {
          return setting.row->kind == EngineKind::kLayers;
        }));
  }
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
  const Ended ended = RaceToTheEnd(*problem, options);
  EXPECT_TRUE(FindRow(ended.winner.kind).can.remembers) << ended.winner.reason;
  EXPECT_EQ(ended.count, 2 * uint64_t{87'178'291'200});  // 2 * 14!
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
// and no search comes to an end.
TEST(RaceTest, LayersMayJoinLate) {
  const Problem problem = ShuffledGridColouring();
  EXPECT_FALSE(FindRow(EngineKind::kLayers).suits(problem));
  const Ended ended = RaceToTheEnd(problem, {});
  EXPECT_TRUE(FindRow(ended.winner.kind).can.remembers) << ended.winner.reason;
  // By powers of the matrix of 324 columns that may stand side by side.
  EXPECT_EQ(ended.count, uint64_t{14'513'677'951'702'188});
}

// What all of them have done is bounded by what the winner has.
TEST(RaceTest, AllTogetherTakeAFewTimesTheTimeOfTheWinner) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  for (const absl::string_view name : {"queens-12", "langford-12", "sts-13f"}) {
    SCOPED_TRACE(std::string(name));
    const Ended ended = RaceToTheEnd(ReadCorpusProblem(std::string(name)), {});
    ASSERT_GE(ended.race.size(), 3);
    EXPECT_LE(ended.time_of_all,
              2.5 * ended.time_of_winner + 10 * kMillisecond);
  }
}

// The forecast of nogoods says nothing, but there are 16,366 covers, and of
// these it finds as many as the others.
TEST(RaceTest, WhoLearnsIsJudgedByTheCoversFound) {
  const Ended ended = RaceToTheEnd(LatinSquareWithHoles(20, 164, 4), {});
  EXPECT_EQ(ended.count, 16366);
  EXPECT_LE(ended.time_of_all, 4 * ended.time_of_winner + 10 * kMillisecond);
}

// What part of the time the engine for first covers had: with colours, no other
// one learns.
double PartOfLearner(const Problem& problem, const Natural& count) {
  const Ended ended = RaceToTheEnd(problem, {});
  EXPECT_EQ(ended.count, count);
  const auto learner = absl::c_find_if(ended.race, [](const RaceEntry& entry) {
    return entry.row->is_for_first_cover;
  });
  if (learner == ended.race.end()) return 0;
  return learner->time / ended.time_of_all;
}

// Pigeons, whose holes have their colours.
Problem ColoredPigeons(int pigeons, int holes) {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < pigeons; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("p", i)));
  }
  for (int k = 0; k < holes; ++k) {
    const ItemId hole = builder.AddSecondary(absl::StrCat("h", k));
    for (int i = 0; i < pigeons; ++i) {
      builder.AddOption({items[i], {hole, builder.AddColor(absl::StrCat(i))}});
    }
  }
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

TEST(RaceTest, OneThatLearnsHasALargeShareUntilThereIsACover) {
  EXPECT_GE(PartOfLearner(ColoredPigeons(13, 12), 0), 0.1);
  EXPECT_LE(PartOfLearner(ColoredPigeons(10, 10), 3'628'800), 0.1);
}

absl::Duration fake_time;

// Which engine ends first depends on the clock, but not what it answers.
TEST(RaceTest, NoClockChangesTheCount) {
  const RaceClock clocks[] = {
      // Stands still.
      [] { return absl::ZeroDuration(); },
      // Everything takes long.
      [] { return fake_time += absl::Milliseconds(7); },
      // Now this runner seems to be slow, now that one.
      [] {
        static int looks = 0;
        return fake_time += absl::Microseconds(++looks * 7919 % 1000);
      }};
  for (const RaceClock clock : clocks) {
    const std::pair<std::string, uint64_t> cases[] = {
        {"queens-8", 92},
        {"sts-9", 840},
        {kIsSanitized ? "domino-6x6" : "domino-8x8",
         kIsSanitized ? 6'728 : 12'988'816}};
    for (const auto& [name, covers] : cases) {
      RaceEngine race(Subject(ReadCorpusProblem(name)), Task::kCount, {},
                      clock);
      Natural count = 0;
      while (race.Count(kUnlimited, &count) == Engine::Step::kPaused) {
      }
      EXPECT_EQ(count, covers) << name;
    }
  }
}

// Nothing is clear as long as the first engine is alone, however slow it is.
TEST(RaceTest, IsNotClearBeforeTheOthersAreThere) {
  RaceEngine race(Subject(ReadCorpusProblem("queens-12")), Task::kCount, {},
                  [] { return fake_time += absl::Seconds(1); });
  Natural count = 0;
  EXPECT_EQ(race.Count(/*pause_at=*/2, &count), Engine::Step::kPaused);
  EXPECT_EQ(race.Entries().size(), 1);
  EXPECT_FALSE(race.IsClear());
  EXPECT_EQ(race.Count(/*pause_at=*/3, &count), Engine::Step::kPaused);
  EXPECT_GT(race.Entries().size(), 1);
  EXPECT_TRUE(race.IsClear());
}

// All of them together have no more memory than one of them would be given.
TEST(RaceTest, MemoryIsLimitedForAllTogether) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  constexpr size_t kLimit = 4'000'000;
  const Ended ended =
      RaceToTheEnd(ReadCorpusProblem("onefact-10f"), {.memory_limit = kLimit});
  EXPECT_EQ(ended.count, 11'672'064);
  size_t held = 0;
  for (const RaceEntry& entry : ended.race) {
    held += entry.memory;
    EXPECT_TRUE(entry.row->can.remembers || entry.memory == 0) << entry.name;
  }
  EXPECT_LE(held, kLimit);
  EXPECT_GT(held, kLimit / 4);
}

// Nothing is counted twice, nor left out.
TEST(RaceTest, WhatHasGivenItsMemoryBackCountsAgain) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  const Problem problem = ReadCorpusProblem("domino-8x8");
  for (const size_t limit : {3'000, 10'000}) {
    const std::unique_ptr<RaceEngine> race =
        MakeRace(problem, Task::kCount, {.memory_limit = limit},
                 /*threads=*/1, /*is_reckoned=*/true);
    Natural count = 0;
    bool has_begun_anew = false;
    while (race->Count(kUnlimited, &count) == Engine::Step::kPaused) {
      uint64_t nodes = 0;
      size_t held = 0;
      for (const RaceEntry& entry : race->Entries()) {
        nodes += entry.nodes;
        held += entry.memory;
      }
      has_begun_anew |= nodes < race->nodes();
      ASSERT_LE(held, limit);
      ASSERT_LE(count, 12'988'816);
    }
    EXPECT_EQ(count, 12'988'816) << limit;
    EXPECT_TRUE(has_begun_anew) << limit;
  }
}

TEST(RaceTest, ASearchThatHasGoneAstrayIsNotAlone) {
  const Problem problem = ProblemForInputOrder();
  const EngineRow& row =
      *ChooseRow(problem, Task::kEnumerate, EngineKind::kAuto)->row;
  std::unique_ptr<Engine> engine =
      MakeEngine(row, problem, Task::kEnumerate, {});
  EXPECT_EQ(engine->FindNext(1'000'000), Engine::Step::kPaused);
  const std::unique_ptr<RaceEngine> race =
      MakeRace(problem, Task::kEnumerate, {});
  race->BeginWith(std::move(engine));
  EXPECT_GE(race->nodes(), 1'000'000);
  EXPECT_EQ(race->Entries()[0].row, &row);
  Engine::Step step;
  do {
    step = race->FindNext(kUnlimited);
  } while (step == Engine::Step::kPaused);
  EXPECT_EQ(step, Engine::Step::kExhausted);

  // And so it is in a search as a whole.
  const absl::StatusOr<FirstResult> first = FindFirst(problem);
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->summary.outcome, Outcome::kExhausted);
}

// Layers would have more than 2^60 states. That is seen when it is its turn,
// and then it is out; the other one that can only count is not.
TEST(RaceTest, WhatCanOnlyCountLeavesIfItDoesNotSuit) {
  const Problem problem = ColoredPigeons(20, 19);
  const EngineRow& layers = FindRow(EngineKind::kLayers);
  ASSERT_FALSE(layers.suits(problem));
  const std::unique_ptr<RaceEngine> race =
      MakeRace(problem, Task::kEnumerate, {});
  const auto has = [&race](const EngineRow& row) {
    return absl::c_any_of(race->Entries(), [&row](const RaceEntry& entry) {
      return entry.row == &row;
    });
  };
  while (race->Entries().size() == 1) {
    ASSERT_EQ(race->FindNext(race->nodes() + 1), Engine::Step::kPaused);
  }
  EXPECT_TRUE(has(layers));
  while (has(layers) && race->time() < 1000 * kMillisecond) {
    ASSERT_EQ(race->FindNext(race->nodes() + 1000), Engine::Step::kPaused);
  }
  EXPECT_FALSE(has(layers));
  EXPECT_TRUE(has(FindRow(EngineKind::kMemoCounter)));
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
    Preparation winner = Winner(problem, {});
    EXPECT_GT(winner.engine->statistics().nodes, 1);
    EXPECT_EQ(winner.engine->Count(kUnlimited, &winner.counted),
              Engine::Step::kExhausted);
    EXPECT_EQ(winner.counted, covers) << name;
    // And so does a whole count.
    const absl::StatusOr<CountResult> count = CountSolutions(problem);
    ASSERT_THAT(count, IsOk());
    EXPECT_EQ(count->count, covers) << name;
  }
}

TEST(RaceTest, StaysWithinLimits) {
  const Problem problem = ReadCorpusProblem("queens-12");
  const Preparation few = Winner(problem, {.limits = {.nodes = 1000}});
  EXPECT_LE(few.engine->nodes(), 1100);

  // No engine begins.
  Interrupter interrupter;
  interrupter.Request();
  const Preparation interrupted =
      Winner(problem, {.limits = {.interrupter = &interrupter}});
  EXPECT_EQ(interrupted.engine->nodes(), 1);
}

TEST(RaceTest, CountsWithoutLimit) {
  ProblemBuilder builder;
  for (int i = 0; i < 90; ++i) {
    const ItemId item = builder.AddPrimary(absl::StrCat("i", i));
    for (int k = 0; k < 3; ++k) builder.AddOption({item});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const Ended ended = RaceToTheEnd(*problem, {});
  Natural power = 1;
  for (int i = 0; i < 90; ++i) power *= 3;
  EXPECT_EQ(ended.count, power);
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
