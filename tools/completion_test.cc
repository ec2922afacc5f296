// Shells complete command lines of dlx and sudoku, manual pages can be read,
// and both programs tell their version.
//
// bash is asked twice: its function by a script, and all of it in a terminal.
// zsh and fish are asked if they are installed.

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"
#include "tools/testing/terminal_session.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::cli::testing::TerminalSession;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::MatchesRegex;
using ::testing::Not;

// So that a shell finds both programs by their names.
std::vector<std::pair<std::string, std::string>> Environment() {
  char directory[4096];
  if (getcwd(directory, sizeof(directory)) == nullptr) return {};
  return {{"PATH", absl::StrCat(directory, "/tools/dlx:", directory,
                                "/tools/sudoku:/usr/bin:/bin")},
          {"HOME", ::testing::TempDir()},
          {"TERM", "dumb"}};
}

Result RunShell(const std::string& shell, const std::string& script) {
  return cli::testing::Run({shell, "-c", script},
                           {.environment = Environment()});
}

bool IsInstalled(const std::string& shell) {
  return access(shell.c_str(), X_OK) == 0;
}

std::vector<std::string> LinesOf(absl::string_view text) {
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

// What bash offers for the last of these words, which are those that readline
// would make of a command line.
std::vector<std::string> BashOffers(const std::vector<std::string>& words) {
  std::string quoted;
  for (const std::string& word : words)
    absl::StrAppend(&quoted, " '", word, "'");
  const Result result = RunShell(
      "/bin/bash",
      absl::StrCat("source <(", words[0], " completion bash)\nCOMP_WORDS=(",
                   quoted, ")\nCOMP_CWORD=", words.size() - 1, "\n_", words[0],
                   " && printf '%s\\n' \"${COMPREPLY[@]}\""));
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.exit_code, 0);
  return LinesOf(result.output);
}

TEST(VersionTest, OfBothPrograms) {
  EXPECT_THAT(
      RunShell("/bin/bash", "dlx --version; sudoku --version"),
      AllOf(Exits(0), Prints(MatchesRegex("dlx [0-9]+\\.[0-9]+\\.[0-9]+\n"
                                          "sudoku [0-9]+\\..*\n"))));
}

