#include "tools/cli/command.h"

#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/help.h"
#include "tools/cli/running_command.h"

ABSL_FLAG(int, times, 1, "Say it `N` times.");
ABSL_FLAG(bool, loud, false, "Say it aloud.");

namespace cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string last_call;
std::string last_command;

ExitCode Hello(const Arguments& arguments) {
  last_command = RunningCommand({"loud"});
  last_call = "hello " + absl::StrJoin(arguments, ",") + " x" +
              std::to_string(absl::GetFlag(FLAGS_times));
  return ExitCode::kLimit;
}

ExitCode Raw(const Arguments& arguments) {
  last_call = "raw " + absl::StrJoin(arguments, ",");
  return ExitCode::kFinished;
}

Program GreetProgram() {
  return {.name = "greet",
          .version = "1.2.3",
          .summary = "Greets people.",
          .commands = {{.name = "hello",
                        .arguments = "NAME",
                        .summary = "Say hello to somebody.",
                        .help = "A paragraph.",
                        .example = "greet hello Ada",
                        .flags = {"times", "loud"},
                        .min_arguments = 1,
                        .max_arguments = 1,
                        .run = Hello},
                       {.name = "raw",
                        .summary = "Take anything.",
                        .takes_raw_arguments = true,
                        .run = Raw}},
          .epilogue = "The end."};
}

struct Result {
  int code;
  std::string out, err, call;
};

Result RunGreet(std::vector<std::string> words) {
  words.insert(words.begin(), "greet");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  last_call.clear();
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int code =
      RunProgram(GreetProgram(), static_cast<int>(argv.size()), argv.data());
  Result result = {.code = code, .out = "", .err = "", .call = last_call};
  result.out = ::testing::internal::GetCapturedStdout();
  result.err = ::testing::internal::GetCapturedStderr();
  return result;
}

TEST(RunProgramTest, RunsTheCommandAndReturnsItsExitCode) {
  const Result result = RunGreet({"hello", "--times=2", "Ada"});
  EXPECT_EQ(result.call, "hello Ada x2");
  EXPECT_EQ(result.code, 75);
}

TEST(RunProgramTest, ACommandIsKnownInWords) {
  RunGreet({"hello", "Ada", "--times=3", "--loud"});
  EXPECT_EQ(last_command, "hello --times=3");
  EXPECT_EQ(RunningCommand({}), "hello --times=3 --loud=true");
  RunGreet({"hello", "Ada", "--times=1", "--noloud"});
  EXPECT_EQ(RunningCommand({}), "hello");
}

TEST(RunProgramTest, PassesRawArgumentsOn) {
  EXPECT_EQ(RunGreet({"raw", "-x", "--", "--help", "y"}).call,
            "raw -x,--,--help,y");
  EXPECT_EQ(RunGreet({"help", "raw", "x"}).call, "raw x,--help");
  EXPECT_EQ(RunGreet({"raw", "--help"}).call, "raw --help");
  EXPECT_EQ(RunGreet({"help", "raw"}).call, "raw --help");
}

TEST(RunProgramTest, MistakesAreUsageErrors) {
  struct {
    std::vector<std::string> words;
    std::string error;
  } const kCases[] = {
      {{"hullo"},
       "greet: error: there is no command \"hullo\"; did you mean "
       "\"hello\"? (more: greet --help)\n"},
      {{"help", "hullo"}, "did you mean \"hello\"?"},
      {{"completions"}, "did you mean \"completion\"?"},
      {{"completion"}, "bash, zsh or fish (more: greet completion --help)\n"},
      {{"completion", "tcsh"}, "bash, zsh or fish"},
      {{"completion", "bash", "zsh"}, "bash, zsh or fish"},
      {{"--times=2", "hello"}, "a command must come before --times=2"},
      {{"hello"}, "greet hello needs NAME (more: greet hello --help)\n"},
      {{"hello", "a", "b"}, "\"b\" is one argument too many"},
      {{"hello", "a", "--tims=3"}, "did you mean \"--times\"?"},
      {{"hello", "a", "--times=x"}, "\"x\" is not a value for --times"},
  };
  for (const auto& test : kCases) {
    const Result result = RunGreet(test.words);
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, HasSubstr(test.error));
    EXPECT_THAT(result.call, IsEmpty());
  }
}

