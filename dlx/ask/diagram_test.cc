#include "dlx/ask/diagram.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/answers.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::DominoProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::KnownProblem;
using ::dlx::testing::KnownProblems;
using ::dlx::testing::PowerProblem;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProblemShape;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::Repetitions;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::_;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Diagram Build(const Problem& problem, const SearchOptions& options = {}) {
  absl::StatusOr<Diagram> diagram = Diagram::Build(problem, options);
  EXPECT_THAT(diagram, IsOk());
  return *std::move(diagram);
}

Cover Sorted(std::vector<OptionId> cover) {
  std::sort(cover.begin(), cover.end());
  return cover;
}

ProblemShape AnyShape(const Dice& dice) {
  return {
      .primary = 1 + dice(7),
      .secondary = dice(2) == 0 ? 0 : dice(6),
      .options = dice(14),
      .max_option_size = 1 + dice(4),
      .colors = dice(4),
      .duplicates = dice(3) == 0 ? 30u : 0u,
      .planted = dice(4) * 30,
  };
}

// At least one item has a multiplicity, as a rule.
ProblemShape ShapeWithMultiplicities(const Dice& dice) {
  ProblemShape shape = AnyShape(dice);
  shape.options = dice(10);  // There may be a cover for each set of them.
  shape.multiplicities = 30 + dice(60);
  shape.optional_items = dice(60);
  return shape;
}

// The covers are covers, all different, and cost what the first of `costs` say.
void ExpectCosts(const std::vector<CostedCover>& best, const Problem& problem,
                 const std::vector<int64_t>& costs) {
  std::set<Cover> different;
  ASSERT_LE(best.size(), costs.size());
  for (size_t i = 0; i < best.size(); ++i) {
    EXPECT_EQ(best[i].cost, costs[i]) << i;
    EXPECT_EQ(problem.TotalCost(best[i].options), costs[i]) << i;
    EXPECT_THAT(VerifyCover(problem, best[i].options), IsOk());
    different.insert(Sorted(best[i].options));
  }
  EXPECT_EQ(different.size(), best.size());
}

// What makes diagrams.
std::vector<EngineKind> Engines() {
  return {EngineKind::kAuto, EngineKind::kLayers, EngineKind::kMemoCounter};
}

// Counts, covers by number, and counts by option and with givens are those of
// the list of all covers.
void ExpectDescribes(const Diagram& diagram, const Problem& problem,
                     const std::vector<Cover>& covers) {
  ASSERT_EQ(diagram.count(), covers.size());
  std::set<Cover> expected;
  std::vector<size_t> by_option(problem.option_count());
  for (const Cover& cover : covers) {
    expected.insert(Sorted({cover.begin(), cover.end()}));
    for (const OptionId option : cover) ++by_option[option.value()];
  }
  std::set<Cover> found;
  for (size_t k = 0; k < covers.size(); ++k) {
    found.insert(Sorted(diagram.Cover(k)));
  }
  EXPECT_EQ(found, expected);
  const size_t stride = 3 + covers.size() / 8;
  for (size_t begin = 0; begin <= covers.size(); begin += stride) {
    size_t k = begin;
    for (DiagramWalker walker(diagram, begin); walker.Next(); ++k) {
      ASSERT_LT(k, covers.size());
      ASSERT_EQ(walker.cover(), diagram.Cover(k));
    }
    ASSERT_EQ(k, covers.size());
  }
  const std::vector<Natural> counts = diagram.CountByOption();
  ASSERT_EQ(counts.size(), by_option.size());
  for (size_t i = 0; i < counts.size(); ++i) {
    EXPECT_EQ(counts[i], by_option[i]) << "option " << i;
  }
}

