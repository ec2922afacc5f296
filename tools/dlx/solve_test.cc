// What solve, count, first and best print.

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "dlx/engines.h"
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
using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(SolveTest, PrintsCoversAsText) {
  EXPECT_THAT(
      Dlx({"solve", "-"}, {.input = kExample}),
      AllOf(Exits(0), Prints("| cover 1\na d f\nb g\nc e\n"), Complains("")));
  EXPECT_THAT(Dlx({"solve", "-"}, {.input = kFour}),
              AllOf(Exits(0), Prints("| cover 1\na\nb\n\n| cover 2\na\nb\n\n"
                                     "| cover 3\na\nb\n\n| cover 4\na\nb\n")));
  EXPECT_THAT(
      Dlx({"solve", "-"}, {.input = kNone}),
      AllOf(Exits(0), Prints(""), Complains("dlx: there is no cover\n")));
}

TEST(SolveTest, PrintsCoversAsJsonLines) {
  for (const char* flag : {"--json", "--format=json"}) {
    EXPECT_THAT(
        Dlx({"solve", flag, "-"}, {.input = kExample}),
        AllOf(Exits(0), Complains(""),
              Prints(AllOf(
                  StartsWith(
                      R"({"type":"cover","number":1,"options":[3,4,0],)"
                      R"("items":[["a","d","f"],["b","g"],["c","e"]]})"
                      "\n"
                      R"({"type":"summary","outcome":"exhausted","count":"1",)"
                      R"("nodes":)"),
                  ContainsRegex(R"("seconds":[0-9]+\.[0-9]+,"engine":")"),
                  EndsWith("\"}\n")))));
  }
}

