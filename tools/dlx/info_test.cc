// The command info.

#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::testing::AllOf;
using ::testing::ContainsRegex;
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

TEST(InfoTest, TellsHowWideTheFrontierGets) {
  const std::string board = Dlx({"make", "dominoes", "4x9"}).output;
  EXPECT_THAT(
      Dlx({"info", "-"}, {.input = board}),
      Prints(ContainsRegex("order            a frontier of up to 4 bits, at "
                           "most 2\\^[0-9.]+ states\n")));
  EXPECT_THAT(Dlx({"info", "-", "--json"}, {.input = board}),
              Prints(HasSubstr(R"("order":{"widest_frontier":4,)")));
}

TEST(InfoTest, WritesAnOrderThatCountReads) {
  const std::string board = Dlx({"make", "dominoes", "4x9"}).output;
  const std::string folder = ::testing::TempDir();
  const std::string board_file = absl::StrCat(folder, "/board.dlx");
  const std::string order_file = absl::StrCat(folder, "/order.txt");
  std::ofstream(board_file) << board;
  const auto count = [&](absl::string_view order) {
    std::ofstream(order_file) << order;
    return Dlx({"count", board_file, "--engine=layers",
                absl::StrCat("--order=", order_file)});
  };
  const std::string order = Dlx({"info", board_file, "--order"}).output;
  EXPECT_THAT(count(order), AllOf(Exits(0), Prints("6336\n")));
  EXPECT_THAT(count(absl::StrCat(order, "00\n")),
              AllOf(Exits(65), Prints(""),
                    Complains(HasSubstr("order.txt:37:1: \"00\" stands in "
                                        "the order twice"))));
  EXPECT_THAT(Dlx({"count", board_file, "--order=/no/such"}), Exits(66));
  EXPECT_THAT(
      Dlx({"info", "-", "--order"}, {.input = "1:2|a 2:2|b c\na b\nc\na b\n"}),
      AllOf(Exits(0), Prints("a\nb\nc\n")));
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
