#include "dlx/ask/estimate.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/chess.h"
#include "dlx/make/graph_partitions.h"
#include "dlx/make/packing.h"
#include "dlx/search.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::kIsSanitized;
using testing::ProblemFromNotation;
using testing::Repetitions;
using testing::StatusIs;

// Grids of (rows * columns)^2 cells whose boxes have so many rows and columns.
Problem BlankSudoku(int rows, int columns) {
  const int n = rows * columns;
  ProblemBuilder builder;
  const auto add_items = [&](std::string kind) {
    std::vector<ItemId> items;
    for (int i = 0; i < n * n; ++i) {
      items.push_back(builder.AddPrimary(absl::StrCat(kind, i)));
    }
    return items;
  };
  const std::vector<ItemId> cell = add_items("p");
  const std::vector<ItemId> row = add_items("r");
  const std::vector<ItemId> column = add_items("c");
  const std::vector<ItemId> box = add_items("b");
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      const int b = r / rows * rows + c / columns;
      for (int d = 0; d < n; ++d) {
        builder.AddOption({cell[r * n + c], row[r * n + d], column[c * n + d],
                           box[b * n + d]});
      }
    }
  }
  return *std::move(builder).Build();
}

struct Known {
  std::string name;
  Problem problem;
  long double covers;
  uint64_t probes;
};

std::vector<Known> KnownNumbers() {
  return {
      {"queens 10", testing::QueensProblem(10), 724, 1000},
      {"queens 12", testing::QueensProblem(12), 14'200, 1000},
      {"dominoes 8x8", *make::MakeDominoes({}), 12'988'816, 1000},
      {"Sudoku 6x6", BlankSudoku(2, 3), 28'200'960, 1000},
      {"Sudoku 9x9", BlankSudoku(3, 3), 6'670'903'752'021'072'936'960.0L, 1000},
  };
}

// An interval of 95% misses in one of twenty cases. All of this is the same
// each time the test runs, for the seeds are.
TEST(EstimateTest, IntervalsContainKnownNumbers) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  constexpr int kSeeds = 12;
  int estimates = 0;
  int hits_in_all = 0;
  for (const Known& known : KnownNumbers()) {
    SCOPED_TRACE(known.name);
    int hits = 0;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const absl::StatusOr<Estimate> estimate = EstimateSearch(
          known.problem,
          {.relative_error = 0, .probes = known.probes, .seed = seed});
      ASSERT_THAT(estimate, IsOk());
      EXPECT_EQ(estimate->outcome, Outcome::kExhausted);
      const Estimate::Number& covers = estimate->covers;
      EXPECT_LE(covers.low, covers.value);
      EXPECT_LE(covers.value, covers.high);
      hits += covers.low <= known.covers && known.covers <= covers.high;
      // None is far off.
      EXPECT_NEAR(static_cast<double>(covers.value / known.covers), 1, 0.25);
      // Nor do they pretend to know more, or less, than they do.
      EXPECT_LT(covers.high / covers.low, 1.5);
      if (!estimate->exact) {
        EXPECT_EQ(estimate->probes, known.probes);
        EXPECT_GT(covers.high / covers.low, 1.002);
      }
    }
    EXPECT_GE(hits, kSeeds - 3);
    hits_in_all += hits;
    estimates += kSeeds;
  }
  EXPECT_GE(hits_in_all, estimates * 0.9);
}

// Here a few probes tell of most covers: nearly all estimates are too low, and
// no interval pretends otherwise.
TEST(EstimateTest, IntervalsHoldWhereProbesDiffer) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  const Problem partitions = *make::MakeGraphPartitions(
      {.graph = *make::MakeNetwork({.vertices = 30, .more_edges = 10})});
  const Problem kings = *make::MakeDomination(
      {.size = 6, .pieces = 6, .piece = make::ChessPiece::kKing});
  for (const Problem* problem : {&partitions, &kings}) {
    const auto covers =
        static_cast<long double>(CountSolutions(*problem)->count.ToDouble());
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      const absl::StatusOr<Estimate> estimate = EstimateSearch(
          *problem, {.relative_error = 0, .probes = 3000, .seed = seed});
      ASSERT_THAT(estimate, IsOk());
      EXPECT_LE(estimate->covers.low, covers) << seed;
      EXPECT_GE(estimate->covers.high, covers) << seed;
    }
  }
}

