#include "dlx/io/export/cnf.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/io/export/model_counter.h"
#include "dlx/io/problem_reader.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;

constexpr AtMostOne kAllWays[] = {AtMostOne::kShorter, AtMostOne::kPairwise,
                                  AtMostOne::kSequential};

// The number of models is that of covers; and it is 1 when the options are set
// to those of a cover, so that the models are the covers.
void ExpectModelsAreCovers(const Problem& problem) {
  SCOPED_TRACE(testing::ToNotation(problem));
  const std::vector<testing::Cover> covers = testing::AllCovers(problem);
  for (const AtMostOne way : kAllWays) {
    const absl::StatusOr<std::string> text =
        WriteCnf(problem, {.at_most_one = way});
    ASSERT_THAT(text, IsOk());
    const Formula formula = ParseDimacs(*text);
    ASSERT_EQ(CountModels(formula), covers.size()) << *text;
    for (const testing::Cover& cover : covers) {
      Formula fixed = formula;
      for (uint32_t i = 0; i < problem.option_count(); ++i) {
        fixed.clauses.push_back({-static_cast<int>(i + 1)});
      }
      for (const OptionId option : cover) {
        fixed.clauses[formula.clauses.size() + option.value()][0] *= -1;
      }
      ASSERT_EQ(CountModels(fixed), 1) << *text;
    }
  }
}

TEST(CnfTest, ModelsAreTheCoversOfTinyProblems) {
  for (const testing::TinyFamily& family : testing::TinyFamilies()) {
    if (family.costs) continue;
    int number = 0;
    testing::ForEachProblem(family, [&](const Problem& problem) {
      // There are thousands.
      if (number++ % 17 == 0) ExpectModelsAreCovers(problem);
    });
  }
}

TEST(CnfTest, ModelsAreTheCoversOfRandomProblems) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const testing::Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    shape.costs = 0;
    ExpectModelsAreCovers(testing::RandomProblem(shape, dice));
  }
}

TEST(CnfTest, EveryOptionStandsInAClause) {
  const absl::StatusOr<std::string> text =
      WriteCnf(ProblemFromNotation("0:9|a b\na\na b\na\n"));
  ASSERT_THAT(text, IsOk());
  const Formula formula = ParseDimacs(*text);
  for (const int option : {1, 2, 3}) {
    EXPECT_THAT(formula.clauses,
                Contains(AnyOf(Contains(option), Contains(-option))))
        << *text;
  }
}

TEST(CnfTest, CannotExpressCosts) {
  EXPECT_THAT(
      WriteCnf(ProblemFromNotation("a\na |1\n")),
      StatusIs(absl::StatusCode::kInvalidArgument,
               "CNF cannot express costs; opb, lp, mps, asp and minizinc can"));
}

TEST(CnfTest, IsNotUnreasonablyLong) {
  std::string text = "a 2000|b\n";
  for (int i = 0; i < 100'000; ++i) text += i % 2 == 0 ? "a b\n" : "b\n";
  const absl::StatusOr<Problem> problem = ReadProblem(text);
  ASSERT_THAT(problem, IsOk());
  EXPECT_THAT(WriteCnf(*problem),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       "CNF would need more than 100000000 clauses, of which "
                       "about 200000000 to count those of the 100000 options "
                       "of item \"b\" that are chosen; opb needs fewer"));
  EXPECT_THAT(WriteCnf(*problem, {.at_most_one = AtMostOne::kPairwise}),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       AllOf(HasSubstr("the pairs of the 50000 options of item "
                                       "\"a\" that are chosen"),
                             HasSubstr("a sequential counter needs fewer"))));
}

}  // namespace
}  // namespace dlx::io
