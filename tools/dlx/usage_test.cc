// What dlx says about bad command lines and bad input, and its help.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
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
using ::testing::HasSubstr;
using ::testing::StartsWith;

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
      {{"solve", example, "--format=xml"}, "text, json or jsonl is expected"},
      {{"solve", example, "--engine=warp"}, ": auto, "},
      {{"solve", example, "--engine=dancing_link"},
       "did you mean \"dancing_links\"?"},
      {{"solve", example, "--branching=none"}, "fewest, sharp or input"},
      {{"best", example, "--k=0"}, "\"0\" is not a value for --k"},
      {{"count", example, "--threads=-1"}, "threads from 1 to 1024"},
      {{"solve", example, "--threads=1025"}, "threads from 1 to 1024"},
      {{"first", example, "--threads=two"}, "0 for one for each processor"},
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
       {"solve", "count", "first", "best", "check", "info", "explain",
        "estimate", "sample", "tally", "convert", "make"}) {
    EXPECT_THAT(help, HasSubstr(absl::StrCat("\n  ", command, " ")));
    EXPECT_THAT(Dlx({command, "--help"}),
                AllOf(Exits(0), Complains(""),
                      Prints(AllOf(HasSubstr("Usage:"),
                                   HasSubstr(absl::StrCat("Example:\n  ")),
                                   HasSubstr(absl::StrCat("dlx ", command))))));
  }
}

TEST(UsageTest, ALetterHasOneDash) {
  EXPECT_THAT(Dlx({"plan", "--help"}), Prints(HasSubstr("  -o FOLDER ")));
  EXPECT_THAT(Dlx({"sample", "--help"}), Prints(HasSubstr("  -n N ")));
  EXPECT_THAT(Dlx({"help", "--man"}), Prints(HasSubstr("\\fB\\-o FOLDER\\fR")));
}

TEST(UsageTest, AnEngineThatCannotDoItSaysSo) {
  const std::string example = WriteFile("example.dlx", kExample);
  const std::string colors =
      WriteFile("colors.dlx", "a b | x\na x:1\nb x:1\nb x:2\n");
  const std::string several = WriteFile("several.dlx", "2:3|a b\na\na b\nb\n");
  std::string crowd = "a\n";
  for (int i = 0; i < 70; ++i) crowd += "a\n";
  const std::string crowded = WriteFile("crowded.dlx", crowd);
  struct {
    std::string file;
    std::vector<std::string> engines;
    std::vector<std::string> commands;
    std::string why;
  } const kRows[] = {
      {example,
       {"memo_counter", "layers"},
       {"solve", "first", "best"},
       " can only count"},
      {example,
       {"bit_planes", "nogoods", "consistent_sets", "sparse_sets",
        "plain_sets"},
       {"best"},
       " cannot look for covers of least cost"},
      {colors,
       {"bit_planes", "nogoods", "plain_sets"},
       {"solve", "first", "count"},
       " cannot do colours"},
      {several,
       {"bit_planes", "nogoods", "bit_sets", "consistent_sets", "sparse_sets",
        "plain_sets"},
       {"solve", "first", "count"},
       " cannot do items with multiplicities"},
      {several,
       {"memo_counter"},
       {"count"},
       " cannot do items with multiplicities"},
      {several, {"bit_sets"}, {"best"}, " cannot do items with multiplicities"},
      {crowded,
       {"bit_planes", "nogoods"},
       {"solve", "first", "count"},
       " options"},
  };
  for (const auto& row : kRows) {
    for (const std::string& engine : row.engines) {
      for (const std::string& command : row.commands) {
        EXPECT_THAT(
            Dlx({command, row.file, absl::StrCat("--engine=", engine)}),
            AllOf(Exits(2), Prints(""),
                  Complains(AllOf(HasSubstr(absl::StrCat("engine ", engine)),
                                  HasSubstr(row.why)))))
            << command << " " << engine << row.why;
      }
    }
  }
}

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
  EXPECT_THAT(Dlx({"count", ""}),
              AllOf(Exits(66), Prints(""),
                    Complains("dlx: error: an empty argument is no file; - is "
                              "standard input\n")));
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
