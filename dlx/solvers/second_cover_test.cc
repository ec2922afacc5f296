#include "dlx/solvers/second_cover.h"

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::solvers {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(WithoutCoverTest, LosesThatCoverOnly) {
  int excluded = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const testing::Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    shape.multiplicities = 0;
    const Problem problem = testing::RandomProblem(shape, dice);
    SCOPED_TRACE(testing::ToNotation(problem));
    const std::vector<Cover> covers = AllCovers(problem);
    for (const Cover& cover : covers) {
      if (cover.size() < 2) continue;
      const absl::StatusOr<Problem> rest = WithoutCover(problem, cover);
      ASSERT_THAT(rest, IsOk());
      std::vector<Cover> expected;
      for (const Cover& other : covers) {
        if (other != cover) expected.push_back(other);
      }
      EXPECT_EQ(AllCovers(*rest), expected);
      EXPECT_EQ(rest->has_costs(), problem.has_costs());
      ++excluded;
    }
  }
  EXPECT_GT(excluded, 100);
}

TEST(WithoutCoverTest, CanBeRepeated) {
  const Problem problem =
      testing::ProblemFromNotation("a b | x\na x:r\na x:g\nb x:r\nb x:g\n");
  const absl::StatusOr<Problem> once =
      WithoutCover(problem, {OptionId(0), OptionId(2)});
  ASSERT_THAT(once, IsOk());
  EXPECT_THAT(AllCovers(*once),
              ElementsAre(ElementsAre(OptionId(1), OptionId(3))));
  const absl::StatusOr<Problem> twice =
      WithoutCover(*once, {OptionId(1), OptionId(3)});
  ASSERT_THAT(twice, IsOk());
  EXPECT_THAT(AllCovers(*twice), ElementsAre());
}

TEST(WithoutCoverTest, Mistakes) {
  const Problem problem = testing::SevenItems();
  EXPECT_THAT(WithoutCover(problem, {OptionId(0)}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("a cover of 1 option")));
  EXPECT_THAT(WithoutCover(problem, {OptionId(0), OptionId(6)}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("there is no option 6")));
}

}  // namespace
}  // namespace dlx::solvers