// All that is said of the problem without givens, and with some. Returns the
// number of covers.
size_t CompareWithOracle(const Problem& problem, const Dice& dice,
                         EngineKind engine) {
  const std::vector<Cover> covers = AllCovers(problem);
  const Diagram diagram = Build(problem, {.engine = engine});
  ExpectDescribes(diagram, problem, covers);
  if (problem.option_count() == 0) return covers.size();
  std::vector<OptionId> givens(1 + dice(3));
  for (OptionId& given : givens) {
    given = OptionId(dice(problem.option_count()));
  }
  const std::vector<Cover> rest = CoversWith(covers, givens);
  EXPECT_EQ(diagram.Count(givens), rest.size());
  const Diagram with_givens =
      Build(problem, {.givens = givens, .engine = engine});
  ExpectDescribes(with_givens, problem, rest);
  const OptionId another(dice(problem.option_count()));
  if (std::count(givens.begin(), givens.end(), another) == 0) {
    givens.push_back(another);
    EXPECT_EQ(with_givens.Count({another}), CoversWith(covers, givens).size());
  }
  return covers.size();
}

TEST(DiagramTest, DescribesTheCoversOfTheOracle) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(2000); ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem(AnyShape(dice), dice);
    SCOPED_TRACE(absl::StrCat("seed ", seed, "\n", ToNotation(problem)));
    const EngineKind engine = Engines()[seed % Engines().size()];
    with_covers += CompareWithOracle(problem, dice, engine) > 1;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(with_covers, Repetitions(200));
}

TEST(DiagramTest, DescribesTheCoversOfTheOracleWithMultiplicities) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(5000); ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem(ShapeWithMultiplicities(dice), dice);
    SCOPED_TRACE(absl::StrCat("seed ", seed, "\n", ToNotation(problem)));
    const size_t covers = CompareWithOracle(problem, dice, EngineKind::kAuto);
    with_covers += problem.has_multiplicities() && covers > 1;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(with_covers, Repetitions(500));
}

// Several problems as one, which shares no items.
Problem Together(const std::vector<Problem>& parts) {
  ProblemBuilder builder;
  std::vector<std::vector<ItemId>> items(parts.size());
  for (size_t p = 0; p < parts.size(); ++p) {
    for (uint32_t i = 0; i < parts[p].item_count(); ++i) {
      const std::string name =
          absl::StrCat(p, ".", parts[p].item_name(ItemId(i)));
      items[p].push_back(
          parts[p].is_primary(ItemId(i))
              ? builder.AddPrimary(name, parts[p].multiplicity(ItemId(i)))
              : builder.AddSecondary(name));
    }
  }
  // Their options in turns.
  for (uint32_t k = 0; k < 1000; ++k) {
    for (size_t p = 0; p < parts.size(); ++p) {
      if (k >= parts[p].option_count()) continue;
      std::vector<ItemUse> uses;
      for (const ItemUse& use : parts[p].option(OptionId(k))) {
        const ItemId item = items[p][use.item.value()];
        if (use.color == kNoColor) {
          uses.emplace_back(item);
        } else {
          uses.emplace_back(item,
                            builder.AddColor(parts[p].color_name(use.color)));
        }
      }
      builder.AddOption(uses, parts[p].cost(OptionId(k)));
    }
  }
  return *std::move(builder).Build();
}

TEST(DiagramTest, DescribesTheCoversOfComponents) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(1000); ++seed) {
    const Dice dice(seed);
    std::vector<Problem> parts;
    const uint32_t count = 2 + dice(2);
    for (uint32_t p = 0; p < count; ++p) {
      ProblemShape shape =
          seed % 2 == 0 ? AnyShape(dice) : ShapeWithMultiplicities(dice);
      shape.primary = 1 + dice(4);
      shape.options = dice(6);
      shape.planted = 70;
      parts.push_back(RandomProblem(shape, dice));
    }
    const Problem problem = Together(parts);
    SCOPED_TRACE(absl::StrCat("seed ", seed, "\n", ToNotation(problem)));
    const size_t covers = CompareWithOracle(problem, dice, EngineKind::kAuto);
    with_covers += covers > 1;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(with_covers, Repetitions(150));
}

