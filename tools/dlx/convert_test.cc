// The command convert. (dlx/solvers tests the formats on solvers, and
// dlx/io/export their answers.)

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
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
using ::testing::StartsWith;

// The cover is {0, 3, 4}.
std::string Example() { return WriteFile("example.dlx", kExample); }

constexpr char kAnswer[] = "s SATISFIABLE\nv 1 -2 -3 4 5 -6 0\n";

TEST(ConvertTest, WritesEveryFormat) {
  const struct {
    const char* format;
    const char* part;
  } kCases[] = {
      {"cnf", "p cnf 6 "},        {"opb", "* #variable= 6 "},
      {"lp", "Subject To\n"},     {"mps", "ROWS\n"},
      {"asp", "chosen(K)"},       {"minizinc", "solve"},
      {"json", "\"options\": ["}, {"dlx", "a b c d e f g\nc e\n"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(Dlx({"convert", Example(), absl::StrCat("--to=", test.format)}),
                AllOf(Exits(0), Prints(HasSubstr(test.part)), Complains("")));
  }
}

TEST(ConvertTest, ReadsWhatOthersWrite) {
  const std::string sets = "A = {1, 4}\nB = {4}\nC = {1}\n";
  EXPECT_THAT(Dlx({"solve", "-"}, {.input = sets}),
              AllOf(Exits(0), Prints("| cover 1\n1 4 A\n\n| cover 2\n1 C\n4 "
                                     "B\n")));
  const std::string ec =
      Dlx({"convert", "-", "--to=ec"}, {.input = sets}).output;
  EXPECT_EQ(ec, "c 2 is 4\np ec 2\ns 1 2\ns 2\ns 1\n");
  EXPECT_THAT(Dlx({"count", "-"}, {.input = ec}), Prints("2\n"));
  EXPECT_THAT(Dlx({"count", "-"}, {.input = "1 1 0\n0 0 1\n0 1 1\n"}),
              Prints("1\n"));
  EXPECT_THAT(Dlx({"count", "-"}, {.input = "p ec 2\ns 3\n"}),
              AllOf(Exits(65), Complains(HasSubstr("2:3: an element is"))));
}

TEST(ConvertTest, ReadsStandardInput) {
  EXPECT_THAT(Dlx({"convert", "-", "--to", "dlx"}, {.input = kExample}),
              AllOf(Exits(0), Prints(StartsWith("a b c d e f g\nc e\n"))));
}

TEST(ConvertTest, SaysHowAtMostOneIsExpressed) {
  const std::string problem = WriteFile("four.dlx", "a\na\na\na\na\n");
  const auto convert = [&](const char* how) {
    return Dlx(
        {"convert", problem, "--to=cnf", absl::StrCat("--at-most-one=", how)});
  };
  EXPECT_THAT(convert("pairwise"), Prints(HasSubstr("p cnf 4 7\n")));
  EXPECT_THAT(convert("shorter"), Prints(HasSubstr("p cnf 4 7\n")));
  EXPECT_THAT(convert("sequential"), Prints(HasSubstr("c 5 to 6 count\n")));
}

TEST(ConvertTest, ReadsSolutionsBack) {
  const std::string answer = WriteFile("answer", kAnswer);
  EXPECT_THAT(
      Dlx({"convert", Example(), "--read-solution", answer, "--from=cnf"}),
      AllOf(Exits(0), Prints("| cover 1\nc e\na d f\nb g\n"), Complains("")));
  EXPECT_THAT(
      Dlx({"convert", Example(), "--read-solution=-", "--from=cnf", "--json"},
          {.input = kAnswer}),
      AllOf(Exits(0), Prints(AllOf(StartsWith(R"({"type":"cover","number":1,)"
                                              R"("options":[0,3,4],)"),
                                   EndsWith(R"({"type":"summary",)"
                                            R"("verdict":"cover"})"
                                            "\n")))));
}

TEST(ConvertTest, ReadsWhatItsOwnSolverFound) {
  const std::string json = Dlx({"first", Example(), "--json"}).output;
  EXPECT_THAT(Dlx({"convert", Example(), "--read-solution=-", "--from=json"},
                  {.input = json}),
              AllOf(Exits(0), Prints(HasSubstr("a d f\n"))));
}

TEST(ConvertTest, TellsHowTheSolverEnded) {
  const std::string costs = WriteFile("costs.dlx", kCosts);
  const struct {
    std::string problem;
    std::string format;
    std::string answer;
    int exit_code;
    std::string output;
    std::string note;
  } kCases[] = {
      {Example(), "cnf", "s UNSATISFIABLE\n", 0, "",
       "dlx: the solver says that there is no cover\n"},
      {Example(), "cnf", "s UNKNOWN\n", 75, "",
       "dlx: the solver gave up: it does not know whether there is a cover\n"},
      {costs, "opb", "s OPTIMUM FOUND\nv x1 x2 -x3 -x4\n", 0,
       "| cover 1, cost 7\na\nb\n", ""},
      {costs, "opb", "s SATISFIABLE\nv -x1 -x2 x3 -x4\n", 75,
       "| cover 1, cost 9\na b\n",
       "dlx: the solver does not say that this is the cheapest cover\n"},
      {Example(), "cnf", "s SATISFIABLE\nv 1 -2 -3 4 -5 -6 0\n", 1, "",
       "dlx: error: standard input: what the solver calls a solution is not a "
       "cover: item \"b\" is covered 0 times, but must be covered exactly "
       "once\n"},
      {Example(), "cnf", "s SATISFIABLE\n", 65, "",
       "dlx: error: standard input: this is not a solver's answer to the "
       "problem: it says that there is a solution, but not which\n"},
      {Example(), "cnf", "Segmentation fault\n", 65, "",
       "dlx: error: standard input: this is not a solver's answer to the "
       "problem: it does not say whether there is a solution\n"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(
        Dlx({"convert", test.problem, "--read-solution=-", "--from",
             test.format},
            {.input = test.answer}),
        AllOf(Exits(test.exit_code), Prints(test.output), Complains(test.note)))
        << test.answer;
  }
}

TEST(ConvertTest, Mistakes) {
  const struct {
    std::vector<std::string> flags;
    int exit_code;
    std::string error;
  } kCases[] = {
      {{}, 2, "give either --to, or --read-solution and --from"},
      {{"--to=cnf", "--from=cnf"}, 2, "give either --to"},
      {{"--to=cnf", "--read-solution=x"}, 2, "give either --to"},
      {{"--to=cnf", "--read-solution=x", "--from=cnf"}, 2, "give either --to"},
      {{"--read-solution=x"}, 2, "give either --to"},
      {{"--to=miniznc"},
       2,
       "cnf, opb, lp, mps, asp, minizinc, json, dlx or ec is expected; did you "
       "mean \"minizinc\"?"},
      {{"--to=cnf", "--at-most-one=two"}, 2, "pairwise, sequential or shorter"},
      {{"--to=lp", "--at-most-one=pairwise"}, 2, "is for --to=cnf"},
      {{"--read-solution=no/such/file", "--from=lp"}, 66, "no/such/file"},
  };
  for (const auto& test : kCases) {
    std::vector<std::string> arguments = {"convert", Example()};
    arguments.insert(arguments.end(), test.flags.begin(), test.flags.end());
    EXPECT_THAT(Dlx(arguments), AllOf(Exits(test.exit_code), Prints(""),
                                      Complains(HasSubstr(test.error))));
  }
  EXPECT_THAT(Dlx({"convert", "-", "--read-solution=-", "--from=cnf"}),
              AllOf(Exits(2), Complains(HasSubstr("both come from"))));
  EXPECT_THAT(Dlx({"convert", WriteFile("costs.dlx", kCosts), "--to=cnf"}),
              AllOf(Exits(2), Prints(""),
                    Complains(HasSubstr("CNF cannot express costs"))));
}

}  // namespace
}  // namespace dlx::tool
