// The command check.

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
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
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(CheckTest, AcceptsWhatSolvePrints) {
  const std::string queens =
      WriteFile("queens6.dlx", Dlx({"make", "queens", "6"}).output);
  constexpr char kVerdicts[] = "1: cover\n2: cover\n3: cover\n4: cover\n";
  for (const char* format : {"--format=text", "--format=json"}) {
    const std::string covers = Dlx({"solve", queens, format}).output;
    EXPECT_THAT(Dlx({"check", queens, "-"}, {.input = covers}),
                AllOf(Exits(0), Prints(kVerdicts), Complains("")));
    EXPECT_THAT(Dlx({"check", "-", WriteFile("covers", covers)},
                    {.input = Dlx({"make", "queens", "6"}).output}),
                AllOf(Exits(0), Prints(kVerdicts)));
  }
}

TEST(CheckTest, AcceptsEveryKindOfProblem) {
  const std::vector<std::string> kProblems = {
      kExample,
      kCosts,
      "a | x y\na x:r y\n",
      "a b | x\na x:r\nb x:r\nb x\n",
      // Equal options, and an item that needs two of them.
      "2|a b\na\na\na\nb\nb\n",
      "0:1|a\na\n",
      // Items named like numbers.
      "0 1 2\n0 1\n2\n",
  };
  for (const std::string& text : kProblems) {
    const std::string problem = WriteFile("problem.dlx", text);
    for (const char* format : {"--format=text", "--format=json"}) {
      const std::string covers = Dlx({"solve", problem, format}).output;
      EXPECT_THAT(Dlx({"check", problem, "-"}, {.input = covers}),
                  AllOf(Exits(0), Prints(Not(HasSubstr("not a cover")))))
          << text << covers;
    }
  }
}

TEST(CheckTest, SaysWhatIsWrong) {
  const std::string example = WriteFile("example.dlx", kExample);
  struct {
    std::vector<std::string> arguments;
    std::string input;
    int exit_code;
    std::string output, error;
  } const kCases[] = {
      {{"--options=0,3,4"}, "", 0, "1: cover\n", ""},
      {{"--options=4, 3,0"}, "", 0, "1: cover\n", ""},
      {{"--options=0,1"}, "", 1, "1: not a cover: item \"b\"", ""},
      {{"--options=0,3,4,4"}, "", 1, "1: not a cover: ", ""},
      {{"--options=6"},
       "",
       2,
       "",
       "--options: there is no option \"6\"; they are numbered from 0 to 5"},
      {{"--options=x"}, "", 2, "", "there is no option \"x\""},
      {{"-"}, "c e\nf d a\nb g\n", 0, "1: cover\n", ""},
      {{"-"}, "0\n3\n4\n", 0, "1: cover\n", ""},
      {{"-"},
       "| my notes\n\nc e\n\n0\n3\n4",
       1,
       "1: not a cover: item \"a\"",
       ""},
      {{"-"}, "| cover 1\n", 1, "1: not a cover: ", ""},
      {{"-"}, "c e\nc f\n", 65, "", "standard input:2:1: the problem has no"},
      {{"-"}, "c e\nz\n", 65, "", "standard input:2:1: unknown item \"z\""},
      {{"-"}, "", 65, "", "standard input: there are no options in it"},
      {{"-"}, "{\"options\":[0,3,4]}\n", 0, "1: cover\n", ""},
      {{"-"},
       "{\"type\": \"cover\", \"options\" : [0, 3, 4]}\n"
       "{\"type\": \"summary\"}\n",
       0,
       "1: cover\n",
       ""},
      {{"-"}, "{}\n", 65, "", "standard input:1: neither a cover"},
      {{"-"},
       "{\"options\":[0,3,4]}\n\n{oops\n",
       65,
       "",
       "standard input:3: neither a cover"},
      {{"-"},
       "{\"options\":[0]}\n{\"options\":[0,3,9]}\n",
       65,
       "",
       "standard input:2: there is no option 9"},
      {{"-"}, "{\"options\":[0,3", 65, "", "the list of options has no end"},
      {{}, "", 2, "", "which options are to be checked?"},
      {{"-", "--options=1"}, "", 2, "", "which options are to be checked?"},
      {{"no such file"}, "", 66, "", "cannot read \"no such file\""},
  };
  for (const auto& test : kCases) {
    std::vector<std::string> arguments = {"check", example};
    arguments.insert(arguments.end(), test.arguments.begin(),
                     test.arguments.end());
    EXPECT_THAT(Dlx(arguments, {.input = test.input}),
                AllOf(Exits(test.exit_code), Prints(HasSubstr(test.output)),
                      Complains(HasSubstr(test.error))))
        << absl::StrJoin(test.arguments, " ") << "\n"
        << test.input;
  }
  EXPECT_THAT(Dlx({"check", "-", "-"}),
              AllOf(Exits(2), Complains(HasSubstr("cannot both come"))));
}

TEST(CheckTest, VerdictsAsJson) {
  EXPECT_THAT(
      Dlx({"check", "-", "--options=0", "--json"}, {.input = kFour}),
      AllOf(Exits(1),
            Prints(AllOf(
                StartsWith(
                    R"({"type":"verdict","number":1,"cover":false,"reason":")"),
                EndsWith(R"({"type":"summary","count":"1","covers":"0"})"
                         "\n")))));
}

}  // namespace
}  // namespace dlx::tool