TEST(DiagramTest, SizesOfComponentsAddUp) {
  const Problem board = DominoProblem(6, 6);
  const Problem three = Together({board, board, board});
  for (const EngineKind engine : Engines()) {
    const Diagram one = Build(board, {.engine = engine});
    const Diagram all = Build(three, {.engine = engine});
    EXPECT_EQ(all.count(), one.count() * one.count() * one.count());
    EXPECT_EQ(all.edge_count(), 3 * one.edge_count());
    EXPECT_EQ(all.node_count() - 1, 3 * (one.node_count() - 1));
    std::mt19937_64 random(1);
    EXPECT_THAT(VerifyCover(three, all.Sample(random)), IsOk());
  }
}

// Of two covers the one comes first that has the first option of which only one
// of them has it.
TEST(DiagramTest, WithMultiplicitiesCoversComeInTheOrderOfDecisions) {
  const Diagram diagram = Build(ProblemFromNotation("1:2|a b\na\na\na b\nb\n"),
                                {.branching = Branching::kInputOrder});
  std::vector<std::vector<OptionId>> covers;
  for (DiagramWalker walker(diagram); walker.Next();) {
    covers.emplace_back(walker.cover().begin(), walker.cover().end());
  }
  const auto options = [](std::vector<uint32_t> numbers) {
    std::vector<OptionId> ids;
    for (const uint32_t number : numbers) ids.emplace_back(number);
    return ids;
  };
  EXPECT_THAT(covers,
              ElementsAre(options({0, 1, 3}), options({0, 2}), options({0, 3}),
                          options({1, 2}), options({1, 3}), options({2})));
}

TEST(DiagramTest, AnOptionThatIsGivenTwiceIsNotInACover) {
  const Diagram diagram = Build(ProblemFromNotation("a\na\na\n"));
  EXPECT_EQ(diagram.count(), 2);
  EXPECT_EQ(diagram.Count({OptionId(0)}), 1);
  EXPECT_EQ(diagram.Count({OptionId(0), OptionId(0)}), 0);
  EXPECT_EQ(diagram.Count({OptionId(0), OptionId(1)}), 0);
}

TEST(DiagramTest, CountsHaveNoLimit) {
  const Problem board = DominoProblem(10, 40);
  const Diagram diagram = Build(board);
  EXPECT_FALSE(diagram.count().is_small());
  // Each cell is covered once in each of the covers.
  Natural sum = 0;
  for (const Natural& count : diagram.CountByOption()) sum += count;
  EXPECT_EQ(sum, diagram.count() * (10 * 40 / 2));
  std::mt19937_64 random(1);
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(VerifyCover(board, diagram.Sample(random)), IsOk());
  }
  EXPECT_THAT(VerifyCover(board, diagram.Cover(diagram.count() - 1)), IsOk());
}

// With k independent items of two options, the number of node k has k bits.
TEST(DiagramTest, NumbersOfCoversHaveLimits) {
  EXPECT_THAT(Diagram::Build(PowerProblem(10'000, 2),
                             {.memory_limit = size_t{5} << 20}),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("the numbers of covers are so long")));
  const Diagram diagram = Build(PowerProblem(4000, 2));
  EXPECT_THAT(diagram.CountByOption({}, 1000),
              StatusIs(absl::StatusCode::kResourceExhausted, _));
  EXPECT_THAT(
      diagram.CountByOption({.time = absl::ZeroDuration()}, size_t{1} << 30),
      StatusIs(absl::StatusCode::kDeadlineExceeded, _));
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_THAT(
      diagram.CountByOption({.interrupter = &interrupter}, size_t{1} << 30),
      StatusIs(absl::StatusCode::kCancelled, _));
  EXPECT_EQ(diagram.CountByOption({}, size_t{1} << 30)->front(),
            Natural::PowerOfTwo(3999));
}

