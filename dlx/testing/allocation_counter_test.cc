#include "dlx/testing/allocation_counter.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace dlx::testing {
namespace {

struct alignas(128) Aligned {
  char bytes[128];
};

TEST(AllocationCounterTest, CountsEveryWayToAllocate) {
  uint64_t before = AllocationCount();
  EXPECT_EQ(AllocationCount(), before);
  const auto number = std::make_unique<int>(1);
  EXPECT_EQ(AllocationCount(), before + 1);
  const auto array = std::make_unique<int[]>(10);
  EXPECT_EQ(AllocationCount(), before + 2);
  const auto aligned = std::make_unique<Aligned>();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned.get()) % 128, 0);
  EXPECT_EQ(AllocationCount(), before + 3);
  std::vector<int> vector;
  vector.reserve(10);
  EXPECT_EQ(AllocationCount(), before + 4);
  for (int i = 0; i < 10; ++i) vector.push_back(i);
  EXPECT_EQ(AllocationCount(), before + 4);
  vector.push_back(10);
  EXPECT_EQ(AllocationCount(), before + 5);
}

}  // namespace
}  // namespace dlx::testing
