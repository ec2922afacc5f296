#include "dlx/diagram/components.h"

#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::diagram {
namespace {

using ::dlx::testing::DominoProblem;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ToNotation;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(ComponentsTest, OneIsNoneAtAll) {
  EXPECT_THAT(FindComponents(DominoProblem(4, 4), {}), IsEmpty());
  EXPECT_THAT(FindComponents(ProblemFromNotation("a b | x\na x\nb x\n"), {}),
              IsEmpty());
  EXPECT_THAT(FindComponents(ProblemFromNotation("a | x\na\n"), {}), IsEmpty());
}

TEST(ComponentsTest, KeepsEverything) {
  const Problem problem = ProblemFromNotation(
      "a 1:2|b c d | x y z\na c x:red |3\nb y:blue\nb\nc\nb y:red |2\na\n");
  const std::vector<Component> components = FindComponents(
      problem, {.givens = {OptionId(4), OptionId(3)},
                .item_order = {ItemId(3), ItemId(2), ItemId(1), ItemId(0)}});
  ASSERT_THAT(components, SizeIs(3));
  EXPECT_EQ(ToNotation(components[0].problem),
            ToNotation(ProblemFromNotation("a c | x\na c x:red |3\nc\na\n")));
  EXPECT_THAT(components[0].original,
              ElementsAre(OptionId(0), OptionId(3), OptionId(5)));
  EXPECT_THAT(components[0].options.givens, ElementsAre(OptionId(1)));
  EXPECT_THAT(components[0].options.item_order,
              ElementsAre(ItemId(1), ItemId(0)));
  EXPECT_EQ(
      ToNotation(components[1].problem),
      ToNotation(ProblemFromNotation("1:2|b | y\nb y:blue\nb\nb y:red |2\n")));
  EXPECT_THAT(components[1].options.givens, ElementsAre(OptionId(2)));
  EXPECT_EQ(components[2].problem.option_count(), 0);
}

}  // namespace
}  // namespace dlx::internal::diagram
