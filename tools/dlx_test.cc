// The program dlx from the outside: what it prints where, and how it exits.

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/engines.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::cli::testing::Subprocess;
using ::cli::testing::SubprocessOptions;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> Command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tools/dlx");
  return arguments;
}

Result Dlx(const std::vector<std::string>& arguments,
           const SubprocessOptions& options = {}) {
  return cli::testing::Run(Command(arguments), options);
}

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

// Knuth's example, whose only cover is options 0, 3 and 4.
constexpr char kExample[] =
    "| An example\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

// Four ways to cover two items.
constexpr char kFour[] = "a b\na\na\nb\nb\n";

constexpr char kNone[] = "a b\na\n";

constexpr char kCosts[] = "a b\na |3\nb |4\na b |9\na b |8\n";

// Fourteen pigeons and thirteen holes: no way to put one into each, and no hope
// to find that out soon. But they may also all stay at home, and that is what a
// search tries first.
std::string Pigeons() {
  constexpr int kPigeons = 14;
  std::string pigeons, holes, options;
  for (int p = 0; p < kPigeons; ++p) {
    absl::StrAppend(&pigeons, " p", p);
    for (int h = 0; h + 1 < kPigeons; ++h) {
      if (p == 0) absl::StrAppend(&holes, " h", h);
      absl::StrAppend(&options, "p", p, " h", h, "\n");
    }
  }
  return absl::StrCat("home", pigeons, " |", holes, "\nhome", pigeons,
                      "\nhome\n", options);
}

// `bits` items with two options each: a cover for each number of so many bits.
std::string AllNumbers(int bits) {
  std::string items, options;
  for (int i = 0; i < bits; ++i) {
    absl::StrAppend(&items, "i", i, " ");
    absl::StrAppend(&options, "i", i, "\ni", i, "\n");
  }
  return absl::StrCat(items, "\n", options);
}

// ---------------------------------------------------------------- solve & co.

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

TEST(CountTest, CountsHave128Bits) {
  EXPECT_THAT(
      Dlx({"count", "-"}, {.input = AllNumbers(127)}),
      AllOf(Exits(0), Prints("170141183460469231731687303715884105728\n")));
  EXPECT_THAT(Dlx({"count", "-", "--json"}, {.input = AllNumbers(127)}),
              Prints(HasSubstr(
                  R"("count":"170141183460469231731687303715884105728")")));
  EXPECT_THAT(
      Dlx({"count", "-"}, {.input = AllNumbers(128)}),
      AllOf(Exits(70), Prints(""),
            Complains("dlx: error: there are more than 2^128 - 1 covers, too "
                      "many to count\n")));
}

