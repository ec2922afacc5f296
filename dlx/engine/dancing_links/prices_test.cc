#include "dlx/engine/dancing_links/prices.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
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
#include "gtest/gtest.h"

namespace dlx::internal::dancing_links {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::TotalCost;

struct Found {
  absl::int128 bound;
  // What a cover with each option costs at least; nothing if the option cannot
  // be chosen any more.
  std::vector<std::optional<absl::int128>> with_option;
};

// The bounds once the givens are chosen, after so many sweeps. Nothing if the
// givens contradict, or if an item cannot be covered any more.
template <typename M>
std::optional<Found> Look(const Problem& problem,
                          absl::Span<const ItemId> items,
                          absl::Span<const OptionId> givens, int sweeps,
                          M moves) {
  moves.Reset(givens);
  Prices prices(problem, items);
  if (moves.contradiction() || !prices.Look(moves)) return std::nullopt;
  if (sweeps > 0) prices.ShareCosts();
  prices.Look(moves);
  absl::int128 bound = prices.Bound();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    prices.Sweep(/*backwards=*/sweep % 2 != 0);
    EXPECT_GE(prices.Bound(), bound) << "a sweep has made it worse";
    bound = prices.Bound();
  }
  bound += prices.Scaled(TotalCost(problem, givens));
  Found found = {.bound = prices.RoundUp(bound), .with_option = {}};
  found.with_option.resize(problem.option_count());
  for (size_t i = 0; i < prices.options().size(); ++i) {
    const OptionId option = prices.options()[i];
    EXPECT_EQ(prices.ComputeReducedCost(option), prices.reduced_cost(i));
    found.with_option[option.value()] =
        prices.RoundUp(bound + std::max<int64_t>(prices.reduced_cost(i), 0));
  }
  return found;
}

std::optional<Found> Look(const Problem& problem,
                          absl::Span<const OptionId> givens, int sweeps) {
  const std::vector<ItemId> items =
      OrderItems(problem, false, std::nullopt).items;
  Links links(problem, items, OrderOptions(problem, std::nullopt));
  const auto look = [&](auto moves) {
    return Look(problem, items, givens, sweeps, std::move(moves));
  };
  if (problem.has_multiplicities()) {
    return problem.has_colors()
               ? look(MultiplicityMoves<true>(problem, items, links, {}))
               : look(MultiplicityMoves<false>(problem, items, links, {}));
  }
  return problem.has_colors() ? look(CoverMoves<true>(problem, links, {}))
                              : look(CoverMoves<false>(problem, links, {}));
}

TEST(PricesTest, AddUpToABound) {
  struct Case {
    const char* problem;
    int64_t bound;
  };
  const Case cases[] = {
      {"a b\na |3\nb |4\n", 7},
      {"a b\na b |6\na |4\nb |4\n", 6},
      {"a b\na b |12\na |4\nb |5\n", 9},
      {"a b c d\na b c |12\nd |7\n", 19},
      {"a | s t\na s t |9\n", 9},
      {"a b c\na b c |1\n", 1},
      {"a b c\na b c |-1\n", -1},
      {"a b c\na b c |-10\n", -10},
      // An assignment: 1 + 1 is not to be had, because both want c.
      {"a b c d\na c |1\na d |5\nb c |1\nb d |9\n", 6},
      // Nor if what both want is a secondary item.
      {"a b | s\na s |1\na |5\nb s |1\nb |9\n", 6},
      // With a colour it may be covered twice.
      {"a b | s\na s:x |1\na |5\nb s:x |1\nb |9\n", 2},
      // With multiplicities: the cheapest that there are,
      {"2:3|a\na |5\na |6\na |7\n", 11},
      {"0:3|a b\na |5\nb |2\n", 2},
      // or, if that saves something, as many as may be.
      {"0:2|a\na |-5\na |-6\na |-7\na |3\n", -13},
      {"2:3|a\na |-5\na |6\na |7\n", 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.problem);
    const std::optional<Found> found =
        Look(ProblemFromNotation(c.problem), {}, 40);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->bound, absl::int128(c.bound));
  }
}

