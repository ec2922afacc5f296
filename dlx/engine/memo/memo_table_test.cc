#include "dlx/engine/memo/memo_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/numeric/int128.h"
#include "dlx/testing/allocation_counter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::memo {
namespace {

using ::testing::IsNull;
using ::testing::Pointee;

using Key = MemoTable::Key;

uint64_t HashOf(Key key) { return absl::Hash<Key>()(key); }
const absl::uint128* Find(MemoTable& table, Key key) {
  return table.Find(key, HashOf(key));
}
void Insert(MemoTable& table, Key key, absl::uint128 number,
            uint64_t work = 1) {
  table.Insert(key, HashOf(key), number, work);
}

TEST(MemoTableTest, FindsWhatWasInserted) {
  MemoTable table(2, size_t{1} << 20);
  const uint64_t key[] = {1, 2};
  const uint64_t other[] = {2, 1};
  EXPECT_THAT(Find(table, key), IsNull());
  Insert(table, key, absl::Uint128Max());
  Insert(table, other, 0);
  EXPECT_THAT(Find(table, key), Pointee(absl::Uint128Max()));
  EXPECT_THAT(Find(table, other), Pointee(absl::uint128(0)));
  const uint64_t third[] = {1, 1};
  EXPECT_THAT(Find(table, third), IsNull());
}

TEST(MemoTableTest, TellsKeysApartThatDifferInOneBit) {
  for (const size_t words : {1, 2, 7}) {
    MemoTable table(words, size_t{1} << 20);
    Insert(table, std::vector<uint64_t>(words, 0), 1);
    for (size_t bit = 0; bit < 64 * words; ++bit) {
      std::vector<uint64_t> key(words, 0);
      key[bit / 64] = uint64_t{1} << (bit % 64);
      EXPECT_THAT(Find(table, key), IsNull()) << bit;
      Insert(table, key, 2 + bit);
    }
    for (size_t bit = 0; bit < 64 * words; ++bit) {
      std::vector<uint64_t> key(words, 0);
      key[bit / 64] = uint64_t{1} << (bit % 64);
      EXPECT_THAT(Find(table, key), Pointee(absl::uint128(2 + bit)));
    }
    EXPECT_THAT(Find(table, std::vector<uint64_t>(words, 0)),
                Pointee(absl::uint128(1)));
  }
}

TEST(MemoTableTest, KeepsManyEntriesApart) {
  MemoTable table(1, size_t{1} << 30);
  constexpr uint64_t kCount = 100'000;
  for (uint64_t i = 0; i < kCount; ++i) {
    const uint64_t key[] = {i * i};
    Insert(table, key, absl::MakeUint128(i, ~i));
  }
  for (uint64_t i = 0; i < kCount; ++i) {
    const uint64_t key[] = {i * i};
    ASSERT_THAT(Find(table, key), Pointee(absl::MakeUint128(i, ~i)));
  }
}

TEST(MemoTableTest, WithoutMemoryItRemembersNothing) {
  for (size_t memory_limit : {0, 1, 10}) {
    MemoTable table(1, memory_limit);
    const uint64_t key[] = {7};
    Insert(table, key, 1);
    EXPECT_THAT(Find(table, key), IsNull());
  }
}

TEST(MemoTableTest, KeysWithTheSameHashAreKeptApart) {
  MemoTable table(1, 10'000);
  for (uint64_t i = 0; i < 20; ++i) table.Insert({i}, 7, i + 1, 1);
  for (uint64_t i = 0; i < 20; ++i) {
    EXPECT_THAT(table.Find({i}, 7), Pointee(absl::uint128(i + 1)));
  }
  EXPECT_THAT(table.Find({20}, 7), IsNull());
}

TEST(MemoTableTest, KeepsToTheMemoryLimit) {
  if (!testing::kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  for (const size_t key_words : {1, 3, 10'000}) {
    for (const size_t memory_limit : {1'000, 100'000, 1'000'000}) {
      testing::ForgetMostBytesInUse();
      const uint64_t before = testing::BytesInUse();
      MemoTable table(key_words, memory_limit);
      std::vector<uint64_t> key(key_words);
      for (key[0] = 0; key[0] < 30'000; ++key[0]) Insert(table, key, 1);
      const uint64_t used = testing::MostBytesInUse() - before;
      // Besides the table, the key itself, and a few vectors' first elements.
      EXPECT_LE(used, memory_limit + 8 * key_words + 200);
      if (memory_limit > 100 * key_words) {
        EXPECT_GE(used, memory_limit / 2);
      }
    }
  }
}

TEST(MemoTableTest, ForgetsOneEntryAtATime) {
  constexpr size_t kMemoryLimit = 10'000;
  MemoTable table(1, kMemoryLimit);
  uint64_t i = 0;
  size_t size = 0;
  for (; table.size() == i; ++i) Insert(table, {i}, i + 1);
  const size_t most = table.size();
  EXPECT_GE(most, kMemoryLimit / 50);
  for (; i < 1000; ++i) {
    Insert(table, {i}, i + 1);
    size = 0;
    for (uint64_t j = 0; j <= i; ++j) {
      const absl::uint128* number = Find(table, {j});
      if (number == nullptr) continue;
      ASSERT_EQ(*number, j + 1);
      ++size;
    }
    ASSERT_EQ(size, most);
  }
}

TEST(MemoTableTest, LimitMayChangeAndNothingIsLost) {
  // Chunks that are cut off where the memory ends, and such that are not.
  for (const size_t first_limit : {0, 1'000, 10'000, 200'000}) {
    MemoTable table(1, first_limit);
    uint64_t i = 0;
    for (; i < 20'000; ++i) Insert(table, {i}, i + 1);
    const auto known = [&] {
      std::vector<uint64_t> known;
      for (uint64_t j = 0; j < i; ++j) {
        const absl::uint128* number = Find(table, {j});
        if (number == nullptr) continue;
        EXPECT_EQ(*number, j + 1);
        known.push_back(j);
      }
      return known;
    };
    const std::vector<uint64_t> before = known();
    const size_t least = table.LeastMemoryLimit();
    EXPECT_LE(least, first_limit);

    // There is room for all that follows.
    table.SetMemoryLimit(first_limit + 1'000'000);
    EXPECT_EQ(known(), before);
    const uint64_t end = i + 5'000;
    for (; i < end; ++i) Insert(table, {i}, i + 1);
    EXPECT_EQ(known().size(), before.size() + 5'000);
    EXPECT_GT(table.LeastMemoryLimit(), least);
    EXPECT_LE(table.LeastMemoryLimit(), first_limit + 1'000'000);

    // There is room for nothing more.
    table.SetMemoryLimit(table.LeastMemoryLimit() / 2);
    const size_t held = table.LeastMemoryLimit();
    const size_t size = table.size();
    const uint64_t last = i + 5'000;
    for (; i < last; ++i) Insert(table, {i}, i + 1);
    EXPECT_LT(table.size(), size + 4);  // They stand in fours.
    EXPECT_EQ(table.LeastMemoryLimit(), held);
    EXPECT_EQ(known().size(), table.size());
  }
}

TEST(MemoTableTest, RemembersLongestWhatTookMostWork) {
  MemoTable table(1, 10'000);
  uint64_t i = 0;
  for (; table.size() == i; ++i) {
    Insert(table, {i}, 1, /*work=*/i % 4 == 0 ? 1'000'000 : 1);
  }
  const uint64_t first = table.size();
  for (; i < 2 * first; ++i) Insert(table, {i}, 1);
  uint64_t valuable = 0;
  uint64_t others = 0;
  for (uint64_t j = 0; j < first; ++j) {
    (j % 4 == 0 ? valuable : others) += Find(table, {j}) != nullptr;
  }
  EXPECT_EQ(valuable, (first + 3) / 4);
  EXPECT_LT(others, first / 2);
  // But not forever.
  for (; i < 100 * first; ++i) Insert(table, {i}, 1);
  valuable = 0;
  for (uint64_t j = 0; j < first; j += 4) {
    valuable += Find(table, {j}) != nullptr;
  }
  EXPECT_EQ(valuable, 0);
}

TEST(MemoTableTest, RemembersLongestWhatIsAskedFor) {
  MemoTable table(1, 10'000);
  uint64_t i = 0;
  for (; table.size() == i; ++i) Insert(table, {i}, 1);
  const uint64_t first = table.size();
  // The entry that is not looked up took more work.
  for (; i < 10 * first; ++i) {
    Insert(table, {i}, 1, /*work=*/20);
    for (uint64_t j = 0; j < first; j += 4) Find(table, {j});
  }
  uint64_t asked_for = 0;
  uint64_t others = 0;
  for (uint64_t j = 0; j < first; ++j) {
    (j % 4 == 0 ? asked_for : others) += Find(table, {j}) != nullptr;
  }
  EXPECT_GT(asked_for, first / 5);
  EXPECT_LT(others, first / 20);
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
    if (const absl::uint128* number = Find(table, {key})) {
      ASSERT_EQ(*number, inserted.at(key));
      ++found;
    } else {
      Insert(table, {key}, step);
      inserted[key] = step;
      ASSERT_THAT(Find(table, {key}), Pointee(absl::uint128(step)));
    }
  }
  EXPECT_GT(found, 0);
  // It has forgotten something, or else it would have found more.
  EXPECT_LT(found, 19'000);
}

INSTANTIATE_TEST_SUITE_P(Bytes, MemoryLimitTest,
                         ::testing::Values(200, 1000, 10'000));

}  // namespace
}  // namespace dlx::internal::memo
