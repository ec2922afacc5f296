#include "dlx/io/problem_reader.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/problem_difference.h"
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

// The example of DLX3 with a cost, in the plainest form.
constexpr absl::string_view kExample =
    "A B 2:3|C | X Y\n"
    "A B X:0 Y:0\n"
    "A C X:1 Y:1 |7\n"
    "C X:0\n"
    "B X:1\n"
    "C Y\n";

TEST(ProblemReaderTest, ReadsEveryFeature) {
  const absl::StatusOr<Problem> problem = ReadProblem(kExample);
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->item_count(), 5);
  EXPECT_EQ(problem->primary_count(), 3);
  EXPECT_EQ(problem->item_name(ItemId(2)), "C");
  EXPECT_TRUE(problem->is_primary(ItemId(2)));
  EXPECT_FALSE(problem->is_primary(ItemId(3)));
  EXPECT_EQ(problem->multiplicity(ItemId(1)), (Multiplicity{1, 1}));
  EXPECT_EQ(problem->multiplicity(ItemId(2)), (Multiplicity{2, 3}));
  EXPECT_EQ(problem->color_count(), 2);
  EXPECT_EQ(problem->color_name(ColorId(1)), "0");
  EXPECT_EQ(problem->color_name(ColorId(2)), "1");
  ASSERT_EQ(problem->option_count(), 5);
  EXPECT_THAT(problem->option(OptionId(1)),
              ElementsAre(ItemUse{ItemId(0)}, ItemUse{ItemId(2)},
                          ItemUse{ItemId(3), ColorId(2)},
                          ItemUse{ItemId(4), ColorId(2)}));
  EXPECT_THAT(problem->option(OptionId(4)),
              ElementsAre(ItemUse{ItemId(2)}, ItemUse{ItemId(4)}));
  EXPECT_EQ(problem->cost(OptionId(0)), 0);
  EXPECT_EQ(problem->cost(OptionId(1)), 7);
}

// Different ways to write the same problem.
TEST(ProblemReaderTest, FormDoesNotMatter) {
  const Problem expected = ProblemFromNotation(kExample);
  struct Case {
    const char* description;
    std::string text;
  };
  const Case kCases[] = {
      {"as it is", std::string(kExample)},
      {"no newline at the end",
       std::string(kExample.substr(0, kExample.size() - 1))},
      {"CR LF", absl::StrReplaceAll(kExample, {{"\n", "\r\n"}})},
      {"CR LF, but a bare CR at the end",
       absl::StrCat(absl::StrReplaceAll(kExample, {{"\n", "\r\n"}}), "\r")},
      {"CR CR LF", absl::StrReplaceAll(kExample, {{"\n", "\r\r\n"}})},
      {"CR and blanks", absl::StrReplaceAll(kExample, {{"\n", " \r \t\n"}})},
      {"tabs", absl::StrReplaceAll(kExample, {{" ", "\t"}})},
      {"many blanks",
       absl::StrReplaceAll(kExample, {{" ", " \t  "}, {"\n", "  \n \t "}})},
      {"blank lines",
       absl::StrCat("\n\n \t\n\r\n",
                    absl::StrReplaceAll(kExample, {{"\n", "\n  \n\n\t\n"}}))},
      {"comments",
       absl::StrCat("| A comment\n|\n  \t| Another\n||| 3|x a:b\n|\n",
                    absl::StrReplaceAll(kExample, {{"\n", "\n|x\n | y\n"}}))},
      {"a comment at the end", absl::StrCat(kExample, "| that was all")},
      {"comments with any bytes",
       absl::StrCat("| caf\xe9 \x01 \x7f \xff\xfe\r", "x\n", kExample)},
      {"byte order mark", absl::StrCat("\ufeff", kExample)},
      {"byte order mark before a comment",
       absl::StrCat("\ufeff| Hello\r\n", kExample)},
      {"nothing between the bar and the secondary items",
       absl::StrReplaceAll(kExample, {{"| X", "|X"}})},
      {"leading zeros",
       absl::StrReplaceAll(kExample, {{"2:3", "002:03"}, {"|7", "|007"}})},
      {"the multiplicity 1",
       absl::StrReplaceAll(kExample, {{"A B 2", "1|A 1:1|B 2"}})},
      {"several costs in an option",
       absl::StrReplaceAll(kExample, {{"X:1 Y:1 |7", "|9 X:1 |-3 Y:1 |0 |1"}})},
      {"costs that add up to 0",
       absl::StrReplaceAll(kExample, {{"C Y", "C |-5 Y |5"}})},
      {"a cost in the middle",
       absl::StrReplaceAll(kExample, {{"C X:1 Y:1 |7", "C |7 X:1 Y:1"}})},
  };
  for (const Case& c : kCases) {
    const absl::StatusOr<Problem> problem = ReadProblem(c.text);
    ASSERT_THAT(problem, IsOk()) << c.description;
    EXPECT_EQ(DifferenceBetween(*problem, expected), "") << c.description;
  }
}

TEST(ProblemReaderTest, MultiplicitiesHaveThreeForms) {
  const absl::StatusOr<Problem> problem =
      ReadProblem("a 2|b 0:3|c 4:4|d 0:4294967295|e 17|5\n");
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->multiplicity(ItemId(0)), (Multiplicity{1, 1}));
  EXPECT_EQ(problem->multiplicity(ItemId(1)), (Multiplicity{2, 2}));
  EXPECT_EQ(problem->multiplicity(ItemId(2)), (Multiplicity{0, 3}));
  EXPECT_EQ(problem->multiplicity(ItemId(3)), (Multiplicity{4, 4}));
  EXPECT_EQ(problem->multiplicity(ItemId(4)), (Multiplicity{0, 4294967295}));
  EXPECT_EQ(problem->item_name(ItemId(5)), "5");
  EXPECT_EQ(problem->multiplicity(ItemId(5)), (Multiplicity{17, 17}));
}

TEST(ProblemReaderTest, NamesAndColorsAreFree) {
  const std::string long_name(1000, 'n');
  const absl::StatusOr<Problem> names = ReadProblem(
      absl::StrCat("# 1 -1 \u00e9t\u00e9 \U0001f600 \"q\" ", long_name,
                   " | x y z u\n"
                   "# x:: y:| z:dark-red u:\u9752\n",
                   long_name, " \U0001f600 \u00e9t\u00e9 x:1 u:\"\n"));
  ASSERT_THAT(names, IsOk());
  EXPECT_EQ(names->OptionToString(OptionId(0)),
            "# x:: y:| z:dark-red u:\u9752");
  EXPECT_EQ(names->OptionToString(OptionId(1)),
            absl::StrCat(long_name, " \U0001f600 \u00e9t\u00e9 x:1 u:\""));
}

TEST(ProblemReaderTest, OptionsAreOptional) {
  for (absl::string_view text : {"a", "a\n", "a |\n", "a | x\n", "1:2|a"}) {
    const absl::StatusOr<Problem> problem = ReadProblem(text);
    ASSERT_THAT(problem, IsOk()) << text;
    EXPECT_EQ(problem->primary_count(), 1) << text;
    EXPECT_EQ(problem->option_count(), 0) << text;
  }
}

TEST(ProblemReaderTest, EqualOptionsStayDifferent) {
  const absl::StatusOr<Problem> problem = ReadProblem("a b\na b\nb a\na b\n");
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->option_count(), 3);
}

}  // namespace
}  // namespace dlx::io
