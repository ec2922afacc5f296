// `sudoku compare` from the outside.

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace sudoku::tool::compare_test {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::cli::testing::Subprocess;
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
  arguments.insert(arguments.begin(), {"tools/sudoku/sudoku", "compare"});
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
                "search tree\n"
                "\nEasy: singles alone solve it.\n"))));
  EXPECT_THAT(Compare({kTwo, "--methods=norvig"}),
              Prints(ContainsRegex("norvig  multiple solutions .* 1.0 ")));
}

TEST(CompareTest, EveryMethodIsThereUnlessToldOtherwise) {
  const Result all = Compare({kOne});
  EXPECT_THAT(all, AllOf(Exits(0), Complains("")));
  for (const char* method :
       {"brute_force", "backtracking", "moler", "norvig", "algorithm_x",
        "coloring", "forward_checking", "bounds", "all_different", "shaving",
        "dancing_links", "bit_sets", "bit_planes", "nogoods", "annealing",
        "tabu", "genetic"}) {
    EXPECT_THAT(all, Prints(HasSubstr(absl::StrCat("\n", method, " "))));
  }
  // Whether it is installed or not, something is said about it.
  for (const char* program : {"cadical", "clasp", "glpk", "z3", "gecode"}) {
    EXPECT_THAT(all,
                Prints(ContainsRegex(absl::StrCat("\n", program, "[ ,:]"))));
  }
  EXPECT_THAT(all, Prints(HasSubstr("\nroot: the root solution is one of the "
                                    "blank board")));
  EXPECT_THAT(Compare({kOne, "--methods=own"}),
              Prints(Not(HasSubstr("cadical"))));
  EXPECT_THAT(Compare({kOne, "--methods=external"}),
              Prints(Not(HasSubstr("norvig"))));
}

