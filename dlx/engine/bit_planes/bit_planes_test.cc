// What engines_test, which holds all engines to the oracle, cannot look at: the
// engine's limits, problems that fill many lanes, and whether it does the same
// with each kind of vector instructions.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/vector_targets.h"  // Must come before targets.h.
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/schedule/driver.h"
#include "dlx/search.h"
#include "dlx/statistics.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace dlx {
namespace {

using ::dlx::internal::Driver;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

using Covers = std::vector<std::vector<OptionId>>;

// The squares of order n whose rows and columns have each digit once. Option
// n * (n * i + j) + d says that the digit in row i and column j is d. The
// columns' items are secondary if `secondary` is set, which makes no
// difference.
Problem LatinSquares(int n, bool secondary) {
  ProblemBuilder builder;
  std::vector<ItemId> cells, rows, columns;
  for (int i = 0; i < n * n; ++i) {
    cells.push_back(builder.AddPrimary(absl::StrCat("cell", i)));
    rows.push_back(builder.AddPrimary(absl::StrCat("row", i)));
    const std::string column = absl::StrCat("column", i);
    columns.push_back(secondary ? builder.AddSecondary(column)
                                : builder.AddPrimary(column));
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int d = 0; d < n; ++d) {
        builder.AddOption(
            {cells[n * i + j], rows[n * i + d], columns[n * j + d]});
      }
    }
  }
  return *std::move(builder).Build();
}

// The covers in the order in which the engine finds them, each one sorted, and
// what that took.
struct Result {
  Covers covers;
  Statistics statistics;
};

Result Solve(const Problem& problem, const std::vector<OptionId>& givens,
             SearchOptions options) {
  Result result;
  absl::StatusOr<Search> search = Search::Create(problem, std::move(options));
  EXPECT_THAT(search, IsOk());
  EXPECT_THAT(search->Restart(givens), IsOk());
  for (const Solution& solution : *search) {
    result.covers.emplace_back(solution.options.begin(),
                               solution.options.end());
    std::sort(result.covers.back().begin(), result.covers.back().end());
  }
  EXPECT_EQ(search->outcome(), Outcome::kExhausted);
  result.statistics = search->statistics();
  return result;
}

struct RefusedCase {
  std::string problem;
  Task task;
  std::string sentence;
};

TEST(BitPlanesTest, RefusesWhatItCannotDo) {
  std::string many_items;
  for (int i = 0; i <= 512; ++i) absl::StrAppend(&many_items, "i", i, " ");
  std::string nine_options;
  for (int i = 0; i < 9; ++i) absl::StrAppend(&nine_options, "a s\n");
  const RefusedCase cases[] = {
      {"a\na |1\n", Task::kBest, "least cost"},
      {"a | x\na x:1\n", Task::kCount, "colours"},
      {"1:2|a\na\n", Task::kEnumerate, "multiplicities"},
      {many_items + "\ni0\n", Task::kEnumerate, "513"},
      {"a | s\n" + nine_options.substr(0, 4 * 8) + "a\na\n", Task::kEnumerate,
       "9 options for a primary item, but there are more for item \"a\""},
      {"a | s\n" + nine_options, Task::kCount,
       "8 options for a secondary item, but there are more for item \"s\""},
  };
  for (const RefusedCase& c : cases) {
    const absl::Status status = CheckEngine(
        EngineKind::kBitPlanes, ProblemFromNotation(c.problem), c.task);
    EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.sentence));
  }
}

TEST(BitPlanesTest, AcceptsAProblemThatFillsEveryLaneAndSlot) {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < 256; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("p", i)));
  }
  for (int i = 0; i < 256; ++i) {
    items.push_back(builder.AddSecondary(absl::StrCat("s", i)));
  }
  for (int i = 0; i < 256; ++i) {
    for (int k = 0; k < 8; ++k) builder.AddOption({items[i], items[256 + i]});
    builder.AddOption({items[i]});
  }
  const Problem problem = *std::move(builder).Build();
  // All items but two are given an option; the others may have any.
  std::vector<OptionId> givens;
  for (uint32_t i = 2; i < 256; ++i) givens.emplace_back(9 * i + i % 9);
  const Result result =
      Solve(problem, givens, {.engine = EngineKind::kBitPlanes});
  Result expected =
      Solve(problem, givens, {.engine = EngineKind::kDancingLinks});
  EXPECT_EQ(result.covers.size(), 81);
  Covers covers = result.covers;
  std::sort(covers.begin(), covers.end());
  std::sort(expected.covers.begin(), expected.covers.end());
  EXPECT_EQ(covers, expected.covers);
}

TEST(BitPlanesTest, AutoChoosesItForLargeProblemsWithFewOptionsPerItem) {
  const auto choice = [](int n) {
    return ChooseEngine(LatinSquares(n, /*secondary=*/false), Task::kEnumerate)
        .kind;
  };
  EXPECT_EQ(choice(3), EngineKind::kBitSets);
  EXPECT_EQ(choice(9), EngineKind::kBitPlanes);
  EXPECT_EQ(choice(10), EngineKind::kBitSets);
}

