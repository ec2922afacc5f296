#include "dlx/farm/rehearsal.h"

#include <limits>
#include <vector>

#include "dlx/engines.h"
#include "dlx/farm/split.h"
#include "dlx/limits.h"
#include "dlx/make/chess.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "gtest/gtest.h"

namespace dlx::units::rehearsal_test {
namespace {

Problem Queens(int size) { return *make::MakeQueens({.size = size}); }

std::vector<SizedUnit> Parts(const Problem& problem) {
  return SplitUnit(problem, {}, {.units = 30});
}

// With multiplicities, which not all engines know.
Problem WithMultiplicities() { return *make::MakeDomination({.size = 8}); }

TEST(RehearsalTest, NamesAnEngineThatCanDoTheUnits) {
  for (const RunTask task : {RunTask::kCount, RunTask::kSolve}) {
    for (const Problem& problem : {Queens(12), WithMultiplicities()}) {
      const auto rehearsal = Rehearse(problem, {.task = task}, Parts(problem));
      ASSERT_TRUE(rehearsal.has_value());
      EXPECT_TRUE(
          CheckEngine(rehearsal->engine, problem,
                      task == RunTask::kCount ? Task::kCount : Task::kEnumerate)
              .ok());
      EXPECT_GT(rehearsal->nodes, 0);
      EXPECT_GT(rehearsal->seconds, 0);
    }
  }
}

TEST(RehearsalTest, ThereIsNoneWhereItSaysNothing) {
  const Problem large = Queens(12);
  const std::vector<SizedUnit> units = Parts(large);
  EXPECT_FALSE(Rehearse(large, {.task = RunTask::kFirst}, units).has_value());
  EXPECT_FALSE(Rehearse(large, {.task = RunTask::kBest}, units).has_value());
  EXPECT_FALSE(Rehearse(large, {.has_certificates = true}, units).has_value());
  const Problem small = Queens(6);
  EXPECT_FALSE(Rehearse(small, {}, Parts(small)).has_value());
}

TEST(RehearsalTest, ThereIsNoneOfInfiniteUnits) {
  const Problem problem = Queens(12);
  std::vector<SizedUnit> units = Parts(problem);
  units.back().nodes = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(Rehearse(problem, {}, units).has_value());
}

TEST(RehearsalTest, EndsWhenItIsInterrupted) {
  const Problem problem = Queens(20);
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_FALSE(
      Rehearse(problem, {}, Parts(problem), {.interrupter = &interrupter})
          .has_value());
}

TEST(RehearsalTest, EndsWhenThereIsNoTime) {
  const Problem problem = Queens(20);
  EXPECT_FALSE(
      Rehearse(problem, {}, Parts(problem), {.time = absl::ZeroDuration()})
          .has_value());
}

TEST(RehearsalTest, ALargeUnitIsJudgedByAPartOfIt) {
  const Problem problem = Queens(22);
  const std::vector<SizedUnit> units = SplitUnit(problem, {}, {.units = 2});
  EXPECT_TRUE(Rehearse(problem, {}, units).has_value());
}

}  // namespace
}  // namespace dlx::units::rehearsal_test
