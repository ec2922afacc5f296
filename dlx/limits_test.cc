#include "dlx/limits.h"

#include <set>
#include <string>
#include <thread>

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

TEST(LimitsTest, NothingIsLimitedByDefault) {
  const Limits limits;
  EXPECT_EQ(limits.solutions, kUnlimited);
  EXPECT_EQ(limits.nodes, kUnlimited);
  EXPECT_EQ(limits.time, absl::InfiniteDuration());
  EXPECT_EQ(limits.interrupter, nullptr);
}

TEST(LimitsTest, EveryOutcomeHasANameOfItsOwn) {
  std::set<std::string> names;
  for (Outcome outcome :
       {Outcome::kRunning, Outcome::kExhausted, Outcome::kSolutionLimit,
        Outcome::kNodeLimit, Outcome::kTimeLimit, Outcome::kInterrupted}) {
    const std::string name(OutcomeName(outcome));
    EXPECT_NE(name, "unknown");
    EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_EQ(OutcomeName(Outcome::kExhausted), "exhausted");
  EXPECT_EQ(OutcomeName(Outcome::kSolutionLimit), "solution limit");
}

TEST(InterrupterTest, KeepsARequestUntilItIsReset) {
  Interrupter interrupter;
  EXPECT_FALSE(interrupter.requested());
  std::thread([&] { interrupter.Request(); }).join();
  EXPECT_TRUE(interrupter.requested());
  interrupter.Request();
  EXPECT_TRUE(interrupter.requested());
  interrupter.Reset();
  EXPECT_FALSE(interrupter.requested());
}

TEST(InterrupterTest, NobodyIsInterruptedWithoutOne) {
  EXPECT_FALSE(IsInterrupted(nullptr));
  Interrupter interrupter;
  EXPECT_FALSE(IsInterrupted(&interrupter));
  interrupter.Request();
  EXPECT_TRUE(IsInterrupted(&interrupter));
}

}  // namespace
}  // namespace dlx
