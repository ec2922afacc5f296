// How engine bit_planes counts covers that it does not visit: below a node that
// leaves every item two options at most, a choice stands for two.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_planes/bit_planes.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/vector_targets.h"  // Must come before targets.h.
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::DigitSquare;
using ::dlx::testing::KnownProblem;
using ::dlx::testing::KnownProblems;
using ::dlx::testing::ProblemFromNotation;
using ::testing::ElementsAreArray;

using Step = Engine::Step;

std::unique_ptr<Engine> MakeEngine(const Problem& problem,
                                   Branching branching) {
  return MakeBitPlanes(problem, Task::kCount, {.branching = branching});
}

std::unique_ptr<Engine> MakeEngine(absl::string_view problem) {
  return MakeEngine(ProblemFromNotation(problem), Branching::kFewestOptions);
}

Natural CountAll(Engine& engine) {
  Natural count = 0;
  EXPECT_EQ(engine.Count(kUnlimited, &count), Step::kExhausted);
  EXPECT_EQ(engine.FractionDone(), 1);
  return count;
}

struct CountCase {
  std::string name;
  std::string problem;
  Natural covers;
  std::vector<uint64_t> nodes_by_depth;  // While it counts.

  friend std::ostream& operator<<(std::ostream& out, const CountCase& c) {
    return out << c.name;
  }
};

class CountTest : public ::testing::TestWithParam<CountCase> {};

TEST_P(CountTest, VisitsOneChoiceOfTwo) {
  const std::unique_ptr<Engine> engine = MakeEngine(GetParam().problem);
  EXPECT_EQ(CountAll(*engine), GetParam().covers);
  EXPECT_THAT(engine->statistics().nodes_by_depth,
              ElementsAreArray(GetParam().nodes_by_depth));
}

INSTANTIATE_TEST_SUITE_P(
    BitPlanesTest, CountTest,
    ::testing::Values(
        CountCase{"Pair", "a\na\na\n", 2, {1, 1}},
        CountCase{"ThreePairs", "a b c\na\na\nb\nb\nc\nc\n", 8, {1, 1, 1, 1}},
        // Options that are tied to each other in a ring: every second one of
        // them is in a cover, which works if their number is even.
        CountCase{"EvenRing", "a b c d\na b\nb c\nc d\nd a\n", 2, {1, 1}},
        CountCase{"OddRing", "a b c\na b\nb c\nc a\n", 0, {1, 1}},
        CountCase{
            "PairAndOddRing", "p a b c\np\np\na b\nb c\nc a\n", 0, {1, 1, 1}},
        CountCase{"TwoRings", "a b c d\na b\na b\nc d\nc d\n", 4, {1, 1, 1}},
        // One of three options, or one of the other two.
        CountCase{"Three", "a\na\na\na\n", 3, {1, 2}},
        CountCase{"PairBehindThree", "a b\na\na b\na b\nb\nb\n", 4, {1, 3, 1}},
        // Two options that share a secondary item may both be absent.
        CountCase{"SharedSecondary", "a b | s\na s\na\nb s\nb\n", 3, {1, 2, 1}},
        CountCase{"OwnSecondary", "a b | s t\na s\na\nb t\nb\n", 4, {1, 1, 1}}),
    [](const auto& info) { return info.param.name; });

TEST(BitPlanesCountTest, CountsTheKnownProblemsInFewerNodes) {
  int tried = 0;
  int fewer_nodes = 0;
  for (const KnownProblem& known : KnownProblems()) {
    if (!CheckEngine(EngineKind::kBitPlanes, known.problem, Task::kCount).ok())
      continue;
    ++tried;
    for (const Branching branching :
         {Branching::kFewestOptions, Branching::kSharpPreference,
          Branching::kInputOrder}) {
      const std::unique_ptr<Engine> engine =
          MakeEngine(known.problem, branching);
      EXPECT_EQ(CountAll(*engine), known.covers) << known.name;
      const uint64_t nodes = engine->statistics().nodes;
      engine->Restart({});
      while (engine->FindNext(kUnlimited) == Step::kSolution) {
      }
      fewer_nodes += nodes < engine->statistics().nodes;
    }
  }
  EXPECT_GT(tried, 2);
  EXPECT_GT(fewer_nodes, 2);
}

// `items` that have `ways` options each, and nothing to do with each other;
// and the item #z, which has `extra_ways`.
Problem PowerProblem(int items, int ways, int extra_ways) {
  std::string names = "#z";
  std::string options;
  for (int k = 0; k < extra_ways; ++k) absl::StrAppend(&options, "#z\n");
  for (int i = 0; i < items; ++i) {
    absl::StrAppend(&names, " i", i);
    for (int k = 0; k < ways; ++k) absl::StrAppend(&options, "i", i, "\n");
  }
  return ProblemFromNotation(absl::StrCat(names, "\n", options));
}

TEST(BitPlanesCountTest, CountsWithoutLimit) {
  const std::pair<int, int> pairs_and_ways[] = {
      {63, 1},  {64, 1},  {127, 1}, {128, 1}, {192, 1},
      {256, 1}, {126, 3}, {125, 7}, {126, 4}, {125, 8}};
  for (const auto& [pairs, ways] : pairs_and_ways) {
    SCOPED_TRACE(::testing::Message() << ways << " times 2^" << pairs);
    const std::unique_ptr<Engine> engine =
        MakeEngine(PowerProblem(pairs, 2, ways), Branching::kSharpPreference);
    for (int repetition = 0; repetition < 2; ++repetition) {
      EXPECT_EQ(CountAll(*engine), Natural::PowerOfTwo(pairs) * ways);
      // With the first options of some pairs.
      std::vector<OptionId> givens;
      for (int i = 0; i < pairs - 60; ++i) givens.emplace_back(ways + 2 * i);
      engine->Restart(givens);
      EXPECT_EQ(CountAll(*engine), Natural::PowerOfTwo(60) * ways);
      engine->Restart({});
    }
  }
}

