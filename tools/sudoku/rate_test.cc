// sudoku explain, hint and rate from the outside.

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
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

// Rated 4.2, for an XY-Wing.
constexpr char kWing[] =
    "..4....7535....61........9....18..6........2....9.5..4.21..7..8..94....."
    "46."
    "..1...";

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
  EXPECT_THAT(
      Sudoku({"explain", kEasy, "--json"}),
      AllOf(Exits(0),
            Prints(HasSubstr(R"("outcome":"solved","grid":"13242413)"))));
  EXPECT_THAT(
      Sudoku({"hint", kHard, "--json"}),
      AllOf(Exits(0),
            Prints(HasSubstr(R"("outcome":"no-technique","grid":"8..)"))));
  EXPECT_THAT(Sudoku({"explain", kEasy, "--format=csv"}),
              AllOf(Exits(0), Prints(HasSubstr(",full-house,"))));
}

TEST(ExplainTest, AHintTellsWhereToLookAndThenMore) {
  EXPECT_THAT(Sudoku({"hint", kEasy}),
              AllOf(Exits(0), Prints("look at the 2s in box 1\n")));
  EXPECT_THAT(Sudoku({"hint", kEasy, "--more"}),
              AllOf(Exits(0), Prints("Hidden Single: look at 2 in box 1\n")));
  EXPECT_THAT(Sudoku({"hint", kEasy, "--more", "--more"}),
              AllOf(Exits(0), Prints("Hidden Single: 2 in box 1: r2c1=2\n")));
}

// A picture stays one where there is no step.
TEST(ExplainTest, AHintCanBeDrawn) {
  EXPECT_THAT(Sudoku({"hint", kEasy, "--svg"}),
              AllOf(Exits(0), Prints(StartsWith("<svg")),
                    Prints(HasSubstr("Hidden Single"))));
  EXPECT_THAT(Sudoku({"hint", kHard, "--svg"}),
              AllOf(Exits(0), Prints(StartsWith("<svg")),
                    Prints(HasSubstr("no technique leads on"))));
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
  EXPECT_THAT(Sudoku({"hint", kEasy, "--more", "--techniques=" + path}),
              AllOf(Exits(0), Prints(StartsWith("Naked Single: "))));
  std::ofstream(path) << "naked-single\nx-ring\n";
  EXPECT_THAT(Sudoku({"hint", kEasy, "--techniques=" + path}),
              AllOf(Exits(2), Complains(HasSubstr(":2: there is no technique "
                                                  "\"x-ring\""))));
  std::ofstream(path) << "naked-single\nnaked-single 3\n";
  EXPECT_THAT(Sudoku({"hint", kEasy, "--techniques=" + path}),
              AllOf(Exits(2), Complains(HasSubstr(":2: the technique \"naked-"
                                                  "single\" stands there"))));
  EXPECT_THAT(Sudoku({"hint", kEasy, "--techniques=no-such-file"}), Exits(66));
  EXPECT_THAT(
      Sudoku({"hint", kEasy, "--svg", "--json"}),
      AllOf(Exits(2), Complains(HasSubstr("--svg and --json do not go"))));
}

TEST(RateTest, CountsScoresThatAreAskedFor) {
  const std::string path = ::testing::TempDir() + "/scores";
  // Each step places one of the 10 digits that are missing.
  std::ofstream(path) << "naked-single 1000\nfull-house 1000\n"
                         "hidden-single-box\t1000\nhidden-single-line 1000\n";
  EXPECT_THAT(Sudoku({"rate", kEasy, "--techniques=" + path}),
              AllOf(Exits(0), Prints(HasSubstr(" score 10000 "))));
  EXPECT_THAT(
      Sudoku({"explain", kEasy, "--format=csv", "--techniques=" + path}),
      AllOf(Exits(0), Prints(HasSubstr(",1000,"))));
  for (const char* const score : {"-1", "x", "1 2", "99999999999"}) {
    std::ofstream(path) << "naked-single " << score << "\n";
    EXPECT_THAT(Sudoku({"rate", kEasy, "--techniques=" + path}),
                AllOf(Exits(2), Complains(HasSubstr(":1: a score from 0 to "))))
        << score;
  }
}

TEST(ExplainTest, TellsWhatRulesSay) {
  constexpr char kThermometer[] =
      ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R3C1_2.~R2C3_1.~R2C1_3.~R3C2_1";
  EXPECT_THAT(
      Sudoku({"explain", kThermometer}),
      AllOf(Exits(0),
            Prints(AllOf(HasSubstr("Rule: Thermo~R1C1~R1C2~R1C3~R1C4: not "),
                         EndsWith("\nsolved: 1234341221434321\n")))));
  EXPECT_THAT(Sudoku({"rate", kThermometer}),
              AllOf(Exits(0), Prints(HasSubstr(" medium rule\n"))));
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
  EXPECT_THAT(Sudoku({"hint", input, "--more=2", "--techniques=" + path}),
              AllOf(Exits(0), Prints(EndsWith(": not 9 in r5c1\n"))));
}

// What rates the first two of three puzzles. (The third one takes seconds with
// all techniques.)
std::string FewTechniques() {
  const std::string path = ::testing::TempDir() + "/few_techniques";
  std::ofstream(path) << "full-house\nhidden-single-box\nhidden-single-line\n"
                         "naked-single\nclaiming\nhidden-pair\nx-wing\n"
                         "xy-wing\n";
  return "--techniques=" + path;
}

TEST(RateTest, RatesAndSaysWhenTryingIsNeeded) {
  EXPECT_THAT(Sudoku({"rate", kEasy}),
              AllOf(Exits(0), Prints("1..4..1..2..3..2 1.2/1.2/1.2 score 60 "
                                     "easy hidden-single-box\n")));
  EXPECT_THAT(
      Sudoku({"rate", kHard, FewTechniques()}),
      AllOf(Exits(0), Prints(absl::StrCat(kHard,
                                          " is not rated: no technique leads "
                                          "on\n"))));
  // Singles alone place some digits of it.
  const std::string path = ::testing::TempDir() + "/only_singles";
  std::ofstream(path) << "full-house\nhidden-single-box\n";
  EXPECT_THAT(
      Sudoku({"rate", kWing, "--techniques=" + path}),
      AllOf(Exits(0), Prints(HasSubstr(" above 1.2/1.2/1.2 score above "))));
  EXPECT_THAT(
      Sudoku({"rate", kEasy, "--json"}),
      AllOf(
          Exits(0),
          Prints(HasSubstr(
              R"("solved":true,"rated":true,"er":1.200000,"ep":1.200000,"ed":1.200000,"score":60,"level":"easy",)"))));
}

// Three puzzles, of 24, 6 and 25 clues.
std::string FileOfThree() {
  const std::string path = ::testing::TempDir() + "/three";
  std::ofstream(path) << kWing << "\n" << kEasy << "\n" << kHard << "\n";
  return path;
}

// The first words of all lines, without the name of the file.
std::vector<std::string> PuzzlesOf(const std::string& output) {
  std::vector<std::string> puzzles;
  for (const absl::string_view line :
       absl::StrSplit(output, '\n', absl::SkipEmpty())) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    puzzles.push_back(words[words[0].back() == ':' ? 1 : 0]);
  }
  return puzzles;
}

TEST(RateTest, ChoosesPuzzles) {
  const std::string file = FileOfThree();
  const struct {
    std::string condition;
    std::vector<std::string> puzzles;
  } cases[] = {
      {"er>=1.2", {kWing, kEasy, kHard}},
      {"er>1.2", {kWing, kHard}},
      {"er<=4.2", {kWing, kEasy}},
      {"er=4.2", {kWing}},
      {"er != 4.2 && clues<9", {kEasy}},
      {"ep<1.5&&ed==1.2&&score>60", {kWing}},
      // What is not known is greater than all numbers.
      {"score>1000000", {kHard}},
      {"clues>81", {}},
  };
  for (const auto& [condition, puzzles] : cases) {
    const Result result =
        Sudoku({"rate", FewTechniques(), file, "--where=" + condition});
    EXPECT_THAT(result, Exits(0));
    EXPECT_EQ(PuzzlesOf(result.output), puzzles) << condition;
  }
}

TEST(RateTest, PointsAtWhatIsWrongInACondition) {
  const struct {
    std::string condition;
    std::string sentence;
  } cases[] = {
      {"er>=7 && foo>3",
       "er, ep, ed, score or clues is expected where \"foo\" "
       "stands, at character 10"},
      {"er 3", "!= is expected where \"3\" stands, at character 4"},
      {"er>=x", "a number is expected where \"x\" stands, at character 5"},
      {"er>=-1", "a number is expected where \"-\" stands, at character 5"},
      {"er>", "a number is expected at the end"},
      {"er>3 &&", "score or clues is expected at the end"},
      {"er>3 || ed>3", "&& is expected where \"|\" stands, at character 6"},
  };
  for (const auto& [condition, sentence] : cases) {
    EXPECT_THAT(Sudoku({"rate", kEasy, "--where=" + condition}),
                AllOf(Exits(2), Prints(""), Complains(HasSubstr(sentence))));
  }
}

TEST(RateTest, DrawsRatings) {
  const std::string path = ::testing::TempDir() + "/ratings.svg";
  const std::string plot = "--plot=" + path;
  const std::string techniques = FewTechniques();
  EXPECT_THAT(Sudoku({"rate", kEasy, kEasy, plot, techniques}), Exits(0));
  std::stringstream picture;
  picture << std::ifstream(path).rdbuf();
  EXPECT_THAT(picture.str(), AllOf(HasSubstr("Ratings of 2 puzzles"),
                                   HasSubstr("median 1.2, 95 % 1.2")));
  std::ofstream(path) << "mine\n";
  EXPECT_THAT(Sudoku({"rate", kEasy, plot, techniques}),
              AllOf(Exits(74), Prints(""), Complains(HasSubstr(path))));
  EXPECT_THAT(Sudoku({"rate", kEasy, "--plot=" + path + ".d/x.svg"}),
              AllOf(Exits(74), Prints(""), Complains(HasSubstr("/x.svg"))));
}

TEST(RateTest, SortsPuzzles) {
  const std::string file = FileOfThree();
  using Puzzles = std::vector<std::string>;
  for (const char* threads : {"--threads=1", "--threads=3"}) {
    EXPECT_EQ(
        PuzzlesOf(Sudoku({"rate", FewTechniques(), file, "--sort=er", threads})
                      .output),
        (Puzzles{kEasy, kWing, kHard}));
    EXPECT_EQ(
        PuzzlesOf(Sudoku({"rate", FewTechniques(), file, "--sort=-er", threads})
                      .output),
        (Puzzles{kHard, kWing, kEasy}));
    EXPECT_EQ(PuzzlesOf(Sudoku({"rate", FewTechniques(), file, "--sort=-clues",
                                threads})
                            .output),
              (Puzzles{kWing, kHard, kEasy}));
  }
  EXPECT_THAT(Sudoku({"rate", FewTechniques(), file, "--sort=-er",
                      "--where=er<9", "--json"}),
              AllOf(Exits(0), Prints(HasSubstr("\n{\"type\":\"summary\"")),
                    Prints(Not(HasSubstr(kHard)))));
  EXPECT_THAT(Sudoku({"rate", kEasy, "--sort=size"}),
              AllOf(Exits(2), Complains(HasSubstr("score or clues"))));
}

TEST(RateTest, TheSummaryOfFilesHasTheMeanAndTheHardest) {
  EXPECT_THAT(Sudoku({"rate", FewTechniques(), FileOfThree()}),
              Complains(AllOf(
                  HasSubstr("3 puzzles\n"),
                  HasSubstr("ER: mean 2.70, greatest 4.2; 1 without an ER\n"),
                  HasSubstr("hardest technique: 1 none, 1 hidden-single-box, 1 "
                            "xy-wing\n"))));
  EXPECT_THAT(
      Sudoku({"rate", FewTechniques(), FileOfThree(), "--where=er<2"}),
      Complains(AllOf(HasSubstr("1 of 3 are as --where asks for (er<2)\n"),
                      HasSubstr("ER: mean 1.20, greatest 1.2\n"),
                      HasSubstr("hardest technique: 1 hidden-single-box\n"))));
  EXPECT_THAT(Sudoku({"rate", FewTechniques(), FileOfThree(), "--format=csv"}),
              Complains(""));
  EXPECT_THAT(Sudoku({"rate", kEasy}), Complains(""));
}

// ------------------------------------- generate, by what rate says of puzzles

std::vector<std::string> Made(std::vector<std::string> flags) {
  flags.insert(flags.begin(), "generate");
  flags.insert(flags.end(), {"--seed=1", "--format=line"});
  const Result result = Sudoku(flags);
  EXPECT_THAT(result, Exits(0)) << absl::StrJoin(flags, " ");
  return PuzzlesOf(result.output);
}

std::string RatedJson(const std::string& puzzle) {
  return Sudoku({"rate", puzzle, "--json"}).output;
}

TEST(GenerateTest, RatingsAreInTheRange) {
  const std::vector<std::string> puzzles =
      Made({"--rating=2.8-4.5", "--count=4"});
  ASSERT_EQ(puzzles.size(), 4u);
  for (const std::string& puzzle : puzzles) {
    EXPECT_THAT(Sudoku({"rate", puzzle, "--where=er>=2.8 && er<=4.5"}),
                Prints(StartsWith(puzzle)));
  }
  EXPECT_EQ(Made({"--rating=2.8-4.5", "--count=4", "--threads=1"}), puzzles);
  EXPECT_THAT(Sudoku({"generate", "--rating=-2.0", "--seed=1", "--json"}),
              Prints(HasSubstr("\"remark\":\"rating 1.")));
}

TEST(GenerateTest, StepsHaveTheTechniqueAndTheLevel) {
  for (const char* technique : {"xy-wing", "naked-pair"}) {
    EXPECT_THAT(
        RatedJson(Made({absl::StrCat("--technique=", technique)}).at(0)),
        HasSubstr(absl::StrCat("\"", technique, "\":")));
  }
  for (const char* level : {"easy", "medium", "hard", "unfair"}) {
    EXPECT_THAT(RatedJson(Made({absl::StrCat("--level=", level)}).at(0)),
                HasSubstr(absl::StrCat("\"level\":\"", level, "\"")));
  }
  // One of Sudoku Explainer's.
  EXPECT_THAT(Sudoku({"rate", "--order=se", "--json",
                      Made({"--technique=direct-hidden-pair"}).at(0)})
                  .output,
              HasSubstr("\"direct-hidden-pair\":"));
  EXPECT_THAT(
      Sudoku({"generate", "--size=4", "--level=extreme", "--attempts=20"}),
      AllOf(Exits(75), Prints(""), Complains(HasSubstr("20 grids"))));
}

TEST(GenerateTest, RefusesWhatCannotBe) {
  const struct {
    std::vector<std::string> flags;
    std::string sentence;
  } cases[] = {
      {{"--rating=5-4"}, "there is no rating from 5.0 to 4.0"},
      {{"--rating=1.3-1.4"}, "there is no rating from 1.3 to 1.4"},
      {{"--rating=12-"}, "no puzzle is known with a rating above 11.9"},
      {{"--rating=-0.9"}, "the least rating is 1.0"},
      {{"--rating=hard"}, "a rating is expected"},
      {{"--rating=3-", "--diagonal"}, "rows, columns and boxes only"},
      {{"--technique=x-wingg"}, "did you mean \"x-wing\"?"},
      {{"--technique=mutant-x-wing"}, "is not looked for"},
      {{"--technique=xy-chain", "--level=hard"}, "is unfair"},
      {{"--technique=x-cycle", "--rating=-5"}, "a rating of 6.5 at least"},
      {{"--level=easy", "--size=25"}, "up to 16x16"},
      {{"--level=easy", "--rule=AntiKnight"}, "--rule does not go together"},
  };
  for (const auto& [flags, sentence] : cases) {
    std::vector<std::string> arguments = {"generate"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    EXPECT_THAT(Sudoku(arguments),
                AllOf(Exits(2), Prints(""), Complains(HasSubstr(sentence))));
  }
}

}  // namespace
}  // namespace sudoku::tool::rate_test