// Pearson's chi^2 of 1,000 samples for each cover.
double ChiSquare(const Problem& problem, size_t covers) {
  const Diagram diagram = Build(problem);
  EXPECT_EQ(diagram.count(), covers);
  std::mt19937_64 random(1);
  std::map<Cover, int> frequencies;
  for (size_t i = 0; i < 1'000 * covers; ++i) {
    ++frequencies[Sorted(diagram.Sample(random))];
  }
  EXPECT_EQ(frequencies.size(), covers);
  double chi_square = 0;
  for (const auto& [cover, frequency] : frequencies) {
    chi_square += (frequency - 1'000.0) * (frequency - 1'000.0) / 1'000;
  }
  return chi_square;
}

// With 35 degrees of freedom, it is above 66.6 once in a thousand times (the
// seed is fixed, so it is always the same time).
TEST(DiagramTest, SamplesAreUniform) {
  const double chi_square = ChiSquare(DominoProblem(4, 4), 36);
  EXPECT_LT(chi_square, 66.6);
  EXPECT_GT(chi_square, 14);  // Nor too good to be true.
}

// As above, with 89 degrees of freedom.
TEST(DiagramTest, SamplesWithMultiplicitiesAreUniform) {
  for (const KnownProblem& known : KnownProblems()) {
    if (known.name != "RegularMatrices4by2") continue;
    const double chi_square = ChiSquare(known.problem, 90);
    EXPECT_LT(chi_square, 135.9);
    EXPECT_GT(chi_square, 52);
    return;
  }
  ADD_FAILURE() << "there is no such problem";
}

// 2 x 3 x 3 covers of parts of 2, 3 and 3 covers.
TEST(DiagramTest, SamplesOfComponentsAreUniform) {
  const double chi_square =
      ChiSquare(Together({DominoProblem(2, 2), DominoProblem(2, 3),
                          ProblemFromNotation("2|a\na\na\na\n")}),
                18);
  EXPECT_LT(chi_square, 40.8);  // 17 degrees of freedom.
  EXPECT_GT(chi_square, 4.4);
}

TEST(DiagramTest, KnowsKnownProblems) {
  for (const KnownProblem& known : KnownProblems()) {
    EXPECT_EQ(Build(known.problem).count(), known.covers) << known;
  }
}

// The options of a 6x6 board are as frequent in samples as in all covers.
TEST(DiagramTest, SamplesHaveOptionsInTheirFrequencies) {
  const Diagram diagram = Build(DominoProblem(6, 6));
  const std::vector<Natural> counts = diagram.CountByOption();
  constexpr int kSamples = 10'000;
  std::mt19937_64 random(2);
  std::vector<int> frequencies(counts.size());
  for (int i = 0; i < kSamples; ++i) {
    for (const OptionId option : diagram.Sample(random)) {
      ++frequencies[option.value()];
    }
  }
  for (size_t i = 0; i < counts.size(); ++i) {
    const double p = counts[i].ToDouble() / diagram.count().ToDouble();
    EXPECT_NEAR(frequencies[i], kSamples * p,
                4.5 * std::sqrt(kSamples * p * (1 - p)))
        << i;
  }
}

// All covers in the order of their costs: those that are equal may change
// places.
TEST(DiagramTest, FindsTheBestCoversOfTheOracle) {
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(1000); ++seed) {
    const Dice dice(seed);
    ProblemShape shape =
        seed % 2 == 0 ? AnyShape(dice) : ShapeWithMultiplicities(dice);
    shape.costs = 70;
    const Problem problem = RandomProblem(shape, dice);
    SCOPED_TRACE(absl::StrCat("seed ", seed, "\n", ToNotation(problem)));
    std::vector<int64_t> costs;
    CostSum sum;
    int64_t total = 0;
    for (const Cover& cover : AllCovers(problem)) {
      costs.push_back(problem.TotalCost(cover));
      total += costs.back();
    }
    std::sort(costs.begin(), costs.end());
    const Diagram diagram = Build(problem);
    EXPECT_EQ(diagram.SumOfCosts(),
              (CostSum{std::abs(total), /*is_negative=*/total < 0}));
    const size_t k = 1 + dice(10);
    ExpectCosts(diagram.Cheapest(k), problem, costs);
    std::reverse(costs.begin(), costs.end());
    ExpectCosts(diagram.Costliest(k), problem, costs);
    EXPECT_EQ(diagram.Cheapest(k).size(), std::min(k, costs.size()));
    if (::testing::Test::HasFailure()) return;
  }
}