TEST(RunProgramTest, WithoutACommandItShowsHelpOnStandardError) {
  const Result result = RunGreet({});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("Commands:"));
}

TEST(RunProgramTest, PrintsHelp) {
  const std::vector<std::vector<std::string>> kProgramHelp = {
      {"help"}, {"--help"}, {"-h"}, {"help", "help"}};
  for (const auto& words : kProgramHelp) {
    const Result result = RunGreet(words);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out,
              "Greets people.\n"
              "\nUsage:\n  greet COMMAND [ARGUMENTS] [FLAGS]\n"
              "\nCommands:\n"
              "  hello        Say hello to somebody.\n"
              "  raw          Take anything.\n"
              "  help         Explain a command, or all of this.\n"
              "  completion   Print what makes a shell complete command "
              "lines.\n"
              "\n'greet COMMAND --help' tells more about a command.\n"
              "\nThe end.\n");
  }
  const std::vector<std::vector<std::string>> kHelloHelp = {
      {"help", "hello"}, {"hello", "--help"}, {"hello", "a", "-h", "--bad"}};
  for (const auto& words : kHelloHelp) {
    const Result result = RunGreet(words);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out,
              "Say hello to somebody.\n"
              "\nUsage:\n  greet hello NAME [FLAGS]\n"
              "\nA paragraph.\n"
              "\nFlags:\n"
              "  --times=N             Say it N times. Default: 1.\n"
              "  --loud                Say it aloud.\n"
              "\nExample:\n  greet hello Ada\n");
  }
}

TEST(RunProgramTest, TellsItsVersion) {
  const Result result = RunGreet({"--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "greet 1.2.3\n");
}

TEST(RunProgramTest, PrintsScriptsAndTheManualPage) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Result result = RunGreet({"completion", shell});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.out, HasSubstr("Completes command lines of greet in "));
  }
  const std::vector<std::vector<std::string>> kCompletionHelp = {
      {"completion", "--help"}, {"help", "completion"}};
  for (const auto& words : kCompletionHelp) {
    EXPECT_THAT(RunGreet(words).out, HasSubstr("greet completion bash"));
  }
  EXPECT_THAT(RunGreet({"help", "--man"}).out, HasSubstr(".TH GREET 1"));
}

TEST(RunProgramTest, StartsInTheCallersDirectory) {
  setenv("BUILD_WORKING_DIRECTORY", "/", 1);
  EXPECT_EQ(RunGreet({"raw"}).code, 0);
  char directory[100];
  EXPECT_STREQ(getcwd(directory, sizeof(directory)), "/");
  setenv("BUILD_WORKING_DIRECTORY", "/no/such/directory", 1);
  const Result result = RunGreet({"raw"});
  EXPECT_EQ(result.code, 66);
  EXPECT_THAT(result.err, HasSubstr("\"/no/such/directory\""));
  unsetenv("BUILD_WORKING_DIRECTORY");
}

TEST(ListEntryTest, BreaksLines) {
  EXPECT_EQ(ListEntry("a", "b c", 6), "  a   b c\n");
  EXPECT_EQ(ListEntry("a-long-term", "b", 6), "  a-long-term\n      b\n");
  const std::string entry = ListEntry(
      "x", std::string(70, 'y') + " " + std::string(30, 'z') + " end", 6);
  EXPECT_EQ(entry, "  x   " + std::string(70, 'y') + "\n      " +
                       std::string(30, 'z') + " end\n");
}

TEST(CommandHelpTest, HeadingsAreBoldOnRequest) {
  const Program program = GreetProgram();
  EXPECT_THAT(CommandHelp(program, program.commands[0], /*bold=*/true),
              AllOf(HasSubstr("\x1b[1mFlags:\x1b[0m"), Not(HasSubstr("`"))));
}

}  // namespace
}  // namespace cli
