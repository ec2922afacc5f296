// The commands sample and tally.

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
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
  EXPECT_THAT(Dlx({"tally", "-"}, {.input = "1:2|a\na\n"}),
              AllOf(Exits(2), Complains(HasSubstr("multiplicities"))));
}

TEST(TallyTest, CountsTheCoversOfEachOption) {
  EXPECT_THAT(Dlx({"tally", "-"}, {.input = "a b c\na b\na\nb\nc\na c\n"}),
              AllOf(Exits(0), Prints("1  a b\n1  a\n2  b\n2  c\n1  a c\n")));
  EXPECT_THAT(Dlx({"tally", "-", "--json"}, {.input = "a\na\n"}),
              Prints("{\"type\":\"tally\",\"option\":0,\"covers\":\"1\"}\n"));
}

}  // namespace
}  // namespace dlx::tool