// With "c" given, "a" is confined to the options that it shares with "b". Who
// does not see that "b q" can go takes "q" for a choice of two.
TEST(BitPlanesTest, UsesWhatIsConfinedBeforeItBranches) {
  const Problem problem = ProblemFromNotation(
      "a b c q | s1 s2\n"
      "a b s1\na b s2\na b\n"  // The first group of both.
      "a c\na c\na c\n"
      "b q\nb\nb\n"
      "q\nc\n");
  const Result result =
      Solve(problem, {OptionId(10)}, {.engine = EngineKind::kBitPlanes});
  EXPECT_THAT(result.covers,
              UnorderedElementsAre(
                  ElementsAre(OptionId(0), OptionId(9), OptionId(10)),
                  ElementsAre(OptionId(1), OptionId(9), OptionId(10)),
                  ElementsAre(OptionId(2), OptionId(9), OptionId(10))));
  EXPECT_THAT(result.statistics.nodes_by_depth, ElementsAre(1, 3));
}

class TargetTest : public ::testing::TestWithParam<int64_t> {
 protected:
  TargetTest() { hwy::SetSupportedTargetsForTest(GetParam()); }
  ~TargetTest() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(TargetTest, FindsTheSameCoversAsDancingLinks) {
  for (const bool secondary : {false, true}) {
    const Problem problem = LatinSquares(5, secondary);
    // The first row is 0 1 2 3 4.
    const std::vector<OptionId> givens = {
        OptionId(0), OptionId(6), OptionId(12), OptionId(18), OptionId(24)};
    Result expected =
        Solve(problem, givens, {.engine = EngineKind::kDancingLinks});
    ASSERT_EQ(expected.covers.size(), 1344);
    std::sort(expected.covers.begin(), expected.covers.end());
    for (const Branching branching :
         {Branching::kFewestOptions, Branching::kSharpPreference,
          Branching::kInputOrder}) {
      Result result = Solve(problem, givens,
                            {.engine = EngineKind::kBitPlanes,
                             .branching = branching,
                             .seed = 1});
      std::sort(result.covers.begin(), result.covers.end());
      EXPECT_EQ(result.covers, expected.covers);
    }
  }
}

TEST_P(TargetTest, DoesTheSameStepByStepAsTheBestTarget) {
  // The first six rows are those of the cyclic square, shifted by i.
  const Problem problem = LatinSquares(9, /*secondary=*/false);
  std::vector<OptionId> givens;
  for (uint32_t i = 0; i < 6; ++i) {
    for (uint32_t j = 0; j < 9; ++j) {
      givens.emplace_back(9 * (9 * i + j) + (i + j) % 9);
    }
  }
  const SearchOptions options = {.engine = EngineKind::kBitPlanes};
  const Result here = Solve(problem, givens, options);
  hwy::SetSupportedTargetsForTest(0);
  const Result best = Solve(problem, givens, options);
  EXPECT_GT(best.covers.size(), 1);
  EXPECT_EQ(here.covers, best.covers);
  EXPECT_EQ(here.statistics.nodes_by_depth, best.statistics.nodes_by_depth);
  EXPECT_EQ(here.statistics.updates, best.statistics.updates);
}

TEST_P(TargetTest, TwoSearchesTogetherFindWhatEachFindsAlone) {
  // The squares whose first row is 0 1 2 3 4, and those that begin with 1.
  const Problem problem = LatinSquares(5, /*secondary=*/false);
  const std::vector<OptionId> givens[2] = {
      {OptionId(0), OptionId(6), OptionId(12), OptionId(18), OptionId(24)},
      {OptionId(1), OptionId(5), OptionId(12), OptionId(18), OptionId(24)}};
  absl::StatusOr<Driver> first = Driver::Create(
      Task::kEnumerate, problem, {.engine = EngineKind::kBitPlanes});
  ASSERT_THAT(first, IsOk());
  Driver second = first->Twin();
  Driver* const searches[2] = {&*first, &second};
  Covers covers[2];
  const auto save = [&](size_t i) {
    const absl::Span<const OptionId> options = searches[i]->solution().options;
    covers[i].emplace_back(options.begin(), options.end());
    std::sort(covers[i].back().begin(), covers[i].back().end());
  };
  for (size_t i = 0; i < 2; ++i) {
    ASSERT_THAT(searches[i]->Restart(givens[i]), IsOk());
  }
  // One has begun by itself.
  for (int k = 0; k < 10; ++k) {
    ASSERT_TRUE(first->Next());
    save(0);
  }
  for (;;) {
    const Driver::Turn turn = Driver::NextOfTwo(*first, second);
    const size_t i = turn.driver == &second;
    if (!turn.found) break;
    save(i);
  }
  for (size_t i = 0; i < 2; ++i) {
    while (searches[i]->Next()) save(i);
    EXPECT_EQ(searches[i]->outcome(), Outcome::kExhausted);
    EXPECT_EQ(searches[i]->progress().fraction_done, 1);
    std::sort(covers[i].begin(), covers[i].end());
    Covers expected =
        Solve(problem, givens[i], {.engine = EngineKind::kDancingLinks}).covers;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(covers[i].size(), 1344);
    EXPECT_EQ(covers[i], expected);
  }
}

INSTANTIATE_TEST_SUITE_P(
    BitPlanesTest, TargetTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

}  // namespace
}  // namespace dlx