TEST(CompareTest, ShowsTheBoardThatTheFormulaMakes) {
  EXPECT_THAT(Compare({std::string(16, '.'), "--methods=root", "--first"}),
              AllOf(Exits(0), Prints(HasSubstr("\nroot:\n"
                                               "+-----+-----+\n"
                                               "| 1 2 | 3 4 |\n"
                                               "| 3 4 | 1 2 |\n"
                                               "+-----+-----+\n"))));
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

TEST(CompareTest, WhatDoesNotTakePartHasARecord) {
  EXPECT_THAT(
      Compare({kOne, "--methods=cadical,norvig,root", "--format=csv"},
              {.environment = {{"PATH", "/nowhere"}}}),
      AllOf(Exits(0), Prints(AllOf(HasSubstr(",cadical,not installed,,,,,,"),
                                   HasSubstr(",root,cannot,,,,,,")))));
  EXPECT_THAT(
      Compare({"-", "--methods=norvig,root", "--json"},
              {.input = absl::StrCat(kOne, "\n", std::string(16, '.'), "\n")}),
      AllOf(Exits(0), Prints(HasSubstr(R"("multiple":1,"none":0,"solved":0,)"
                                       R"("gave_up":0,"skipped":1,)"))));
}

TEST(CompareTest, MethodsThatCannotDoItAtAllAreRefused) {
  EXPECT_THAT(Compare({kOne, "--methods=root"}),
              AllOf(Exits(2), Prints(StartsWith("root: the root solution ")),
                    Complains(HasSubstr("none of the methods can do this"))));
  EXPECT_THAT(Compare({"-", "--methods=root"}, {.input = kOne}),
              AllOf(Exits(2), Prints(StartsWith("root: the root solution ")),
                    Complains(HasSubstr("none of the methods can do any"))));
}

TEST(CompareTest, SeveralPuzzlesHaveATableEach) {
  EXPECT_THAT(Compare({kOne, kTwo, "--methods=norvig"}),
              Prints(MatchesRegex(absl::StrCat(
                  "puzzle 1: ", kOne, "\nmethod .*\nnorvig .*\n\n",
                  "puzzle 2: ", kTwo, "\nmethod .*\nnorvig .*\n"))));
}

TEST(CompareTest, CluesThatContradictEachOtherNeedNoSolver) {
  EXPECT_THAT(
      Compare({kNone, "--methods=moler,norvig"}),
      AllOf(Exits(0), Prints(HasSubstr(
                          "\n\nmoler, norvig: the clues contradict each other: "
                          "two 1s in row 1: r1c1 and r1c2\n"))));
}

// Brute force takes ten seconds for it.
constexpr char kLong[] =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1......"
    ".."
    "4...9";

// Interrupts it when brute_force has come to that puzzle.
Result CompareUntil(const char* puzzle, std::vector<std::string> arguments,
                    SubprocessOptions options = {}) {
  arguments.insert(arguments.begin(),
                   {"tools/sudoku/sudoku", "compare", "--max-time=1000s",
                    "--methods=bit_planes,brute_force,norvig", "--progress"});
  options.error_is_terminal = true;
  Subprocess sudoku(arguments, options);
  EXPECT_TRUE(
      sudoku.WaitForError(absl::StrCat("puzzle ", puzzle, ", brute_force")));
  sudoku.Signal(SIGINT);
  return sudoku.Finish();
}

TEST(CompareTest, WhatWasFoundBeforeAnInterruptionIsPrinted) {
  EXPECT_THAT(
      CompareUntil("1", {kLong}),
      AllOf(Exits(130),
            Prints(MatchesRegex(
                "method .*\nbit_planes  unique .*\n\ninterrupted while "
                "brute_force was at work; what would follow is missing\n"))));
  EXPECT_THAT(CompareUntil("1", {kLong, "--json"}),
              AllOf(Exits(130), Prints(HasSubstr(R"("method":"bit_planes")")),
                    Complains(HasSubstr("interrupted while brute_force"))));
  EXPECT_THAT(
      CompareUntil("2", {"-"},
                   {.input = absl::StrCat(kOne, "\n", kLong, "\n")}),
      AllOf(Exits(130),
            Prints(AllOf(ContainsRegex("brute_force  1 unique .*"),
                         HasSubstr("\n\ninterrupted after 1 puzzle\n")))));
}

// A program that is in no hurry to end is waited for, but not twice.
TEST(CompareTest, ASecondInterruptionLeavesNoFilesBehind) {
  const std::string folder = absl::StrCat(::testing::TempDir(), "/second");
  const std::string scratch = absl::StrCat(folder, "/scratch");
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(scratch);
  const std::string program = absl::StrCat(folder, "/cbc");
  const std::string ready = absl::StrCat(folder, "/ready");
  std::ofstream(program) << "#!/bin/sh\ntrap '' INT\n: > '" << ready
                         << "'\nexec /bin/sleep 30\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  Subprocess sudoku({"tools/sudoku/sudoku", "compare", kOne, "--methods=cbc"},
                    {.environment = {{"PATH", folder}, {"TMPDIR", scratch}}});
  const auto is_at_work = [&scratch] {
    const std::filesystem::recursive_directory_iterator files(scratch);
    return std::distance(begin(files), end(files)) > 1;
  };
  while (!std::filesystem::exists(ready)) {
    absl::SleepFor(absl::Milliseconds(10));
  }
  EXPECT_TRUE(is_at_work());
  sudoku.Signal(SIGINT);
  absl::SleepFor(absl::Milliseconds(300));
  EXPECT_TRUE(is_at_work());
  sudoku.Signal(SIGINT);
  EXPECT_EQ(sudoku.WaitForEnd(), 130);
  EXPECT_TRUE(std::filesystem::is_empty(scratch));
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
          R"(1\.000000,"steps":48,"step":"a candidate eliminated",)"
          R"("counters":\{"guesses":0\}\}
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
                "method +verdicts +median +ratio +mean +puzzles/s +95 % +worst "
                "+median steps +worst puzzle\n"
                "moler +1 unique, 1 multiple, 1 none +[0-9.]+ .s .* +10  "
                ".*three.txt:[123]\n"
                "dancing_links +1 unique, 1 multiple, 1 none "
                ".*three.txt:[123]\n"
                "\nroot: the root solution .*\n"))));
  const Result csv = Compare({"-", "--methods=moler,norvig", "--format=csv"},
                             {.input = absl::StrCat(kOne, "\n", kTwo, "\n")});
  EXPECT_THAT(Lines(csv.output), SizeIs(3));
  EXPECT_THAT(
      csv.output,
      ContainsRegex("\nnorvig,2,2,1,1,0,0,0,0,[0-9]+,.*,standard input:[12],"));
  EXPECT_THAT(
      Compare({path, "--max-steps=5", "--methods=brute_force", "--json"}),
      Prints(HasSubstr(R"("puzzles":3,"done":1,"unique":0,"multiple":0,)"
                       R"("none":1,"solved":0,"gave_up":2,"skipped":0,)")))
      << "Only the contradiction is seen without steps.";
}

