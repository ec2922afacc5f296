#include "dlx/io/item_order.h"

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::testing::ElementsAre;

Problem SomeItems() { return ProblemFromNotation("a b cat | x\na x\nb cat\n"); }

TEST(ItemOrderTest, ReadsWhatItWrites) {
  const Problem problem = SomeItems();
  for (const absl::string_view text :
       {"cat\na\nb\n", "cat a b", "| In one line.\n  cat a\n\nb\r\n"}) {
    const absl::StatusOr<std::vector<ItemId>> order =
        ReadItemOrder(text, problem);
    ASSERT_THAT(order, IsOk());
    EXPECT_THAT(*order, ElementsAre(ItemId(2), ItemId(0), ItemId(1)));
    EXPECT_EQ(WriteItemOrder(problem, *order), "cat\na\nb\n");
  }
}

TEST(ItemOrderTest, ErrorsNameThePlace) {
  const struct {
    absl::string_view text;
    absl::string_view error;
  } kCases[] = {
      {"a b\n  dog cat\n", "f:2:3: there is no item \"dog\""},
      {"a x b cat\n",
       "f:1:3: \"x\" is a secondary item: it has no place in an order"},
      {"a b\ncat a\n", "f:2:5: \"a\" stands in the order twice"},
      {"a b\n", "f:2:1: the order lacks the item \"cat\""},
      {"", "f:1:1: the order lacks the item \"a\""},
  };
  for (const auto& test : kCases) {
    const absl::StatusOr<std::vector<ItemId>> order =
        ReadItemOrder(test.text, SomeItems(), "f");
    EXPECT_EQ(order.status().message(), test.error) << test.text;
  }
  EXPECT_FALSE(ReadItemOrder("a b\x01 cat\n", SomeItems()).ok());
}

}  // namespace
}  // namespace dlx::io
