#include "tools/dlx/dance.h"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::dlx::testing::ProblemFromNotation;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The sets of the article about Algorithm X, with their names.
constexpr char kSets[] =
    "1 2 3 4 5 6 7 | A B C D E F\n"
    "1 4 7 A\n1 4 B\n4 5 7 C\n3 5 6 D\n2 3 6 7 E\n2 7 F\n";

std::vector<std::string> AllSteps(const Dance& dance) {
  std::vector<std::string> steps;
  for (size_t step = 1; step <= dance.steps().size(); ++step) {
    steps.push_back(dance.DescriptionOf(step));
  }
  return steps;
}

TEST(DanceTest, UnlinksAndLinksAgain) {
  const absl::StatusOr<Dance> dance =
      Dance::Of(ProblemFromNotation("a b\na b\na\nb\n"), 100);
  ASSERT_TRUE(dance.ok()) << dance.status();
  EXPECT_THAT(
      AllSteps(*dance),
      ElementsAre("branch on a: no item has fewer options; it has 2", "cover a",
                  "unlink b of 0",                                  //
                  "try 0", "cover b", "a cover: {0}", "uncover b",  //
                  "take back 0",                                    //
                  "try 1", "branch on b: no item has fewer options; it has 1",
                  "cover b", "try 2", "a cover: {1, 2}", "take back 2",
                  "uncover b", "all options of b have been tried",
                  "take back 1", "link b of 0 again", "uncover a",
                  "all options of a have been tried"));
}

TEST(DanceTest, BuildsTheNetFirst) {
  absl::StatusOr<Dance> dance =
      Dance::Of(ProblemFromNotation("a b\na b\na\nb\n"), 1, true);
  ASSERT_TRUE(dance.ok()) << dance.status();
  EXPECT_THAT(AllSteps(*dance),
              ElementsAre("hook a of 0 down: it is the last of a so far",
                          "hook b of 0 down: it is the last of b so far",
                          "hook b of 0 right: it is the last of 0 so far",
                          "hook a of 1 down: it is the last of a so far",
                          "hook b of 2 down: it is the last of b so far",
                          "branch on a: no item has fewer options; it has 2"));
  EXPECT_FALSE(dance->is_built(OptionId(0), ItemId(0)));
  dance->Seek(4);
  EXPECT_EQ(dance->length(ItemId(0)), 2u);
  EXPECT_TRUE(dance->is_linked(OptionId(1), ItemId(0)));
  EXPECT_FALSE(dance->is_built(OptionId(2), ItemId(1)));
  dance->Seek(1);
  EXPECT_EQ(dance->length(ItemId(0)), 1u);
  EXPECT_FALSE(dance->is_built(OptionId(0), ItemId(1)));
}

TEST(DanceTest, TellsWhatFollowsAndWhy) {
  absl::StatusOr<Dance> dance =
      Dance::OfReasons(ProblemFromNotation("a b c\na b\nb c\nc\n"), 100);
  ASSERT_TRUE(dance.ok()) << dance.status();
  EXPECT_THAT(
      AllSteps(*dance),
      ElementsAre("take 0: a has one option left", "cover a", "unlink b of 0",
                  "cover b", "unlink c of 1", "take 2: c has one option left",
                  "cover c", "a cover: {0, 2}"));
  dance->Seek(dance->steps().size());
  EXPECT_THAT(dance->tried(), ElementsAre(OptionId(0), OptionId(2)));
  // All options of a have b, so the third has no place.
  const absl::StatusOr<Dance> rest = Dance::OfReasons(
      ProblemFromNotation("a b c\na b\na b c\nb\nc\nc\n"), 100);
  ASSERT_TRUE(rest.ok()) << rest.status();
  EXPECT_THAT(AllSteps(*rest),
              ElementsAre("unlink b of 2, which is out: all options of a have "
                          "b"));
}

TEST(DanceTest, NamesAreNoItems) {
  absl::StatusOr<Dance> dance = Dance::Of(ProblemFromNotation(kSets), 1000);
  ASSERT_TRUE(dance.ok()) << dance.status();
  EXPECT_EQ(dance->problem().item_count(), 7u);
  EXPECT_THAT(AllSteps(*dance), Contains("a cover: {B, D, F}"));
}

// Going back restores each state, and in the end all is as at the start.
TEST(DanceTest, GoesBackAsItCame) {
  absl::StatusOr<Dance> dance = Dance::Of(ProblemFromNotation(kSets), 1000);
  ASSERT_TRUE(dance.ok()) << dance.status();
  const auto look = [&dance] {
    std::string text;
    for (uint32_t i = 0; i < 7; ++i) {
      absl::StrAppend(&text, dance->is_linked(ItemId(i)), ":",
                      dance->length(ItemId(i)));
      for (uint32_t k = 0; k < 6; ++k) {
        absl::StrAppend(&text, dance->is_linked(OptionId(k), ItemId(i)));
      }
    }
    for (const OptionId option : dance->tried()) {
      absl::StrAppend(&text, " ", option.value());
    }
    return text;
  };
  std::vector<std::string> looks;
  for (size_t step = 0; step <= dance->steps().size(); ++step) {
    dance->Seek(step);
    looks.push_back(look());
  }
  EXPECT_EQ(looks.front(), looks.back());
  for (size_t step = looks.size(); step-- > 0;) {
    dance->Seek(step);
    EXPECT_EQ(look(), looks[step]) << step;
  }
}

TEST(DanceTest, StopsWhenThereAreStepsEnough) {
  const absl::StatusOr<Dance> dance = Dance::Of(ProblemFromNotation(kSets), 5);
  ASSERT_TRUE(dance.ok());
  EXPECT_TRUE(dance->is_cut());
  EXPECT_EQ(dance->steps().size(), 5u);
}

