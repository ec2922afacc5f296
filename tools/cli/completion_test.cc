#include "tools/cli/completion.h"

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/cli/command.h"

// What bash does with such a script is tested by //tools:completion_test.

ABSL_FLAG(std::string, tune, "", "Hum this `TUNE`: it's loud [or not].");
ABSL_FLAG(std::string, score, "", "Read the notes in this `FILE`.");
ABSL_FLAG(std::string, folder, "", "Write into the folder `DIR`.");
ABSL_FLAG(int, pitch, 440, "Hum at `N` hertz.");
ABSL_FLAG(int, n, 1, "Hum `N` times.");
ABSL_FLAG(bool, words, true, "Sing the words, too.");

namespace cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> Tunes() { return {"ode", "fugue"}; }
std::vector<std::string> Voices() { return {"alto", "bass"}; }

Program SingProgram() {
  return {.name = "sing",
          .commands = {{.name = "hum",
                        .summary = "Hum a tune.",
                        .flags = {"tune", "notes=score", "folder", "pitch", "n",
                                  "words"},
                        .max_arguments = kAnyNumber},
                       {.name = "as",
                        .summary = "Sing in a voice.",
                        .takes_raw_arguments = true,
                        .argument_choices = Voices},
                       {.name = "with",
                        .summary = "Sing together.",
                        .max_arguments = 2,
                        .argument_choices = Voices,
                        .argument_with_choices = 2},
                       {.name = "rest", .summary = "Don't sing."}},
          .flag_choices = {{"tune", Tunes}}};
}

TEST(CompletionTest, BashKnowsCommandsFlagsAndWords) {
  EXPECT_THAT(
      CompletionScript(SingProgram(), "bash"),
      AllOf(HasSubstr(
                "words='hum as with rest help completion --help --version'"),
            HasSubstr("hum) words='--tune= --notes= --folder= --pitch= "
                      "-n --nowords --help' ;;"),
            HasSubstr("'hum --tune') words='ode fugue' ;;"),
            HasSubstr("'as 2') words='alto bass' ;;"),
            HasSubstr("'with 3') words='alto bass' ;;"),
            HasSubstr("'help 2') words='hum as with rest' ;;"),
            HasSubstr("'completion 2') words='bash zsh fish' ;;"),
            HasSubstr("complete -o default -F _sing sing"),
            Not(HasSubstr("@"))));
}

TEST(CompletionTest, ZshKnowsWhatTheyAreFor) {
  EXPECT_THAT(
      CompletionScript(SingProgram(), "zsh"),
      AllOf(HasSubstr("'rest:Don'\\''t sing.'"),
            HasSubstr("'--tune=[Hum this TUNE\\: it'\\''s loud \\[or not\\].]"
                      ":TUNE:(ode fugue)'"),
            HasSubstr("'--notes=[Read the notes in this FILE.]:FILE:_files'"),
            HasSubstr(":DIR:_files -/'"),
            HasSubstr("'--pitch=[Hum at N hertz. Default\\: 440.]:N: '"),
            HasSubstr("'-n[Hum N times. Default\\: 1.]:N: '"),
            HasSubstr("'--nowords[Sing the words, too.]'"),
            HasSubstr("'1:word:(alto bass)'"),
            HasSubstr("'2:word:(alto bass)'"), HasSubstr("'*:file:_files'"),
            Not(HasSubstr("@NAME@"))));
}

TEST(CompletionTest, FishKnowsWhatTheyAreFor) {
  EXPECT_THAT(
      CompletionScript(SingProgram(), "fish"),
      AllOf(HasSubstr("complete -c sing -n __sing_begins -f -a rest -d 'Don"
                      "\\'t sing.'\n"),
            HasSubstr("'__sing_is hum' -l tune -x -a 'ode fugue' -d 'Hum"),
            HasSubstr("'__sing_is hum' -l notes -r -d 'Read"),
            HasSubstr("'__sing_is hum' -l pitch -x -d"),
            HasSubstr("'__sing_is hum' -s n -x -d"),
            HasSubstr("'__sing_is hum' -l nowords -d"),
            HasSubstr("'__sing_is as' -f -a 'alto bass'"),
            HasSubstr("-n '__sing_is with; and test (count (commandline -opc)) "
                      "-eq 3' -f -a 'alto bass'"),
            HasSubstr("'__sing_is rest' -f\n"), Not(HasSubstr("@"))));
}

TEST(CompletionTest, NoOtherShell) {
  EXPECT_EQ(CompletionScript(SingProgram(), "tcsh"), "");
}

}  // namespace
}  // namespace cli