// The squares of order 4 whose rows and columns have each digit once, and as
// many pairs of options that have nothing to do with them.
Problem LatinSquaresAndPairs(int pairs) {
  std::string names;
  std::string options;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      absl::StrAppend(&names, "c", i, j, " r", i, j, " k", i, j, " ");
      for (int d = 0; d < 4; ++d) {
        absl::StrAppend(&options, "c", i, j, " r", i, d, " k", j, d, "\n");
      }
    }
  }
  for (int i = 0; i < pairs; ++i) {
    absl::StrAppend(&names, "p", i, " ");
    absl::StrAppend(&options, "p", i, "\np", i, "\n");
  }
  return ProblemFromNotation(absl::StrCat(names, "\n", options));
}

TEST(BitPlanesCountTest, PausesAndLooksForCoversInBetween) {
  const Problem problem = LatinSquaresAndPairs(3);
  constexpr int kCovers = 576 * 8;
  const std::unique_ptr<Engine> engine =
      MakeEngine(problem, Branching::kInputOrder);
  ASSERT_EQ(CountAll(*engine), kCovers);
  const Statistics whole = engine->statistics();

  engine->Restart({});
  Natural count = 0;
  for (;;) {
    const uint64_t nodes = engine->statistics().nodes;
    if (engine->Count(nodes + 1, &count) != Step::kPaused) break;
    EXPECT_GT(engine->statistics().nodes, nodes);
  }
  EXPECT_EQ(count, kCovers);
  EXPECT_EQ(engine->statistics().nodes_by_depth, whole.nodes_by_depth);
  EXPECT_EQ(engine->statistics().updates, whole.updates);

  for (const uint64_t nodes_to_count : {1, 2, 7, 50}) {
    engine->Restart({});
    Natural counted = 0;
    int found = 0;
    Step step = Step::kPaused;
    while (step != Step::kExhausted) {
      const uint64_t nodes = engine->statistics().nodes;
      step = engine->Count(nodes + nodes_to_count, &counted);
      if (step == Step::kExhausted) break;
      step = engine->FindNext(engine->statistics().nodes + 20);
      found += step == Step::kSolution;
    }
    EXPECT_EQ(counted + found, kCovers) << "by " << nodes_to_count;
    EXPECT_GT(counted, 0);
    EXPECT_GT(found, 0);
  }
}

class CountTargetTest : public ::testing::TestWithParam<int64_t> {
 protected:
  CountTargetTest() { hwy::SetSupportedTargetsForTest(GetParam()); }
  ~CountTargetTest() override { hwy::SetSupportedTargetsForTest(0); }
};

// Counts with an engine made here, and with one for the best target.
void ExpectTheSameStepByStep(const Problem& problem, Branching branching,
                             absl::Span<const OptionId> givens,
                             const Natural& covers) {
  const std::unique_ptr<Engine> engine = MakeEngine(problem, branching);
  engine->Restart(givens);
  EXPECT_EQ(CountAll(*engine), covers);
  hwy::SetSupportedTargetsForTest(0);
  const std::unique_ptr<Engine> best = MakeEngine(problem, branching);
  best->Restart(givens);
  EXPECT_EQ(CountAll(*best), covers);
  EXPECT_EQ(engine->statistics().nodes_by_depth,
            best->statistics().nodes_by_depth);
  EXPECT_EQ(engine->statistics().updates, best->statistics().updates);
}

TEST_P(CountTargetTest, CountsTheSameStepByStepAsTheBestTarget) {
  ExpectTheSameStepByStep(LatinSquaresAndPairs(70), Branching::kInputOrder, {},
                          absl::uint128(576) << 70);
}

// Of a solved Sudoku, all but four digits are given. In the order of the input
// the cells have lanes, otherwise they have none.
TEST_P(CountTargetTest, CountsTheSameWithoutLanesForTheCells) {
  const Problem sudoku = DigitSquare(9, 3);
  std::vector<OptionId> givens;
  for (uint32_t cell = 0; cell < 81; ++cell) {
    const uint32_t row = cell / 9;
    const uint32_t digit = (3 * (row % 3) + row / 3 + cell % 9) % 9;
    if (digit >= 4) givens.emplace_back(9 * cell + digit);
  }
  const std::unique_ptr<Engine> wide =
      MakeEngine(sudoku, Branching::kInputOrder);
  wide->Restart(givens);
  const Natural covers = CountAll(*wide);
  EXPECT_GT(covers, 100);

  const std::unique_ptr<Engine> narrow =
      MakeEngine(sudoku, Branching::kFewestOptions);
  narrow->Restart(givens);
  std::set<std::vector<OptionId>> found;
  while (narrow->FindNext(kUnlimited) == Step::kSolution) {
    found.emplace(narrow->solution().begin(), narrow->solution().end());
  }
  EXPECT_EQ(covers, found.size());
  ExpectTheSameStepByStep(sudoku, Branching::kFewestOptions, givens, covers);
}

INSTANTIATE_TEST_SUITE_P(
    BitPlanesCountTest, CountTargetTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

}  // namespace
}  // namespace dlx::internal
