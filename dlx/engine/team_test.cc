#include "dlx/engine/team.h"

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::testing::Each;

TEST(TeamTest, DoesEachPartOnceInEachRun) {
  for (const size_t size : {1, 2, 3, 16}) {
    Team team(size);
    EXPECT_EQ(team.size(), size);
    // Not atomic: what was done in one run is seen by all in the next one.
    std::vector<int> runs(size);
    for (int run = 1; run <= 500; ++run) {
      team.Run([&](size_t i) { ++runs[(i + run) % size]; });
      ASSERT_THAT(runs, Each(run));
    }
  }
}

TEST(TeamTest, PartsAreDoneAtTheSameTime) {
  Team team(3);
  std::atomic<int> there = 0;
  team.Run([&](size_t) {
    ++there;
    while (there < 3) std::this_thread::yield();
  });
  EXPECT_EQ(there, 3);
}

TEST(TeamTest, ThrowsWhatAPartHasThrown) {
  Team team(4);
  std::vector<int> done(4);
  EXPECT_THROW(team.Run([&](size_t i) {
    done[i] = 1;
    if (i == 2) throw std::runtime_error("two");
  }),
               std::runtime_error);
  EXPECT_THAT(done, Each(1));
  team.Run([&](size_t i) { done[i] = 2; });
  EXPECT_THAT(done, Each(2));
}

}  // namespace
}  // namespace dlx::internal
