#include "dlx/io/problem_writer.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/problem_difference.h"
#include "dlx/io/problem_reader.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;

Problem BuildOrDie(ProblemBuilder builder) {
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

TEST(ProblemWriterTest, WritesAndReadsBack) {
  for (absl::string_view text : {
           "a\n",
           "a\na\na\n",
           "a b\na b\nb a\n",
           "a | x y\na y x\n",
           "2|a 1:3|b 0:4294967295|c\na b\n",
           "a | x y\na x:red y:0\na x:0 y:red\n",
           "a b\na |5\nb\na b |-4294967296\n",
           "\u00e9t\u00e9 # 1 | -1\n\u00e9t\u00e9 # -1:\u9752\n",
       }) {
    const Problem problem = ProblemFromNotation(text);
    const absl::StatusOr<std::string> written = WriteProblem(problem);
    ASSERT_THAT(written, IsOk()) << text;
    EXPECT_EQ(*written, text);
    const absl::StatusOr<Problem> read = ReadProblem(*written);
    ASSERT_THAT(read, IsOk()) << text;
    EXPECT_EQ(DifferenceBetween(problem, *read), "") << text;
  }
}

TEST(ProblemWriterTest, OmitsWhatSaysNothing) {
  const absl::StatusOr<Problem> problem =
      ReadProblem("| comment\n1|a  1:1|b 2:2|c |\r\n\n  a\tb |0\n");
  ASSERT_THAT(problem, IsOk());
  const absl::StatusOr<std::string> written = WriteProblem(*problem);
  ASSERT_THAT(written, IsOk());
  EXPECT_EQ(*written, "a b 2|c\na b\n");
}

TEST(ProblemWriterTest, PutsSecondaryItemsLast) {
  ProblemBuilder builder;
  const ItemId x = builder.AddSecondary("x");
  const ItemId a = builder.AddPrimary("a", {0, 2});
  const ItemId y = builder.AddSecondary("y");
  const ItemId b = builder.AddPrimary("b");
  const ColorId unused = builder.AddColor("un used");
  const ColorId red = builder.AddColor("red");
  EXPECT_NE(unused, red);
  builder.AddOption({{x, red}, a, y, b}, 3);
  const absl::StatusOr<std::string> written =
      WriteProblem(BuildOrDie(std::move(builder)));
  ASSERT_THAT(written, IsOk());
  EXPECT_EQ(*written, "0:2|a b | x y\nx:red a y b |3\n");
}

TEST(ProblemWriterTest, RefusesNamesThatCannotBeReadBack) {
  struct Case {
    absl::string_view name;
    absl::string_view quoted;
    absl::string_view obstacle;
    bool is_good_color = false;
  };
  const Case kCases[] = {
      {"a b", R"("a b")", "it contains a blank"},
      {"a\tb", R"("a\tb")", "it contains a blank"},
      {"a\nb", R"("a\nb")", "it contains a control character"},
      {absl::string_view("\0", 1), R"("\x00")",
       "it contains a control character"},
      {"a\x80", R"("a\x80")", "it is not UTF-8"},
      {"\ufeff", "\"\\xef\\xbb\\xbf\"",
       "it contains a byte order mark (U+FEFF)"},
      {"|", R"("|")", "it contains '|'", true},
      {":", R"(":")", "it contains ':'", true},
      {"2|a", R"("2|a")", "it contains '|'"},
      {"a:b", R"("a:b")", "it contains ':'"},
  };
  for (const Case& c : kCases) {
    ProblemBuilder items;
    items.AddPrimary(c.name);
    EXPECT_THAT(
        WriteProblem(BuildOrDie(std::move(items))),
        StatusIs(absl::StatusCode::kInvalidArgument,
                 absl::StrCat("the text format cannot write the item name ",
                              c.quoted, ": ", c.obstacle)));
    ProblemBuilder colors;
    const ItemId a = colors.AddPrimary("a");
    const ItemId x = colors.AddSecondary("x");
    colors.AddOption({a, {x, colors.AddColor(c.name)}});
    const absl::StatusOr<std::string> written =
        WriteProblem(BuildOrDie(std::move(colors)));
    if (c.is_good_color) {
      ASSERT_THAT(written, IsOk());
      EXPECT_EQ(*written, absl::StrCat("a | x\na x:", c.name, "\n"));
    } else {
      EXPECT_THAT(
          written,
          StatusIs(absl::StatusCode::kInvalidArgument,
                   absl::StrCat("the text format cannot write the colour ",
                                c.quoted, ": ", c.obstacle)));
    }
  }
}

}  // namespace
}  // namespace dlx::io
