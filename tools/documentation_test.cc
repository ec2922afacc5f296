// Runs the examples in the documents and those in the help texts of dlx and
// sudoku: each must do what it is said to do.

#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Exits;
using ::cli::testing::Result;
using ::testing::AnyOf;

// A line after "$ ", and the lines below it.
struct Example {
  std::string command;
  std::string output;
};

// The examples in a text's blocks of the language "console".
std::vector<Example> ConsoleExamples(absl::string_view markdown) {
  std::vector<Example> examples;
  bool in_console = false;
  for (absl::string_view line : absl::StrSplit(markdown, '\n')) {
    if (absl::StartsWith(line, "```")) {
      in_console = line == "```console";
    } else if (in_console && absl::ConsumePrefix(&line, "$ ")) {
      examples.push_back({.command = std::string(line), .output = ""});
    } else if (in_console && !examples.empty()) {
      absl::StrAppend(&examples.back().output, line, "\n");
    }
  }
  return examples;
}

// True if `text` is `pattern`, in which "..." stands for anything.
bool MatchesPattern(absl::string_view text, absl::string_view pattern) {
  const std::vector<absl::string_view> parts = absl::StrSplit(pattern, "...");
  if (!absl::ConsumePrefix(&text, parts.front())) return false;
  for (size_t i = 1; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    const size_t found = is_last ? text.rfind(parts[i]) : text.find(parts[i]);
    if (found == absl::string_view::npos) return false;
    text.remove_prefix(found + parts[i].size());
  }
  return text.empty();
}

// Runs a line of a shell that finds dlx by its name.
Result Shell(const std::string& line) {
  char directory[4096];
  if (getcwd(directory, sizeof(directory)) == nullptr) return {};
  return cli::testing::Run(
      {"/bin/sh", "-c", line},
      {.environment = {
           {"PATH", absl::StrCat(directory, "/tools/dlx:", directory,
                                 "/tools/sudoku:", directory,
                                 "/tools/benchmark:/usr/bin:/bin")}}});
}

// Where files may be written, and testdata/ is.
Result ShellBesideTestdata(absl::string_view line) {
  const std::string folder = ::testing::TempDir();
  return Shell(absl::StrCat("ln -sfn \"$PWD/testdata\" '", folder,
                            "/testdata' && cd '", folder, "' && ", line));
}

TEST(DocumentationTest, ExamplesInTheDocuments) {
  for (const char* document :
       {"README.md", "docs/certificate.md", "docs/symmetry.md",
        "tools/README.md", "tools/sudoku.md"}) {
    std::stringstream text;
    text << std::ifstream(document).rdbuf();
    const std::vector<Example> examples = ConsoleExamples(text.str());
    EXPECT_GE(examples.size(), 6) << document;
    for (const Example& example : examples) {
      const Result result = ShellBesideTestdata(example.command);
      EXPECT_TRUE(MatchesPattern(result.output, example.output))
          << "$ " << example.command << "\n"
          << ::testing::PrintToString(result) << "\nexpected:\n"
          << example.output;
    }
  }
}

TEST(DocumentationTest, PatternsCanFail) {
  EXPECT_TRUE(MatchesPattern("abc", "abc"));
  EXPECT_TRUE(MatchesPattern("abc", "a...c"));
  EXPECT_TRUE(MatchesPattern("abcbc", "...bc"));
  EXPECT_FALSE(MatchesPattern("abc", "ab"));
  EXPECT_FALSE(MatchesPattern("abc", "b..."));
  EXPECT_FALSE(MatchesPattern("abc", "a...d"));
  EXPECT_FALSE(MatchesPattern("abc", "...b"));
}

// The lines below "Example:" at the end of a help text.
// They end before an empty line.
std::vector<std::string> HelpExamples(absl::string_view help) {
  const std::vector<absl::string_view> parts =
      absl::StrSplit(help, "\nExample:\n");
  if (parts.size() != 2) return {};
  return absl::StrSplit(parts[1].substr(0, parts[1].find("\n\n")), '\n',
                        absl::SkipEmpty());
}

// Examples read and write files.
Result ShellInTempDir(absl::string_view line) {
  return Shell(absl::StrCat("cd '", ::testing::TempDir(), "' && ", line));
}

TEST(DocumentationTest, ExamplesInHelpTexts) {
  for (const char* command :
       {"solve", "count", "first", "best", "check", "verify", "info", "sample",
        "tally", "convert", "plan", "make"}) {
    const Result help = Shell(absl::StrCat("dlx ", command, " --help"));
    const std::vector<std::string> lines = HelpExamples(help.output);
    ASSERT_FALSE(lines.empty()) << command;
    for (const std::string& line : lines) {
      // Reaching a limit, or an answer of no, may be what is shown.
      EXPECT_THAT(ShellInTempDir(line), AnyOf(Exits(0), Exits(1), Exits(75)))
          << line;
    }
  }
}

TEST(DocumentationTest, ExamplesInHelpTextsOfSudoku) {
  std::ofstream(absl::StrCat(::testing::TempDir(), "/puzzles.txt"))
      << "1..4..1..2..3..2 first\n1..4..1..2..3..2 second\n";
  for (const char* command :
       {"solve", "check", "count", "enumerate", "show", "minimal", "canonical",
        "convert", "generate", "compare", "watch"}) {
    const Result help = Shell(absl::StrCat("sudoku ", command, " --help"));
    const std::vector<std::string> lines = HelpExamples(help.output);
    ASSERT_FALSE(lines.empty()) << command;
    for (const std::string& line : lines) {
      EXPECT_THAT(ShellInTempDir(line), AnyOf(Exits(0), Exits(1))) << line;
    }
  }
}

TEST(DocumentationTest, ExamplesOfProblemsToMake) {
  std::ofstream(absl::StrCat(::testing::TempDir(), "/words.txt"))
      << "carts\nareas\nreach\ntacit\nshots\n";
  std::ofstream(absl::StrCat(::testing::TempDir(), "/picture.non"))
      << "rows\n2\n0\ncolumns\n1\n1\n";
  std::ofstream(absl::StrCat(::testing::TempDir(), "/kakuro.txt"))
      << "\\3 . .\n";
  const Result list = Shell("dlx make --help");
  int problems = 0;
  for (absl::string_view line : absl::StrSplit(list.output, '\n')) {
    const bool is_name = absl::ConsumePrefix(&line, "  ") && !line.empty() &&
                         absl::ascii_islower(line[0]) &&
                         !absl::StartsWith(line, "dlx ");
    if (!is_name) continue;
    const absl::string_view name = line.substr(0, line.find(' '));
    const Result help = Shell(absl::StrCat("dlx make ", name, " --help"));
    for (const std::string& example : HelpExamples(help.output)) {
      EXPECT_THAT(ShellInTempDir(absl::StrCat(example, " > it.dlx")), Exits(0))
          << example;
      EXPECT_THAT(ShellInTempDir("dlx info it.dlx"), Exits(0)) << example;
      ++problems;
    }
  }
  EXPECT_GE(problems, 10);
}

}  // namespace
}  // namespace dlx::tool
