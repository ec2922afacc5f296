#include "dlx/testing/allocation_counter.h"

#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "gtest/gtest.h"

namespace dlx::testing {
namespace {

struct alignas(128) Aligned {
  char bytes[128];
};

TEST(AllocationCounterTest, CountsEveryWayToAllocate) {
  if (!kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  const uint64_t before = AllocationCount();
  EXPECT_EQ(AllocationCount(), before);
  const auto number = std::make_unique<int>(1);
  EXPECT_EQ(AllocationCount(), before + 1);
  const auto array = std::make_unique<int[]>(10);
  EXPECT_EQ(AllocationCount(), before + 2);
  const auto aligned = std::make_unique<Aligned>();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned.get()) % 128, 0);
  EXPECT_EQ(AllocationCount(), before + 3);
  const auto aligned_array = std::make_unique<Aligned[]>(3);
  EXPECT_EQ(AllocationCount(), before + 4);
  const std::unique_ptr<int> nothrow(new (std::nothrow) int(1));
  EXPECT_EQ(AllocationCount(), before + 5);
  const std::unique_ptr<int[]> nothrow_array(new (std::nothrow) int[3]);
  EXPECT_EQ(AllocationCount(), before + 6);
  const std::unique_ptr<Aligned> nothrow_aligned(new (std::nothrow) Aligned);
  EXPECT_EQ(AllocationCount(), before + 7);
}

TEST(AllocationCounterTest, CountsWhatContainersAllocate) {
  if (!kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  const uint64_t before = AllocationCount();
  std::vector<int> vector;
  vector.reserve(10);
  EXPECT_EQ(AllocationCount(), before + 1);
  for (int i = 0; i < 10; ++i) vector.push_back(i);
  EXPECT_EQ(AllocationCount(), before + 1);
  vector.push_back(10);
  EXPECT_EQ(AllocationCount(), before + 2);
}

TEST(AllocationCounterTest, CountsBytes) {
  if (!kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  constexpr uint64_t kSize = 1 << 20;
  constexpr uint64_t kSlack = 1 << 12;  // What an allocator may add.
  ForgetMostBytesInUse();
  const uint64_t before = BytesInUse();
  EXPECT_EQ(MostBytesInUse(), before);
  {
    const auto first = std::make_unique<char[]>(kSize);
    EXPECT_GE(BytesInUse(), before + kSize);
    EXPECT_LE(BytesInUse(), before + kSize + kSlack);
  }
  EXPECT_EQ(BytesInUse(), before);
  EXPECT_GE(MostBytesInUse(), before + kSize);
  const auto second = std::make_unique<Aligned[]>(kSize / sizeof(Aligned));
  EXPECT_GE(BytesInUse(), before + kSize);
  EXPECT_LE(MostBytesInUse(), before + kSize + kSlack);
  ForgetMostBytesInUse();
  EXPECT_EQ(MostBytesInUse(), BytesInUse());
}

}  // namespace
}  // namespace dlx::testing