TEST(EstimateTest, TheBlankSudokuIsKnownToATenthAfterSomeThousandProbes) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  const absl::StatusOr<Estimate> estimate =
      EstimateSearch(BlankSudoku(3, 3), {.relative_error = 0.05});
  ASSERT_THAT(estimate, IsOk());
  EXPECT_NEAR(static_cast<double>(estimate->covers.value / 6.6709e21L), 1, 0.1);
  EXPECT_LT(estimate->probes, 20'000u);
  EXPECT_GT(estimate->successful_probes, 1000u);
  EXPECT_LE(estimate->covers.high / estimate->covers.value, 1.052);
}

TEST(EstimateTest, SmallTreesAreCounted) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    const testing::Dice dice(seed);
    const Problem problem =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    SCOPED_TRACE(testing::ToNotation(problem));
    const std::vector<testing::Cover> all = testing::AllCovers(problem);
    const absl::StatusOr<Estimate> estimate = EstimateSearch(problem);
    ASSERT_THAT(estimate, IsOk());
    EXPECT_TRUE(estimate->exact);
    EXPECT_EQ(estimate->covers.value, all.size());
    EXPECT_EQ(estimate->covers.low, all.size());
    EXPECT_EQ(estimate->covers.high, all.size());

    // With a given, or two.
    std::vector<OptionId> givens;
    for (uint32_t i = dice(2) + 1; i > 0 && problem.option_count() > 0; --i) {
      givens.emplace_back(dice(static_cast<uint32_t>(problem.option_count())));
    }
    const absl::StatusOr<Estimate> rest =
        EstimateSearch(problem, {.givens = givens});
    ASSERT_THAT(rest, IsOk());
    EXPECT_EQ(rest->covers.value, testing::CoversWith(all, givens).size());
  }
}

// Multiplicities make a node's children different from each other; a problem of
// them that is too large to be counted, and has 12 choose 6 covers for each of
// eight items.
TEST(EstimateTest, ProbesAreRightAboutMultiplicitiesAndColours) {
  constexpr int kSeeds = Repetitions(20);
  ProblemBuilder builder;
  for (int i = 0; i < 8; ++i) {
    const ItemId item = builder.AddPrimary(
        absl::StrCat("i", i),
        i % 2 == 0 ? Multiplicity{6, 6} : Multiplicity{0, 12});
    const ItemId color = builder.AddSecondary(absl::StrCat("x", i));
    const ColorId red = builder.AddColor("red");
    for (int k = 0; k < 12; ++k) builder.AddOption({item, {color, red}});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const long double covers = std::pow(924.0L, 4) * std::pow(4096.0L, 4);
  int hits = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const absl::StatusOr<Estimate> estimate = EstimateSearch(
        *problem, {.relative_error = 0, .probes = 1000, .seed = seed});
    ASSERT_THAT(estimate, IsOk());
    EXPECT_FALSE(estimate->exact);
    hits += estimate->covers.low <= covers && covers <= estimate->covers.high;
  }
  EXPECT_GE(hits, kSeeds * 4 / 5);
}

