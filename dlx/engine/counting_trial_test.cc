#include "dlx/engine/counting_trial.h"

#include <fstream>
#include <sstream>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/engines.h"
#include "dlx/io/problem_reader.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

Problem ReadTestProblem(const std::string& name) {
  const std::string path = absl::StrCat("testdata/dlx/", name, ".dlx");
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path;
  std::stringstream text;
  text << file.rdbuf();
  absl::StatusOr<Problem> problem = io::ReadProblem(text.str(), path);
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

struct Choice {
  std::string problem;
  bool remember;
  std::string reason;  // A part of it.
};

class CountingTrialTest : public ::testing::TestWithParam<Choice> {};

TEST_P(CountingTrialTest, ChoosesWhatPays) {
  const auto& [name, remember, reason] = GetParam();
  const Problem problem = ReadTestProblem(name);
  const CountingTrial trial = TryCounting(problem);
  EXPECT_EQ(trial.remember, remember) << trial.reason;
  EXPECT_THAT(trial.reason, AllOf(HasSubstr(reason), Not(EndsWith("."))));

  // The same answer every time.
  for (int repetition = 0; repetition < 3; ++repetition) {
    const CountingTrial again = TryCounting(problem);
    EXPECT_EQ(again.remember, trial.remember);
    EXPECT_EQ(again.reason, trial.reason);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Problems, CountingTrialTest,
    ::testing::Values(Choice{"domino-8x8", true, "came to its end"},
                      Choice{"domino-16x16", true, "times as far as"},
                      Choice{"bell-10", true, "came to its end"},
                      Choice{"comp-6xq8", true, ""},
                      Choice{"queens-12", false, "only"},
                      Choice{"queens-8", false, "came to its end"},
                      Choice{"langford-12", false, "only"}),
    [](const ::testing::TestParamInfo<Choice>& info) {
      std::string name = info.param.problem;
      for (char& c : name) {
        if (c == '-') c = '_';
      }
      return name;
    });

TEST(CountingTrialTest, DecidesForAutomaticCounting) {
  EXPECT_EQ(ChooseEngine(ReadTestProblem("domino-8x8"), Task::kCount).kind,
            EngineKind::kMemoCounter);
  EXPECT_EQ(ChooseEngine(ReadTestProblem("queens-12"), Task::kCount).kind,
            EngineKind::kDancingLinks);
  // But only for counting, and only if memo_counter can.
  EXPECT_NE(ChooseEngine(ReadTestProblem("domino-8x8"), Task::kEnumerate).kind,
            EngineKind::kMemoCounter);
  EXPECT_EQ(ChooseEngine(ProblemFromNotation("1:2|a\na\n"), Task::kCount).kind,
            EngineKind::kDancingLinks);
}

TEST(CountingTrialTest, DoesNotTryHugeProblems) {
  // Two million and one uses.
  ProblemBuilder builder;
  const ItemId item = builder.AddPrimary("a");
  for (int k = 0; k <= 2'000'000; ++k) builder.AddOption({item});
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const CountingTrial trial = TryCounting(*problem);
  EXPECT_FALSE(trial.remember);
  EXPECT_THAT(trial.reason, HasSubstr("too large"));
}

}  // namespace
}  // namespace dlx::internal
