// `sudoku study` and `sudoku canonical --classes` from the outside.

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace sudoku::tool::study_test {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

Result Sudoku(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tools/sudoku/sudoku");
  return cli::testing::Run(arguments, {});
}

std::string WriteFile(const std::string& name, absl::string_view text) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

constexpr char kEasy[] = "1..4..1..2..3..2";
// The Java tutorial's.
constexpr char kHard[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1.."
    "9."
    "...4..";

TEST(StudyTest, TellsAllOfASmallPuzzle) {
  EXPECT_THAT(Sudoku({"study", kEasy}),
              Prints("6 clues, symmetry: both-diagonals, unique\n"
                     "puzzle: 2 automorphisms, 1,536 disguises\n"
                     "backdoors: none needed: singles alone solve it\n"
                     "its grid: 32 automorphisms, 96 disguises\n"
                     "  band 1: 12343412\n"
                     "  band 2: as band 1\n"
                     "  stack 1: as band 1\n"
                     "  stack 2: as band 1\n"
                     "unavoidable sets: 8 of 4 cells, 2 of 8 cells, "
                     "4 of 12 cells; 14 with up to 4 digits\n"
                     "fewest clues of its puzzles: 4, as in "
                     "1..4.....23.....\n"));
  // A puzzle with as few clues as that is one.
  EXPECT_THAT(Sudoku({"check", "1..4.....23....."}),
              Prints("unique; easy: singles alone solve it\n"));
}

TEST(StudyTest, TellsHowFarItCameWithALargeOne) {
  EXPECT_THAT(
      Sudoku({"study", kHard, "--digits=2", "--nodes=1000", "--names=A1"}),
      Prints(AllOf(HasSubstr("backdoors: 2 cells: A3+E2, "),
                   HasSubstr("its grid: 1 automorphism, 1,218,998,108,160 "
                             "disguises\n"),
                   HasSubstr("  stack 3: 361 of 416: "
                             "123456789457289613689713245\n"),
                   HasSubstr("unavoidable sets: 10 of 4 cells; "),
                   HasSubstr("fewest clues of its puzzles: at least "),
                   EndsWith("(node limit after 1,024 nodes)\n"))));
}

TEST(StudyTest, KeepsToItsLimits) {
  // The time is for all parts: those it is not enough for are left out.
  EXPECT_THAT(Sudoku({"study", kHard, "--only=unavoidable,fewest-clues",
                      "--timeout=1us"}),
              AllOf(Exits(75), Prints(AllOf(Not(HasSubstr("unavoidable sets")),
                                            Not(HasSubstr("fewest clues"))))));
  EXPECT_THAT(
      Sudoku({"study", kHard, "--only=disguises,grid,bands", "--timeout=1us"}),
      AllOf(Exits(75), Prints(AllOf(Not(HasSubstr("disguises")),
                                    Not(HasSubstr("band"))))));
  EXPECT_THAT(
      Sudoku({"study", kHard, "--only=fewest-clues", "--digits=2",
              "--nodes=1000"}),
      AllOf(Exits(75), Prints(HasSubstr("(node limit after 1,024 nodes)"))));
  // Without limits, that it stops somewhere is no failure.
  EXPECT_THAT(Sudoku({"study", kHard, "--only=fewest-clues", "--digits=2"}),
              AllOf(Exits(0), Prints(HasSubstr("(node limit after "))));
}

TEST(StudyTest, OfPuzzlesWithoutOneSolutionLessIsKnown) {
  EXPECT_THAT(Sudoku({"study", "1....2....3....4"}),
              Prints("4 clues, symmetry: both-diagonals, multiple solutions\n"
                     "puzzle: 16 automorphisms, 192 disguises\n"
                     "solutions: 2, of which 1 is essentially different\n"));
  // Where that would take long, it is said what counts them.
  EXPECT_THAT(Sudoku({"study", std::string(36, '.')}),
              Prints("0 clues, symmetry: full, multiple solutions\n"
                     "puzzle: 2,488,320 automorphisms, 1 disguise\n"
                     "solutions: not counted, with so many automorphisms; "
                     "'sudoku count --up-to-symmetry' does\n"));
  // And of those that are not of boxes alone.
  EXPECT_THAT(Sudoku({"study", kEasy, "--diagonal", "--digits=0"}),
              Prints(Not(HasSubstr("disguises"))));
}

TEST(StudyTest, SpeaksToPrograms) {
  EXPECT_THAT(
      Sudoku({"study", kEasy, "--json"}),
      Prints(AllOf(HasSubstr("\"automorphisms\":\"2\""),
                   HasSubstr("\"disguises\":\"1536\""),
                   HasSubstr("\"backdoor_cells\":0"),
                   HasSubstr("\"unavoidable\":[\"4:8\",\"8:2\",\"12:4\"]"),
                   HasSubstr("\"fewest_clues_at_least\":4"),
                   HasSubstr("\"fewest_clues\":\"1..4.....23.....\""))));
  EXPECT_THAT(Sudoku({"study", kHard, "--json", "--digits=0"}),
              Prints(AllOf(HasSubstr("\"backdoor_cells\":2,\"backdoors\":["
                                     "\"r1c3+r5c2\""),
                           HasSubstr("\"band_numbers\":[\"92\",\""),
                           Not(HasSubstr("unavoidable")))));
}

TEST(StudyTest, TellsOnlyWhatIsWanted) {
  EXPECT_THAT(Sudoku({"study", kEasy, "--only=bands,backdoors"}),
              Prints("6 clues, symmetry: both-diagonals, unique\n"
                     "backdoors: none needed: singles alone solve it\n"
                     "  band 1: 12343412\n"
                     "  band 2: as band 1\n"
                     "  stack 1: as band 1\n"
                     "  stack 2: as band 1\n"));
  EXPECT_THAT(
      Sudoku({"study", kEasy, "--only=fewest-clues", "--json"}),
      Prints(AllOf(HasSubstr("\"fewest_clues_at_least\":4"),
                   Not(HasSubstr("unavoidable")), Not(HasSubstr("bands")))));
  EXPECT_THAT(
      Sudoku({"study", kEasy, "--only=bands,stacks"}),
      AllOf(Exits(2), Complains(HasSubstr("the parts are disguises,"))));
}

TEST(StudyTest, RefusesOtherNumbersOfDigits) {
  for (const char* digits : {"1", "5", "-2"}) {
    EXPECT_THAT(Sudoku({"study", kEasy, absl::StrCat("--digits=", digits)}),
                AllOf(Complains(HasSubstr("2, 3 or 4 digits are")), Exits(2)));
  }
}

TEST(ClassesTest, FindsPuzzlesInDisguise) {
  const std::string path = WriteFile("classes.txt",
                                     "1..4..1..2..3..2\n"
                                     "1....2....3....4\n"
                                     "2..3..2..1..4..1\n"
                                     "4....3....2....1\n"
                                     "1...............\n");
  EXPECT_THAT(
      Sudoku({"canonical", path, "--classes"}),
      Prints(absl::StrCat(path, ":1 = ", path, ":3\n", path, ":2 = ", path,
                          ":4\n5 puzzles, 3 essentially different\n")));
  EXPECT_THAT(
      Sudoku({"canonical", path, "--classes", "--json"}),
      Prints(AllOf(
          HasSubstr(absl::StrCat("{\"type\":\"class\",\"puzzles\":[\"", path,
                                 ":1\",\"", path, ":3\"],\"canonical\":\"")),
          HasSubstr(absl::StrCat("\"puzzles\":[\"", path, ":5\"]")))));
}

}  // namespace
}  // namespace sudoku::tool::study_test
