#include "dlx/farm/partition.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/farm/covers_of_unit.h"
#include "dlx/farm/split.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::units {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::Dice;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;

std::vector<Unit> Units(const Problem& problem,
                        const std::vector<const char*>& texts) {
  std::vector<Unit> units;
  for (const char* text : texts) units.push_back(*ParseUnit(text, problem));
  return units;
}

TEST(PartitionTest, AcceptsPartitions) {
  const Problem problem = ProblemFromNotation("a b\na\na\nb\nb\na b\n");
  for (const std::vector<const char*>& texts :
       std::vector<std::vector<const char*>>{
           {""},
           {"0:0", "0:1", "0:4"},
           {"0:4", "0:1", "0:0 1:3", "0:0 1:2"},
           {"+0", "-0"},
           {"+0", "-0 +1", "-0 -1"},
           {"-0 -1 +4", "-0 +1", "+0"},
           // What is missing is impossible: nothing is left for item a.
           {"+0", "-0 +1", "-0 -1 +4"},
           // So are the parts of this one, which has no covers.
           {"+0", "-0", "+0 -0 +3"},
       }) {
    const absl::Status status = CheckPartition(problem, Units(problem, texts));
    if (std::string(texts.back()) == "+0 -0 +3") {
      EXPECT_THAT(status, StatusIs(absl::StatusCode::kDataLoss,
                                   HasSubstr("are covers of unit 0, too")));
    } else {
      EXPECT_THAT(status, IsOk()) << texts.back();
    }
  }
}

TEST(PartitionTest, SaysWhatIsWrong) {
  const Problem problem = ProblemFromNotation("a b\na\na\nb\nb\na b\n");
  const struct {
    std::vector<const char*> texts;
    const char* complaint;
  } cases[] = {
      {{}, "there are no units"},
      {{"0:0", "0:1"}, "no unit has the covers that agree with 0:4"},
      {{"+0"}, "no unit has the covers that agree with -0"},
      {{"-0"}, "no unit has the covers that agree with +0"},
      {{"0:0 1:2", "0:1", "0:4"}, "agree with 0:0 1:3"},
      {{"", "+0"}, "all covers of unit 1 are covers of unit 0, too"},
      {{"+0", "-0", "+0"}, "all covers of unit 2 are covers of unit 0, too"},
      {{"+0", "-1"}, "units 0 and 1 decide about different things"},
      {{"+0", "0:1"}, "units 0 and 1 decide about different things"},
      {{"0:0", "1:2"}, "units 0 and 1 decide about different things"},
      {{"0:0", "+1"}, "units 0 and 1 decide about different things"},
  };
  for (const auto& [texts, complaint] : cases) {
    EXPECT_THAT(CheckPartition(problem, Units(problem, texts)),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr(complaint)));
  }
}

// Spoils a partition in one of several ways.
std::vector<Unit> Damage(std::vector<Unit> units, const Problem& problem,
                         const Dice& dice) {
  const size_t victim = dice(static_cast<uint32_t>(units.size()));
  switch (dice(5)) {
    case 0:
      units.erase(units.begin() + static_cast<std::ptrdiff_t>(victim));
      break;
    case 1:
      units.push_back(units[victim]);
      break;
    case 2:
      if (!units[victim].empty()) units[victim].pop_back();
      break;
    case 3:
      units[victim].push_back(
          Decision::Take(OptionId(dice(problem.option_count()))));
      break;
    default:
      if (units[victim].empty()) break;
      units[victim][dice(units[victim].size())] =
          Decision::Exclude(OptionId(dice(problem.option_count())));
  }
  return units;
}

// What is accepted is a partition, however the units came about.
TEST(PartitionTest, AcceptsNothingElse) {
  int accepted = 0;
  int refused = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const Dice dice(seed);
    const Problem problem =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    if (problem.option_count() == 0) continue;
    std::vector<Unit> units;
    for (SizedUnit& sized : SplitUnit(problem, {}, {.units = 2 + dice(8)})) {
      units.push_back(std::move(sized.unit));
    }
    units = Damage(std::move(units), problem, dice);
    const absl::Status status = CheckPartition(problem, units);
    if (!status.ok()) {
      ++refused;
      continue;
    }
    ++accepted;
    std::vector<Cover> covers;
    for (const Unit& unit : units) {
      for (Cover& cover : CoversOfUnit(problem, unit)) {
        covers.push_back(std::move(cover));
      }
    }
    std::sort(covers.begin(), covers.end());
    EXPECT_EQ(covers, AllCovers(problem)) << testing::ToNotation(problem);
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace dlx::units
