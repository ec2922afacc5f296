// `sudoku compare` from the outside.

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace sudoku::tool {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::cli::testing::SubprocessOptions;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr char kOne[] = "1..4..1..2..3..2";
constexpr char kTwo[] = "1....2....3....4";
constexpr char kNone[] = "11..............";
constexpr char kMoler[] =
    ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4......."
    "8.3..4..2.";

Result Compare(std::vector<std::string> arguments,
               const SubprocessOptions& options = {}) {
  arguments.insert(arguments.begin(), {"tools/sudoku", "compare"});
  return cli::testing::Run(arguments, options);
}

std::vector<std::string> Lines(absl::string_view text) {
  std::vector<std::string> lines =
      absl::StrSplit(text, '\n', absl::SkipEmpty());
  return lines;
}

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(CompareTest, APuzzleGivesATableOfMethods) {
  EXPECT_THAT(
      Compare({kOne, "--methods=moler,brute_force,bit_planes"}),
      AllOf(Exits(0), Complains(""),
            Prints(MatchesRegex(
                "method       verdict +time +ratio +steps  a step is\n"
                "moler        unique +[0-9.]+ .s +[0-9.]+ +10  a digit "
                "written\n"
                "brute_force  unique +[0-9.]+ .s +[0-9.]+ +44  a digit tried "
                "in a cell\n"
                "bit_planes   unique +[0-9.]+ .s +[0-9.]+ +1  a node of the "
                "search tree\n"))));
  EXPECT_THAT(Compare({kTwo, "--methods=norvig"}),
              Prints(ContainsRegex("norvig  multiple solutions .* 1.0 ")));
}

TEST(CompareTest, EveryMethodIsThereUnlessToldOtherwise) {
  const Result all = Compare({kOne});
  EXPECT_THAT(all, AllOf(Exits(0), Complains("")));
  for (const char* method :
       {"brute_force", "backtracking", "moler", "norvig", "algorithm_x",
        "dancing_links", "bit_sets", "bit_planes", "annealing"}) {
    EXPECT_THAT(all, Prints(HasSubstr(absl::StrCat("\n", method, " "))));
  }
  // Whether it is installed or not, something is said about it.
  for (const char* program : {"cadical", "clasp", "glpk", "z3", "gecode"}) {
    EXPECT_THAT(all,
                Prints(ContainsRegex(absl::StrCat("\n", program, "[ :]"))));
  }
  EXPECT_THAT(all, Prints(HasSubstr("\nroot: the root solution is one of the "
                                    "blank board")));
  EXPECT_THAT(Compare({kOne, "--methods=own"}),
              Prints(Not(HasSubstr("cadical"))));
  EXPECT_THAT(Compare({kOne, "--methods=external"}),
              Prints(Not(HasSubstr("norvig"))));
}

TEST(CompareTest, MethodsThatAreNotInstalledAreNamedWithTheirPackages) {
  EXPECT_THAT(
      Compare({kOne, "--methods=moler,cadical,clingo"},
              {.environment = {{"PATH", "/nowhere"}}}),
      AllOf(Exits(0), Prints(HasSubstr(
                          "\n\n"
                          "cadical: not installed; on Debian: apt-get install "
                          "cadical\n"
                          "clingo: not installed; on Debian: apt-get install "
                          "gringo clasp\n"))));
}

TEST(CompareTest, LimitsMakeMethodsGiveUp) {
  EXPECT_THAT(
      Compare({kMoler, "--methods=brute_force,bit_planes", "--max-steps=1000"}),
      AllOf(Exits(0),
            Prints(AllOf(ContainsRegex("brute_force  gave up +> [0-9.]+"
                                       " .s +> [0-9.,]+ +1,000 "),
                         HasSubstr("\nbrute_force: stopped after 1000 "
                                   "steps\n")))));
  EXPECT_THAT(Compare({std::string(81, '.'), "--methods=annealing",
                       "--set=r1c1=1", "--max-time=1ms"}),
              Exits(0));
}

TEST(CompareTest, TheFirstSolutionMayBeEnough) {
  EXPECT_THAT(
      Compare({kMoler, "--first", "--methods=moler", "--counters"}),
      AllOf(Exits(0),
            Prints(AllOf(ContainsRegex("moler   solved .* 1.0 +15,028 "),
                         HasSubstr("\nmoler: singles=12095 tentative=2933 "
                                   "calls=2934 branching_calls=1193 "
                                   "dead_ends=1740 backtracks=2922 "
                                   "article_steps=19422\n")))));
}

TEST(CompareTest, TheSeedDecidesWhatChanceDoes) {
  const auto steps = [](const char* seed) {
    const Result result = Compare({kMoler, "--methods=annealing", "--first",
                                   "--max-steps=5000", "--format=csv", seed});
    EXPECT_THAT(result, Exits(0));
    const std::string line = Lines(result.output).at(1);
    return line.substr(line.find("exchanges="));
  };
  EXPECT_EQ(steps("--seed=7"), steps("--seed=7"));
  EXPECT_NE(steps("--seed=7"), steps("--seed=8"));
}

TEST(CompareTest, WritesJsonAndCsv) {
  EXPECT_THAT(
      Lines(Compare({kOne, kTwo, "--methods=moler,norvig", "--json"}).output),
      AllOf(SizeIs(4),
            Each(StartsWith(R"({"type":"method","source":"argument",)"))));
  EXPECT_THAT(
      Compare({kOne, "--methods=norvig", "--format=json"}),
      Prints(MatchesRegex(
          R"(\{"type":"method","source":"argument","line":1,"puzzle":"[.0-9]*")"
          R"(,"method":"norvig","verdict":"unique","solution":)"
          R"("1324241342313142","nanoseconds":[0-9]+,"runs":[0-9]+,"ratio":)"
          R"("1\.000","steps":48,"step":"a candidate eliminated","counters":)"
          R"(\["guesses=0"\]\}
)")));
  const std::vector<std::string> csv = Lines(
      Compare({kOne, "--methods=norvig,dancing_links", "--format=csv"}).output);
  ASSERT_THAT(csv, SizeIs(3));
  EXPECT_EQ(csv[0],
            "source,line,puzzle,note,method,verdict,solution,nanoseconds,runs,"
            "ratio,steps,step,counters,remark");
  EXPECT_THAT(csv[1], StartsWith(absl::StrCat("argument,1,", kOne,
                                              ",,norvig,unique,")));
  EXPECT_EQ(std::count(csv[2].begin(), csv[2].end(), ','),
            std::count(csv[0].begin(), csv[0].end(), ','));
}

TEST(CompareTest, AFileGivesDistributions) {
  const std::string path =
      WriteFile("three.txt", absl::StrCat(kOne, "\n", kTwo, "\n", kNone, "\n"));
  EXPECT_THAT(
      Compare({path, "--methods=moler,dancing_links,root"}),
      AllOf(Exits(0), Complains(""),
            Prints(MatchesRegex(
                "method +done +median +ratio +95 % +worst +median steps +worst "
                "puzzle\n"
                "moler +3 of 3 +[0-9.]+ .s .* +10  .*three.txt:[123]\n"
                "dancing_links +3 of 3 .*three.txt:[123]\n"
                "\nroot: the root solution .*\n"))));
  const Result csv = Compare({"-", "--methods=moler,norvig", "--format=csv"},
                             {.input = absl::StrCat(kOne, "\n", kTwo, "\n")});
  EXPECT_THAT(Lines(csv.output), SizeIs(3));
  EXPECT_THAT(csv.output,
              ContainsRegex("\nnorvig,2,2,[0-9]+,.*,standard input:[12],"));
  EXPECT_THAT(
      Compare({path, "--max-steps=5", "--methods=brute_force", "--json"}),
      Prints(HasSubstr(R"("puzzles":3,"done":1,)")))
      << "Only the contradiction is seen without steps.";
}

TEST(CompareTest, WrongInputIsReportedAndTheWorkGoesOn) {
  const std::string path =
      WriteFile("wrong.txt", absl::StrCat(kOne, "\n?\n", kTwo, "\n"));
  EXPECT_THAT(Compare({path, "--methods=norvig"}),
              AllOf(Exits(65), Prints(HasSubstr("2 of 2")),
                    Complains(HasSubstr("wrong.txt:2:1: '?' is neither"))));
  EXPECT_THAT(Compare({"missing.txt", "--methods=norvig"}),
              AllOf(Exits(66), Prints(""),
                    Complains(HasSubstr("cannot read \"missing.txt\""))));
}

TEST(CompareTest, WhatMakesNoSenseIsAUsageError) {
  const struct {
    std::vector<std::string> arguments;
    const char* sentence;
  } kCases[] = {
      {{kOne, "--methods=norvik"}, "did you mean \"norvig\"?"},
      {{kOne, "--methods="}, "names of methods are expected"},
      {{kOne, "--methods=moler,extrenal"}, "did you mean \"external\"?"},
      {{kOne, "--format=grid"}, "text, json or csv is expected"},
      {{kOne, "--max-steps=0"}, "\"0\" is not a value for --max-steps"},
      {{kOne, "--max-time=never"}, "a time such as 5s"},
      {{kOne, "--threads=2"}, "there is no flag \"--threads=2\""},
      {{}, "needs PUZZLE|FILE|-..."},
  };
  for (const auto& [arguments, sentence] : kCases) {
    EXPECT_THAT(Compare(arguments),
                AllOf(Exits(2), Prints(""), Complains(HasSubstr(sentence))));
  }
}

}  // namespace
}  // namespace sudoku::tool
