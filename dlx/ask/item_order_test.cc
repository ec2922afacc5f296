#include "dlx/ask/item_order.h"

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

// A path of 60 items; in the problem, every other one comes first.
Problem Path() {
  std::string text;
  for (const int first : {0, 1}) {
    for (int i = first; i < 60; i += 2) absl::StrAppend(&text, "i", i, " ");
  }
  for (int i = 0; i + 1 < 60; ++i) {
    absl::StrAppend(&text, "\ni", i, " i", i + 1);
  }
  return ProblemFromNotation(text + "\n");
}

TEST(ItemOrderTest, AForecastTellsOrderAndWidth) {
  const absl::StatusOr<OrderForecast> found = ForeseeOrder(Path());
  ASSERT_THAT(found, IsOk());
  EXPECT_EQ(found->order.size(), 60);
  EXPECT_EQ(found->widest_frontier, 1);
  const absl::StatusOr<OrderForecast> input =
      ForeseeOrder(Path(), {.branching = Branching::kInputOrder});
  ASSERT_THAT(input, IsOk());
  EXPECT_EQ(input->widest_frontier, 30);
  EXPECT_GT(input->log2_states, found->log2_states);
}

TEST(ItemOrderTest, WhatIsFoundCanBeWanted) {
  const absl::StatusOr<OrderForecast> found = ForeseeOrder(Path());
  ASSERT_THAT(found, IsOk());
  const absl::StatusOr<OrderForecast> again =
      ForeseeOrder(Path(), {.item_order = found->order});
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->order, found->order);
  EXPECT_EQ(again->log2_states, found->log2_states);
  const absl::StatusOr<CountResult> count = CountSolutions(
      Path(), {.engine = EngineKind::kLayers, .item_order = found->order});
  ASSERT_THAT(count, IsOk());
  EXPECT_EQ(count->count, 1);
}

TEST(ItemOrderTest, SecondaryItemsTakeRoomButHaveNoPlace) {
  const absl::StatusOr<OrderForecast> found = ForeseeOrder(
      ProblemFromNotation("a b | x y\na x:1 y\na x:2\nb x:1\nb x:3 y\n"));
  ASSERT_THAT(found, IsOk());
  EXPECT_THAT(found->order, ElementsAre(ItemId(0), ItemId(1)));
  EXPECT_EQ(found->widest_frontier, 4);
}

TEST(ItemOrderTest, MultiplicitiesHaveFrontiersOfTallies) {
  // Of "a" it matters whether it is covered three times, of "b" whether it is.
  const Problem problem = ProblemFromNotation("0:3|a b\na\na b\na\na b\na\n");
  const absl::StatusOr<OrderForecast> forecast = ForeseeOrder(problem);
  ASSERT_THAT(forecast, IsOk());
  EXPECT_THAT(forecast->order, UnorderedElementsAre(ItemId(0), ItemId(1)));
  EXPECT_EQ(forecast->widest_frontier, 3);
  EXPECT_GT(forecast->log2_states, 3);
}

TEST(ItemOrderTest, RefusesWhatIsNoOrder) {
  EXPECT_THAT(
      ForeseeOrder(Path(), {.item_order = {ItemId(1)}}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("lacks i0")));
}

}  // namespace
}  // namespace dlx