// The tree is that of dancing_links, but for ties among items.
TEST(EstimateTest, NodesAreThoseOfASearch) {
  if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
  for (const int n : {10, 12}) {
    const Problem problem = testing::QueensProblem(n);
    const absl::StatusOr<CountResult> count =
        CountSolutions(problem, {.engine = EngineKind::kDancingLinks});
    ASSERT_THAT(count, IsOk());
    const absl::StatusOr<Estimate> estimate = EstimateSearch(problem);
    ASSERT_THAT(estimate, IsOk());
    const auto nodes = static_cast<double>(count->summary.statistics.nodes);
    EXPECT_NEAR(static_cast<double>(estimate->nodes.value) / nodes, 1, 0.15)
        << n << " queens";
    long double sum = 0;
    for (const long double nodes : estimate->nodes_by_depth) sum += nodes;
    EXPECT_NEAR(static_cast<double>(sum / estimate->nodes.value), 1, 1e-6);
    EXPECT_EQ(estimate->nodes_by_depth[0], 1);
    EXPECT_EQ(estimate->nodes_by_depth[1], n);
  }
}

TEST(EstimateTest, ASeedIsReproducible) {
  const Problem problem = testing::QueensProblem(14);
  const auto value = [&](uint64_t seed) {
    return EstimateSearch(problem, {.probes = 1500, .seed = seed})
        ->covers.value;
  };
  EXPECT_EQ(value(3), value(3));
  EXPECT_NE(value(3), value(4));
}

// Dominoes on the board without two corners of the same colour: no probe finds
// a cover, which does not mean that there is none.
TEST(EstimateTest, NoCoverFoundIsNotNoCover) {
  const absl::StatusOr<Estimate> estimate = EstimateSearch(
      *make::MakeDominoes({.rows = 12, .columns = 12, .mutilated = true}),
      {.probes = 1000});
  ASSERT_THAT(estimate, IsOk());
  EXPECT_FALSE(estimate->exact);
  EXPECT_EQ(estimate->covers.value, 0);
  EXPECT_EQ(estimate->covers.high,
            std::numeric_limits<long double>::infinity());
  EXPECT_EQ(estimate->successful_probes, 0u);
  EXPECT_GT(estimate->nodes.value, 1e6);
}

TEST(EstimateTest, LimitsAreObeyed) {
  // Its probes never agree so well that there is nothing left to estimate.
  const Problem problem = *make::MakeDominoes({.rows = 20, .columns = 20});
  Interrupter interrupter;
  interrupter.Request();
  struct {
    Limits limits;
    Outcome outcome;
  } const cases[] = {
      {{.nodes = 100}, Outcome::kNodeLimit},
      {{.time = absl::ZeroDuration()}, Outcome::kTimeLimit},
      {{.time = absl::Milliseconds(50)}, Outcome::kTimeLimit},
      {{.interrupter = &interrupter}, Outcome::kInterrupted},
  };
  for (const auto& [limits, outcome] : cases) {
    const absl::StatusOr<Estimate> estimate = EstimateSearch(
        problem, {.relative_error = 0, .probes = kUnlimited, .limits = limits});
    ASSERT_THAT(estimate, IsOk());
    EXPECT_EQ(estimate->outcome, outcome);
    EXPECT_FALSE(estimate->exact);
  }
}

TEST(EstimateTest, ProgressIsTold) {
  int calls = 0;
  const absl::StatusOr<Estimate> estimate =
      EstimateSearch(testing::QueensProblem(14),
                     {.relative_error = 0,
                      .probes = 2000,
                      .on_progress =
                          [&](const Estimate& so_far) {
                            ++calls;
                            EXPECT_GT(so_far.probes, 0u);
                            EXPECT_EQ(so_far.outcome, Outcome::kRunning);
                          },
                      .progress_interval = absl::ZeroDuration()});
  ASSERT_THAT(estimate, IsOk());
  EXPECT_EQ(calls, 2000);
}

TEST(EstimateTest, GivensAreChecked) {
  const Problem problem = ProblemFromNotation("a b\na\na b\nb");
  EXPECT_THAT(EstimateSearch(problem, {.givens = {OptionId(3)}}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("no option number 3")));
  const absl::StatusOr<Estimate> clash =
      EstimateSearch(problem, {.givens = {OptionId(0), OptionId(1)}});
  ASSERT_THAT(clash, IsOk());
  EXPECT_TRUE(clash->exact);
  EXPECT_EQ(clash->covers.value, 0);
}

}  // namespace
}  // namespace dlx
