// The command info.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(InfoTest, DescribesAProblem) {
  constexpr char kProblem[] =
      "a 1:2|b c | x y\na b x:red\na c x:blue y |5\nb x:red |-2\nc\n";
  const Result result = Dlx({"info", "-"}, {.input = kProblem});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* expected :
       {"items            5 (3 primary, 2 secondary)\n", "options          4\n",
        "uses of items    10\n", "density          50%\n",
        "option sizes        1:          1  ###",
        "                    2:          1  ",
        "                    3:          1",
        "                    4:          1", "fewest options   a (2), b (2)",
        "most options     x (3), a (2)", "colours          2 in 3 places\n",
        "multiplicities   1..2 (1)\n", "costs            -2 to 5\n",
        "engine to solve  dancing_links: ", "engine to count  ",
        "engine for best  dancing_links"}) {
    EXPECT_THAT(result.output, HasSubstr(expected));
  }
  EXPECT_THAT(Dlx({"info", "-"}, {.input = kNone}),
              Prints(HasSubstr("primary items with too few options: 1\n")));
}

TEST(InfoTest, DescribesAProblemAsJson) {
  EXPECT_THAT(
      Dlx({"info", "-", "--json"}, {.input = "a 1:2|b | x\na b x:r\nb |5\n"}),
      AllOf(
          Exits(0),
          Prints(AllOf(
              StartsWith(
                  R"({"type":"info","items":3,"primary":2,"secondary":1,)"
                  R"("options":2,"uses":4,"density":0.666667,"option_sizes":)"
                  R"([{"size":1,"options":1},{"size":3,"options":1}],)"
                  R"("fewest_options":[{"item":"a","options":1},)"),
              HasSubstr(R"("colors":1,"colored_uses":1,"multiplicities":)"
                        R"([{"low":1,"high":2,"items":1}],"lowest_cost":0,)"
                        R"("highest_cost":5,)"),
              HasSubstr(R"("engines":{"solve":{"engine":"dancing_links",)")))));
}

}  // namespace
}  // namespace dlx::tool
