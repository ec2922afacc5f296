#include "dlx/engine/memo/memo_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "absl/numeric/int128.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::testing::IsNull;
using ::testing::Pointee;

TEST(MemoTableTest, FindsWhatWasInserted) {
  MemoTable table(2, size_t{1} << 20);
  const uint64_t key[] = {1, 2};
  const uint64_t other[] = {2, 1};
  EXPECT_THAT(table.Find(key), IsNull());
  table.Insert(key, absl::Uint128Max());
  table.Insert(other, 0);
  EXPECT_THAT(table.Find(key), Pointee(absl::Uint128Max()));
  EXPECT_THAT(table.Find(other), Pointee(absl::uint128(0)));
  const uint64_t third[] = {1, 1};
  EXPECT_THAT(table.Find(third), IsNull());
}

TEST(MemoTableTest, TellsKeysApartThatDifferInOneBit) {
  for (const size_t words : {1, 2, 7}) {
    MemoTable table(words, size_t{1} << 20);
    table.Insert(std::vector<uint64_t>(words, 0), 1);
    for (size_t bit = 0; bit < 64 * words; ++bit) {
      std::vector<uint64_t> key(words, 0);
      key[bit / 64] = uint64_t{1} << (bit % 64);
      EXPECT_THAT(table.Find(key), IsNull()) << bit;
      table.Insert(key, 2 + bit);
    }
    for (size_t bit = 0; bit < 64 * words; ++bit) {
      std::vector<uint64_t> key(words, 0);
      key[bit / 64] = uint64_t{1} << (bit % 64);
      EXPECT_THAT(table.Find(key), Pointee(absl::uint128(2 + bit)));
    }
    EXPECT_THAT(table.Find(std::vector<uint64_t>(words, 0)),
                Pointee(absl::uint128(1)));
  }
}

TEST(MemoTableTest, KeepsManyEntriesApart) {
  MemoTable table(1, size_t{1} << 30);
  constexpr uint64_t kCount = 100'000;
  for (uint64_t i = 0; i < kCount; ++i) {
    const uint64_t key[] = {i * i};
    table.Insert(key, absl::MakeUint128(i, ~i));
  }
  for (uint64_t i = 0; i < kCount; ++i) {
    const uint64_t key[] = {i * i};
    ASSERT_THAT(table.Find(key), Pointee(absl::MakeUint128(i, ~i)));
  }
}

TEST(MemoTableTest, WithoutMemoryItRemembersNothing) {
  for (size_t memory_limit : {0, 1, 10}) {
    MemoTable table(1, memory_limit);
    const uint64_t key[] = {7};
    table.Insert(key, 1);
    EXPECT_THAT(table.Find(key), IsNull());
  }
}

TEST(MemoTableTest, ForgetsEverythingWhenTheMemoryIsUsedUp) {
  constexpr size_t kMemoryLimit = 10'000;
  MemoTable table(1, kMemoryLimit);
  size_t most = 0;
  size_t forgotten = 0;
  size_t remembered = 0;
  for (uint64_t i = 0; i < 1000; ++i) {
    const uint64_t key[] = {i};
    table.Insert(key, i + 1);
    const size_t before = remembered;
    remembered = 0;
    for (uint64_t j = 0; j <= i; ++j) {
      const uint64_t old_key[] = {j};
      const absl::uint128* number = table.Find(old_key);
      if (number == nullptr) continue;
      ++remembered;
      ASSERT_EQ(*number, j + 1);
    }
    most = std::max(most, remembered);
    forgotten += remembered < before;
  }
  // The key and the number take 24 bytes.
  EXPECT_LE(most, kMemoryLimit / 24);
  EXPECT_GE(most, kMemoryLimit / 24 / 3);
  EXPECT_GE(forgotten, 2);
}

class MemoryLimitTest : public ::testing::TestWithParam<size_t> {};

// With too little memory it forgets, but what it knows is true.
TEST_P(MemoryLimitTest, ForgetsButDoesNotLie) {
  const size_t limit = GetParam();
  MemoTable table(1, limit);
  std::map<uint64_t, uint64_t> inserted;
  std::mt19937_64 random(1);
  uint64_t found = 0;
  for (uint64_t step = 0; step < 20'000; ++step) {
    const uint64_t key = random() % 1000;
    if (const absl::uint128* number = table.Find({key})) {
      ASSERT_EQ(*number, inserted.at(key));
      ++found;
    } else {
      table.Insert({key}, step);
      inserted[key] = step;
      ASSERT_THAT(table.Find({key}), Pointee(absl::uint128(step)));
    }
  }
  EXPECT_GT(found, 0);
  // It has forgotten something, or else it would have found more.
  EXPECT_LT(found, 19'000);
}

INSTANTIATE_TEST_SUITE_P(Bytes, MemoryLimitTest,
                         ::testing::Values(100, 1000, 10'000));

}  // namespace
}  // namespace dlx::internal