// All covers cost the same: it must not begin all of them.
TEST(DiagramTest, FindsAFewOfMany) {
  const Diagram diagram = Build(DominoProblem(10, 40));
  const std::vector<CostedCover> best = diagram.Cheapest(100);
  ASSERT_EQ(best.size(), 100);
  std::set<std::vector<OptionId>> different;
  for (const CostedCover& cover : best) different.insert(Sorted(cover.options));
  EXPECT_EQ(different.size(), 100);
}

TEST(DiagramTest, SaysWhatStopsIt) {
  EXPECT_THAT(
      Diagram::Build(DominoProblem(2, 2), {.engine = EngineKind::kBitSets}),
      StatusIs(absl::StatusCode::kInvalidArgument,
               HasSubstr("bit_sets has none")));
  EXPECT_THAT(
      Diagram::Build(ProblemFromNotation("1:2|a\na\n"),
                     {.engine = EngineKind::kMemoCounter}),
      StatusIs(absl::StatusCode::kUnimplemented,
               HasSubstr("memo_counter cannot do items with multiplicities")));
  EXPECT_THAT(Diagram::Build(DominoProblem(10, 10), {.memory_limit = 10'000}),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("too large for the memory")));
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_THAT(Diagram::Build(DominoProblem(14, 14),
                             {.limits = {.interrupter = &interrupter}}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("interrupted")));
  EXPECT_THAT(Diagram::Build(DominoProblem(14, 14),
                             {.limits = {.time = absl::Nanoseconds(1)}}),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("time")));
  EXPECT_THAT(Diagram::Build(DominoProblem(2, 2), {.givens = {OptionId(77)}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("77")));
}

TEST(DiagramTest, GivensMayBeAll) {
  const Problem problem = ProblemFromNotation("a b\na\nb\n");
  const Diagram diagram =
      Build(problem, {.givens = {OptionId(1), OptionId(0)}});
  EXPECT_EQ(diagram.count(), 1);
  EXPECT_THAT(diagram.Cover(0), ElementsAre(OptionId(1), OptionId(0)));
  EXPECT_THAT(diagram.CountByOption(), ElementsAre(1, 1));
  EXPECT_EQ(diagram.Count({OptionId(0)}), 1);
  EXPECT_EQ(Build(ProblemFromNotation("a\n")).count(), 0);
}

#ifndef NDEBUG
TEST(DiagramDeathTest, WhatIsNotThere) {
  const Diagram diagram = Build(ProblemFromNotation("a b\na\nb\n"));
  const Diagram none = Build(ProblemFromNotation("a b\na\n"));
  std::mt19937_64 random;
  EXPECT_DEATH(static_cast<void>(diagram.Count({OptionId(2)})), "option_count");
  EXPECT_DEATH(static_cast<void>(diagram.Cover(1)), "k < count");
  EXPECT_DEATH(static_cast<void>(none.Sample(random)), "count\\(\\) > 0");
  EXPECT_DEATH(static_cast<void>(DiagramWalker(diagram).cover()), "kAt");
}

TEST(DiagramDeathTest, UseAfterMove) {
  Diagram diagram = Build(ProblemFromNotation("a\na\n"));
  const Diagram moved = std::move(diagram);
  // NOLINTBEGIN(bugprone-use-after-move): what happens then is the question.
  EXPECT_DEATH(static_cast<void>(diagram.count()), "ways_");
  EXPECT_DEATH(static_cast<void>(diagram.Count({})), "data_ != nullptr");
  // NOLINTEND(bugprone-use-after-move)
}
#endif  // NDEBUG

}  // namespace
}  // namespace dlx
