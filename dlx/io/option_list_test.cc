#include "dlx/io/option_list.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::testing::ElementsAreArray;

constexpr absl::string_view kProblem =
    "A B C | X Y\n"
    "A B X:0 Y:0\n"     // 0
    "A C X:1 Y:1 |7\n"  // 1
    "B X:1\n"           // 2
    "C Y\n"             // 3
    "B X:1\n"           // 4
    "A B |4\n"          // 5
    "B A |5\n"          // 6
    "A B |4\n"          // 7
    "B X:1\n";          // 8

// Items whose names are numbers.
constexpr absl::string_view kNumbered =
    "1 2 3\n"
    "1 2\n"   // 0
    "3\n"     // 1
    "2 3\n"   // 2
    "3\n"     // 3
    "1 3\n";  // 4

struct GoodList {
  absl::string_view problem;
  absl::string_view text;
  std::vector<uint32_t> options;
};

TEST(OptionListTest, FindsOptions) {
  const GoodList kLists[] = {
      {kProblem, "", {}},
      {kProblem, "\ufeff| nothing\n\n", {}},
      {kProblem, "A B X:0 Y:0\nC Y", {0, 3}},
      // In any order.
      {kProblem, "  Y:0\tX:0 B A \r\n|x\n\nY C\r\n", {0, 3}},
      // By number, leading zeros or not.
      {kProblem, "3\n0\n", {3, 0}},
      {kProblem, " 003 \r\n", {3}},
      {kProblem, "8", {8}},
      // Equal options are taken in turn.
      {kProblem, "B X:1\nX:1 B\nB X:1\n", {2, 4, 8}},
      {kProblem, "B X:1\n2\nB X:1\n", {4, 2, 8}},
      {kProblem, "B X:1\n8\n4\n", {2, 8, 4}},
      // A list that repeats itself.
      {kProblem, "C Y\nC Y\n", {3, 3}},
      {kProblem, "3\n3\nC Y\n", {3, 3, 3}},
      {kProblem, "B X:1\nB X:1\nB X:1\nB X:1\n", {2, 4, 8, 2}},
      // Costs distinguish options that are equal otherwise.
      {kProblem, "A C X:1 Y:1\n", {1}},
      {kProblem, "A C |7 X:1 Y:1\n", {1}},
      {kProblem, "A B |5\nA B\n", {6, 5}},
      {kProblem, "A B |4\nB A |4\nA B\n", {5, 7, 6}},
      {kProblem, "A B\nA B\nA B |4\n", {5, 6, 7}},
      {kProblem, "A B |4\n5\nA B |4\nA B |4\n", {7, 5, 5, 5}},
      {kProblem, "C Y |0\n", {3}},
      // Items come before numbers.
      {kNumbered, "3\n3\n", {1, 3}},
      {kNumbered, "0\n4\n", {0, 4}},
      {kNumbered, "2 1\n3 1\n", {0, 4}},
  };
  for (const GoodList& list : kLists) {
    const absl::StatusOr<std::vector<OptionId>> options =
        ReadOptionList(list.text, ProblemFromNotation(list.problem));
    ASSERT_THAT(options, IsOk()) << list.text;
    std::vector<uint32_t> numbers;
    for (const OptionId option : *options) numbers.push_back(option.value());
    EXPECT_THAT(numbers, ElementsAreArray(list.options)) << list.text;
  }
}

struct BadList {
  absl::string_view problem;
  absl::string_view text;
  absl::string_view message;
};

TEST(OptionListTest, SaysWhatIsWrong) {
  const BadList kLists[] = {
      {kProblem, "A B X:0 Y:0\n A C\n",
       "2:2: the problem has no option \"A C\""},
      {kProblem, "A C \t\r\nC Y", "1:1: the problem has no option \"A C\""},
      {kProblem, "B X:2", "1:1: the problem has no option \"B X:2\""},
      {kProblem, "B X", "1:1: the problem has no option \"B X\""},
      // X is not of that colour, though another option gives it to Y.
      {kProblem, "A B X:green Y:0",
       "1:1: the problem has no option \"A B X:green Y:0\""},
      {kProblem, "A B |6",
       "1:1: the problem has no option \"A B |6\", only one of another cost"},
      {kProblem, "A D", "1:3: unknown item \"D\""},
      {kProblem, "A A", "1:3: item \"A\" appears twice in this option"},
      {kProblem, "X:1", "1:1: this option has no primary item"},
      {kProblem, "\n9\n",
       "2:1: there is no option \"9\": 9 options are numbered from 0"},
      {kProblem, "99999999999999999999",
       "1:1: there is no option \"99999999999999999999\": 9 options are "
       "numbered from 0"},
      {kProblem, "-1", "1:1: unknown item \"-1\""},
      {kProblem, "1 2", "1:1: unknown item \"1\""},
      {kProblem, "1 A", "1:1: unknown item \"1\""},
      {kProblem, "1 \x01", "1:1: unknown item \"1\""},
      {kProblem, "1\x01", "1:2: the control character 0x01"},
      {kProblem, "A \xff", "1:3: this is not UTF-8: \"\\xff\""},
      {kNumbered, "2\n", "1:1: the problem has no option \"2\""},
      {kNumbered, "5\n",
       "1:1: there is no option \"5\": 5 options are numbered from 0"},
      {"a\n", "0\n",
       "1:1: there is no option \"0\": 0 options are numbered from 0"},
  };
  for (const BadList& list : kLists) {
    const absl::StatusOr<std::vector<OptionId>> options = ReadOptionList(
        list.text, ProblemFromNotation(list.problem), "cover.txt");
    EXPECT_EQ(std::string(options.status().message()),
              "cover.txt:" + std::string(list.message));
  }
}

TEST(OptionListTest, NotFoundHasAStatusOfItsOwn) {
  const Problem problem = ProblemFromNotation(kProblem);
  EXPECT_EQ(ReadOptionList("A C", problem).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(ReadOptionList("A D", problem).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace dlx::io