TEST(SolveTest, EscapesNamesInJson) {
  EXPECT_THAT(
      Dlx({"solve", "--json", "-"},
          {.input = "a\"b\\ é | x\na\"b\\ é x:\"red\"\n"}),
      AllOf(Exits(0),
            Prints(HasSubstr(R"("items":[["a\"b\\","é","x:\"red\""]])"))));
}

TEST(SolveTest, TellsCostsOnlyIfThereAreSome) {
  EXPECT_THAT(Dlx({"solve", "-"}, {.input = kCosts}),
              Prints(HasSubstr("| cover 2, cost 9\na b\n")));
  EXPECT_THAT(Dlx({"solve", "-", "--json"}, {.input = kCosts}),
              Prints(HasSubstr(R"("number":2,"cost":9,"options":[2])")));
}

TEST(SolveTest, TheEmptyCoverIsACoverAsWell) {
  constexpr char kOptional[] = "0:1|a\na\n";
  EXPECT_THAT(Dlx({"count", "-"}, {.input = kOptional}), Prints("2\n"));
  EXPECT_THAT(Dlx({"solve", "--json", "-"}, {.input = kOptional}),
              Prints(HasSubstr(R"("number":2,"options":[],"items":[]})")));
}

TEST(SolveTest, TheSameSeedGivesTheSameOrder) {
  const std::string queens =
      WriteFile("queens6.dlx", Dlx({"make", "queens", "6"}).output);
  const std::string plain = Dlx({"solve", queens}).output;
  const std::string seed1 = Dlx({"solve", queens, "--seed=1"}).output;
  EXPECT_EQ(Dlx({"solve", queens, "--seed=1"}).output, seed1);
  EXPECT_NE(seed1, plain);
  EXPECT_EQ(std::count(seed1.begin(), seed1.end(), '|'), 4);
}

TEST(CountTest, PrintsTheNumber) {
  EXPECT_THAT(Dlx({"count", "-"}, {.input = kFour}),
              AllOf(Exits(0), Prints("4\n"), Complains("")));
  EXPECT_THAT(Dlx({"count", "-"}, {.input = kNone}),
              AllOf(Exits(0), Prints("0\n"), Complains("")));
  EXPECT_THAT(
      Dlx({"count", "-", "--json"}, {.input = kFour}),
      AllOf(Exits(0), Prints(StartsWith(R"({"type":"summary","outcome":)"
                                        R"("exhausted","count":"4",)"))));
}

TEST(CountTest, CountsHaveNoLimit) {
  EXPECT_THAT(
      Dlx({"count", "-"}, {.input = AllNumbers(127)}),
      AllOf(Exits(0), Prints("170141183460469231731687303715884105728\n")));
  EXPECT_THAT(Dlx({"count", "-", "--json"}, {.input = AllNumbers(127)}),
              Prints(HasSubstr(
                  R"("count":"170141183460469231731687303715884105728")")));
  EXPECT_THAT(
      Dlx({"count", "-"}, {.input = AllNumbers(128)}),
      AllOf(Exits(0), Prints("340282366920938463463374607431768211456\n")));
  EXPECT_THAT(
      Dlx({"count", "-", "--json"},
          {.input = Dlx({"make", "dominoes", "20x20"}).output}),
      Prints(HasSubstr(
          R"("count":"1269984011256235834242602753102293934298576249856")")));
}

TEST(CountTest, EveryEngineAndBranchingCountsTheSame) {
  const std::string tiles = Dlx({"make", "dominoes", "4x4"}).output;
  for (const EngineInfo& engine : AllEngines()) {
    for (const char* branching : {"fewest", "sharp", "input"}) {
      EXPECT_THAT(Dlx({"count", "-", absl::StrCat("--engine=", engine.name),
                       absl::StrCat("--branching=", branching)},
                      {.input = tiles}),
                  AllOf(Exits(0), Prints("36\n")))
          << engine.name << " " << branching;
    }
  }
}

TEST(FirstTest, PrintsOneCoverOrSaysThatThereIsNone) {
  EXPECT_THAT(Dlx({"first", "-"}, {.input = kFour}),
              AllOf(Exits(0), Prints("| cover 1\na\nb\n"), Complains("")));
  EXPECT_THAT(
      Dlx({"first", "-"}, {.input = kNone}),
      AllOf(Exits(0), Prints(""), Complains("dlx: there is no cover\n")));
  EXPECT_THAT(
      Dlx({"first", "-", "--json"}, {.input = kNone}),
      AllOf(Exits(0), Prints(HasSubstr(R"("count":"0")")), Complains("")));
}

TEST(BestTest, PrintsTheCheapestFirst) {
  EXPECT_THAT(Dlx({"best", "-"}, {.input = kCosts}),
              AllOf(Exits(0), Prints("| cover 1, cost 7\na\nb\n")));
  EXPECT_THAT(Dlx({"best", "-", "--k=2"}, {.input = kCosts}),
              AllOf(Exits(0), Prints("| cover 1, cost 7\na\nb\n\n"
                                     "| cover 2, cost 8\na b\n")));
  EXPECT_THAT(Dlx({"best", "-", "--k", "9", "--json"}, {.input = kCosts}),
              AllOf(Exits(0), Prints(HasSubstr(R"("count":"3")"))));
}

TEST(LimitTest, AReachedLimitHasItsOwnExitCode) {
  EXPECT_THAT(
      Dlx({"solve", "-", "--limit=2"}, {.input = kFour}),
      AllOf(Exits(75), Prints("| cover 1\na\nb\n\n| cover 2\na\nb\n"),
            Complains("dlx: stopped at 2 covers; there may be more\n")));
  EXPECT_THAT(Dlx({"count", "-", "--limit=3"}, {.input = kFour}),
              AllOf(Exits(75), Prints("3\n")));
  EXPECT_THAT(Dlx({"solve", "-", "--limit=5"}, {.input = kFour}),
              AllOf(Exits(0), Complains("")));
  EXPECT_THAT(
      Dlx({"solve", "-", "--json", "--limit=1"}, {.input = kFour}),
      AllOf(Exits(75), Prints(HasSubstr(R"("outcome":"solution limit")"))));
}

// Of a large problem, reading it can take longer than the search.
TEST(LimitTest, TimeOfReading) {
  std::string text = "a";
  for (int i = 0; i < 300'000; ++i) text += "\na";
  const std::string large = WriteFile("large.dlx", text);
  for (const char* const command : {"count", "solve", "symmetry"}) {
    EXPECT_THAT(Dlx({command, large, "--timeout=1ns"}),
                AllOf(Exits(75), Prints(""),
                      Complains(HasSubstr("while the problem was being read"))))
        << command;
  }
  // A mistake is still a mistake.
  EXPECT_THAT(
      Dlx({"count", WriteFile("large.dlx", text + "\nb"), "--timeout=1h"}),
      AllOf(Exits(65), Complains(HasSubstr("unknown item"))));
}

TEST(LimitTest, TimeAndNodes) {
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  EXPECT_THAT(Dlx({"solve", pigeons, "--timeout=1s"}),
              AllOf(Exits(75), Prints(StartsWith("| cover 1\nhome p0 p1")),
                    Complains(HasSubstr("stopped by the time limit: 1 cover so "
                                        "far; there may be more"))));
  EXPECT_THAT(Dlx({"solve", pigeons, "--nodes=1000", "--json"}),
              AllOf(Exits(75),
                    Prints(HasSubstr(R"("outcome":"node limit","count":"1")")),
                    Complains(HasSubstr("stopped by the node limit"))));
  EXPECT_THAT(Dlx({"best", pigeons, "--k=2", "--nodes=1000"}),
              AllOf(Exits(75), Prints(StartsWith("| cover 1\n"))));
}

// Each item alone for 3, or each two of five for 5: an odd number of them.
TEST(LimitTest, TheBestSoFarAndABound) {
  std::string problem;
  for (int i = 0; i < 41; ++i) absl::StrAppend(&problem, "i", i, " ");
  problem.push_back('\n');
  for (int i = 0; i < 41; ++i) absl::StrAppend(&problem, "i", i, " |3\n");
  for (int i = 0; i < 41; ++i) {
    for (int k = i + 1; k < 41; ++k) {
      absl::StrAppend(&problem, "i", i, " i", k, " |5\n");
    }
  }
  const std::string file = WriteFile("bound.dlx", problem);
  EXPECT_THAT(
      Dlx({"best", file, "--json"}),
      AllOf(Exits(0), Prints(HasSubstr(R"("lower_bound":103,"gap":0})"))));
  EXPECT_THAT(
      Dlx({"best", file, "--nodes=3"}),
      AllOf(Exits(75), Complains(HasSubstr("no cover so far; there may be "
                                           "some, which cost 103 at least"))));
  EXPECT_THAT(Dlx({"best", file, "--json", "--nodes=50", "--threads=1"}),
              AllOf(Exits(75), Prints(HasSubstr(R"(,"lower_bound":103)"))));
  EXPECT_THAT(Dlx({"first", file, "--json"}),
              Prints(Not(HasSubstr("lower_bound"))));
}

}  // namespace
}  // namespace dlx::tool
