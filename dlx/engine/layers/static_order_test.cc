#include "dlx/engine/layers/static_order.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/engine/layers/item_graph.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::layers {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProblemShape;
using ::dlx::testing::RandomProblem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Dominoes on a board whose cells are numbered in a random order.
Problem ShuffledDominoes(uint32_t rows, uint32_t columns, uint64_t seed) {
  std::vector<uint32_t> number(rows * columns);
  std::iota(number.begin(), number.end(), 0);
  std::mt19937_64 random(seed);
  for (size_t i = number.size(); seed != 0 && i > 1; --i) {
    std::swap(number[i - 1], number[random() % i]);
  }
  ProblemBuilder builder;
  for (size_t i = 0; i < number.size(); ++i) {
    builder.AddPrimary(absl::StrCat("i", i));
  }
  const auto item = [&](uint32_t r, uint32_t c) {
    return ItemId(number[r * columns + c]);
  };
  for (uint32_t r = 0; r < rows; ++r) {
    for (uint32_t c = 0; c < columns; ++c) {
      if (c + 1 < columns) builder.AddOption({item(r, c), item(r, c + 1)});
      if (r + 1 < rows) builder.AddOption({item(r, c), item(r + 1, c)});
    }
  }
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

// By the definition: which items after position k have a neighbour up to it?
std::vector<uint32_t> FrontiersByDefinition(
    const ItemGraph& graph, const std::vector<uint32_t>& items) {
  std::vector<uint32_t> result;
  for (size_t k = 0; k < items.size(); ++k) {
    result.push_back(
        std::count_if(items.begin() + k + 1, items.end(), [&](uint32_t item) {
          const auto neighbors = graph.neighbors(item);
          return std::any_of(
              items.begin(), items.begin() + k + 1, [&](uint32_t before) {
                return std::find(neighbors.begin(), neighbors.end(), before) !=
                       neighbors.end();
              });
        }));
  }
  return result;
}

// -- The graph ---------------------------------------------------------------

TEST(ItemGraphTest, JoinsItemsThatShareAnOption) {
  const Problem problem = ProblemFromNotation(
      "a b c d e f\n"
      "a b c\n"
      "b a\n"
      "c e\n"
      "d\n"
      "d\n");
  const ItemGraph graph(problem);
  EXPECT_EQ(graph.size(), 6);
  EXPECT_EQ(graph.edge_count(), 4);
  EXPECT_THAT(graph.neighbors(0), ElementsAre(1, 2));
  EXPECT_THAT(graph.neighbors(1), ElementsAre(0, 2));
  EXPECT_THAT(graph.neighbors(2), ElementsAre(0, 1, 4));
  EXPECT_THAT(graph.neighbors(3), IsEmpty());
  EXPECT_THAT(graph.neighbors(4), ElementsAre(2));
  EXPECT_THAT(graph.neighbors(5), IsEmpty());
  EXPECT_THAT(graph.Components(), ElementsAre(ElementsAre(0, 1, 2, 4),
                                              ElementsAre(3), ElementsAre(5)));
}

TEST(ItemGraphTest, CanBeComplete) {
  const ItemGraph graph(ProblemFromNotation("a b c\na b c\na b c\na b\n"));
  EXPECT_EQ(graph.edge_count(), 3);
  EXPECT_THAT(graph.neighbors(1), ElementsAre(0, 2));
}

// -- The measure -------------------------------------------------------------

TEST(StaticOrderTest, MeasuresTheExampleOfTheHeader) {
  const ItemGraph graph(
      ProblemFromNotation("a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n"));
  const StaticOrder rows = MeasureOrder(graph, {0, 1, 2, 3, 4, 5});
  EXPECT_THAT(rows.frontier, ElementsAre(2, 3, 3, 2, 1, 0));
  EXPECT_DOUBLE_EQ(rows.Log2Width(), std::log2(27));
  EXPECT_EQ(rows.WidestFrontier(), 3);
  const StaticOrder columns = MeasureOrder(graph, {0, 3, 1, 4, 2, 5});
  EXPECT_THAT(columns.frontier, ElementsAre(2, 2, 2, 2, 1, 0));
  EXPECT_DOUBLE_EQ(columns.Log2Width(), std::log2(19));
  EXPECT_EQ(columns.WidestFrontier(), 2);
}

TEST(StaticOrderTest, MeasuresByTheDefinition) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const Dice dice(seed);
    const ItemGraph graph(RandomProblem(
        {.primary = 1 + dice(12), .options = 1 + dice(15)}, dice));
    std::vector<uint32_t> items(graph.size());
    std::iota(items.begin(), items.end(), 0);
    const StaticOrder order = MeasureOrder(graph, items);
    EXPECT_EQ(order.frontier, FrontiersByDefinition(graph, items)) << seed;
  }
}

