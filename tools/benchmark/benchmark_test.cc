// The program benchmark, as a user sees it.

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace contest {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

Result Compare(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tools/benchmark/benchmark");
  return cli::testing::Run(arguments);
}

TEST(CompareTest, Problems) {
  EXPECT_THAT(
      Compare({"problems", "testdata/dlx/queens-8.dlx",
               "testdata/dlx/langford-8.dlx", "--rounds=2",
               "--rival=a=grep -c . {};;b=echo 'Altogether 92 or 300' {}"}),
      AllOf(Exits(0), Complains(""),
            Prints(AllOf(
                HasSubstr("dancing_links | auto / dancing_links |"),
                HasSubstr("auto / a |"), HasSubstr("auto / b |"),
                ContainsRegex("\n\\| queens-8 +\\| +92 \\| +[0-9.]+ ms \\|"),
                ContainsRegex("\n\\| langford-8 +\\| +300 \\|"),
                HasSubstr("\n| geometric mean"), HasSubstr("\n| worst")))));
  EXPECT_THAT(
      Compare({"problems", "testdata/dlx/queens-8.dlx", "--visit",
               "--engines=dancing_links,memo_counter", "--rounds=1"}),
      AllOf(Exits(0), Prints(ContainsRegex(" 92 \\| +[0-9.]+ ms \\| +- \\|"))));
}

TEST(CompareTest, AnswersThatContradictEachOther) {
  EXPECT_THAT(
      Compare({"problems", "testdata/dlx/queens-8.dlx", "--rounds=1",
               "--engines=dancing_links", "--rival=liar=echo 'found 91' {}",
               "--answer_after=found"}),
      AllOf(Exits(1), Prints(HasSubstr("CONTRADICTION")),
            Complains(AllOf(HasSubstr("dancing_links finds 92"),
                            HasSubstr("liar finds 91")))));
}

TEST(CompareTest, Puzzles) {
  EXPECT_THAT(
      Compare({"puzzles", "testdata/sudoku/norvig_hardest11.txt", "--rounds=1",
               "--rival=cat=cat {}"}),
      AllOf(Exits(0),
            Prints(AllOf(HasSubstr("auto / dancing_links |"),
                         ContainsRegex("\n\\| norvig_hardest11 +\\| +11 \\|"),
                         HasSubstr("auto / cat |")))));
}

TEST(CompareTest, Choice) {
  EXPECT_THAT(Compare({"choice", "set-partitions", "assignments",
                       "--timeout=50ms", "--rounds=1", "--each"}),
              AllOf(Exits(0), Complains(""),
                    Prints(AllOf(
                        HasSubstr("\n| set-partitions           |    18 |"),
                        HasSubstr("\n| assignments              |     5 |"),
                        HasSubstr("\n| all kept aside           |     0 |"),
                        ContainsRegex("\n\\| set-partitions-0 +\\| +first \\|"),
                        ContainsRegex("\n\\| assignments-0 +\\| +best \\|")))));
}

TEST(CompareTest, Threads) {
  EXPECT_THAT(
      Compare({"threads", "testdata/dlx/queens-10.dlx", "--threads=1,3",
               "--engines=dancing_links", "--rounds=1"}),
      AllOf(Exits(0),
            Prints(AllOf(
                ContainsRegex("queens-10 \\| +dancing_links \\| +724 \\|"),
                ContainsRegex("\\| +3 \\| +[0-9.]+ m?s \\| +[0-9.]+ \\|")))));
}

TEST(CompareTest, Mistakes) {
  const struct {
    std::vector<std::string> arguments;
    int exit_code;
    std::string error;
  } kCases[] = {
      {{"problems", "--engines=warp"}, 2, "there is no engine \"warp\""},
      {{"problems", "--engines=,"}, 2, "there is nothing to compare"},
      {{"puzzles", "--rival=cat"}, 2, "a rival is NAME=COMMAND"},
      {{"choice", "nonsense"},
       2,
       "there is no family and no file \"nonsense\""},
      {{"threads", "--threads=0"}, 2, "numbers from 1 to 1024"},
      {{"threads", "--threads=-2"}, 2, "numbers from 1 to 1024"},
      {{"problems", "no/such/file"}, 66, "cannot read \"no/such/file\""},
      {{"puzzles", "no/such/file"}, 66, "cannot read \"no/such/file\""},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(Compare(test.arguments),
                AllOf(Exits(test.exit_code), Prints(""),
                      Complains(HasSubstr(test.error))));
  }
}

}  // namespace
}  // namespace contest
