// The command make.

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
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
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

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
  // The whole 9x9: a line with the items, then one for each option.
  const std::string empty = Dlx({"make", "sudoku"}).output;
  const std::vector<std::string> lines =
      absl::StrSplit(empty, '\n', absl::SkipEmpty());
  ASSERT_THAT(lines, SizeIs(1 + 729));
  const std::vector<std::string> items = absl::StrSplit(lines[0], ' ');
  EXPECT_THAT(items, SizeIs(324));
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

}  // namespace
}  // namespace dlx::tool
