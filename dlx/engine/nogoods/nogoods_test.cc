// What engines_test, which holds all engines to the oracle, cannot look at: the
// engine's limits, problems large enough for much to be learned and forgotten,
// and whether it does the same with each kind of vector instructions.

#include "dlx/engine/nogoods/nogoods.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/nogoods/assignment.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/statistics.h"
#include "dlx/testing/latin_holes.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace dlx {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::LatinSquareWithHoles;
using ::dlx::testing::ProblemFromNotation;
using ::testing::HasSubstr;

using Covers = std::vector<std::vector<OptionId>>;

struct Result {
  Covers covers;  // In the order in which they are found; each one sorted.
  Statistics statistics;
};

Result Solve(const Problem& problem, SearchOptions options) {
  Result result;
  absl::StatusOr<Search> search = Search::Create(problem, std::move(options));
  EXPECT_THAT(search, IsOk());
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

TEST(NogoodsTest, RefusesWhatItCannotDo) {
  std::string many_options = "a b | s\n";
  for (int i = 0; i < 62; ++i) absl::StrAppend(&many_options, "a s\n");
  const RefusedCase cases[] = {
      {"a\na |1\n", Task::kBest, "least cost"},
      {"a | x\na x:1\n", Task::kCount, "colours"},
      {"1:2|a\na\n", Task::kEnumerate, "multiplicities"},
      {many_options + "a\n", Task::kEnumerate, "more for item \"a\""},
      {many_options + "b s\n", Task::kCount, "more for item \"s\""},
  };
  for (const RefusedCase& c : cases) {
    const absl::Status status = CheckEngine(
        EngineKind::kNogoods, ProblemFromNotation(c.problem), c.task);
    EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.sentence));
  }
  const Problem full = ProblemFromNotation(many_options + "b\n");
  EXPECT_EQ(Solve(full, {.engine = EngineKind::kNogoods}).covers.size(), 62);
}

struct HolesCase {
  int order;
  int holes;
  uint64_t seed;
  size_t covers;
};

class HolesTest : public ::testing::TestWithParam<HolesCase> {};

TEST_P(HolesTest, FindsTheCoversThatDancingLinksFind) {
  const HolesCase& c = GetParam();
  const Problem problem = LatinSquareWithHoles(c.order, c.holes, c.seed);
  Result expected = Solve(problem, {.engine = EngineKind::kDancingLinks});
  EXPECT_EQ(expected.covers.size(), c.covers);
  std::sort(expected.covers.begin(), expected.covers.end());
  // With little memory nogoods are forgotten often, or not kept at all.
  for (const size_t memory_limit :
       {size_t{1} << 30, size_t{20'000}, size_t{0}}) {
    for (const std::optional<uint64_t> seed :
         {std::optional<uint64_t>(), std::optional<uint64_t>(1)}) {
      Result result = Solve(problem, {.engine = EngineKind::kNogoods,
                                      .seed = seed,
                                      .memory_limit = memory_limit});
      std::sort(result.covers.begin(), result.covers.end());
      EXPECT_EQ(result.covers, expected.covers) << memory_limit;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(NogoodsTest, HolesTest,
                         ::testing::Values(HolesCase{12, 70, 1, 4},
                                           HolesCase{15, 100, 2, 110},
                                           HolesCase{20, 168, 2, 1028}),
                         [](const auto& info) {
                           return absl::StrCat("Order", info.param.order,
                                               "Holes", info.param.holes);
                         });

TEST(NogoodsTest, LearningMakesTheTreeSmaller) {
  const Problem problem = LatinSquareWithHoles(20, 168, 2);
  const uint64_t with =
      Solve(problem, {.engine = EngineKind::kNogoods}).statistics.nodes;
  const uint64_t without =
      Solve(problem, {.engine = EngineKind::kNogoods, .memory_limit = 0})
          .statistics.nodes;
  EXPECT_LT(with, without);
}

// It would learn a nogood for three covers.
TEST(NogoodsTest, LearnsLittleWhereCoversAreMany) {
  struct Listener final : internal::NogoodsListener {
    void OnLearnt(absl::Span<const internal::nogoods::Literal>) override {
      ++learnt;
    }
    void OnForgotten(absl::Span<const uint32_t>) override {}
    void OnCover(absl::Span<const uint32_t>) override { ++covers; }
    void OnExhausted(absl::Span<const uint32_t>) override {}
    uint64_t covers = 0;
    uint64_t learnt = 0;
  } listener;
  const auto engine =
      internal::MakeNogoods(LatinSquareWithHoles(20, 180, 1), {}, listener);
  Natural count = 0;
  engine->Count(20'000, &count);
  EXPECT_GT(listener.covers, 1000);
  EXPECT_LT(listener.learnt, listener.covers / 10);
}

// More pigeons than holes: there is no cover, but no item tells at once.
Problem Pigeons(int pigeons, int holes) {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < pigeons; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("pigeon", i)));
  }
  for (int j = 0; j < holes; ++j) {
    const ItemId hole = builder.AddSecondary(absl::StrCat("hole", j));
    for (int i = 0; i < pigeons; ++i) builder.AddOption({items[i], hole});
  }
  return *std::move(builder).Build();
}

TEST(NogoodsTest, StartsOverAndForgetsAndComesToAnEndAllTheSame) {
  for (const size_t memory_limit : {size_t{1} << 30, size_t{2000}}) {
    const Result result = Solve(Pigeons(9, 8), {.engine = EngineKind::kNogoods,
                                                .memory_limit = memory_limit});
    EXPECT_TRUE(result.covers.empty());
    // Far more conflicts than it takes to start over, and to forget.
    EXPECT_GT(result.statistics.nodes, 1000);
  }
}

TEST(NogoodsTest, AutoChoosesItForManyItemsWithFewOptions) {
  const auto choice = [](int n, int holes) {
    return ChooseEngine(LatinSquareWithHoles(n, holes, 1), Task::kEnumerate);
  };
  EXPECT_EQ(choice(25, 260).kind, EngineKind::kNogoods);
  EXPECT_THAT(choice(25, 260).reason, HasSubstr("many items"));
  EXPECT_EQ(choice(9, 60).kind, EngineKind::kBitPlanes);
}

// Once for each vector instruction set that this machine has.
class NogoodsTargetTest : public ::testing::TestWithParam<int64_t> {
 protected:
  NogoodsTargetTest() { hwy::SetSupportedTargetsForTest(GetParam()); }
  ~NogoodsTargetTest() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(NogoodsTargetTest, DoesTheSameStepByStepAsTheBestTarget) {
  const Problem problem = LatinSquareWithHoles(20, 168, 2);
  const SearchOptions options = {.engine = EngineKind::kNogoods};
  const Result here = Solve(problem, options);
  hwy::SetSupportedTargetsForTest(0);
  const Result best = Solve(problem, options);
  EXPECT_EQ(here.covers, best.covers);
  EXPECT_EQ(here.statistics.nodes_by_depth, best.statistics.nodes_by_depth);
  EXPECT_EQ(here.statistics.updates, best.statistics.updates);
}

INSTANTIATE_TEST_SUITE_P(
    AllTargets, NogoodsTargetTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

}  // namespace
}  // namespace dlx