TEST(DanceTest, SaysWhatDoesNotFit) {
  EXPECT_THAT(std::string(Dance::Of(ProblemFromNotation("a | x\na x:red\n"), 9)
                              .status()
                              .message()),
              HasSubstr("this one has colours"));
  EXPECT_THAT(
      std::string(
          Dance::Of(ProblemFromNotation("1:2|a\na\n"), 9).status().message()),
      HasSubstr("this one has multiplicities"));
}

// ------------------------------------------------------------ the commands

std::string FileWithSets() {
  const std::string path = absl::StrCat(::testing::TempDir(), "/sets.dlx");
  std::ofstream(path) << kSets;
  return path;
}

TEST(WatchCommandTest, PrintsAStep) {
  EXPECT_THAT(Dlx({"watch", FileWithSets(), "--at-step=4"}),
              AllOf(Exits(0), Complains(""),
                    Prints("Step 4 of 68: unlink 7 of A\n"
                           "   (1) 2  3  4  5  6  7\n"
                           "    2  2  2  2  2  2  3\n"
                           "  A 1  .  .  -  .  . <->\n"
                           "  B 1  .  .  1  .  .  .\n"
                           "  C .  .  .  1  1  .  1\n"
                           "  D .  .  1  .  1  1  .\n"
                           "  E .  1  1  .  .  1  1\n"
                           "  F .  1  .  .  .  .  1\n")));
}

TEST(WatchCommandTest, ListsAllSteps) {
  EXPECT_THAT(Dlx({"watch", FileWithSets(), "--list"}),
              AllOf(Exits(0),
                    Prints(HasSubstr("\n1: branch on 1: no item has fewer "
                                     "options; it has 2\n2: cover 1\n")),
                    Prints(HasSubstr(": a cover: {B, D, F}\n"))));
  EXPECT_THAT(Dlx({"watch", FileWithSets(), "--list", "--at-step=2"}),
              AllOf(Exits(0), Prints("2: cover 1\n")));
}

TEST(WatchCommandTest, WritesAPage) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/dance.html");
  const auto write = [&] {
    return Dlx({"watch", FileWithSets(), "--html=" + path, "--at-step=3"});
  };
  EXPECT_THAT(write(), AllOf(Exits(0), Prints(HasSubstr("a page with 68"))));
  EXPECT_THAT(write(), Exits(0));  // It is its own.
  std::stringstream page;
  page << std::ifstream(path).rdbuf();
  EXPECT_TRUE(absl::StrContains(page.str(), "\"start\":3"));
  EXPECT_TRUE(absl::StrContains(page.str(), "\"a cover: {B, D, F}\""));
  EXPECT_FALSE(absl::StrContains(page.str(), "{{"));
  std::ofstream(path) << "mine";
  EXPECT_THAT(write(), AllOf(Exits(74), Complains(HasSubstr("not from this"))));
}

TEST(WatchCommandTest, RefusesWhatDoesNotFit) {
  EXPECT_THAT(Dlx({"watch", FileWithSets(), "--at-step=69"}),
              AllOf(Exits(2), Complains(HasSubstr("beyond the last step"))));
  EXPECT_THAT(Dlx({"watch", FileWithSets(), "--build", "--reasons"}),
              AllOf(Exits(2), Complains(HasSubstr("do not go together"))));
}

TEST(ShowCommandTest, DrawsTheMatrix) {
  EXPECT_THAT(Dlx({"show", FileWithSets(), "--options=B"}),
              AllOf(Exits(0), Complains(""),
                    Prints("{B}\n"
                           "   (1) 2  3 (4) 5  6  7\n"
                           "  A -  .  .  -  .  .  -\n"
                           "* B 1  .  .  1  .  .  .\n"
                           "  C .  .  .  -  -  .  -\n"
                           "  D .  .  1  .  1  1  .\n"
                           "  E .  1  1  .  .  1  1\n"
                           "  F .  1  .  .  .  .  1\n")));
  EXPECT_THAT(Dlx({"show", FileWithSets(), "--first", "--svg"}),
              AllOf(Exits(0), Prints(HasSubstr("<title>{B, D, F}</title>")),
                    Prints(HasSubstr("class=\"chosen\""))));
  EXPECT_THAT(Dlx({"show", FileWithSets(), "--options=B,G"}),
              AllOf(Exits(2), Complains(HasSubstr("no option \"G\""))));
}

TEST(OptionNamesTest, AreTakenWhereNumbersAre) {
  EXPECT_THAT(Dlx({"check", FileWithSets(), "--options=B,D,F"}),
              AllOf(Exits(0), Prints("1: cover\n")));
  EXPECT_THAT(Dlx({"sample", FileWithSets(), "--given=B"}),
              AllOf(Exits(0), Prints(HasSubstr("1 4 B"))));
  EXPECT_THAT(Dlx({"sample", FileWithSets(), "--given=B,G"}),
              AllOf(Exits(2), Complains(HasSubstr("no option \"G\""))));
}

TEST(ShowCommandTest, NamesTheOptionsOfACover) {
  EXPECT_THAT(Dlx({"show", FileWithSets(), "--first"}),
              AllOf(Exits(0), Prints(HasSubstr("{B, D, F}\n"))));
  EXPECT_THAT(Dlx({"show", "-", "--first"}, {.input = kExample}),
              AllOf(Exits(0), Prints(HasSubstr("{0, 3, 4}\n"))));
  EXPECT_THAT(Dlx({"show", "-", "--first"}, {.input = kNone}),
              AllOf(Exits(2), Complains(HasSubstr("there is no cover"))));
}

}  // namespace
}  // namespace dlx::tool
