#include "dlx/engine/dancing_links/cost_bound.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::dancing_links {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::TotalCost;
using ::testing::ElementsAre;

// A bound, and the links that it needs: lists sorted by share.
struct SortedLinks {
  explicit SortedLinks(const Problem& problem)
      : bound(problem),
        items(OrderItems(problem, false, std::nullopt).items),
        options(OrderOptions(problem, std::nullopt)) {
    bound.Sort(options);
  }
  Links MakeLinks(const Problem& problem) const {
    return Links(problem, items, options);
  }

  CostBound bound;
  std::vector<ItemId> items;
  std::vector<OptionId> options;
};

// The bound once the givens are chosen. Nothing if they contradict.
template <bool kColors>
std::optional<absl::int128> BoundWithColors(const Problem& problem,
                                            absl::Span<const OptionId> givens) {
  const SortedLinks sorted(problem);
  const int64_t cost = TotalCost(problem, givens);
  if (problem.has_multiplicities()) {
    MultiplicityMoves<kColors> moves(problem, sorted.items,
                                     sorted.MakeLinks(problem), {});
    moves.Reset(givens);
    if (moves.contradiction()) return std::nullopt;
    return sorted.bound.LowerBound(cost, moves);
  }
  CoverMoves<kColors> moves(problem, sorted.MakeLinks(problem), {});
  moves.Reset(givens);
  if (moves.contradiction()) return std::nullopt;
  return sorted.bound.LowerBound(cost, moves);
}

std::optional<absl::int128> Bound(const Problem& problem,
                                  absl::Span<const OptionId> givens = {}) {
  return problem.has_colors() ? BoundWithColors<true>(problem, givens)
                              : BoundWithColors<false>(problem, givens);
}

TEST(CostBoundTest, AddsUpTheSmallestShares) {
  struct Case {
    const char* problem;
    int64_t bound;
  };
  const Case cases[] = {
      {"a b\na |3\nb |4\n", 7},
      {"a b\na b |6\na |4\nb |4\n", 6},
      {"a b\na b |12\na |4\nb |5\n", 9},
      // Shares of 4; the cover costs 12 + 7, and 3 items share 12.
      {"a b c d\na b c |12\nd |7\n", 19},
      // Secondary items pay nothing.
      {"a | s t\na s t |9\n", 9},
      // A third, rounded down, three times: rounded up, that is all of it.
      {"a b c\na b c |1\n", 1},
      {"a b c\na b c |-1\n", -1},
      {"a b c\na b c |10\n", 10},
      {"a b c\na b c |-10\n", -10},
      // 1/3 + 1/2: the cover costs whole numbers, so at least 1.
      {"a b c d\na b c |1\na |1\nb |1\nc |1\nb d |1\nd |1\n", 2},
      // An item without options does not pay; the search sees to it.
      {"a b\na |3\n", 3},
      // With multiplicities: as often as it must be,
      {"2:3|a\na |5\na |6\na |7\n", 10},
      {"0:3|a b\na |5\nb |2\n", 2},
      // or, if that saves something, as often as it may be.
      {"2:3|a\na |-5\na |6\na |7\n", -15},
      // The greatest costs and multiplicities do not overflow.
      {"4000000000|a\na |4294967296\n", 2 * int64_t{4294967296}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Bound(ProblemFromNotation(c.problem)), absl::int128(c.bound))
        << c.problem;
  }
}

TEST(CostBoundTest, CountsWhatWasSpentAlready) {
  const Problem problem = ProblemFromNotation("a b\na |3\na |9\nb |4\n");
  EXPECT_EQ(Bound(problem), absl::int128(7));
  EXPECT_EQ(Bound(problem, {OptionId(1)}), absl::int128(13));
}

TEST(CostBoundTest, MayBeBelowWhat64BitsHold) {
  const Problem problem =
      ProblemFromNotation("0:4294967295|a\na |-4294967296\n");
  EXPECT_EQ(Bound(problem), -(absl::int128(4294967295) << 32));
}

TEST(CostBoundTest, SortsByShare) {
  const Problem problem =
      ProblemFromNotation("a b c\na |5\na b |8\na b c |9\nb |4\nc |-1\n");
  const CostBound bound(problem);
  std::vector<OptionId> options = OrderOptions(problem, std::nullopt);
  bound.Sort(options);
  // Shares 5, 4, 3, 4 and -1; equals stay in order.
  EXPECT_THAT(options, ElementsAre(OptionId(4), OptionId(2), OptionId(1),
                                   OptionId(3), OptionId(0)));
}

TEST(CostBoundTest, KnowsTheOptionsCosts) {
  const Problem problem = ProblemFromNotation("a b\na |5\nb\n");
  const CostBound bound(problem);
  EXPECT_EQ(bound.cost(OptionId(0)), 5);
  EXPECT_EQ(bound.cost(OptionId(1)), 0);
}

// At the root, and after any part of a cover has been chosen: no cover is
// cheaper than the bound.
TEST(CostBoundTest, IsNeverAboveTheOptimum) {
  int compared = 0;
  int tight = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    const Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    shape.costs = 80;
    const Problem problem = RandomProblem(shape, dice);
    const std::vector<Cover> covers = AllCovers(problem);
    for (size_t k = 0; k < std::min<size_t>(covers.size(), 5); ++k) {
      Cover givens;
      for (size_t count = 0; count <= covers[k].size(); ++count) {
        int64_t optimum = std::numeric_limits<int64_t>::max();
        for (const Cover& cover : CoversWith(covers, givens)) {
          optimum = std::min(optimum, TotalCost(problem, cover));
        }
        const std::optional<absl::int128> bound = Bound(problem, givens);
        ASSERT_TRUE(bound.has_value()) << testing::ToNotation(problem);
        ASSERT_LE(*bound, optimum) << testing::ToNotation(problem);
        ++compared;
        tight += *bound == optimum;
        if (count < covers[k].size()) givens.push_back(covers[k][count]);
      }
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(tight, compared / 4);
}

}  // namespace
}  // namespace dlx::internal::dancing_links
