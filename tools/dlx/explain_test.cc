// dlx explain and dlx estimate from the outside.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Pairs of three things cannot cover the three; d has nothing to do with it.
constexpr char kOdd[] = "a b c d\na b\nb c\na c\nd\n";

TEST(ExplainTest, NamesItemsThatCannotBeCoveredTogether) {
  EXPECT_THAT(Dlx({"explain", "-"}, {.input = kOdd}),
              AllOf(Exits(0), Prints("a\nb\nc\n"),
                    Complains(StartsWith("dlx: there is no cover: these "))));
  EXPECT_THAT(
      Dlx({"explain", "-", "--json"}, {.input = kOdd}),
      AllOf(
          Exits(0),
          Prints(StartsWith(
              R"({"type":"explanation","outcome":"exhausted","items":["a","b","c"],"irreducible":true,)")),
          Complains("")));
  // An item without options is reason enough.
  EXPECT_THAT(Dlx({"explain", "-"}, {.input = kNone}),
              AllOf(Exits(0), Prints("b\n")));
}

TEST(ExplainTest, SaysThatThereIsACover) {
  EXPECT_THAT(
      Dlx({"explain", "-"}, {.input = kExample}),
      AllOf(Exits(0), Prints(""), Complains("dlx: there is a cover\n")));
  EXPECT_THAT(Dlx({"explain", "-", "--json"}, {.input = kExample}),
              AllOf(Exits(0), Prints(HasSubstr(R"("cover":[)"))));
}

TEST(ExplainTest, StepsLeadToACover) {
  // All options of a have b, which rules out 'b c'.
  const std::string text = "a b c d\na b\na b d\nb c\nc\nd\n";
  EXPECT_THAT(Dlx({"explain", "-", "--steps"}, {.input = text}),
              AllOf(Exits(0),
                    Prints("1. all options of a have b\n"
                           "   out 2: b c\n"
                           "2. c has one option left\n"
                           "   take 3: c\n"),
                    Complains(HasSubstr("no further step is found; 3 "))));
  EXPECT_THAT(
      Dlx({"explain", "-", "--steps", "--json"}, {.input = text}),
      AllOf(
          Exits(0),
          Prints(AllOf(
              StartsWith(
                  R"({"type":"step","kind":"base and cover","placed":[],"removed":[2],"base":["a"],"cover":["b"]})"),
              HasSubstr(
                  R"({"type":"steps","outcome":"exhausted","solved":false,"taken":[3],"left":[0,1,4]})")))));
  // With 'd x y', both a and b would be left with c.
  EXPECT_THAT(
      Dlx({"explain", "-", "--steps"},
          {.input = "a b c d | x y z\na c\na c d\na d\na y\nb c\nb c d\n"
                    "b d\nb x z\nd x y\nd y\n"}),
      AllOf(Exits(0), Prints("1. else a, b cannot all be covered, by way of "
                             "(a c) for a, (b c) for b\n"
                             "   out 8: d x y\n")));
  EXPECT_THAT(Dlx({"explain", "-", "--steps"}, {.input = "2|a b\na b\na\n"}),
              AllOf(Exits(2), Complains(HasSubstr("without multiplicities"))));
}

TEST(EstimateTest, ASmallTreeIsExact) {
  EXPECT_THAT(Dlx({"estimate", "-"}, {.input = kFour}),
              AllOf(Exits(0), Prints(AllOf(StartsWith("covers  4\n"),
                                           HasSubstr("this is exact")))));
  EXPECT_THAT(Dlx({"estimate", "-", "--json"}, {.input = kFour}),
              AllOf(Exits(0), Prints(AllOf(HasSubstr(R"("covers":"4")"),
                                           HasSubstr(R"("exact":true)")))));
}

TEST(EstimateTest, ALimitMakesItLessCertainAndNoMore) {
  const std::string numbers = WriteFile("numbers.dlx", AllNumbers(60));
  EXPECT_THAT(Dlx({"estimate", numbers, "--timeout=1s"}),
              AllOf(Exits(0), Prints(StartsWith("covers  1.153e+18 ("))));
}

}  // namespace
}  // namespace dlx::tool