TEST(CountTest, EveryEngineAndBranchingCountsTheSame) {
  const std::string queens = Dlx({"make", "queens", "6"}).output;
  for (const EngineInfo& engine : AllEngines()) {
    for (const char* branching : {"fewest", "sharp", "input"}) {
      EXPECT_THAT(Dlx({"count", "-", absl::StrCat("--engine=", engine.name),
                       absl::StrCat("--branching=", branching)},
                      {.input = queens}),
                  AllOf(Exits(0), Prints("4\n")))
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

// -------------------------------------------------------------------- limits

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

TEST(LimitTest, TimeAndNodes) {
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  EXPECT_THAT(Dlx({"solve", pigeons, "--timeout=100ms"}),
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

// ----------------------------------------------------- streams and
// interruption

TEST(StreamTest, ACoverIsPrintedWhileTheSearchGoesOn) {
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  Subprocess dlx(Command({"solve", pigeons, "--json"}));
  EXPECT_THAT(dlx.ReadLine(), StartsWith(R"({"type":"cover","number":1,)"));
  dlx.Signal(SIGINT);
  EXPECT_THAT(dlx.Finish(),
              AllOf(Exits(130),
                    Prints(HasSubstr(R"("outcome":"interrupted","count":"1")")),
                    Complains(HasSubstr("interrupted: 1 cover so far"))));
}

TEST(StreamTest, AReaderWhoLeavesBetweenTwoCoversEndsIt) {
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  Subprocess dlx(Command({"solve", pigeons}));
  EXPECT_EQ(dlx.ReadLine(), "| cover 1");
  dlx.CloseOutput();
  EXPECT_THAT(dlx.Finish(), AllOf(Exits(141), Complains("")));
}

TEST(StreamTest, AReaderWhoLeavesInTheMiddleEndsIt) {
  const std::string billion = WriteFile("billion.dlx", AllNumbers(30));
  for (const char* format : {"--format=text", "--format=json"}) {
    Subprocess dlx(Command({"solve", billion, format, "--stats"}));
    EXPECT_THAT(dlx.ReadLine(), HasSubstr("cover"));
    dlx.CloseOutput();
    EXPECT_THAT(dlx.Finish(), AllOf(Exits(141), Complains("")));
  }
}

TEST(StreamTest, InterruptionKeepsWhatWasFound) {
  const std::string billion = WriteFile("billion.dlx", AllNumbers(30));
  Subprocess dlx(Command({"solve", billion, "--json"}));
  size_t lines = 0;
  for (; lines < 1000; ++lines) dlx.ReadLine();
  dlx.Signal(SIGINT);
  const Result result = dlx.Finish();
  EXPECT_EQ(result.exit_code, 130);
  // Every cover that was counted was printed, and the summary is whole.
  const std::vector<std::string> rest =
      absl::StrSplit(result.output, '\n', absl::SkipEmpty());
  ASSERT_FALSE(rest.empty());
  lines += rest.size() - 1;
  EXPECT_THAT(rest.back(), HasSubstr(absl::StrCat(R"("count":")", lines, "\"")))
      << "and " << lines << " covers were printed";
}

TEST(StreamTest, InterruptionOfACountPrintsTheCountSoFar) {
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  Subprocess dlx(
      Command({"count", pigeons, "--engine=dancing_links", "--progress"}),
      {.error_is_terminal = true});
  ASSERT_TRUE(dlx.WaitForError("nodes"));  // The search is on its way.
  dlx.Signal(SIGTERM);
  EXPECT_THAT(dlx.Finish(), AllOf(Exits(143), Prints("1\n")));
}

TEST(StreamTest, AFullDiskIsAnError) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full";
  const std::string example = WriteFile("example.dlx", kExample);
  const std::vector<std::vector<std::string>> kCommands = {
      {"solve", example},
      {"count", example},
      {"info", example},
      {"make", "queens", "4"},
      {"help"},
      {"first", example},
      {"solve", "--help"},
      {"make", "--help"},
      {"best", example},
      {"check", example, "--options=0"},
  };
  for (const auto& arguments : kCommands) {
    EXPECT_THAT(Dlx(arguments, {.output_file = "/dev/full"}),
                AllOf(Exits(74), Complains(HasSubstr("cannot write the output: "
                                                     "No space left"))))
        << absl::StrJoin(arguments, " ");
  }
}

// --------------------------------------------------------- standard error, tty

TEST(ProgressTest, ALineOnTheTerminalIsErasedAtTheEnd) {
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  const Result result = Dlx({"solve", pigeons, "--progress", "--timeout=300ms"},
                            {.error_is_terminal = true});
  EXPECT_THAT(result, AllOf(Exits(75),
                            Complains(ContainsRegex("% +1 cover +.* nodes"))));
  EXPECT_THAT(result.error,
              ContainsRegex("\r\x1b\\[Kdlx: stopped by the time"));
  EXPECT_THAT(result.output, Not(HasSubstr("\x1b")));
}

TEST(ProgressTest, WithoutATerminalThereIsNone) {
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  EXPECT_THAT(Dlx({"solve", pigeons, "--progress", "--timeout=300ms"}),
              Complains(AllOf(Not(HasSubstr("\r")), Not(HasSubstr("\x1b")))));
}

TEST(ColorTest, OnlyOnTerminalsAndNotAgainstTheUsersWill) {
  const std::pair<std::string, std::string> kTerm = {"TERM", "xterm"};
  EXPECT_THAT(
      Dlx({"slove"}, {.environment = {kTerm}, .error_is_terminal = true}),
      Complains(HasSubstr("\x1b[31merror:")));
  EXPECT_THAT(Dlx({"slove"}, {.environment = {kTerm, {"NO_COLOR", "1"}},
                              .error_is_terminal = true}),
              Complains(StartsWith("dlx: error:")));
  EXPECT_THAT(Dlx({"slove"}, {.environment = {kTerm}}),
              Complains(StartsWith("dlx: error:")));
}

TEST(ColorTest, CommentsAreDimmedOnATerminal) {
  const SubprocessOptions terminal = {.input = kExample,
                                      .environment = {{"TERM", "xterm"}},
                                      .output_is_terminal = true};
  EXPECT_THAT(Dlx({"solve", "-"}, terminal),
              Prints("\x1b[2m| cover 1\x1b[0m\r\na d f\r\nb g\r\nc e\r\n"));
  SubprocessOptions plain = terminal;
  plain.environment.push_back({"NO_COLOR", "1"});
  EXPECT_THAT(Dlx({"solve", "-"}, plain),
              Prints("| cover 1\r\na d f\r\nb g\r\nc e\r\n"));
}

TEST(StatisticsTest, AreOnStandardError) {
  EXPECT_THAT(Dlx({"solve", "-", "--stats"}, {.input = kExample}),
              AllOf(Exits(0), Prints("| cover 1\na d f\nb g\nc e\n"),
                    Complains(AllOf(HasSubstr("engine     dancing_links ("),
                                    ContainsRegex("outcome +exhausted\n"),
                                    ContainsRegex("found +1 cover\n"),
                                    ContainsRegex("nodes +[0-9]+\n"),
                                    ContainsRegex("updates +[0-9]+\n"),
                                    ContainsRegex("time +[0-9.]+ s\n"),
                                    HasSubstr("nodes by depth:\n     0  ")))));
}

// --------------------------------------------------------------------- check

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
       "--options: there is no option 6: 6 options"},
      {{"--options=x"}, "", 2, "", "\"x\" is not the number of an option"},
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
       "{}\n{\"options\":[0,3,9]}\n",
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

// ---------------------------------------------------------------------- info

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
        "engine for the best "}) {
    EXPECT_THAT(result.output, HasSubstr(expected));
  }
  EXPECT_THAT(Dlx({"info", "-"}, {.input = kNone}),
              Prints(HasSubstr("primary items with too few options: 1\n")));
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