TEST(PricesTest, CountWhatWasSpentAlready) {
  const Problem problem = ProblemFromNotation("a b\na |3\na |9\nb |4\n");
  EXPECT_EQ(Look(problem, {}, 2)->bound, absl::int128(7));
  EXPECT_EQ(Look(problem, {OptionId(1)}, 2)->bound, absl::int128(13));
}

TEST(PricesTest, ExcludeOptionsThatCostTooMuch) {
  const Problem problem =
      ProblemFromNotation("a b c d\na c |1\na d |5\nb c |1\nb d |9\n");
  const std::optional<Found> found = Look(problem, {}, 40);
  ASSERT_TRUE(found.has_value());
  // a c and b d cost 10 together.
  EXPECT_GT(*found->with_option[0], 6);
  EXPECT_LE(*found->with_option[0], 10);
  EXPECT_EQ(*found->with_option[1], 6);
  EXPECT_EQ(*found->with_option[2], 6);
}

// The greatest costs, in options of many items and with many uses.
TEST(PricesTest, DoNotOverflow) {
  std::string text = "4294967295:4294967295|a0";
  for (int i = 1; i < 2000; ++i) text += " a" + std::to_string(i);
  text += "\n";
  for (const char* cost : {"4294967296", "-4294967296", "1"}) {
    for (int size : {1, 2, 2000}) {
      for (int i = 0; i < size; ++i) text += "a" + std::to_string(i) + " ";
      text += "|" + std::string(cost) + "\n";
    }
  }
  const Problem problem = ProblemFromNotation(text);
  const std::vector<ItemId> items =
      OrderItems(problem, false, std::nullopt).items;
  CoverMoves<false> moves(
      problem, Links(problem, items, OrderOptions(problem, std::nullopt)), {});
  Prices prices(problem, items);
  for (size_t i = 1; i < prices.price_count(); ++i) {
    prices.set_price(static_cast<int32_t>(i), i % 2 == 0 ? 1 << 30 : -1);
  }
  ASSERT_TRUE(prices.Look(moves));
  absl::int128 bound = prices.Bound();
  for (int sweep = 0; sweep < 20; ++sweep) {
    prices.Sweep(/*backwards=*/sweep % 2 != 0);
    EXPECT_GE(prices.Bound(), bound);
    bound = prices.Bound();
  }
}

// At the root, and after any part of a cover has been chosen: no cover is
// cheaper than the bound; and none with an option, than the option's.
TEST(PricesTest, AreNeverAboveTheOptimum) {
  int compared = 0;
  int tight = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    const Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    shape.costs = 80;
    const Problem problem = RandomProblem(shape, dice);
    SCOPED_TRACE(testing::ToNotation(problem));
    const std::vector<Cover> covers = AllCovers(problem);
    for (size_t k = 0; k < std::min<size_t>(covers.size(), 5); ++k) {
      Cover givens;
      for (size_t count = 0; count <= covers[k].size(); ++count) {
        const std::optional<Found> found =
            Look(problem, givens, static_cast<int>(dice(20)));
        ASSERT_TRUE(found.has_value());
        int64_t optimum = std::numeric_limits<int64_t>::max();
        for (const Cover& cover : CoversWith(covers, givens)) {
          const int64_t cost = TotalCost(problem, cover);
          optimum = std::min(optimum, cost);
          for (const OptionId option : cover) {
            const auto& with_option = found->with_option[option.value()];
            ASSERT_LE(with_option.value_or(cost), cost);
          }
        }
        ASSERT_LE(found->bound, optimum);
        ++compared;
        tight += found->bound == optimum;
        if (count < covers[k].size()) givens.push_back(covers[k][count]);
      }
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(tight, compared / 2);
}

}  // namespace
}  // namespace dlx::internal::dancing_links
