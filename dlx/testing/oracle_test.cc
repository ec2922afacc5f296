#include "dlx/testing/oracle.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Cover MakeCover(const std::vector<uint32_t>& numbers) {
  Cover cover;
  for (uint32_t number : numbers) cover.emplace_back(number);
  return cover;
}

struct Example {
  const char* problem;
  std::vector<std::vector<uint32_t>> covers;
};

TEST(OracleTest, FindsTheCoversOfExamples) {
  const std::vector<Example> examples = {
      {"a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", {{0, 3, 4}}},
      {"a\n", {}},
      {"a\na\na\n", {{0}, {1}}},
      {"a b\na\nb\na b\n", {{0, 1}, {2}}},
      {"a b | x\na x\nb x\nb\n", {{0, 2}}},
      {"a b | x\na x:A\nb x:A\nb x:B\nb x\n", {{0, 1}}},
      {"2:3|a\na\na\na\n", {{0, 1}, {0, 1, 2}, {0, 2}, {1, 2}}},
      {"0:1|a\na\n", {{}, {0}}},
      {"0:1|a\n", {{}}},
  };
  for (const Example& example : examples) {
    std::vector<Cover> covers;
    for (const auto& numbers : example.covers) {
      covers.push_back(MakeCover(numbers));
    }
    EXPECT_EQ(AllCovers(ProblemFromNotation(example.problem)), covers)
        << example.problem;
  }
}

// The oracle and VerifyCover() know nothing of each other, so that one can be
// held to the other: try each set of options.
TEST(OracleTest, AgreesWithVerifyCover) {
  size_t cover_count = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Dice dice(seed);
    const Problem problem =
        RandomProblem(RandomShape(dice, /*max_options=*/8), dice);
    std::vector<Cover> covers;
    for (uint32_t set = 0; set < 1u << problem.option_count(); ++set) {
      Cover options;
      for (uint32_t k = 0; k < problem.option_count(); ++k) {
        if (set >> k & 1) options.emplace_back(k);
      }
      if (VerifyCover(problem, options).ok()) covers.push_back(options);
    }
    std::sort(covers.begin(), covers.end());
    cover_count += covers.size();
    ASSERT_EQ(AllCovers(problem), covers) << "seed " << seed << "\n"
                                          << ToNotation(problem);
  }
  EXPECT_GT(cover_count, 500);
}

TEST(OracleTest, CoversWithContainTheGivens) {
  const std::vector<Cover> covers = {MakeCover({}), MakeCover({0, 1, 2}),
                                     MakeCover({0, 2}), MakeCover({3})};
  EXPECT_EQ(CoversWith(covers, {}), covers);
  EXPECT_THAT(CoversWith(covers, MakeCover({2, 0})),
              ElementsAre(covers[1], covers[2]));
  EXPECT_THAT(CoversWith(covers, MakeCover({1})), ElementsAre(covers[1]));
  EXPECT_THAT(CoversWith(covers, MakeCover({1, 3})), IsEmpty());
  EXPECT_THAT(CoversWith(covers, MakeCover({3, 3})), IsEmpty());
}

TEST(OracleTest, TotalCostIsTheSum) {
  const Problem problem = ProblemFromNotation("a b\na |5\nb |-7\na b\n");
  EXPECT_EQ(TotalCost(problem, {}), 0);
  EXPECT_EQ(TotalCost(problem, MakeCover({0, 1})), -2);
  EXPECT_EQ(TotalCost(problem, MakeCover({2})), 0);
}

}  // namespace
}  // namespace dlx::testing
