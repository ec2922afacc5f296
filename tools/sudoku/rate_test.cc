// sudoku explain, hint and rate from the outside.

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace sudoku::tool::rate_test {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Result Sudoku(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tools/sudoku/sudoku");
  return cli::testing::Run(arguments, {});
}

constexpr char kEasy[] = "1..4..1..2..3..2";
// The Java tutorial's, which needs trying.
constexpr char kHard[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1.."
    "9....4..";

TEST(ExplainTest, TellsStepsAndTheSolution) {
  EXPECT_THAT(
      Sudoku({"explain", kEasy}),
      AllOf(Exits(0),
            Prints(AllOf(StartsWith("1. Hidden Single: 2 in box 1: r2c1=2\n"
                                    "2. Full House: 4 in column 1: r3c1=4\n"),
                         EndsWith("\nsolved: 1324241342313142\n")))));
  EXPECT_THAT(Sudoku({"explain", kHard}),
              AllOf(Exits(0), Prints(HasSubstr("no technique leads on; "))));
  EXPECT_THAT(
      Sudoku({"explain", kEasy, "--json"}),
      AllOf(
          Exits(0),
          Prints(HasSubstr(
              R"("technique":"hidden-single-box","name":"Hidden Single",)"))));
  EXPECT_THAT(Sudoku({"explain", kEasy, "--format=csv"}),
              AllOf(Exits(0), Prints(HasSubstr(",full-house,"))));
}

TEST(ExplainTest, AHintTellsWhereToLookAndThenMore) {
  EXPECT_THAT(Sudoku({"hint", kEasy}),
              AllOf(Exits(0), Prints("Hidden Single: look at 2 in box 1\n")));
  EXPECT_THAT(Sudoku({"hint", kEasy, "--more"}),
              AllOf(Exits(0), Prints("Hidden Single: 2 in box 1: r2c1=2\n")));
}

TEST(ExplainTest, RefusesWhatHasNotOneSolution) {
  for (const char* command : {"explain", "hint", "rate"}) {
    EXPECT_THAT(Sudoku({command, "1..............."}),
                AllOf(Not(Exits(0)), Prints(""),
                      Complains(HasSubstr("puzzles with one solution"))));
    EXPECT_THAT(Sudoku({command, "11.............."}),
                AllOf(Not(Exits(0)), Prints("")));
    EXPECT_THAT(Sudoku({command, std::string(25 * 25, '.')}),
                AllOf(Exits(2), Complains(HasSubstr("up to 16x16"))));
  }
}

TEST(ExplainTest, TakesStepsInOrdersAndOfTechniquesThatAreAskedFor) {
  // Its second step is a direct one.
  constexpr char kDirect[] =
      ".83.2..9....8..1...293....8....987...7.....6...674....3....698...2..5..."
      "."
      "1..3.54.";
  EXPECT_THAT(Sudoku({"explain", kDirect, "--order=se"}),
              AllOf(Exits(0), Prints(HasSubstr("Direct Hidden Pair: "))));
  EXPECT_THAT(Sudoku({"explain", kDirect, "--order=none"}), Exits(2));
  const std::string path = ::testing::TempDir() + "/techniques";
  std::ofstream(path) << "# Two.\nnaked-single\n\nfull-house\n";
  EXPECT_THAT(Sudoku({"hint", kEasy, "--techniques=" + path}),
              AllOf(Exits(0), Prints(StartsWith("Naked Single: "))));
  std::ofstream(path) << "naked-single\nx-ring\n";
  EXPECT_THAT(Sudoku({"hint", kEasy, "--techniques=" + path}),
              AllOf(Exits(2), Complains(HasSubstr(":2: there is no technique "
                                                  "\"x-ring\""))));
  EXPECT_THAT(Sudoku({"hint", kEasy, "--techniques=no-such-file"}), Exits(66));
}

TEST(ExplainTest, TellsAllStepsFromHere) {
  const std::string path = ::testing::TempDir() + "/singles";
  std::ofstream(path) << "hidden-single-box\n";
  EXPECT_THAT(
      Sudoku({"hint", kEasy, "--all_steps", "--techniques=" + path}),
      AllOf(Exits(0),
            Prints(AllOf(StartsWith("Hidden Single: 2 in box 1: r2c1=2\n"),
                         HasSubstr("\nHidden Single: "),
                         Not(HasSubstr("Full House"))))));
}

TEST(ExplainTest, TellsCluesFromDigitsFilledIn) {
  // A case of HoDoKu's library; among its four cells is no clue.
  constexpr char kCase[] =
      ":0607-1:19:+6+45.+3..+1.+1+9+3..268.7+2+8+6.14+3.+3+5+21.68...+1+63+8..."
      ".."
      "87.+2+51+638+712.43.+6+53+4.6..2+126+9.+1+3.+4+8:714 717 919 525 945 "
      "749 "
      "757 957 958 559 759 959:951::";
  const std::string path = ::testing::TempDir() + "/avoidable";
  std::ofstream(path) << "avoidable-rectangle-1\n";
  const std::string input = ::testing::TempDir() + "/case";
  std::ofstream(input) << kCase << "\n";
  EXPECT_THAT(Sudoku({"hint", input, "--more", "--techniques=" + path}),
              AllOf(Exits(0), Prints(EndsWith(": not 9 in r5c1\n"))));
}

TEST(RateTest, RatesAndSaysWhenTryingIsNeeded) {
  EXPECT_THAT(Sudoku({"rate", kEasy}),
              AllOf(Exits(0), Prints("1..4..1..2..3..2 1.2/1.2/1.2 score 60 "
                                     "easy hidden-single-box\n")));
  EXPECT_THAT(Sudoku({"rate", kHard}),
              AllOf(Exits(0), Prints(AllOf(HasSubstr(" above "),
                                           HasSubstr(" needs-trying ")))));
  EXPECT_THAT(
      Sudoku({"rate", kEasy, "--json"}),
      AllOf(
          Exits(0),
          Prints(HasSubstr(
              R"("solved":true,"rated":true,"er":1.200000,"ep":1.200000,"ed":1.200000,"score":60,"level":"easy",)"))));
}

}  // namespace
}  // namespace sudoku::tool::rate_test