TEST(BashTest, OffersCommandsFlagsAndValues) {
  EXPECT_THAT(BashOffers({"dlx", "co"}),
              IsSupersetOf({"count", "convert", "completion"}));
  EXPECT_THAT(BashOffers({"dlx", "--v"}), ElementsAre("--version"));
  EXPECT_THAT(BashOffers({"dlx", "count", "--eng"}), ElementsAre("--engine="));
  EXPECT_THAT(BashOffers({"dlx", "count", "a.dlx", "--js"}),
              ElementsAre("--json"));
  EXPECT_THAT(BashOffers({"dlx", "count", "--engine", "=", "bit_p"}),
              ElementsAre("bit_planes"));
  EXPECT_THAT(BashOffers({"dlx", "count", "--engine", "="}),
              IsSupersetOf({"auto", "dancing_links"}));
  EXPECT_THAT(BashOffers({"dlx", "count", "--engine", "bit_s"}),
              ElementsAre("bit_sets"));
  EXPECT_THAT(BashOffers({"dlx", "make", "que"}), ElementsAre("queens"));
  EXPECT_THAT(BashOffers({"dlx", "ask", "board.diagram", "co"}),
              ElementsAre("count", "covers", "costs"));
  EXPECT_THAT(BashOffers({"dlx", "help", "est"}), ElementsAre("estimate"));
  EXPECT_THAT(BashOffers({"dlx", "completion", ""}),
              ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(BashOffers({"sudoku", "watch", "--method", "=", "mol"}),
              ElementsAre("moler"));
  EXPECT_THAT(BashOffers({"sudoku", "show", "--nocan"}),
              ElementsAre("--nocandidates"));
}

TEST(BashTest, OtherwiseThereAreFiles) {
  EXPECT_THAT(BashOffers({"dlx", "count", ""}), ElementsAre());
  EXPECT_THAT(BashOffers({"dlx", "make", "queens", ""}), ElementsAre());
  EXPECT_THAT(BashOffers({"dlx", "ask", ""}), ElementsAre());
  EXPECT_THAT(BashOffers({"dlx", "ask", "--seed", ""}), ElementsAre());
  EXPECT_THAT(BashOffers({"dlx", "nosuchcommand", "--eng"}), ElementsAre());
}

// Each row 'COMMAND --FLAG') words='...' of the script: a program that is given
// one of the words for the flag must not complain.
TEST(BashTest, EveryWordIsAValueOfItsFlag) {
  for (const std::string program : {"dlx", "sudoku"}) {
    const Result script = RunShell("/bin/bash", program + " completion bash");
    std::vector<std::string> lines;
    for (absl::string_view line : LinesOf(script.output)) {
      const std::vector<absl::string_view> parts = absl::StrSplit(line, '\'');
      if (parts.size() != 5 || !absl::StrContains(parts[1], " --")) continue;
      for (absl::string_view word : absl::StrSplit(parts[3], ' ')) {
        lines.push_back(
            absl::StrCat(program, " ", parts[1], "=", word, " --help"));
      }
    }
    EXPECT_GT(lines.size(), 30) << program;
    EXPECT_THAT(RunShell("/bin/bash",
                         absl::StrCat("set -e\n", absl::StrJoin(lines, "\n"))),
                AllOf(Exits(0), cli::testing::Complains("")))
        << program;
  }
}

TEST(BashTest, WhenSomebodyTypes) {
  TerminalSession session({"/bin/bash", "--noprofile", "--norc", "-i"},
                          {24, 80}, Environment());
  session.Type("PS1='ready'; PS1+='> '; source <(dlx completion bash)\n");
  ASSERT_TRUE(session.WaitFor("ready>"));
  session.Type("dlx cou\t");
  EXPECT_TRUE(session.WaitFor("dlx count"));
  session.Type("--engi\t");
  EXPECT_TRUE(session.WaitFor("dlx count --engine="));
  session.Type("nog\t");
  EXPECT_TRUE(session.WaitFor("dlx count --engine=nogoods"));
  session.Type(
      "\x15"
      "exit\n");
  EXPECT_EQ(session.Finish(), 0);
}

TEST(FishTest, OffersCommandsFlagsAndValues) {
  const std::string fish = "/usr/bin/fish";
  if (!IsInstalled(fish)) GTEST_SKIP() << "fish is not installed";
  const auto offers = [&](const std::string& line) {
    const Result result = RunShell(
        fish, absl::StrCat("dlx completion fish | source; complete -C '", line,
                           "' | string replace -r '\\t.*' ''; or true"));
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return LinesOf(result.output);
  };
  EXPECT_THAT(offers("dlx cou"), ElementsAre("count"));
  EXPECT_THAT(offers("dlx count --eng"), ElementsAre("--engine"));
  EXPECT_THAT(offers("dlx count --engine=bit_p"),
              ElementsAre("--engine=bit_planes"));
  EXPECT_THAT(offers("dlx make que"), Contains("queens"));
  EXPECT_THAT(offers("dlx help "), Not(Contains("bash")));
}

TEST(ZshTest, CompletesWhatSomebodyTypes) {
  const std::string zsh = "/usr/bin/zsh";
  if (!IsInstalled(zsh)) GTEST_SKIP() << "zsh is not installed";
  TerminalSession session({zsh, "-f", "-i"}, {24, 80}, Environment());
  session.Type(
      "PS1='ready'; PS1+='> '; autoload -U compinit; compinit -D; "
      "source <(dlx completion zsh)\n");
  ASSERT_TRUE(session.WaitFor("ready>"));
  session.Type("dlx cou\t");
  EXPECT_TRUE(session.WaitFor("dlx count"));
  session.Type("--engi\t");
  // It goes back by single characters, which the screen does not know.
  EXPECT_TRUE(session.WaitFor("--engine="));
  session.Type("nog\t");
  EXPECT_TRUE(session.WaitFor("=nogoods"));
  session.Type(
      "\x15"
      "exit\n");
  EXPECT_EQ(session.Finish(), 0);
}

TEST(ManualTest, HasEveryCommand) {
  for (const std::string program : {"dlx", "sudoku"}) {
    std::stringstream page;
    page << std::ifstream(absl::StrCat("tools/", program, "/", program, ".1"))
                .rdbuf();
    EXPECT_THAT(page.str(), AllOf(HasSubstr(".SS \"solve\"\n"),
                                  HasSubstr(".SS \"count\"\n"),
                                  HasSubstr(".SH EXIT CODES\n")));
    if (!IsInstalled("/usr/bin/man")) continue;
    // man says what it does not understand.
    const Result result = RunShell(
        "/bin/bash", absl::StrCat("MANWIDTH=80 man --warnings -l tools/",
                                  program, "/", program, ".1"));
    EXPECT_THAT(result, AllOf(Exits(0), cli::testing::Complains(""),
                              Prints(HasSubstr("EXIT CODES"))));
  }
}

}  // namespace
}  // namespace dlx::tool
