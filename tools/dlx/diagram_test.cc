// The commands sample, tally, compile and ask.

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
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
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::string Board(const char* size) {
  return Dlx({"make", "dominoes", size}).output;
}

TEST(SampleTest, PrintsCoversThatCheckAccepts) {
  const std::string file = absl::StrCat(::testing::TempDir(), "/sample.dlx");
  std::ofstream(file) << Board("6x7");
  const std::string covers =
      Dlx({"sample", file, "-n", "5", "--seed=3"}).output;
  EXPECT_THAT(covers, HasSubstr("| cover 5\n"));
  EXPECT_THAT(Dlx({"check", file, "-"}, {.input = covers}), Exits(0));
  EXPECT_EQ(Dlx({"sample", file, "-n", "5", "--seed=3"}).output, covers);
  EXPECT_NE(Dlx({"sample", file, "-n", "5", "--seed=4"}).output, covers);
}

TEST(SampleTest, CoversComeAgainOnlyByChance) {
  const std::string output =
      Dlx({"sample", "-", "-n", "100", "--json"}, {.input = Board("2x3")})
          .output;
  std::set<std::string> different;
  for (const std::string& line :
       std::vector<std::string>(absl::StrSplit(output, '\n'))) {
    const size_t options = line.find("\"options\"");
    if (options != line.npos) different.insert(line.substr(options));
  }
  EXPECT_THAT(different, SizeIs(3));
}

TEST(SampleTest, SaysWhatStopsIt) {
  EXPECT_THAT(
      Dlx({"sample", "-"}, {.input = "a b\na\n"}),
      AllOf(Exits(0), Prints(""), Complains(HasSubstr("there is no cover"))));
  EXPECT_THAT(Dlx({"sample", "-", "--memory=10000"}, {.input = Board("10x10")}),
              AllOf(Exits(71), Prints(""), Complains(HasSubstr("too large"))));
  EXPECT_THAT(
      Dlx({"tally", "-", "--engine=memo_counter"}, {.input = "1:2|a\na\n"}),
      AllOf(Exits(2), Complains(HasSubstr("multiplicities"))));
}

TEST(TallyTest, CountsTheCoversOfEachOption) {
  EXPECT_THAT(Dlx({"tally", "-"}, {.input = "a b c\na b\na\nb\nc\na c\n"}),
              AllOf(Exits(0), Prints("1  a b\n1  a\n2  b\n2  c\n1  a c\n")));
  EXPECT_THAT(Dlx({"tally", "-", "--json"}, {.input = "a\na\n"}),
              Prints("{\"type\":\"tally\",\"option\":0,\"covers\":\"1\"}\n"));
}

// What is asked of the diagram of a problem.
class AskTest : public ::testing::Test {
 protected:
  void Compile(const std::string& problem) {
    const auto made = Dlx({"compile", "-", path_}, {.input = problem});
    EXPECT_THAT(made, AllOf(Exits(0), Complains("")));
    count_ = made.output;
  }
  cli::testing::Result Ask(std::vector<std::string> question) {
    question.insert(question.begin(), {"ask", path_});
    return Dlx(question);
  }

