// dlx and the world around it: pipes, signals, full disks, terminals.

#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
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
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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

TEST(StreamTest, InterruptionWhileNobodyReadsACertificate) {
  const std::string board =
      WriteFile("board.dlx", Dlx({"make", "dominoes", "16x16"}).output);
  Subprocess dlx(Command({"count", board, "--certificate=/dev/stdout"}));
  // The pipe has room for a hundredth of it.
  absl::SleepFor(absl::Milliseconds(500));
  dlx.Signal(SIGTERM);
  EXPECT_EQ(dlx.WaitForEnd(), 143);
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

TEST(ProgressTest, ALineOnTheTerminalIsErasedAtTheEnd) {
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  const Result result =
      Dlx({"solve", pigeons, "--progress", "--timeout=1500ms"},
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

// ESC is no character of a problem, but a control character of the second kind
// may be: U+009B is ESC [ in one.
TEST(TerminalTest, ObeysNothingThatComesFromTheInput) {
  const std::string text =
      "a\xc2\x9b"
      "31m b\na\xc2\x9b"
      "31m b\n";
  for (const char* term : {"xterm", "dumb"}) {
    const SubprocessOptions terminal = {.input = text,
                                        .environment = {{"TERM", term}},
                                        .output_is_terminal = true};
    EXPECT_THAT(Dlx({"solve", "-"}, terminal),
                Prints(HasSubstr("a\\xc2\\x9b31m b\r\n")));
    EXPECT_THAT(Dlx({"solve", "-", "--json"}, terminal),
                Prints(HasSubstr("a\\u009b31m")));
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"info", "-"},
          {"info", "-", "--json"},
          {"convert", "-", "--to=json"},
          {"check", "-", "--options=0,0"}}) {
      EXPECT_THAT(
          Dlx(arguments, terminal),
          AllOf(Prints(HasSubstr("31m")), Prints(Not(HasSubstr("\xc2\x9b")))));
    }
  }
}

TEST(StatisticsTest, AreOnStandardError) {
  EXPECT_THAT(Dlx({"solve", "-", "--stats"}, {.input = kExample}),
              AllOf(Exits(0), Prints("| cover 1\na d f\nb g\nc e\n"),
                    Complains(AllOf(HasSubstr("engine     bit_sets ("),
                                    ContainsRegex("outcome +exhausted\n"),
                                    ContainsRegex("found +1 cover\n"),
                                    ContainsRegex("nodes +[0-9]+\n"),
                                    ContainsRegex("updates +[0-9]+\n"),
                                    ContainsRegex("time +[0-9.]+ s\n"),
                                    HasSubstr("nodes by depth:\n     0  ")))));
}

TEST(StatisticsTest, ManyDepthsAreFewLines) {
  std::string items, options;
  for (int i = 0; i < 250; ++i) {
    absl::StrAppend(&items, i == 0 ? "a" : " a", i);
    absl::StrAppend(&options, "a", i, "\n");
  }
  EXPECT_THAT(
      Dlx({"count", "-", "--stats", "--engine=dancing_links"},
          {.input = absl::StrCat(items, "\n", options)}),
      AllOf(Exits(0), Complains(AllOf(
                          ContainsRegex("nodes by depth, 3 of them in a line:\n"
                                        "     0 +3  #+\n     3 +3  #+\n"),
                          Not(HasSubstr("\n     1 "))))));
}

}  // namespace
}  // namespace dlx::tool