// ---------------------------------------------------------------------- make

TEST(MakeTest, WritesProblems) {
  EXPECT_THAT(
      Dlx({"make", "queens", "1"}),
      AllOf(Exits(0), Prints(ContainsRegex("^r0 c0 \\| ")), Complains("")));
  const std::string queens = Dlx({"make", "queens", "6"}).output;
  EXPECT_THAT(Dlx({"count", "-"}, {.input = queens}), Prints("4\n"));
}

TEST(MakeTest, WritesSudokus) {
  const std::string one =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1."
      "."
      "9....4..";
  struct {
    std::vector<std::string> words;
    std::string count;
  } const kCases[] = {
      {{one}, "1"},
      {{"--file", WriteFile("one.sdk", one)}, "1"},
      {{"1...2.......3..."}, "12"},
      {{"1...............", "--diagonals"}, "12"},
      {{"--box=2x2"}, "288"},
      {{"--box=2x2", "--diagonals"}, "48"},
      {{"--regions=1122112233443344"}, "288"},
      {{"--regions=1111222233334444"}, "576"},
  };
  for (const auto& test : kCases) {
    std::vector<std::string> words = {"make", "sudoku"};
    words.insert(words.end(), test.words.begin(), test.words.end());
    const Result made = Dlx(words);
    ASSERT_THAT(made, AllOf(Exits(0), Complains("")));
    EXPECT_THAT(Dlx({"count", "-"}, {.input = made.output}),
                Prints(test.count + "\n"))
        << absl::StrJoin(words, " ");
  }
  const std::string empty = Dlx({"make", "sudoku"}).output;
  EXPECT_THAT(Dlx({"info", "-"}, {.input = empty}),
              Prints(AllOf(StartsWith("items            324 (324 primary"),
                           HasSubstr("\noptions          729\n"))));
}