TEST(CompareTest, WrongInputIsReportedAndTheWorkGoesOn) {
  const std::string path =
      WriteFile("wrong.txt", absl::StrCat(kOne, "\n?\n", kTwo, "\n"));
  EXPECT_THAT(Compare({path, "--methods=norvig"}),
              AllOf(Exits(65), Prints(HasSubstr("1 unique, 1 multiple")),
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
      {{kOne, "--methods="}, "needs a value, and here it is empty"},
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

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST(PlotTest, OfAPuzzleHasABarForEachMethod) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/bars.svg");
  EXPECT_THAT(Compare({"1..4..1..2..3..2", "--methods=moler,norvig",
                       absl::StrCat("--plot=", path), "--plot-of=steps"}),
              Exits(0));
  EXPECT_THAT(ReadFile(path),
              AllOf(HasSubstr(">moler</text>"), HasSubstr(">10</text>"),
                    HasSubstr(">norvig</text>"), HasSubstr(">48</text>")));
}

TEST(PlotTest, OfAFileHasHistograms) {
  const std::string puzzles = absl::StrCat(::testing::TempDir(), "/two.txt");
  std::ofstream(puzzles) << "1..4..1..2..3..2\n1....2....3.....\n";
  const std::string path = absl::StrCat(::testing::TempDir(), "/plot.svg");
  for (const char* what : {"times", "steps"}) {
    EXPECT_THAT(Compare({puzzles, "--methods=moler,norvig",
                         absl::StrCat("--plot=", path),
                         absl::StrCat("--plot-of=", what)}),
                Exits(0));
    EXPECT_THAT(ReadFile(path),
                AllOf(HasSubstr(">moler</text>"), HasSubstr(">norvig</text>"),
                      HasSubstr("class=\"median\"")));
  }
  Compare({puzzles, "--methods=moler", absl::StrCat("--plot=", path),
           "--plot-of=clues"});
  EXPECT_THAT(ReadFile(path), HasSubstr(">median 3, 95 % 6</text>"));
}

TEST(PlotTest, OfThreadsHasALineForEachMethodOfThisProgram) {
  const std::string puzzles = absl::StrCat(::testing::TempDir(), "/two.txt");
  std::ofstream(puzzles) << "1..4..1..2..3..2\n1....2....3.....\n";
  const std::string path = absl::StrCat(::testing::TempDir(), "/threads.svg");
  EXPECT_THAT(Compare({puzzles, "--methods=moler,dancing_links",
                       absl::StrCat("--plot=", path), "--plot-of=threads"}),
              Exits(0));
  EXPECT_THAT(
      ReadFile(path),
      AllOf(HasSubstr("2 puzzles by several threads"), HasSubstr(">moler "),
            HasSubstr(">dancing_links "), HasSubstr(">threads</text>")));
  EXPECT_THAT(
      Compare({"1..4..1..2..3..2", "--plot=" + path, "--plot-of=threads"}),
      AllOf(Exits(2), Complains(HasSubstr("is for files"))));
}

TEST(PlotTest, OverwritesNothingElse) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/mine.svg");
  std::ofstream(path) << "mine";
  EXPECT_THAT(Compare({"1..4..1..2..3..2", "--methods=moler",
                       absl::StrCat("--plot=", path)}),
              AllOf(Exits(74), Prints(""), Complains(HasSubstr("mine.svg"))));
  EXPECT_EQ(ReadFile(path), "mine");
  EXPECT_THAT(Compare({"1..4..1..2..3..2", "--plot-of=steps"}),
              AllOf(Exits(2), Complains(HasSubstr("--plot=FILE"))));
  EXPECT_THAT(
      Compare({"1..4..1..2..3..2", "--plot-of=colours"}),
      AllOf(Exits(2), Complains(HasSubstr("times-by-difficulty or threads"))));
}

}  // namespace
}  // namespace sudoku::tool::compare_test