  const std::string path_ = absl::StrCat(
      ::testing::TempDir(), "/",
      ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::string count_;
};

TEST_F(AskTest, HasALimitOfMemory) {
  std::string problem;
  for (int i = 0; i < 1000; ++i) absl::StrAppend(&problem, "i", i, " ");
  problem += "\n";
  for (int i = 0; i < 2000; ++i) absl::StrAppend(&problem, "i", i / 2, "\n");
  Compile(problem);
  EXPECT_THAT(Ask({"options", "--memory=10k"}),
              AllOf(Exits(71), Complains(HasSubstr("--memory"))));
  EXPECT_THAT(Ask({"options", "--memory=1M"}), Exits(0));
}

TEST_F(AskTest, CountsWithoutASearch) {
  Compile(Board("8x8"));
  EXPECT_EQ(count_, "12988816\n");
  EXPECT_THAT(Ask({"count"}), AllOf(Exits(0), Prints("12988816\n")));
  EXPECT_THAT(Ask({"count", "--given=0"}), Prints("6494408\n"));
  EXPECT_THAT(Ask({"count", "--given=0,1"}), Prints("0\n"));
  EXPECT_THAT(Ask({"count", "--json"}),
              Prints("{\"type\":\"count\",\"count\":\"12988816\"}\n"));
}

TEST_F(AskTest, GivesCoversByNumberAndInOrder) {
  Compile("a b c\na b\na\nb\nc\na c\n");
  EXPECT_THAT(Ask({"covers"}), Prints("| cover 1\na b\nc\n\n"
                                      "| cover 2\na\nb\nc\n\n"
                                      "| cover 3\na c\nb\n"));
  EXPECT_THAT(Ask({"covers", "--limit=1"}),
              AllOf(Exits(75), Prints("| cover 1\na b\nc\n")));
  EXPECT_THAT(Ask({"covers", "--limit=3"}), Exits(0));
  EXPECT_THAT(Ask({"first"}), AllOf(Exits(0), Prints("| cover 1\na b\nc\n")));
  EXPECT_THAT(Ask({"nth", "3"}),
              AllOf(Exits(0), Prints("| cover 1\na c\nb\n")));
  EXPECT_THAT(Ask({"3"}), AllOf(Exits(0), Prints("| cover 1\na c\nb\n")));
  EXPECT_THAT(Ask({"options"}), Prints("1  a b\n1  a\n2  b\n2  c\n1  a c\n"));
  for (const char* number : {"4", "99999999999999999999999999999999999"}) {
    for (const auto& result : {Ask({number}), Ask({"nth", number})}) {
      EXPECT_THAT(result, AllOf(Exits(2), Prints(""),
                                Complains(HasSubstr("the last one is 3"))));
    }
  }
}

TEST_F(AskTest, KnowsCosts) {
  Compile("a b\na |3\nb |4\na b |9\na b |-8\n");
  EXPECT_THAT(Ask({"best"}), Prints("| cover 1, cost -8\na b\n"));
  EXPECT_THAT(Ask({"best", "2"}),
              Prints("| cover 1, cost -8\na b\n\n| cover 2, cost 7\na\n"
                     "b\n"));
  EXPECT_EQ(Ask({"worst", "2"}).output, Ask({"worst", "--k=2"}).output);
  // All that there are.
  EXPECT_EQ(Ask({"best", "99999999999999999999999999999999999"}).output,
            Ask({"best", "3"}).output);
  EXPECT_THAT(Ask({"worst", "--k=2", "--json"}),
              Prints(AllOf(HasSubstr("\"cost\":9"), HasSubstr("\"cost\":7"))));
  EXPECT_THAT(Ask({"costs"}), Prints("least     -8\ngreatest  9\nsum       8\n"
                                     "mean      2.66667\n"));
  EXPECT_THAT(Ask({"costs", "--json"}),
              Prints(HasSubstr("\"least\":-8,\"greatest\":9,\"sum\":\"8\"")));
}

TEST_F(AskTest, SamplesAsSampleDoes) {
  Compile(Board("6x6"));
  EXPECT_EQ(Ask({"sample", "3", "--seed=5"}).output,
            Ask({"sample", "-n", "3", "--seed=5"}).output);
  EXPECT_EQ(Ask({"sample", "-n", "3", "--seed=5"}).output,
            Dlx({"sample", "-", "-n", "3", "--seed=5"}, {.input = Board("6x6")})
                .output);
}

TEST_F(AskTest, WithoutCovers) {
  Compile("a b\na\n");
  EXPECT_EQ(count_, "0\n");
  EXPECT_THAT(Ask({"covers"}), AllOf(Exits(0), Prints("")));
  EXPECT_THAT(Ask({"best"}), AllOf(Exits(0), Prints("")));
  EXPECT_THAT(Ask({"nth", "1"}), AllOf(Exits(2), Prints(""),
                                       Complains(HasSubstr("no cover, so"))));
  for (const char* question : {"first", "sample", "costs"}) {
    EXPECT_THAT(Ask({question}),
                AllOf(Exits(0), Prints(""), Complains(HasSubstr("no cover"))));
  }
}

TEST_F(AskTest, SaysWhatItDoesNotUnderstand) {
  Compile("a\na\n");
  struct {
    std::vector<std::string> question;
    std::string error;
  } const kMistakes[] = {
      {{"why"}, "asked for \"why\", only for count, first, nth, "},
      {{"why", "3"}, "asked for \"why\""},
      {{"-3"}, "there is no flag \"-3\""},
      {{"count", "3"}, "nothing may follow count, but \"3\" does"},
      {{"first", "3"}, "nothing may follow first"},
      {{"3", "4"}, "asked for \"3\", only for"},
      {{"nth"}, "which cover? Its number must follow, as in nth 5"},
      {{"nth", "0"}, "a number from 1 on must follow nth, and not \"0\""},
      {{"0"}, "a number from 1 on must follow nth, and not \"0\""},
      {{"nth", "first"}, "must follow nth, and not \"first\""},
      {{"sample", "some"}, "must follow sample, and not \"some\""},
      {{"best", "1.5"}, "must follow best, and not \"1.5\""},
      {{"sample", "3", "-n", "4"},
       "how many covers? \"3\" says it, and so does -n"},
      {{"best", "3", "--k=3"}, "and so does --k"},
      {{"sample", "3", "4"}, "\"4\" is one argument too many"},
  };
  for (const auto& [question, error] : kMistakes) {
    EXPECT_THAT(Ask(question),
                AllOf(Exits(2), Prints(""), Complains(HasSubstr(error))))
        << absl::StrJoin(question, " ");
  }
  EXPECT_THAT(Ask({"count", "--given=7"}),
              AllOf(Exits(2), Complains(HasSubstr("--given: "))));
  std::ofstream(path_, std::ios::app) << "x";
  EXPECT_THAT(Ask({"count"}),
              AllOf(Exits(65), Complains(HasSubstr("the file is damaged"))));
  EXPECT_THAT(Dlx({"ask", "/no/file", "count"}), Exits(66));
  // A mistake is found before a file is read that may be large.
  EXPECT_THAT(Dlx({"ask", "/no/file", "why"}), Exits(2));
  EXPECT_THAT(Dlx({"compile", "-", "/no/folder/d"}, {.input = "a\na\n"}),
              AllOf(Exits(74), Prints(""), Complains(HasSubstr("/no/folder"))));
  EXPECT_THAT(
      Dlx({"compile", "-", path_, "--engine=nogoods"}, {.input = "a\na\n"}),
      AllOf(Exits(2), Complains(HasSubstr("nogoods has none"))));
}

// Two of three, and all questions: the order is that of the decisions.
TEST_F(AskTest, KnowsMultiplicities) {
  Compile("2|a\na |1\na |2\na |4\n");
  EXPECT_EQ(count_, "3\n");
  EXPECT_THAT(Ask({"count", "--given=1"}), Prints("2\n"));
  EXPECT_THAT(Ask({"count", "--given=0,1,2"}), Prints("0\n"));
  EXPECT_THAT(Ask({"covers", "--json"}),
              Prints(AllOf(HasSubstr("\"options\":[0,1]"),
                           HasSubstr("\"options\":[0,2]"),
                           HasSubstr("\"options\":[1,2]"))));
  EXPECT_THAT(Ask({"first", "--json"}), Prints(HasSubstr("[0,1]")));
  EXPECT_THAT(Ask({"nth", "3", "--json"}), Prints(HasSubstr("[1,2]")));
  EXPECT_THAT(Ask({"sample", "20"}), Prints(HasSubstr("| cover 20")));
  EXPECT_THAT(Ask({"options"}), Prints("2  a\n2  a\n2  a\n"));
  EXPECT_THAT(Ask({"best", "--json"}), Prints(HasSubstr("\"cost\":3")));
  EXPECT_THAT(Ask({"worst", "--json"}), Prints(HasSubstr("\"cost\":6")));
  EXPECT_THAT(Ask({"costs"}), Prints(HasSubstr("sum       14\n")));
}

TEST_F(AskTest, TheFileIsSaidOnce) {
  EXPECT_THAT(Dlx({"compile", "-", "-o", path_}, {.input = "a\na\n"}),
              AllOf(Exits(0), Prints("1\n")));
  EXPECT_THAT(Ask({"count"}), Prints("1\n"));
  EXPECT_THAT(Dlx({"compile", "-"}, {.input = "a\na\n"}),
              AllOf(Exits(2), Complains(HasSubstr("Give the file once"))));
  EXPECT_THAT(Dlx({"compile", "-", path_, "-o", path_}, {.input = "a\na\n"}),
              AllOf(Exits(2), Complains(HasSubstr("Give the file once"))));
}

TEST_F(AskTest, SuitsWhereMuchIsForced) {
  // Too wide for layers; a search finds the one cover of each at once.
  const std::string problem =
      Dlx({"make", "sudoku",
           ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1"
           "........8.6..."})
          .output;
  Compile(problem);
  EXPECT_EQ(count_, "1\n");
}

}  // namespace
}  // namespace dlx::tool