TEST(MakeTest, SaysWhatIsWrongWithASudoku) {
  struct {
    std::vector<std::string> words;
    int exit_code;
    std::string error;
  } const kCases[] = {
      {{"12345"}, 2, "puzzle:1"},
      {{"--box=3"}, 2, "such as 2x3"},
      {{"--box=9x9"}, 2, "error: "},
      {{"--box=2x2", "--regions=1122112233443344"}, 2, "exclude each other"},
      {{"--regions=11223"}, 2, "error: "},
      {{"--file", WriteFile("empty.sdk", "")}, 65, "there is no puzzle in it"},
      {{"--file", WriteFile("two.sdm", "1...2.......3...\n................\n")},
       65,
       "two.sdm:2: a second puzzle"},
      {{"--file", "no/such/file"}, 66, "cannot read"},
      {{"1...2.......3...", "--file", WriteFile("one.sdm", "................")},
       65,
       "cannot come both"},
  };
  for (const auto& test : kCases) {
    std::vector<std::string> words = {"make", "sudoku"};
    words.insert(words.end(), test.words.begin(), test.words.end());
    EXPECT_THAT(Dlx(words), AllOf(Exits(test.exit_code), Prints(""),
                                  Complains(HasSubstr(test.error))))
        << absl::StrJoin(words, " ");
  }
}

TEST(MakeTest, HelpListsTheProblems) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"make", "--help"}, {"help", "make"}}) {
    EXPECT_THAT(Dlx(arguments),
                AllOf(Exits(0), Prints(ContainsRegex("\n  queens +N queens")),
                      Complains("")));
  }
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"make", "queens", "--help"}, {"help", "make", "queens"}}) {
    EXPECT_THAT(
        Dlx(arguments),
        AllOf(Exits(0), Prints(StartsWith("Usage: dlx make queens N"))));
  }
}

// ------------------------------------------------------------------ bad usage