// -- Good orders -------------------------------------------------------------

// Whatever the graph, the order has each item once, its measure is what it is
// said to be, and it is no worse than the order of the problem.
TEST(StaticOrderTest, OrdersAnyGraph) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Dice dice(seed);
    const uint32_t items = 1 + dice(60);
    const ItemGraph graph(RandomProblem({.primary = items,
                                         .options = 1 + dice(2 * items),
                                         .max_option_size = 2 + dice(4)},
                                        dice));
    const StaticOrder order = FindOrder(graph);
    ASSERT_EQ(order.frontier, FrontiersByDefinition(graph, order.items))
        << seed;
    std::vector<uint32_t> sorted = order.items;
    std::sort(sorted.begin(), sorted.end());
    std::vector<uint32_t> all(graph.size());
    std::iota(all.begin(), all.end(), 0);
    ASSERT_EQ(sorted, all) << seed;
    ASSERT_LE(order.Log2Width(), MeasureOrder(graph, all).Log2Width() + 1e-9)
        << seed;
    ASSERT_EQ(FindOrder(graph).items, order.items) << seed;
  }
}

TEST(StaticOrderTest, DoesNotDependOnHowAProblemIsNumbered) {
  for (const uint32_t rows : {4, 6, 8, 12}) {
    // Along the board: the frontier has as many cells as the board has rows.
    const double good = rows + std::log2(16.0);
    for (uint64_t seed = 0; seed <= 10; ++seed) {
      const StaticOrder order =
          FindOrder(ItemGraph(ShuffledDominoes(rows, 16, seed)));
      EXPECT_LE(order.Log2Width(), good + 3.5) << rows << " rows, " << seed;
      EXPECT_LE(order.WidestFrontier(), rows + 3) << rows << " rows, " << seed;
    }
  }
}

// Each part of a problem is gone through before the next one begins.
TEST(StaticOrderTest, KeepsComponentsApart) {
  std::string text;
  constexpr int kParts = 50;
  for (int i = 0; i < 4 * kParts; ++i) absl::StrAppend(&text, "i", i, " ");
  for (int i = 0; i < kParts; ++i) {
    // Rings of four items.
    const int j = i + kParts, k = j + kParts, l = k + kParts;
    absl::StrAppend(&text, "\ni", i, " i", j, "\ni", j, " i", k, "\ni", k, " i",
                    l, "\ni", l, " i", i);
  }
  const StaticOrder order =
      FindOrder(ItemGraph(ProblemFromNotation(text + "\n")));
  EXPECT_EQ(order.WidestFrontier(), 2);
  EXPECT_LE(order.Log2Width(), std::log2(kParts * (4 + 4 + 2 + 1)));
}

// A tiny problem is not worth looking for an order; a large one is not worth
// more than some steps. (A thousand small ones would take seconds otherwise.)
TEST(StaticOrderTest, DoesNotMakeMoreOfAGraphThanItIsWorth) {
  const ItemGraph tiny(ProblemFromNotation("a b c\na b\nb c\n"));
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_EQ(FindOrder(tiny).items.size(), 3);
  }
}

// Frontiers of thousands of items: then one order is as bad as another.
TEST(StaticOrderTest, OrdersGraphsOfWideFrontiers) {
  std::mt19937_64 random(1);
  ProblemBuilder builder;
  constexpr uint32_t kItems = 20'000;
  for (uint32_t i = 0; i < kItems; ++i) builder.AddPrimary(absl::StrCat(i));
  for (uint32_t k = 0; k < 2 * kItems; ++k) {
    const auto a = static_cast<uint32_t>(random() % kItems);
    const auto b =
        static_cast<uint32_t>((a + 1 + random() % (kItems - 1)) % kItems);
    builder.AddOption({ItemId(a), ItemId(b)});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  EXPECT_FALSE(IsTooLargeForOrder(*problem));
  std::vector<uint32_t> items = FindOrder(ItemGraph(*problem)).items;
  std::sort(items.begin(), items.end());
  std::vector<uint32_t> all(kItems);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(items, all);
}

}  // namespace
}  // namespace dlx::internal::layers
