#include "dlx/testing/notation.h"

#include "gtest/gtest.h"

namespace dlx::testing {
namespace {

TEST(NotationTest, ReadsEveryFeature) {
  const Problem problem = ProblemFromNotation(
      "a 2|b 0:3|c | x y\n"
      "a c x:red y:blue |7\n"
      "b c y\n"
      "b |-2\n");
  EXPECT_EQ(problem.item_count(), 5);
  EXPECT_EQ(problem.primary_count(), 3);
  EXPECT_EQ(problem.multiplicity(ItemId(0)), (Multiplicity{1, 1}));
  EXPECT_EQ(problem.multiplicity(ItemId(1)), (Multiplicity{2, 2}));
  EXPECT_EQ(problem.multiplicity(ItemId(2)), (Multiplicity{0, 3}));
  EXPECT_EQ(problem.option_count(), 3);
  EXPECT_EQ(problem.OptionToString(OptionId(0)), "a c x:red y:blue");
  EXPECT_EQ(problem.cost(OptionId(0)), 7);
  EXPECT_EQ(problem.cost(OptionId(1)), 0);
  EXPECT_EQ(problem.cost(OptionId(2)), -2);
}

TEST(NotationTest, WritesWhatItReads) {
  for (const char* text : {
           "a\n",
           "a b\na\nb\na b\n",
           "a | x\na x\n",
           "a 2:2|b 0:3|c | x y\na c x:red y:blue |7\nb c y\nb |-2\n",
       }) {
    EXPECT_EQ(ToNotation(ProblemFromNotation(text)), text);
  }
}

TEST(NotationDeathTest, RefusesWhatIsNoProblem) {
  EXPECT_DEATH(ProblemFromNotation("a\nb\n"), "an unknown item in \"b\"");
  EXPECT_DEATH(ProblemFromNotation("a\na |x\n"), "not a number in \"x\"");
  EXPECT_DEATH(ProblemFromNotation("a\na a\n"), "has item \"a\" twice");
}

}  // namespace
}  // namespace dlx::testing