TEST(UsageTest, MistakesExitWith2) {
  const std::string example = WriteFile("example.dlx", kExample);
  struct {
    std::vector<std::string> arguments;
    std::string error;
  } const kCases[] = {
      {{}, "Usage:\n  dlx COMMAND"},
      {{"slove", example},
       "there is no command \"slove\"; did you mean "
       "\"solve\"? (more: dlx --help)"},
      {{"--json", "solve", example}, "a command must come before --json"},
      {{"solve"}, "dlx solve needs FILE|-"},
      {{"solve", example, example}, "is one argument too many"},
      {{"solve", example, "--limt=1"}, "did you mean \"--limit\"?"},
      {{"info", example, "--limit=1"}, "there is no flag \"--limit=1\""},
      {{"solve", example, "--limit=0"}, "\"0\" is not a value for --limit"},
      {{"solve", example, "--timeout=soon"}, "a time such as 5s"},
      {{"solve", example, "--memory=much"}, "a number of bytes such as"},
      {{"solve", example, "--format=xml"}, "text or json is expected"},
      {{"solve", example, "--engine=warp"}, "one of auto, dancing_links"},
      {{"solve", example, "--engine=dancing_link"},
       "did you mean \"dancing_links\"?"},
      {{"solve", example, "--branching=none"}, "one of fewest, sharp, input"},
      {{"best", example, "--k=0"}, "\"0\" is not a value for --k"},
      {{"make"}, "needs the name of a problem"},
      {{"make", "queans", "8"}, "did you mean \"queens\"?"},
      {{"make", "queens"}, "(more: dlx make queens --help)"},
      {{"make", "queens", "eight"}, "eight"},
      {{"make", "queens", "0"}, "(more: dlx make queens --help)"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(Dlx(test.arguments),
                AllOf(Exits(2), Prints(""), Complains(HasSubstr(test.error))))
        << absl::StrJoin(test.arguments, " ");
  }
}

TEST(UsageTest, EveryCommandHasHelpWithAnExample) {
  const std::string help = Dlx({"help"}).output;
  for (const char* command :
       {"solve", "count", "first", "best", "check", "info", "make"}) {
    EXPECT_THAT(help, HasSubstr(absl::StrCat("\n  ", command, " ")));
    EXPECT_THAT(Dlx({command, "--help"}),
                AllOf(Exits(0), Complains(""),
                      Prints(AllOf(HasSubstr("Usage:"),
                                   HasSubstr(absl::StrCat("Example:\n  ")),
                                   HasSubstr(absl::StrCat("dlx ", command))))));
  }
}

TEST(UsageTest, AnEngineThatCannotDoItSaysSo) {
  const std::string example = WriteFile("example.dlx", kExample);
  for (const char* command : {"solve", "first", "best"}) {
    EXPECT_THAT(Dlx({command, example, "--engine=memo_counter"}),
                AllOf(Exits(2), Prints(""),
                      Complains(HasSubstr("memo_counter can only count"))));
  }
}

// ------------------------------------------------------------------ bad input

TEST(InputTest, WhatIsWrongWithIt) {
  struct {
    std::string text;
    std::string error;
  } const kCases[] = {
      {"", ""},
      {"a b\na c\n", "bad.dlx:2:3: unknown item \"c\""},
      {"a a\n", "bad.dlx:1:3: "},
      {"a\na a\n", "bad.dlx:2:3: "},
      {std::string("\x7f"
                   "ELF\0\1\2",
                   7),
       "bad.dlx:1:1: "},
  };
  for (const auto& test : kCases) {
    const std::string path = WriteFile("bad.dlx", test.text);
    for (const char* command : {"solve", "count", "first", "best", "info"}) {
      EXPECT_THAT(Dlx({command, path}),
                  AllOf(Exits(65), Prints(""),
                        Complains(AllOf(StartsWith("dlx: error: "),
                                        HasSubstr(test.error)))))
          << test.text;
    }
  }
}

TEST(InputTest, WhatCannotBeRead) {
  EXPECT_THAT(Dlx({"solve", "no/such/file"}),
              AllOf(Exits(66), Prints(""),
                    Complains("dlx: error: cannot read \"no/such/file\": No "
                              "such file or directory\n")));
  EXPECT_THAT(Dlx({"solve", ::testing::TempDir()}),
              AllOf(Exits(66), Complains(HasSubstr("Is a directory"))));
}

TEST(InputTest, WindowsLineEndsAndAMissingLastOne) {
  EXPECT_THAT(Dlx({"count", "-"}, {.input = "a b\r\na\r\nb\r\na b"}),
              AllOf(Exits(0), Prints("2\n")));
}

TEST(InputTest, PathsAreRelativeToTheCallersDirectory) {
  WriteFile("relative.dlx", kFour);
  EXPECT_THAT(
      cli::testing::Run(
          Command({"count", "relative.dlx"}),
          {.environment = {{"BUILD_WORKING_DIRECTORY", ::testing::TempDir()}}}),
      AllOf(Exits(0), Prints("4\n")));
}

}  // namespace
}  // namespace dlx::tool
