#include "dlx/engine/order.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::ProblemFromNotation;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAreArray;

// Primary items 0..5, of which 1 and 3 are sharp; secondary items 6 and 7, of
// which 7 only looks so.
Problem Mixed() {
  return ProblemFromNotation("a #b c #d e f | s #t\na #b c #d e f s #t\n");
}

// With many options of one item.
Problem WithOptions(int count) {
  std::string text = "a\n";
  for (int i = 0; i < count; ++i) absl::StrAppend(&text, "a\n");
  return ProblemFromNotation(text);
}

std::vector<uint32_t> Values(const std::vector<ItemId>& items) {
  std::vector<uint32_t> values;
  for (const ItemId item : items) values.push_back(item.value());
  return values;
}

TEST(OrderItemsTest, KeepsTheOrderWithoutASeed) {
  const ItemOrder order = OrderItems(Mixed(), false, std::nullopt);
  EXPECT_THAT(Values(order.items), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(order.preferred_count, 0);
}

TEST(OrderItemsTest, PutsSharpItemsFirst) {
  const ItemOrder order = OrderItems(Mixed(), true, std::nullopt);
  EXPECT_THAT(Values(order.items), ElementsAre(1, 3, 0, 2, 4, 5, 6, 7));
  EXPECT_EQ(order.preferred_count, 2);
}

TEST(OrderItemsTest, PutsPrimaryItemsFirst) {
  ProblemBuilder builder;
  builder.AddSecondary("s");
  builder.AddPrimary("a");
  builder.AddSecondary("#t");
  builder.AddPrimary("#b");
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_TRUE(problem.ok());
  EXPECT_THAT(Values(OrderItems(*problem, false, std::nullopt).items),
              ElementsAre(1, 3, 0, 2));
  EXPECT_THAT(Values(OrderItems(*problem, true, std::nullopt).items),
              ElementsAre(3, 1, 0, 2));
}

TEST(OrderItemsTest, ShufflesWithinEachKind) {
  bool sharp_differ = false;
  bool others_differ = false;
  bool secondary_differ = false;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const ItemOrder order = OrderItems(Mixed(), true, seed);
    EXPECT_EQ(order.preferred_count, 2);
    const std::vector<uint32_t> items = Values(order.items);
    ASSERT_EQ(items.size(), 8);
    const std::vector<uint32_t> sharp(items.begin(), items.begin() + 2);
    const std::vector<uint32_t> others(items.begin() + 2, items.begin() + 6);
    const std::vector<uint32_t> secondary(items.begin() + 6, items.end());
    EXPECT_THAT(sharp, UnorderedElementsAreArray({1, 3}));
    EXPECT_THAT(others, UnorderedElementsAreArray({0, 2, 4, 5}));
    EXPECT_THAT(secondary, UnorderedElementsAreArray({6, 7}));
    sharp_differ |= sharp.front() == 3;
    others_differ |= others.front() != 0;
    secondary_differ |= secondary.front() == 7;
  }
  EXPECT_TRUE(sharp_differ);
  EXPECT_TRUE(others_differ);
  EXPECT_TRUE(secondary_differ);
}

TEST(OrderOptionsTest, KeepsTheOrderWithoutASeed) {
  EXPECT_THAT(OrderOptions(WithOptions(3), std::nullopt),
              ElementsAre(OptionId(0), OptionId(1), OptionId(2)));
}

TEST(OrderOptionsTest, ShufflesAllOfThem) {
  const Problem problem = WithOptions(100);
  const std::vector<OptionId> in_order = OrderOptions(problem, std::nullopt);
  const std::vector<OptionId> shuffled = OrderOptions(problem, 1);
  EXPECT_NE(shuffled, in_order);
  EXPECT_THAT(shuffled, UnorderedElementsAreArray(in_order));
}

TEST(OrderTest, DependsOnTheSeedAlone) {
  const Problem options = WithOptions(100);
  for (uint64_t seed = 0; seed < 5; ++seed) {
    EXPECT_EQ(OrderItems(Mixed(), false, seed).items,
              OrderItems(Mixed(), false, seed).items);
    EXPECT_EQ(OrderOptions(options, seed), OrderOptions(options, seed));
    EXPECT_NE(OrderOptions(options, seed), OrderOptions(options, seed + 1));
  }
}

// The order that a seed gives is part of what users see: the same solutions in
// the same order, on every platform and in every version.
TEST(OrderTest, OfASeedStaysTheSame) {
  EXPECT_THAT(Values(OrderItems(Mixed(), false, 2026).items),
              ElementsAre(4, 0, 1, 3, 2, 5, 7, 6));
  EXPECT_THAT(OrderOptions(WithOptions(5), 2026),
              ElementsAre(OptionId(1), OptionId(2), OptionId(3), OptionId(4),
                          OptionId(0)));
}

}  // namespace
}  // namespace dlx::internal
