// `sudoku watch` from the outside: in a terminal, without one, and what it
// writes. What is on its page is tested by page_test.cc.

#include <signal.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"
#include "tools/testing/terminal_session.h"

namespace sudoku::tool::watch_test {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::cli::testing::SubprocessOptions;
using ::cli::testing::TerminalSession;
using ::cli::testing::TerminalSize;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kSmall[] = "1..4..1..2..3..2";
// Its search takes moler 19,691 steps.
constexpr char kLong[] =
    ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8."
    "3."
    ".4..2.";

std::vector<std::string> Words(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"tools/sudoku/sudoku", "watch"});
  return arguments;
}

Result Watch(std::vector<std::string> arguments,
             const SubprocessOptions& options = {}) {
  return cli::testing::Run(Words(std::move(arguments)), options);
}

// A path in an empty directory of this test's own.
std::string TempPath(const std::string& name) {
  static int count = 0;
  const std::string directory =
      absl::StrCat(::testing::TempDir(), "/watch", ++count);
  mkdir(directory.c_str(), 0777);
  return absl::StrCat(directory, "/", name);
}

std::string ReadFile(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void WriteFile(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

// ------------------------------------------------------ without a terminal

TEST(WatchTest, PrintsTheLastStep) {
  EXPECT_THAT(Watch({kSmall, "--nocandidates"}),
              AllOf(Exits(0), Complains(""),
                    Prints("Singletons and recursion (Moler, MATLAB)\n"
                           "Step 11 of 11: solution\n"
                           "+-----+-----+\n"
                           "| 1 3 | 2 4 |\n"
                           "| 2 4 | 1 3 |\n"
                           "+-----+-----+\n"
                           "| 4 2 | 3 1 |\n"
                           "| 3 1 | 4 2 |\n"
                           "+-----+-----+\n"
                           "depth 0; 16 of 16 cells filled; 10 implied, 1 "
                           "solution; step 10 of the article\n"
                           "Solved.\n")));
}

TEST(WatchTest, PrintsAnyStep) {
  EXPECT_THAT(
      Watch({kSmall, "--at-step=3"}),
      AllOf(Exits(0), Complains(""),
            Prints("Singletons and recursion (Moler, MATLAB)\n"
                   "Step 3 of 11: r1c2 = 3: nothing else is left there\n"
                   "+-------------+-------------+\n"
                   "|  [1]   (3)  |   2    [4]  |\n"
                   "|             |             |\n"
                   "|             |             |\n"
                   "|  (2)        |  [1]        |\n"
                   "|         4   |        3    |\n"
                   "+-------------+-------------+\n"
                   "|  (4)   [2]  |        1    |\n"
                   "|             |  3     3    |\n"
                   "|             |             |\n"
                   "|  [3]   1    |        [2]  |\n"
                   "|             |   4         |\n"
                   "+-------------+-------------+\n"
                   "depth 0; 9 of 16 cells filled; 3 implied; step 3 of the "
                   "article\n")));
  EXPECT_THAT(Watch({kSmall, "--at-step=0", "--nocandidates"}),
              Prints(AllOf(HasSubstr("Step 0 of 11: the puzzle, 6 clues\n"),
                           HasSubstr("\n| 1 . | . 4 |\n"))));
}

// The numbers of Moler's article, and what it says of them.
TEST(WatchTest, KnowsTheStepsOfTheArticle) {
  constexpr absl::string_view kBoard =
      ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4......."
      "8.3..4..2.";
  const auto at = [&](int step) {
    return Watch({std::string(kBoard), "--nocandidates",
                  absl::StrCat("--at-article-step=", step)});
  };
  EXPECT_THAT(at(1), Prints(HasSubstr(": try r1c1 = 1\n")));
  EXPECT_THAT(at(22), Prints(HasSubstr("Step 18 of ")));
  EXPECT_THAT(at(3114), Prints(AllOf(HasSubstr(": try r1c1 = 5\n"),
                                     HasSubstr("step 3,114 of the article"))));
  EXPECT_THAT(at(8172), Prints(HasSubstr(": try r1c1 = 7\n")));
  EXPECT_THAT(at(14781),
              Prints(HasSubstr("dead end: r1c9 has no candidate: row 1 and "
                               "column 9 hold every digit\n")));
  EXPECT_THAT(at(19229), Prints(HasSubstr(": try r1c1 = 9\n")));
  EXPECT_THAT(at(19422), Prints(HasSubstr(": solution\n")));
  EXPECT_THAT(at(19423), AllOf(Exits(2), Complains(HasSubstr("19422 of the"))));
  EXPECT_THAT(Watch({kSmall, "--method=norvig", "--at-article-step=3"}),
              AllOf(Exits(2), Complains(HasSubstr("--method=moler"))));
}

TEST(WatchTest, TellsWhy) {
  const auto at = [](const char* step) {
    return Watch({"1.....3..4.2....", "--method=norvig",
                  absl::StrCat("--at-step=", step), "--nocandidates"});
  };
  EXPECT_THAT(at("1"), Prints(HasSubstr(": r1c2 cannot be 1: r1c1 is 1\n")));
  EXPECT_THAT(at("8"),
              Prints(HasSubstr(": r2c4 = 1: the only place for 1 in row 2\n")));
  EXPECT_THAT(at("22"),
              Prints(HasSubstr(": r2c2 = 2: nothing else is left there\n")));
}

TEST(WatchTest, CanGoOnAfterTheFirstSolution) {
  EXPECT_THAT(Watch({kSmall, "--prove"}),
              Prints(HasSubstr("This is the only solution.\n")));
  EXPECT_THAT(Watch({"1....2....3....4", "--prove"}),
              Prints(HasSubstr("This puzzle has more than one solution.\n")));
}

TEST(WatchTest, EveryMethodThatTellsWhatItDoes) {
  for (const char* method :
       {"brute_force", "backtracking", "moler", "norvig", "coloring",
        "forward_checking", "bounds", "all_different", "shaving", "algorithm_x",
        "dancing_links", "annealing", "tabu", "genetic"}) {
    EXPECT_THAT(
        Watch({kSmall, "--nocandidates", absl::StrCat("--method=", method)}),
        AllOf(Exits(0), Prints(HasSubstr("\n| 3 1 | 4 2 |\n"))))
        << method;
  }
}

TEST(WatchTest, ListsTheSteps) {
  EXPECT_THAT(Watch({kSmall, "--list", "--steps=..3"}),
              AllOf(Exits(0), Complains(""),
                    Prints("Step 0: the puzzle, 6 clues\n"
                           "Step 1: r3c1 = 4: nothing else is left there\n"
                           "Step 2: r2c1 = 2: nothing else is left there\n"
                           "Step 3: r1c2 = 3: nothing else is left there\n")));
}

TEST(WatchTest, ListsAndPicturesAreOfTheStepThatIsAskedFor) {
  EXPECT_THAT(Watch({kSmall, "--list", "--at-step=3"}),
              AllOf(Exits(0),
                    Prints("Step 3: r1c2 = 3: nothing else is left there\n")));
  EXPECT_THAT(
      Watch({kSmall, "--svg", TempPath("p"), "--at-article-step=3"}),
      AllOf(Exits(0), Prints(HasSubstr(": 1 picture, step-0003.svg to"))));
  EXPECT_THAT(Watch({kSmall, "--list", "--at-step=3", "--steps=2.."}),
              AllOf(Exits(2), Complains(HasSubstr("are for one step"))));
}

TEST(WatchTest, AFilmMovesByItself) {
  const std::string path = TempPath("film.svg");
  EXPECT_THAT(Watch({kSmall, "--film=" + path, "--method=backtracking"}),
              AllOf(Exits(0), Prints(absl::StrCat(path, ": a film\n"))));
  EXPECT_THAT(
      ReadFile(path),
      AllOf(HasSubstr("<animate attributeName=\"visibility\""),
            HasSubstr(">Step 1: try r1c2 = "), Not(HasSubstr("(caption)"))));
  EXPECT_THAT(Watch({kLong, "--film=" + path, "--method=backtracking"}),
              AllOf(Exits(2), Complains(HasSubstr("at most 2000 steps"))));
  std::ofstream(path) << "mine";
  EXPECT_THAT(Watch({kSmall, "--film=" + path}),
              AllOf(Exits(74), Complains(HasSubstr("not from this command"))));
}

TEST(WatchTest, ASearchTreeIsAPicture) {
  const std::string path = TempPath("tree.svg");
  EXPECT_THAT(Watch({"1....2....3....4", "--tree=" + path, "--prove",
                     "--method=norvig"}),
              AllOf(Exits(0), Prints(HasSubstr(": a tree of "))));
  EXPECT_THAT(ReadFile(path), AllOf(HasSubstr("class=\"solution\""),
                                    HasSubstr(">clues</text>")));
  EXPECT_THAT(Watch({kSmall, "--tree=" + path, "--method=annealing"}),
              AllOf(Exits(2), Complains(HasSubstr("searches no tree"))));
}

TEST(WatchTest, SaysWhereARecordingEnds) {
  EXPECT_THAT(Watch({kLong, "--max-steps=100"}),
              Prints(HasSubstr("The recording ends here, after 100 steps; the "
                               "search would go on.\n")));
}

TEST(WatchTest, SaysThatCluesContradictEachOther) {
  EXPECT_THAT(
      Watch({"11.............."}),
      AllOf(Exits(0), Prints(HasSubstr("no solution (the clues "
                                       "contradict each other: two "))));
}

TEST(WatchTest, SaysWhatIsWrong) {
  struct {
    std::vector<std::string> arguments;
    int exit_code;
    std::string error;
  } const kCases[] = {
      {{kSmall, "--method=norvg"},
       2,
       "there is no method \"norvg\"; those to watch are brute_force, "},
      {{kSmall, "--method=norvg"}, 2, "did you mean \"norvig\"?"},
      {{kSmall, "--method=bit_sets"},
       2,
       "the method bit_sets does not tell what it does; those to watch "
       "are brute_force, "},
      {{kSmall, "--method=root"}, 2, "the root solution is one of the blank"},
      {{kSmall, "--at-step=12"}, 2, "--at-step=12 is beyond the last step, 11"},
      {{kLong, "--at-step=12", "--max-steps=5"},
       2,
       "beyond the last step, 5, where the recording ends; --max-steps"},
      {{kSmall, "--at-step=x"}, 2, "the number of a step is expected"},
      {{kSmall, "--speed=0"}, 2, "a number from 0.1 to 1000000"},
      {{kSmall, "--steps=5..2"}, 2, "the first step comes after the last one"},
      {{kSmall, "--steps=.."}, 2, "steps are expected as in 10..20"},
      {{kSmall, "--steps=2..5"}, 2, "choose what --svg, --film or --list asks"},
      {{kSmall, "--every=2", "--html=x"},
       2,
       "choose what --svg, --film or --list asks"},
      {{kSmall, "--matrix", "--svg=x"},
       2,
       "--matrix is shown on a page, which --html asks for"},
      {{kSmall, "--svg=x", "--steps=5..12"},
       2,
       "goes beyond the last step, 11"},
      {{kLong, "--svg=x"}, 2, "that would be 19692 pictures; choose some"},
      {{"1..4..1..2..3..22"}, 65, "this row has 17 cells"},
      {{"/no/such/file"}, 66, "cannot read \"/no/such/file\""},
      {{"testdata/sudoku/4x4.txt"}, 65, "has more than one puzzle"},
      {{"/dev/null"}, 65, "there is no puzzle to watch"},
      {{kSmall, "--html=/no/such/dir/x.html"},
       74,
       "cannot write \"/no/such/dir/x.html\": No such file or directory"},
      {{kSmall, "--svg=/no/such/dir/x"},
       74,
       "cannot write \"/no/such/dir/x\": No such file or directory"},
      {{kSmall, "--svg=/dev/null"},
       74,
       "cannot write \"/dev/null\": it is a file, not a directory"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(Watch(test.arguments),
                AllOf(Exits(test.exit_code), Complains(HasSubstr(test.error)),
                      Prints("")));
  }
}

// ------------------------------------------------------------------ files

TEST(WatchFilesTest, WritesAPictureForEachStep) {
  const std::string pictures = TempPath("pictures");
  EXPECT_THAT(
      Watch({kSmall, "--svg", pictures}),
      AllOf(Exits(0),
            Prints(absl::StrCat(
                pictures, ": 12 pictures, step-0000.svg to step-0011.svg\n"))));
  EXPECT_THAT(ReadFile(pictures + "/step-0000.svg"),
              HasSubstr("Step 0: the puzzle, 6 clues</text>"));
  EXPECT_THAT(ReadFile(pictures + "/step-0003.svg"),
              HasSubstr("Step 3: r1c2 = 3: nothing else is left there</text>"));
  EXPECT_THAT(ReadFile(pictures + "/step-0012.svg"), "");
}

TEST(WatchFilesTest, WritesChosenSteps) {
  struct {
    std::vector<std::string> flags;
    std::string expected;
  } const kCases[] = {
      {{"--every=5"}, "4 pictures, step-0000.svg to step-0011.svg"},
      {{"--steps=2..4"}, "3 pictures, step-0002.svg to step-0004.svg"},
      {{"--steps=9.."}, "3 pictures, step-0009.svg to step-0011.svg"},
      {{"--steps=..1"}, "2 pictures, step-0000.svg to step-0001.svg"},
      {{"--steps=3"}, "1 picture, step-0003.svg to step-0003.svg"},
      {{"--steps=2..6", "--every=3"},
       "3 pictures, step-0002.svg to step-0006.svg"},
  };
  for (const auto& test : kCases) {
    std::vector<std::string> arguments = {kSmall, "--svg", TempPath("p")};
    arguments.insert(arguments.end(), test.flags.begin(), test.flags.end());
    EXPECT_THAT(Watch(arguments), Prints(HasSubstr(test.expected)));
  }
  EXPECT_THAT(Watch({kLong, "--svg", TempPath("p"), "--steps=12345"}),
              Prints(HasSubstr("step-12345.svg")));
}

TEST(WatchFilesTest, OverwritesOnlyItsOwnFiles) {
  const std::string page = TempPath("page.html");
  EXPECT_THAT(
      Watch({kSmall, "--html", page}),
      AllOf(Exits(0), Prints(absl::StrCat(page, ": a page with 11 steps\n"))));
  EXPECT_THAT(Watch({kSmall, "--html", page, "--method=norvig"}), Exits(0));
  EXPECT_THAT(ReadFile(page), HasSubstr("Norvig"));
  WriteFile(page, "mine");
  EXPECT_THAT(Watch({kSmall, "--html", page}),
              AllOf(Exits(74), Complains(HasSubstr("it is there already"))));
  EXPECT_EQ(ReadFile(page), "mine");

  const std::string pictures = TempPath("pictures");
  EXPECT_THAT(Watch({kSmall, "--svg", pictures, "--steps=3"}), Exits(0));
  EXPECT_THAT(Watch({kSmall, "--svg", pictures, "--steps=3..4"}), Exits(0));
  WriteFile(pictures + "/step-0007.svg", "mine");
  EXPECT_THAT(Watch({kSmall, "--svg", pictures}),
              AllOf(Exits(74), Complains(HasSubstr("step-0007.svg"))));
  EXPECT_EQ(ReadFile(pictures + "/step-0007.svg"), "mine");
  EXPECT_EQ(ReadFile(pictures + "/step-0000.svg"), "");
}

TEST(WatchFilesTest, SaysIfAPageEndsEarly) {
  EXPECT_THAT(Watch({kLong, "--html", TempPath("x.html"), "--max-steps=50"}),
              AllOf(Exits(0), Prints(HasSubstr("a page with 50 steps\n")),
                    Complains(HasSubstr("The recording ends here, after 50 "
                                        "steps"))));
}

// --------------------------------------------------------- in a terminal

constexpr TerminalSize kLarge = {.rows = 40, .columns = 120};

std::vector<std::string> Paused(const char* puzzle) {
  return Words({puzzle, "--at-step=0"});
}

TEST(WatchTerminalTest, GoesThroughTheSteps) {
  TerminalSession session(Paused(kSmall), kLarge);
  // What is on the screen comes in pieces, so each part has to be waited for.
  EXPECT_TRUE(session.WaitFor("Step 0 of 11"));
  EXPECT_TRUE(session.WaitFor("paused"));
  EXPECT_TRUE(session.WaitFor("the puzzle, 6 clues"));
  EXPECT_TRUE(session.WaitFor("│  [1]        │   2    [4]  │"));
  EXPECT_TRUE(session.screen().is_alternate());
  EXPECT_FALSE(session.screen().is_cursor_visible());
  EXPECT_TRUE(session.screen().has_colors());
  session.Type("s");
  EXPECT_TRUE(session.WaitFor("Step 1 of 11"));
  session.Type("\x1b[C\x1b[C");  // The right arrow.
  EXPECT_TRUE(session.WaitFor("Step 3 of 11"));
  EXPECT_TRUE(session.WaitFor("r1c2 = 3: nothing else is left there"));
  EXPECT_TRUE(session.WaitFor("│  [1]   (3)  │   2    [4]  │"));
  session.Type("b");
  EXPECT_TRUE(session.WaitFor("Step 2 of 11"));
  session.Type("\x1b[D");  // The left arrow.
  EXPECT_TRUE(session.WaitFor("Step 1 of 11"));
  session.Type("g8");
  EXPECT_TRUE(session.WaitFor("Go to step: 8_"));
  session.Type("\r");
  EXPECT_TRUE(session.WaitFor("Step 8 of 11"));
  session.Type("e");
  EXPECT_TRUE(session.WaitFor("Solved."));
  session.Type("0");
  EXPECT_TRUE(session.WaitFor("Step 0 of 11"));
  session.Type("c");
  EXPECT_TRUE(session.WaitFor("│ 1 . │ . 4 │"));
  session.Type("q");
  EXPECT_EQ(session.Finish(), 0);
  EXPECT_TRUE(session.is_restored());
  EXPECT_EQ(session.screen().unknown(), "");
}

TEST(WatchTerminalTest, PlaysToTheEnd) {
  TerminalSession session(Words({kSmall, "--speed=200"}), kLarge);
  EXPECT_TRUE(session.WaitFor("Step 11 of 11"));
  EXPECT_TRUE(session.WaitFor("paused"));
  session.Type("q");
  EXPECT_EQ(session.Finish(), 0);
}

TEST(WatchTerminalTest, PlaysPausesAndChangesItsSpeed) {
  TerminalSession session(Words({kLong, "--speed=1"}), kLarge);
  EXPECT_TRUE(session.WaitFor("1 step/s"));
  session.Type("++");
  EXPECT_TRUE(session.WaitFor("5 steps/s"));
  session.Type("-");
  EXPECT_TRUE(session.WaitFor("2 steps/s"));
  session.Type(" ");
  EXPECT_TRUE(session.WaitFor("paused"));
  session.Type(" ");
  EXPECT_TRUE(session.WaitFor("2 steps/s"));
  session.Type("q");
  EXPECT_EQ(session.Finish(), 0);
}

TEST(WatchTerminalTest, FitsIntoTheWindow) {
  TerminalSession session(Paused(kLong), kLarge);
  // With candidates, and lines between cells.
  EXPECT_TRUE(session.WaitFor("│        [2]"));
  EXPECT_TRUE(session.WaitFor("q      quit"));
  session.Resize({.rows = 24, .columns = 80});
  EXPECT_TRUE(session.WaitFor("│ . 2 . │ . 3 . │ . 4 . │"));
  EXPECT_TRUE(session.WaitFor("q      quit"));
  session.Resize({.rows = 16, .columns = 26});
  EXPECT_TRUE(session.WaitFor("space s b + - g c q"));
  EXPECT_TRUE(session.WaitFor("│ . 2 . │ . 3 . │ . 4 . │"));
  session.Resize({.rows = 6, .columns = 20});
  EXPECT_TRUE(session.WaitFor("(needs 25 x 16)"));
  session.Resize({.rows = 1, .columns = 1});
  session.Type("s");
  session.Resize(kLarge);
  EXPECT_TRUE(session.WaitFor("Step 1 of"));
  session.Type("q");
  EXPECT_EQ(session.Finish(), 0);
  EXPECT_TRUE(session.is_restored());
}

TEST(WatchTerminalTest, HeedsNoColorAndTheLocale) {
  TerminalSession session(Paused(kSmall), kLarge,
                          {{"NO_COLOR", "1"}, {"LC_ALL", "C"}});
  EXPECT_TRUE(session.WaitFor("|  [1]        |   2    [4]  |"));
  EXPECT_FALSE(session.screen().has_colors());
  session.Type("q");
  EXPECT_EQ(session.Finish(), 0);
}

TEST(WatchTerminalTest, ADumbTerminalGetsAStep) {
  TerminalSession session(Words({kSmall, "--nocandidates"}), kLarge,
                          {{"TERM", "dumb"}});
  EXPECT_EQ(session.Finish(), 0);
  EXPECT_THAT(
      session.screen().Text(),
      AllOf(HasSubstr("Step 11 of 11: solution"), HasSubstr("| 1 3 | 2 4 |")));
}

TEST(WatchTerminalTest, ReadsKeysFromTheTerminalIfThePuzzleComesThroughAPipe) {
  TerminalSession session(
      {"/bin/sh", "-c",
       absl::StrCat("echo ", kSmall,
                    " | tools/sudoku/sudoku watch - --at-step=0")},
      kLarge);
  EXPECT_TRUE(session.WaitFor("Step 0 of 11"));
  session.Type("sq");
  EXPECT_EQ(session.Finish(), 0);
  EXPECT_TRUE(session.is_restored());
}

TEST(WatchTerminalTest, CtrlCRestoresTheTerminal) {
  TerminalSession session(Paused(kSmall), kLarge);
  EXPECT_TRUE(session.WaitFor("Step 0 of 11"));
  session.Type("\x03");
  EXPECT_EQ(session.Finish(), 130);
  EXPECT_TRUE(session.is_restored());
}

TEST(WatchTerminalTest, TheExitCodeTellsWhichSignalItWas) {
  for (const auto& [signal, code] :
       {std::pair(SIGINT, 130), {SIGHUP, 130}, {SIGTERM, 143}}) {
    TerminalSession session(Paused(kSmall), kLarge);
    EXPECT_TRUE(session.WaitFor("Step 0 of 11"));
    session.Signal(signal);
    EXPECT_EQ(session.Finish(), code);
    EXPECT_TRUE(session.is_restored());
  }
}

TEST(WatchTerminalTest, SignalsRestoreTheTerminal) {
  for (const int signal : {SIGTERM, SIGHUP, SIGABRT, SIGSEGV, SIGQUIT}) {
    TerminalSession session(Paused(kSmall), kLarge);
    EXPECT_TRUE(session.WaitFor("Step 0 of 11"));
    session.Signal(signal);
    EXPECT_NE(session.Finish(), 0);
    EXPECT_TRUE(session.is_restored()) << signal;
  }
}

TEST(WatchTerminalTest, CtrlZGivesTheTerminalBackForAWhile) {
  TerminalSession session(Paused(kSmall), kLarge);
  EXPECT_TRUE(session.WaitFor("Step 0 of 11"));
  session.Type("\x1a");
  EXPECT_TRUE(session.WaitUntilStopped());
  EXPECT_TRUE(session.is_restored());
  session.Signal(SIGCONT);
  EXPECT_TRUE(session.WaitFor("Step 0 of 11"));
  EXPECT_TRUE(session.screen().is_alternate());
  session.Type("sq");
  EXPECT_EQ(session.Finish(), 0);
  EXPECT_TRUE(session.is_restored());
}

TEST(WatchFilesTest, APageHasAllStepsOfALongSearch) {
  constexpr char kMany[] =
      "8..........36......7..9.2...5...7.......457.."
      "...1...3...1....68..85...1..9....4..";
  const std::string path = TempPath("long.html");
  EXPECT_THAT(
      Watch({kMany, "--method=backtracking", absl::StrCat("--html=", path)}),
      AllOf(Exits(0), Complains(""),
            Prints(absl::StrCat(path, ": a page with 907973 steps\n"))));
}

TEST(PlotTest, ShowsMistakesOfDice) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/mistakes.svg");
  for (const char* method : {"annealing", "tabu", "genetic"}) {
    EXPECT_THAT(Watch({"1..4..1..2..3..2", absl::StrCat("--method=", method),
                       absl::StrCat("--plot=", path)}),
                AllOf(Exits(0), Prints(absl::StrCat(path, ": a plot\n"))));
  }
  EXPECT_THAT(Watch({"1..4..1..2..3..2", "--method=norvig",
                     absl::StrCat("--plot=", path)}),
              AllOf(Exits(2), Complains(HasSubstr("norvig makes none"))));
}

}  // namespace
}  // namespace sudoku::tool::watch_test
